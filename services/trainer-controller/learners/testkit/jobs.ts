import { DEFAULT_SHAPE, initialise } from '#harness-gateway/policy/compact/network/mod.ts';
import { CompactPolicy, encodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import { calls, finish, opening, openPhone } from '#harness-gateway/policy/compact/testkit.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import { random } from '#kit/random.ts';
import { Opening } from '#protos/core/v1/context.ts';
import { Step, Trajectory } from '#protos/core/v1/trajectory.ts';
import type { ColdStartJob, Example, JobOrigin, LearnerStart, UpdateJob } from '../../learner.ts';

/** Small jobs for the specs of learners: weights of few rows, a handful of demonstrations, a batch that was really sampled. */

export const TOOLS = ['manage_wifi', 'manage_bluetooth', 'control_airplane_mode', 'manage_nfc', 'query_wifi'];
export const SWITCHES = [
  ['turn on Wi-Fi', 'manage_wifi', 'enable'],
  ['turn off Wi-Fi', 'manage_wifi', 'disable'],
  ['turn on Bluetooth', 'manage_bluetooth', 'enable'],
  ['turn off Bluetooth', 'manage_bluetooth', 'disable'],
  ['打开飞行模式', 'control_airplane_mode', 'enable'],
  ['关闭飞行模式', 'control_airplane_mode', 'disable'],
] as const;

const parameters = () => initialise({ ...DEFAULT_SHAPE, rows: 2048 }, random('spec', 1));

export async function storedStart(blobs: Blobs): Promise<LearnerStart> {
  return { checkpoint: await blobs.put(encodeCheckpoint(parameters())), optimiser: '' };
}

const example = (id: string, request: string, steps: readonly Step[]): Example => ({
  trajectory: Trajectory.encode(Trajectory.fromPartial({ id, steps: [...steps] })).finish(),
  opening: Opening.encode(opening(request, TOOLS)).finish(),
});

const origin: JobOrigin = { round: 'round-7', update: 0, policyVersion: 'sha256:policy', release: 'sha256:release', harnessVersion: 'eta-0', objective: 'care', groups: 2, groupSize: 4 };

export function coldStartJob(start: LearnerStart, epochs = 4): ColdStartJob {
  const examples = SWITCHES.map(([request, name, action], i) => {
    const device = openPhone();
    return example(`d${i}`, request, [calls({ name, args: { action } }), finish()].map((each, index) => Step.fromPartial({ index, turn: device.play(each) })));
  });
  return { origin, start, examples, epochs, batchSize: 2, learningRate: 0.01, seed: 5 };
}

/** A batch as the start's policy plays it, with advantages of two groups. */
export function updateJob(start: LearnerStart, epochs = 3): UpdateJob {
  const policy = new CompactPolicy('spec', parameters());
  const examples = Array.from({ length: 8 }, (_, i) => {
    const { action, tokens } = policy.decide({ context: { opening: opening('turn on NFC', TOOLS), turns: [] }, sampling: { temperature: 1, seed: i } });
    return { ...example(`t${i}`, 'turn on NFC', [Step.fromPartial({ index: 0, turn: { action }, tokens: [...tokens] })]), advantage: i % 4 === 0 ? 1 : -0.3 };
  });
  return { origin: { ...origin, update: 3 }, start, examples, temperature: 1, learningRate: 0.01, epsLow: 0.2, epsHigh: 0.28, epochs, entropy: 0.002, seed: 7 };
}
