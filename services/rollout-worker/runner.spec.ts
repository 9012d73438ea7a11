import { describe, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { Task } from '#protos/core/v1/task.ts';
import { EndReason, Validity } from '#protos/core/v1/trajectory.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import { unpack } from './packing.ts';
import { runAttempt } from './runner.ts';
import { type Hook, type Plant, plantOf } from './testkit/plant.ts';

const slot: ClaimedSlot = {
  ...{ _id: 'b/0.0/1', groupId: 'b/0.0', purpose: 'training', taskId: 't', policy: 'p', harnessVersion: 'h' },
  ...{ temperature: 1, seed: 7, guidanceSeed: 'g', attempt: 2, workerId: 'w' },
};
const task = Task.fromPartial({ id: 't', revision: 3, budget: { steps: 4 } });

async function attempt(hook?: Hook, attemptMs?: number): Promise<{ outcome: AttemptOutcome; plant: Plant }> {
  const plant = plantOf(hook);
  const outcome = await runAttempt(slot, task, { ...plant, clock: systemClock, attemptMs });
  return { outcome, plant };
}

function completed(outcome: AttemptOutcome): IngestRequest {
  if (outcome.kind !== 'completed') throw new Error(outcome.fault);
  return IngestRequest.decode(unpack(outcome.result));
}

const failing = (method: string, error: GyreError): Hook => (called) => {
  if (called === method) throw error;
};
const unavailable = (boundary: 'environment' | 'harness' | 'verifier') => new GyreError('UNAVAILABLE', 'gone', { boundary });

describe('an attempt', () => {
  it('records what was done, closes session and episode, and is ready to ingest', async () => {
    const { outcome, plant } = await attempt();
    const { trajectory, verdict } = completed(outcome);
    expect(trajectory).toMatchObject({
      ...{ id: 'b/0.0/1#2', slotId: 'b/0.0/1', attempt: 2, taskId: 't', taskRevision: 3, policy: 'p', harnessVersion: 'h' },
      ...{ endReason: EndReason.FINISHED, validity: Validity.VALID, finalStateDigest: 'end', usage: { tokens: 3, toolCalls: 2 } },
    });
    expect(trajectory?.steps).toHaveLength(3);
    expect(verdict?.success).toBe(true);
    expect([plant.openEpisodes.size, plant.openSessions.size]).toEqual([0, 0]);
  });

  it.each(['create', 'open', 'plan 0', 'step 0', 'plan 1', 'step 1', 'plan 2', 'end', 'verify', 'close'])('that loses the plant at %s is a fault and leaves nothing open', async (method) => {
    let failures = 0;
    const { outcome, plant } = await attempt((called) => {
      // The close that cleans up gets through.
      if (called !== method || (method === 'close' && failures > 0)) return;
      failures += 1;
      throw unavailable('environment');
    });
    expect(outcome).toMatchObject({ kind: 'fault', slotId: 'b/0.0/1', attempt: 2 });
    expect(plant.openEpisodes.size).toBe(0);
  });

  it.each([
    ['UNAVAILABLE', 'create', 'unreached'],
    ['UNAVAILABLE', 'plan 1', 'unreached'],
    ['UNAVAILABLE', 'close', 'unreached'],
    ['RESOURCE_EXHAUSTED', 'open', 'full'],
    ['INTERNAL', 'create', undefined],
    ['NOT_FOUND', 'plan 1', undefined],
    ['DEADLINE_EXCEEDED', 'create', 'unreached'],
    ['DEADLINE_EXCEEDED', 'open', 'unreached'],
    ['DEADLINE_EXCEEDED', 'verify', 'unreached'],
    ['DEADLINE_EXCEEDED', 'step 0', undefined],
    ['DEADLINE_EXCEEDED', 'plan 1', undefined],
    ['DEADLINE_EXCEEDED', 'end', undefined],
  ] as const)('that gets %s from %s says whether a service turned it away', async (code, method, away) => {
    const { outcome } = await attempt(failing(method, new GyreError(code, 'no', { boundary: 'environment' })));
    expect(outcome).toMatchObject({ kind: 'fault', fault: 'environment: no' });
    expect(outcome.kind === 'fault' && outcome.away).toBe(away);
  });

  it('that asks more than a message may hold is not turned away for want of room', async () => {
    const { outcome } = await attempt(failing('create', new GyreError('RESOURCE_EXHAUSTED', 'too long', { boundary: 'caller', retryable: false })));
    expect(outcome).toEqual({ kind: 'fault', slotId: 'b/0.0/1', attempt: 2, fault: 'caller: too long' });
  });

  it('that cannot be judged has no verdict and is no fault', async () => {
    const unverifiable = new GyreError('FAILED_PRECONDITION', 'evidence missing', { boundary: 'verifier' });
    const { outcome } = await attempt(failing('verify', unverifiable));
    expect(completed(outcome).verdict).toBeUndefined();
    expect(outcome).toMatchObject({ kind: 'completed', summary: { success: null } });
  });

  it('waits for a verifier that comes back', async () => {
    let calls = 0;
    const { outcome } = await attempt((method) => {
      if (method === 'verify' && ++calls === 1) throw unavailable('verifier');
    });
    expect(completed(outcome).verdict?.success).toBe(true);
  });

  it('counts an error of the model as part of the episode, never as a fault', async () => {
    const { outcome } = await attempt(failing('plan 1', new GyreError('INVALID_ARGUMENT', 'no such tool', { boundary: 'policy' })));
    expect(completed(outcome).trajectory).toMatchObject({ validity: Validity.MALFORMED, fault: 'no such tool' });
    expect(completed(outcome).verdict).toBeDefined();
  });

  it('that hangs is a fault at its deadline', async () => {
    const { outcome } = await attempt((method) => (method === 'step 1' ? systemClock.sleep(5_000) : undefined), 60);
    expect(outcome.kind).toBe('fault');
  });
});
