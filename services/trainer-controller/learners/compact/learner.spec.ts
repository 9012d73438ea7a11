import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CompactPolicy } from '#harness-gateway/policy/compact/mod.ts';
import { DEFAULT_SHAPE, initialise } from '#harness-gateway/policy/compact/network/mod.ts';
import { calls, finish, opening, openPhone } from '#harness-gateway/policy/compact/testkit.ts';
import { openFileBlobs } from '#kit/blobs/files.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import { random } from '#kit/random.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { Opening } from '#protos/core/v1/context.ts';
import { Step, Trajectory } from '#protos/core/v1/trajectory.ts';
import { ChoiceBuilder } from '#harness-gateway/policy/compact/mod.ts';
import type { Example } from '../../learner.ts';
import { SWITCHES, TOOLS } from '../testkit/jobs.ts';
import { coldStart, spell } from './cold-start.ts';
import { CompactLearner } from './compact-learner.ts';
import type { Episode } from './episode.ts';
import { updatePolicy } from './policy-update.ts';
import { openThreadedLearner } from './threaded.ts';
import { Trainee } from './trainee.ts';

const SHAPE = { ...DEFAULT_SHAPE, rows: 8192 };

function episode(id: string, request: string, actions: readonly { readonly action: Action; readonly erroneous?: boolean }[]): Episode {
  const device = openPhone();
  return {
    id,
    opening: opening(request, TOOLS),
    steps: actions.map(({ action, erroneous = false }, index) => Step.fromPartial({ index, erroneous, turn: device.play(action) })),
  };
}

const demonstrations = SWITCHES.map(([request, name, action], i) => episode(`d${i}`, request, [{ action: calls({ name, args: { action } }) }, { action: finish() }]));
const OPTIONS = { epochs: 30, batch: 2, learningRate: 0.01, dropout: 0.2, seed: 1 };

function trained(seed = 1): Trainee {
  const trainee = new Trainee(initialise(SHAPE, random('spec', seed)));
  coldStart(trainee, demonstrations, OPTIONS);
  return trainee;
}

describe('cold start', () => {
  it('learns what was demonstrated, in both languages', () => {
    const policy = new CompactPolicy('spec', trained().parameters);
    for (const d of demonstrations) {
      const { action } = policy.decide({ context: { opening: d.opening, turns: [] }, sampling: { temperature: 0, seed: 0 } });
      expect(action.turn).toEqual(d.steps[0]?.turn?.action?.turn?.$case === 'calls' ? { $case: 'calls', value: { calls: [expect.objectContaining({ argumentsJson: expect.any(String) })] } } : undefined);
      const [call] = action.turn?.$case === 'calls' ? action.turn.value.calls : [];
      const [wanted] = d.steps[0]?.turn?.action?.turn?.$case === 'calls' ? d.steps[0].turn.action.turn.value.calls : [];
      expect([call?.name, call?.argumentsJson]).toEqual([wanted?.name, wanted?.argumentsJson]);
    }
  });

  it('masks erroneous turns and keeps their feedback in the context', () => {
    const wrong = { action: calls({ name: 'manage_wifi_now', args: { action: 'enable' } }), erroneous: true };
    const right = { action: calls({ name: 'manage_wifi', args: { action: 'enable' } }) };
    const builder = new ChoiceBuilder(SHAPE.rows);
    const masked = spell(episode('m', 'turn on Wi-Fi', [wrong, right, { action: finish() }]), builder);
    const plain = spell(episode('p', 'turn on Wi-Fi', [right, { action: finish() }]), builder);
    expect(masked.masked).toBe(1);
    expect(masked.targets.length).toBe(plain.targets.length);
    expect(masked.unspellable).toEqual([]);
  });

  it('is deterministic', () => {
    expect(trained().parameters.w1).toEqual(trained().parameters.w1);
    expect(trained().parameters.embedding).toEqual(trained().parameters.embedding);
    expect(trained(2).parameters.w1).not.toEqual(trained().parameters.w1);
  });
});

describe('policy update', () => {
  it('makes what earned a positive advantage likelier and the opposite rarer', () => {
    const trainee = new Trainee(initialise(SHAPE, random('spec', 3)));
    const start = opening('turn on NFC', TOOLS);
    const sampled = (seed: number) => {
      const output = new CompactPolicy('now', trainee.parameters).decide({ context: { opening: start, turns: [] }, sampling: { temperature: 1, seed } });
      const [call] = output.action.turn?.$case === 'calls' ? output.action.turn.value.calls : [];
      return { output, good: call?.name === 'manage_nfc' };
    };
    const rate = () => Array.from({ length: 200 }, (_, i) => sampled(10_000 + i).good).filter(Boolean).length / 200;
    const before = rate();
    for (let update = 0; update < 25; update++) {
      const episodes = Array.from({ length: 32 }, (_, i) => {
        const { output, good } = sampled(update * 32 + i);
        const steps = [Step.fromPartial({ index: 0, turn: { action: output.action }, tokens: [...output.tokens] })];
        return { id: `${update}/${i}`, opening: start, steps, advantage: good ? 1 : -0.3, temperature: 1 };
      });
      updatePolicy(trainee, episodes, { learningRate: 0.01, clip: { low: 0.2, high: 0.28 }, entropy: 0, minibatches: 1, seed: update });
    }
    expect(before).toBeLessThan(0.4);
    expect(rate()).toBeGreaterThan(0.9);
  });

  it('refuses recorded tokens that do not fit the context', () => {
    const trainee = new Trainee(initialise(SHAPE, random('spec', 4)));
    const steps = [Step.fromPartial({ index: 0, turn: { action: finish() }, tokens: [{ id: 0, logProb: -1, candidates: 99 }] })];
    const one = { id: 'x', opening: opening('turn on NFC', TOOLS), steps, advantage: 1, temperature: 1 };
    expect(() => updatePolicy(trainee, [one], { learningRate: 0.01, clip: { low: 0.2, high: 0.28 }, entropy: 0, minibatches: 1, seed: 0 })).toThrow(/do not fit/);
  });
});

describe('the learner behind its port', () => {
  let folder = '';
  let blobs: Blobs;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gyre-learner-'));
    blobs = openFileBlobs(folder);
  });
  afterAll(async () => {
    await blobs.close();
    await rm(folder, { recursive: true });
  });

  const examples: Example[] = demonstrations.map((d) => ({
    trajectory: Trajectory.encode(Trajectory.fromPartial({ id: d.id, steps: [...d.steps] })).finish(),
    opening: Opening.encode(d.opening).finish(),
  }));
  const origin = { round: 'r', update: 0, policyVersion: 'p', release: 'l', harnessVersion: 'h', objective: 'care', groups: 1, groupSize: 2 };
  const job = { origin, examples, epochs: 2, batchSize: 2, learningRate: 0.01, seed: 5 };

  it('gives the same checkpoints in a thread, and after a restart between two jobs', async () => {
    const here = new CompactLearner(blobs);
    const thread = openThreadedLearner(`file:${folder}`);
    try {
      const start = await here.initialise({ seed: 9 });
      expect(await thread.initialise({ seed: 9 })).toEqual(start);
      const first = await here.coldStart({ ...job, start });
      expect(await thread.coldStart({ ...job, start })).toEqual(first);
      const second = await here.coldStart({ ...job, start: first, seed: 6 });
      const restarted = new CompactLearner(blobs);
      expect(await restarted.coldStart({ ...job, start: first, seed: 6 })).toEqual(second);
    } finally {
      await thread.close();
    }
  });

  it('passes errors of the thread on, naming what is wrong', async () => {
    const thread = openThreadedLearner(`file:${folder}`);
    try {
      await expect(thread.coldStart({ ...job, start: { checkpoint: `sha256:${'0'.repeat(64)}`, optimiser: '' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    } finally {
      await thread.close();
    }
    await expect(thread.initialise({ seed: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});
