import { type Constructed, construction, nearestTrain, profileOf, type TaskCounts, WORDING_LIMIT } from '#curator/tasks/mod.ts';
import { phoneIntents, phoneWorld } from '#env-manager/mod.ts';
import { GyreError } from '#kit/errors.ts';

export interface HeldOut {
  readonly family: string;
  readonly split: 'dev' | 'test';
  readonly nearest: string;
  /** Jaccard of the tool sets, of the friction sets, and shared trigrams of the wording, each in [0, 1]. */
  readonly tools: number;
  readonly frictions: number;
  readonly wording: number;
  readonly passes: boolean;
}

export interface FamilyAudit {
  readonly seed: number;
  readonly passed: boolean;
  readonly limits: { readonly wording: number };
  readonly families: { readonly train: number; readonly dev: number; readonly test: number };
  /** Held-out families above a limit. */
  readonly failing: number;
  /** Nearest first. */
  readonly heldOut: readonly HeldOut[];
  /** Null where single tasks were left out. */
  readonly tasks: { readonly released: number; readonly rejected: readonly { readonly taskId: string; readonly family: string; readonly reason: string }[] } | null;
}

export interface FamilyAuditOptions {
  readonly seed: number;
  readonly counts: TaskCounts;
  /** Whether every task is constructed and put through its checks too. */
  readonly tasks: boolean;
  readonly signal?: AbortSignal;
  readonly onTask?: (done: number, total: number) => void;
}

/**
 * Audits a pool as it is constructed: the nearest train family of every held-out family with the limits, and the soundness checks of
 * every task. Fails if a held-out family is above a limit or a split ends up empty; a task that fails is never released, so it is
 * reported and does not fail the audit.
 */
export function auditFamilies({ seed, counts, tasks: checkTasks, signal, onTask }: FamilyAuditOptions): FamilyAudit {
  const made = construction({ world: phoneWorld, intents: phoneIntents, seed, counts });
  const intents = new Map(phoneIntents.map((intent) => [intent.id, intent]));
  const of = (split: string) => made.plan.families.filter((spec) => spec.split === split);
  const train = of('train').map((spec) => profileOf(spec, intents));
  const heldOut = (['dev', 'test'] as const).flatMap((split) =>
    of(split).flatMap((spec) => {
      const found = nearestTrain(profileOf(spec, intents), train);
      return found === undefined ? [] : [{ ...found, split }];
    }),
  );
  heldOut.sort((a, b) => Number(a.passes) - Number(b.passes) || b.wording + b.tools + b.frictions - (a.wording + a.tools + a.frictions) || (a.family < b.family ? -1 : 1));
  const failing = heldOut.filter(({ passes }) => !passes).length;
  const families = { train: train.length, dev: of('dev').length, test: of('test').length };
  const tasks = checkTasks ? auditTasks(made.tasks(), counts.train + counts.dev + counts.test, signal, onTask) : null;
  const passed = failing === 0 && train.length > 0 && (tasks === null || tasks.released > 0);
  return { seed, passed, limits: { wording: WORDING_LIMIT }, families, failing, heldOut, tasks };
}

function auditTasks(made: Iterable<Constructed>, total: number, signal: AbortSignal | undefined, onTask: FamilyAuditOptions['onTask']): NonNullable<FamilyAudit['tasks']> {
  const rejected: { taskId: string; family: string; reason: string }[] = [];
  let released = 0;
  for (const item of made) {
    if (signal?.aborted) throw new GyreError('CANCELLED', 'interrupted', { boundary: 'caller' });
    if (item.kind === 'task') onTask?.(++released, total);
    else rejected.push({ taskId: item.taskId, family: item.family, reason: item.reason });
  }
  return { released, rejected };
}
