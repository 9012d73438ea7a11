import type { Intent, SplitName } from '#env-manager/worlds/intent.ts';
import type { WorldDefinition } from '#env-manager/worlds/world.ts';
import { createSandbox } from '#env-manager/backends/sandbox/sandbox.ts';
import { MEMORY_TOOLS } from '#harness-gateway/memory/tools.ts';
import { buildRecallIndex } from '#harness-gateway/recall/recall.ts';
import { invalid } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import type { TaskBundle } from './assemble.ts';
import { audit, type Plant } from './audit/audit.ts';
import { allFamilies } from './compositions.ts';
import { type FamilyCounts, type FamilyPlan, isGap, meetsGap, planFamilies } from './families.ts';
import type { FamilySpec } from './family.ts';
import { instanceOf } from './instance.ts';
import { indexWorld } from './world-index.ts';

/** How many tasks to construct in each split. */
export type TaskCounts = { readonly [S in SplitName]: number };

export interface ConstructOptions {
  readonly world: WorldDefinition;
  readonly intents: readonly Intent[];
  readonly seed: number;
  readonly counts: TaskCounts;
  /** Only train tasks that practise one of these, for example `capability:recovery`, `friction:state_change`, `tool:manage_alarm`. */
  readonly gaps?: readonly string[];
  /** Families a split; by default one for 10 train, 4.5 dev and 5.5 test tasks, up to 260, 54 and 54. */
  readonly families?: FamilyCounts;
}

/** A task that the audit did not let pass. */
export interface Rejected {
  readonly taskId: string;
  readonly family: string;
  readonly reason: string;
}

export type Constructed = ({ readonly kind: 'task' } & TaskBundle) | ({ readonly kind: 'rejected' } & Rejected);

/** A plan and the means to build it. */
export interface Construction {
  readonly plan: FamilyPlan;
  /** Yields each audited task, and each rejection with its reason, one at a time. */
  tasks(): Generator<Constructed, void, void>;
}

const ATTEMPTS = 10;
/** Instances in a row that a family may miss before it is given up. */
const PATIENCE = 2;

const TASKS_PER_FAMILY = { train: 10, dev: 4.5, test: 5.5 } as const;
const MOST_FAMILIES = { train: 480, dev: 54, test: 54 } as const;

function familyCounts(counts: TaskCounts): FamilyCounts {
  const of = (split: SplitName) => Math.min(MOST_FAMILIES[split], Math.ceil(counts[split] / TASKS_PER_FAMILY[split]));
  return { train: of('train'), dev: of('dev'), test: of('test') };
}

/** The sandbox, index and recall that a world's tasks are built and audited with. */
export function plantOf(world: WorldDefinition): Plant {
  const sandbox = createSandbox(world);
  return { sandbox, world: indexWorld(world), recall: buildRecallIndex([...sandbox.tools, ...MEMORY_TOOLS]) };
}

function checkGaps(gaps: readonly string[], counts: TaskCounts): void {
  const wrong = gaps.find((gap) => !isGap(gap));
  if (wrong !== undefined) throw invalid('gaps', `${wrong} names no kind of gap`, 'write capability:…, friction:…, tool:…, pattern:…, ability:… or intent:…');
  if (gaps.length > 0 && counts.dev + counts.test > 0) throw invalid('counts', 'gaps are filled with train tasks only', 'ask for no dev and test tasks');
}

/**
 * Plans the construction of tasks (report section 2.3, task construction). Deterministic: the same options give the same tasks in
 * the same order. INVALID_ARGUMENT for a gap that cannot be read, or held-out tasks asked for together with gaps.
 */
export function construction(options: ConstructOptions): Construction {
  const { world, intents, seed, counts, gaps = [] } = options;
  checkGaps(gaps, counts);
  const plant = plantOf(world);
  const all = allFamilies(intents, plant);
  const eligible = gaps.length === 0 ? all : all.filter((spec) => spec.split === 'train' && gaps.some((gap) => meetsGap(spec, gap)));
  const plan = planFamilies(eligible, intents, options.families ?? familyCounts(counts), seed);
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  const sourceOf = (spec: FamilySpec) => {
    const gap = gaps.find((one) => meetsGap(spec, one));
    return gap === undefined ? 'template' : `construction:${gap}`;
  };
  return {
    plan,
    *tasks() {
      for (const split of ['train', 'dev', 'test'] as const) {
        // Mixed, so that a last round which stops early takes no group by preference.
        const families = random('order', seed, split).shuffle(plan.families.filter((spec) => spec.split === split));
        yield* splitTasks({ families, count: counts[split], seed, sourceOf, byId, plant });
      }
    },
  };
}

interface SplitWork {
  readonly families: readonly FamilySpec[];
  readonly count: number;
  readonly seed: number;
  readonly sourceOf: (spec: FamilySpec) => string;
  readonly byId: ReadonlyMap<string, Intent>;
  readonly plant: Plant;
}

/** Families in turn, one instance each, until the count is reached. */
function* splitTasks(work: SplitWork): Generator<Constructed, void, void> {
  const misses = new Map<string, number>();
  const seen = new Set<string>();
  let left = work.count;
  for (let index = 0; left > 0; index++) {
    const open = work.families.filter((spec) => (misses.get(spec.id) ?? 0) < PATIENCE);
    if (open.length === 0) return;
    for (const spec of open) {
      if (left === 0) return;
      let made = false;
      for (const item of attempts(work, spec, index, seen)) {
        yield item;
        made ||= item.kind === 'task';
      }
      if (made) left--;
      misses.set(spec.id, made ? 0 : (misses.get(spec.id) ?? 0) + 1);
    }
  }
}

function* attempts(work: SplitWork, spec: FamilySpec, index: number, seen: Set<string>): Generator<Constructed, void, void> {
  const { seed, sourceOf, byId, plant } = work;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const instance = instanceOf(spec, byId, plant, { seed, index, attempt, source: sourceOf(spec) });
    if (!instance) continue;
    const { task } = instance.bundle;
    const words = JSON.stringify([spec.id, task.request, task.history.map((message) => message.text), task.initialStateJson]);
    if (seen.has(words)) continue;
    const audited = audit(instance.bundle, instance.probes, plant);
    if (audited.ok) {
      seen.add(words);
      yield { kind: 'task', ...audited.bundle };
      return;
    }
    yield { kind: 'rejected', taskId: task.id, family: spec.id, reason: audited.reason };
  }
}

/** Constructs and audits all tasks at once; see {@link construction} for one at a time. */
export function constructTasks(options: ConstructOptions): { readonly tasks: TaskBundle[]; readonly rejected: Rejected[]; readonly plan: FamilyPlan } {
  const { plan, tasks: made } = construction(options);
  const tasks: TaskBundle[] = [];
  const rejected: Rejected[] = [];
  for (const item of made()) {
    if (item.kind === 'task') tasks.push({ task: item.task, criteria: item.criteria, witness: item.witness });
    else rejected.push({ taskId: item.taskId, family: item.family, reason: item.reason });
  }
  return { tasks, rejected, plan };
}
