import { z } from 'zod';
import { canonicalJson, digestOfBytes } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import type { TrainingJob } from './compact/training.ts';

/**
 * A job as bytes, for who computes it elsewhere: JSON in one canonical form, trajectories and openings (encoded messages of
 * `gyre.core.v1`) in base64, each opening once. The same job gives the same bytes, and so the same digest.
 */

const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'write sha256: and 64 hex digits');
const start = z.strictObject({ checkpoint: digest, optimiser: z.union([digest, z.literal('')]) });
const example = { trajectory: bytes, opening: z.int().min(0) };
const common = { version: z.literal(1), start, openings: z.array(bytes), epochs: z.int().min(1), learningRate: z.number().positive(), seed: z.int() };
const schema = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('coldStart'), batchSize: z.int().min(1), examples: z.array(z.strictObject(example)) }),
  z.strictObject({
    ...{ ...common, kind: z.literal('update'), temperature: z.number(), epsLow: z.number(), epsHigh: z.number(), entropy: z.number().min(0) },
    examples: z.array(z.strictObject({ ...example, advantage: z.number() })),
  }),
]);

export function encodeJob(job: TrainingJob): Uint8Array {
  const places = new Map<string, number>();
  const placeOf = (opening: Uint8Array): number => {
    const key = digestOfBytes(opening);
    const place = places.get(key) ?? places.size;
    if (place === places.size) openings.push(base64(opening));
    places.set(key, place);
    return place;
  };
  const openings: string[] = [];
  const plain = ({ trajectory, opening, ...rest }: TrainingJob['examples'][number]) => ({ ...rest, trajectory: base64(trajectory), opening: placeOf(opening) });
  const examples = job.examples.map(plain);
  return Buffer.from(canonicalJson({ ...job, version: 1, examples, openings }));
}

/** INVALID_ARGUMENT naming the first field that is wrong. */
export function decodeJob(encoded: Uint8Array): TrainingJob {
  const parsed = schema.safeParse(jsonOf(encoded));
  if (!parsed.success) throw wrong(parsed.error.issues[0]?.path.join('.') || 'job', parsed.error.issues[0]?.message ?? 'is not as it should be');
  const { version: _, openings, ...job } = parsed.data;
  const whole = <E extends { readonly opening: number }>({ opening, ...rest }: E) => {
    const bytesOf = openings[opening];
    if (bytesOf === undefined) throw wrong('examples.opening', `names opening ${opening} of ${openings.length}`);
    return { ...rest, opening: bytesOf };
  };
  return job.kind === 'coldStart' ? { ...job, examples: job.examples.map(whole) } : { ...job, examples: job.examples.map(whole) };
}

function jsonOf(encoded: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(encoded).toString('utf8'));
  } catch {
    throw wrong('job', 'is no JSON');
  }
}

const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');
const wrong = (field: string, problem: string) => new GyreError('INVALID_ARGUMENT', `${field}: ${problem}`, { boundary: 'caller', field, remedy: 'store the job as CONTRACT.md describes it' });
