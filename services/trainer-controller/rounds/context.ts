import type { Clock } from '#kit/clock.ts';
import type { Client } from '#kit/rpc/types.ts';
import type { Round, RoundPlan, Score } from '#protos/core/v1/round.ts';
import type { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import type { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import type { Batches } from '#rollout-worker/mod.ts';
import type { CareController } from '../care/mod.ts';
import type { TrainerCollections } from '../collections.ts';
import type { Learner } from '../learner.ts';
import type { Policies } from '../policies.ts';
import type { HarnessEditor } from '../revision/editor.ts';
import type { TrainSource } from '../revision/evidence.ts';
import type { TrainerSettings } from '../settings.ts';
import type { Waiting } from '../waiting.ts';

/** What is told of a round while it runs. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total: number;
  readonly scores: readonly Score[];
  readonly message: string;
}

/** Everything that rounds work with. */
export interface Plant {
  readonly collections: TrainerCollections;
  readonly policies: Policies;
  readonly batches: Batches;
  readonly waiting: Waiting;
  readonly clock: Clock;
  readonly curator: Client<CuratorServiceService>;
  readonly harness: Client<HarnessServiceService>;
  readonly learner: Learner;
  readonly controller: CareController;
  readonly editor: HarnessEditor;
  /** A finished round, for the one that follows it. FAILED_PRECONDITION if it is not done. */
  readonly parentOf: (roundId: string) => Promise<Round>;
  /** What the harness editor may learn from: train records. */
  readonly trainSource: TrainSource;
  readonly settings: TrainerSettings;
}

/** One round as its phases see it. `round` is as last saved. */
export interface RoundContext {
  readonly plant: Plant;
  readonly plan: RoundPlan;
  readonly round: Round;
  readonly poolSeed: number;
  readonly signal: AbortSignal;
  /** Writes fields of the round; ABORTED if another controller has taken it over. */
  save(change: Partial<Round>): Promise<void>;
  emit(progress: Progress): void;
}

/** A phase ends with the next one, or parks the round until somebody decides. */
export type Next = { readonly next: string } | { readonly parked: string };

export type Phase = (context: RoundContext) => Promise<Next>;
