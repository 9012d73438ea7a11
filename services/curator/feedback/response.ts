import type { Task } from '#protos/core/v1/task.ts';
import type { Stratum } from '../sampling/strata.ts';
import type { Gap } from './gaps.ts';

export interface ResponseConfig {
  /** So many tasks that still teach something make the pool suitable for a gap. */
  readonly suitable: number;
  /** Factor on the weight of suitable tasks at a failure rate of 1; less in proportion. */
  readonly boost: number;
}

const RESPONSE: ResponseConfig = { suitable: 8, boost: 2 };

/** What to do about a gap: give the pool's suitable tasks more weight, or have new ones constructed. */
export type GapResponse = { readonly gap: Gap } & ({ readonly kind: 'reweight'; readonly tasks: readonly string[] } | { readonly kind: 'construct' });

/** First reweights; asks for construction where the pool has too little that is suitable (report section 2.3). */
export function respond(gaps: readonly Gap[], tasks: readonly Task[], strata: ReadonlyMap<string, Stratum>, config: ResponseConfig = RESPONSE): GapResponse[] {
  const open = tasks.filter(({ id }) => !['mastered', 'preservation'].includes(strata.get(id) ?? 'fresh'));
  return gaps.map((gap) => {
    const suitable = open.filter((task) => isSuitable(task, gap.id)).map(({ id }) => id);
    return suitable.length >= config.suitable ? { gap, kind: 'reweight', tasks: suitable } : { gap, kind: 'construct' };
  });
}

/** Factors on the weights; a task that answers several gaps takes the largest. */
export function boostsOf(responses: readonly GapResponse[], config: ResponseConfig = RESPONSE): Map<string, number> {
  const boosts = new Map<string, number>();
  for (const response of responses) {
    if (response.kind === 'construct') continue;
    const factor = 1 + (config.boost - 1) * (response.gap.failures / response.gap.trials);
    for (const task of response.tasks) boosts.set(task, Math.max(boosts.get(task) ?? 1, factor));
  }
  return boosts;
}

/** Whether the task exercises what the gap is about. */
function isSuitable(task: Task, gap: string): boolean {
  const [kind = '', name = ''] = gap.split(/:(.*)/s);
  if (kind === 'capability') return task.capabilities.includes(name);
  if (kind !== 'tool') return false;
  const { tools = [], skills = [] } = task.exposure ?? {};
  return tools.includes(name) || skills.some((skill) => `skill__${skill.replaceAll('-', '_')}` === name);
}
