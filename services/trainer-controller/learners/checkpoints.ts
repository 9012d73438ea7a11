import { z } from 'zod';
import { openBlobs } from '#kit/blobs/open.ts';
import { canonicalJson, digestOfBytes } from '#kit/digest.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import type { Weights } from './compact/weights.ts';

/**
 * Checkpoints of a training run, at a URI of their own each. Such a folder holds its files by their digests, the manifest last, and the
 * checkpoint's name ends in the manifest's digest: whoever has name and URI has all of it, whole and as it was written.
 */

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
const manifest = z.strictObject({
  version: z.literal(1),
  /** Passes made. */
  update: z.int().min(0),
  /** Digest of the job. */
  job: digest,
  /** Digests of the files, both safetensors. */
  checkpoint: digest,
  optimiser: digest,
  statistics: z.record(z.string(), z.number()),
});

export interface Checkpoint extends Weights {
  readonly update: number;
  readonly job: string;
  readonly statistics: Readonly<Record<string, number>>;
}

export interface WrittenCheckpoint {
  readonly name: string;
  readonly uri: string;
  /** Of the manifest. */
  readonly digest: string;
  readonly update: number;
}

const NAME = /^update-\d+-([0-9a-f]{64})$/;

/** What is called `name` below a URI, whose query (`?endpoint=…&region=…`) stays behind the path. */
export function below(uri: string, name: string): string {
  const [, path = uri, query = ''] = /^([^?]*)(\?.*)?$/s.exec(uri) ?? [];
  return `${path.replace(/\/$/, '')}/${name}${query}`;
}

/** Where a checkpoint will lie; follows from its content alone. */
function describe(root: string, { checkpoint, optimiser, ...rest }: Checkpoint): WrittenCheckpoint & { readonly text: Buffer } {
  const text = Buffer.from(canonicalJson({ ...rest, version: 1, checkpoint: digestOfBytes(checkpoint), optimiser: digestOfBytes(optimiser) }));
  const of = digestOfBytes(text);
  const name = `update-${rest.update}-${of.slice('sha256:'.length)}`;
  return { name, uri: below(root, name), digest: of, update: rest.update, text };
}

/** Writes a checkpoint, its manifest last. Writing it again changes nothing. */
export async function writeCheckpoint(root: string, checkpoint: Checkpoint): Promise<WrittenCheckpoint> {
  const { text, ...written } = describe(root, checkpoint);
  const blobs = await openAt(written.uri);
  try {
    await blobs.put(checkpoint.checkpoint);
    await blobs.put(checkpoint.optimiser);
    await blobs.put(text);
  } finally {
    await blobs.close();
  }
  return written;
}

/**
 * Reads a checkpoint from where it lies, every byte held against its digest. NOT_FOUND or INTERNAL where it is not whole,
 * INVALID_ARGUMENT for a name or URI that none is written under.
 */
export async function readCheckpoint({ name, uri }: Pick<WrittenCheckpoint, 'name' | 'uri'>): Promise<Checkpoint> {
  const [, hex] = NAME.exec(name) ?? [];
  if (hex === undefined) throw invalid('checkpoint', `${name} is no name of a checkpoint of this trainer`, 'name one that it wrote, update-N-DIGEST');
  const blobs = await openAt(uri);
  try {
    const parsed = manifest.safeParse(JSON.parse(Buffer.from(await blobs.get(`sha256:${hex}`)).toString('utf8')));
    if (!parsed.success) throw new GyreError('INTERNAL', `checkpoint ${name}: its manifest is none`, { boundary: 'store', cause: parsed.error });
    const { version: _, ...rest } = parsed.data;
    return { ...rest, checkpoint: await blobs.get(rest.checkpoint), optimiser: await blobs.get(rest.optimiser) };
  } finally {
    await blobs.close();
  }
}

/** Deletes a checkpoint that was read or written, its manifest first. */
export async function deleteCheckpoint({ uri, digest: of }: WrittenCheckpoint, files: readonly string[]): Promise<void> {
  const blobs = await openAt(uri);
  try {
    for (const each of [of, ...files]) await blobs.delete(each);
  } finally {
    await blobs.close();
  }
}

function openAt(uri: string) {
  if (/^(file:\/\/\/|s3:\/\/)./.test(uri)) return openBlobs(uri);
  throw invalid('TRAINING_CHECKPOINT_URI', `${uri} is neither`, 'write file:///FOLDER or s3://BUCKET/PREFIX');
}
