import { rm } from 'node:fs/promises';
import { startServer, provideProgram } from '#deploy/servers/mod.ts';
import { CompactPolicy } from '#harness-gateway/policy/compact/mod.ts';
import type { ChoiceBatch } from '#harness-gateway/policy/compact/network/mod.ts';
import { candidatesOf, rowsOf, Scorer } from '#harness-gateway/policy/compact/network/mod.ts';
import { Batcher } from '#harness-gateway/policy/triton/batcher.ts';
import { Parcel } from '#harness-gateway/policy/triton/parcel.ts';
import { versionNumber } from '#harness-gateway/policy/triton/repository.ts';
import type { Policy } from '#harness-gateway/policy/types.ts';
import { systemClock } from '#kit/clock.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import type { PolicyContext } from '#protos/core/v1/context.ts';
import { choicesOf, realContexts, weights } from '#tests/triton/contexts.ts';
import { emptyRepository, openPlant } from '#tests/triton/plant.ts';

/**
 * The compact policy's network on Triton, on this machine: choices scored a second and the time of one, at 1, 32 and 256 callers, each
 * caller waiting for its answer before it asks again. With client batching, and with one request for each choice. The baseline is the scorer
 * in this process. Then whole decisions, of 1 and 32 sessions. Choices are those of real contexts; weights are random.
 */

const CALLERS = [1, 32, 256];
const SESSIONS = [1, 32];
const CONTEXTS = 400;
const WARM_MS = 1_500;
const TIMED_MS = 5_000;

type Score = (choice: ChoiceBatch) => Promise<unknown>;

interface Figures {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  /** Processor time of this process for each, microseconds: what other programs on the machine change little. */
  readonly cpu_us: number;
}

/** Callers that each ask for the next of `items` as soon as they are answered, for a fixed time. */
async function measure<T>(items: readonly T[], callers: number, ask: (item: T) => Promise<unknown>): Promise<Figures> {
  let next = 0;
  const run = async (ms: number): Promise<{ times: number[]; seconds: number }> => {
    const begin = performance.now();
    const times: number[] = [];
    const caller = async () => {
      while (performance.now() - begin < ms) {
        const item = items[next++ % items.length];
        const asked = performance.now();
        if (item !== undefined) await ask(item);
        times.push(performance.now() - asked);
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
    return { times, seconds: (performance.now() - begin) / 1000 };
  };
  await run(WARM_MS);
  const before = process.cpuUsage();
  const { times, seconds } = await run(TIMED_MS);
  const { user, system } = process.cpuUsage(before);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toPrecision(3));
  return { per_second: Math.round(times.length / seconds), p50_ms: at(0.5), p99_ms: at(0.99), cpu_us: Math.round((user + system) / times.length) };
}

async function each<K extends number, R>(keys: readonly K[], body: (key: K) => Promise<R>): Promise<Record<string, R>> {
  const results: Record<string, R> = {};
  for (const key of keys) results[String(key)] = await body(key);
  return results;
}

const found = await provideProgram('triton');
if (found.kind === 'missing') {
  console.log(JSON.stringify({ benchmark: 'triton', not_run: `${found.name} ${found.version}: ${found.reason}` }));
} else {
  const models = emptyRepository();
  await using server = await startServer('triton', { models });
  const plant = await openPlant(server.url, models);
  const triton = plant.process();
  const parameters = weights('bench');
  await triton.publisher.publish(await plant.add('bench', parameters));

  const contexts: readonly PolicyContext[] = await realContexts(CONTEXTS);
  const choices = choicesOf(contexts);
  const model = ['policy', versionNumber('bench')] as const;
  const mean = (count: (choice: ChoiceBatch) => number) => Math.round(choices.reduce((sum, choice) => sum + count(choice), 0) / choices.length);

  let requests = 0;
  let sent = 0;
  const batcher = new Batcher(
    (parcel) => {
      requests++;
      sent += parcel.choices;
      return triton.server.infer(...model, parcel, { timeoutMs: 30_000 });
    },
    { clock: systemClock },
  );
  const batched: Score = (choice) => batcher.score(choice);
  const single: Score = (choice) => {
    const parcel = new Parcel();
    parcel.add(choice);
    return triton.server.infer(...model, parcel, { timeoutMs: 30_000 });
  };
  const scorer = new Scorer(parameters);
  const logits = new Float64Array(4096);
  const local: Score = async (choice) => scorer.logits(choice, logits);

  const withBatching = await each(CALLERS, async (callers) => {
    requests = sent = 0;
    const figures = await measure(choices, callers, batched);
    return { ...figures, choices_per_request: Number((sent / requests).toFixed(1)) };
  });
  const oneByOne = await each(CALLERS, (callers) => measure(choices, callers, single));
  const baseline = await measure(choices, 1, local);

  const input = (context: PolicyContext, i: number) => ({ context, sampling: { temperature: 1, seed: i } });
  const inputs = contexts.map(input);
  const decide = (policy: Policy) => async (given: ReturnType<typeof input>) => policy.decide(given);
  const served = await triton.policy('bench');
  const decisions = await each(SESSIONS, (sessions) => measure(inputs, sessions, decide(served)));
  const here = await measure(inputs, 1, decide(new CompactPolicy('bench', parameters)));

  console.log(
    JSON.stringify({
      benchmark: 'triton',
      server: { version: found.version, instances: 1, device: 'cpu' },
      choices: { candidates: mean(candidatesOf), rows: mean(rowsOf), features: mean(({ features }) => features.length) },
      inferences: { client_batching: withBatching, one_request_each: oneByOne, baseline_scorer_in_process: baseline },
      decisions: { by_sessions: decisions, baseline_compact_policy_in_process: here },
    }),
  );
  await plant.close();
  closeChannels();
  await rm(models, { recursive: true });
}
