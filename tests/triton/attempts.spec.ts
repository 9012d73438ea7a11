import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CompactPolicy } from '#harness-gateway/policy/compact/mod.ts';
import type { Policy } from '#harness-gateway/policy/types.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import { Validity } from '#protos/core/v1/trajectory.ts';
import { type AttemptOutcome, unpack } from '#rollout-worker/mod.ts';
import { openRolloutStack, type RolloutStack } from '#tests/bench/rollout-stack.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { tasks, weights } from './contexts.ts';
import { emptyRepository, openPlant, type Plant } from './plant.ts';

const parameters = weights('attempts');
/** Long enough for a server to come back on a busy machine. */
const PATIENT = { patienceMs: 45_000, decideMs: 50_000 };
const ATTEMPTS = 12;
/** A bound on hanging only. */
const WAIT = { timeout: 90_000, interval: 5 };

const suite = await withServers('triton');
suite('attempts at tasks, with their policy on a Triton that is killed', () => {
  const models = emptyRepository();
  const server = withServer('triton', { models });
  let plant: Plant;
  let stack: RolloutStack;
  let expected: readonly string[];
  let decisions = 0;

  beforeAll(async () => {
    plant = await openPlant(server().url, models);
    await plant.process().publisher.publish(await plant.add('v', parameters));
    stack = await openRolloutStack();
    stack.policies.set('here', new CompactPolicy('v', parameters));
    expected = (await all('here')).map(written);
  });
  afterAll(async () => {
    await stack.close();
    await plant.close();
    await rm(models, { recursive: true });
  });

  /** The same attempts each time, at once. */
  const all = (policy: string) => Promise.all(tasks().slice(0, ATTEMPTS).map((bundle, seed) => stack.attempt(bundle, policy, { temperature: 1, seed })));

  /** What the attempt is scored by: the choices it made and its verdict; `fault` where there is nothing to score. */
  function written(outcome: AttemptOutcome): string {
    if (outcome.kind !== 'completed') return 'fault';
    const { trajectory, verdict } = IngestRequest.decode(unpack(outcome.result));
    expect(trajectory).toMatchObject({ validity: Validity.VALID, fault: '' });
    return JSON.stringify([trajectory?.steps.map(({ tokens }) => tokens.map(({ id }) => id)), verdict?.success, verdict?.progress]);
  }

  /** Makes the policy of a process that waits so long for the server, counting what it is asked. */
  async function serve(name: string, patience: { readonly patienceMs: number; readonly decideMs?: number }): Promise<void> {
    const policy = await plant.process({ patience }).policy('v');
    const counted: Policy = {
      name,
      decide(input) {
        decisions++;
        return policy.decide(input);
      },
    };
    stack.policies.set(name, counted);
  }

  it('and comes back: they wait, and end as if nothing had happened', async () => {
    await serve('patient', PATIENT);
    decisions = 0;
    const running = all('patient');
    await expect.poll(() => decisions, WAIT).toBeGreaterThan(ATTEMPTS);
    await server().kill();
    await server().restart();
    expect((await running).map(written)).toEqual(expected);
  });

  it('and stays away: faults of the plant and nothing to score, and played again they end as they would have', async () => {
    await serve('hasty', { patienceMs: 300 });
    decisions = 0;
    const running = all('hasty');
    await expect.poll(() => decisions, WAIT).toBeGreaterThan(ATTEMPTS);
    await server().kill();
    const outcomes = await running;
    for (const [i, outcome] of outcomes.entries()) expect(['fault', expected[i]]).toContain(written(outcome));
    const faults = outcomes.flatMap((outcome) => (outcome.kind === 'fault' ? [outcome.fault] : []));
    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatch(/^harness: /);
    await server().restart();
    // Its own connection may still be on its way back, and the server knows no version.
    await serve('patient', PATIENT);
    expect((await all('patient')).map(written)).toEqual(expected);
  });
});
