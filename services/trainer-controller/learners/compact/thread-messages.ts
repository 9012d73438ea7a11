import type { Boundary, Code } from '#kit/errors.ts';
import type { ColdStartJob, InitialiseJob, LearnerResult, UpdateJob } from '../../learner.ts';

/** What goes to the learner thread. */
export interface Request {
  readonly id: number;
  readonly ask: { readonly kind: 'initialise'; readonly job: InitialiseJob } | { readonly kind: 'coldStart'; readonly job: ColdStartJob } | { readonly kind: 'update'; readonly job: UpdateJob };
}

/** What comes back, one for each request. */
export type Reply =
  | { readonly kind: 'done'; readonly id: number; readonly result: LearnerResult }
  | { readonly kind: 'failed'; readonly id: number; readonly code: Code; readonly message: string; readonly boundary: Boundary; readonly retryable: boolean; readonly field: string | undefined };
