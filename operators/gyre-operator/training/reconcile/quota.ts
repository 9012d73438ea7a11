import { RUN_REASONS } from '../../api/mod.ts';
import type { Statement } from '../../api/conditions.ts';
import { held, type SeenCondition, type Workload } from '../cluster-resources.ts';
import { QUEUE_LABEL } from '../names.ts';
import type { Run } from '../run.ts';

/** What Kueue has said of a run, from the conditions of its Workload; it has no other interface for controllers that are not its own. */

export interface Quota {
  readonly statement: Statement<'TrainingRun'>;
  /** Why the run lost what it had, in CamelCase; undefined if it did not. */
  readonly evicted: string | undefined;
}

const SHORTFALL = /insufficient (?:unused )?quota for (\S+) in flavor [^,]+, (\d+) more needed/;

export function quotaOf(run: Run, workload: Workload | undefined): Quota {
  const queue = run.metadata.labels?.[QUEUE_LABEL];
  if (!queue) return { statement: RUN_REASONS.noQueue(), evicted: undefined };
  const conditions = workload?.status?.conditions ?? [];
  if (held(conditions, 'QuotaReserved')) return { statement: RUN_REASONS.quotaReserved(queue), evicted: undefined };
  const evicted = held(conditions, 'Evicted');
  if (evicted) return { statement: RUN_REASONS.evicted(queue, evicted.reason ?? 'Evicted', sentence(evicted)), evicted: evicted.reason ?? 'Evicted' };
  const pending = conditions.find(({ type }) => type === 'QuotaReserved');
  return { statement: shortfall(run, queue, pending) ?? RUN_REASONS.waitingInQueue(queue, pending ? sentence(pending) : 'Kueue has not looked at it yet.'), evicted: undefined };
}

/** Where Kueue names the GPUs that are missing: how many there are instead. */
function shortfall({ spec: { trainer } }: Run, queue: string, pending: SeenCondition | undefined): Statement<'TrainingRun'> | undefined {
  const [, resource, more] = SHORTFALL.exec(pending?.message ?? '') ?? [];
  const needed = trainer.nodes * trainer.gpusPerNode;
  if (resource !== trainer.gpuResource || Number(more) > needed) return undefined;
  return RUN_REASONS.insufficientGpus({ needed, gpuType: trainer.gpuType, owner: `queue ${queue}`, free: needed - Number(more) });
}

function sentence({ message, reason }: SeenCondition): string {
  const text = (message || reason || '').trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
