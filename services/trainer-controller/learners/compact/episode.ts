import type { Opening } from '#protos/core/v1/context.ts';
import type { Step } from '#protos/core/v1/trajectory.ts';

/** What the learner sees of a trajectory: what the policy saw and did. Nothing of verdict, evidence or task. */
export interface Episode {
  readonly id: string;
  readonly opening: Opening;
  readonly steps: readonly Step[];
}

/** An episode of a group with its advantage (eq. 9), and the temperature it was sampled at. */
export interface AdvantagedEpisode extends Episode {
  readonly advantage: number;
  readonly temperature: number;
}
