import { beforeAll, describe, expect, it } from 'vitest';
import { AbilityGroup, Split } from '#protos/core/v1/task.ts';
import type { SplitName } from '#env-manager/worlds/intent.ts';
import { phoneIntents, phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import type { TaskBundle } from './assemble.ts';
import { constructTasks } from './construct.ts';
import { ENTITY_KINDS, entityPool } from './entities/pools.ts';
import { compositionKey, wordingsOf } from './family.ts';
import { patternOf, PATTERNS } from './patterns/registry.ts';

/** The pool as a round has it: what must hold of the whole. */

const SPLITS = ['train', 'dev', 'test'] as const;
const NAMES: { readonly [S in SplitName]: Split } = { train: Split.TRAIN, dev: Split.DEV, test: Split.TEST };
let pool: ReturnType<typeof constructTasks>;
const of = (split: SplitName): TaskBundle[] => pool.tasks.filter(({ task }) => task.split === NAMES[split]);
const familiesOf = (split: SplitName) => pool.plan.families.filter((spec) => spec.split === split);
const unique = <T>(list: readonly T[]) => [...new Set(list)].sort();

beforeAll(() => {
  pool = constructTasks({ world: phoneWorld, intents: phoneIntents, seed: 11, counts: { train: 2400, dev: 240, test: 300 } });
}, 240_000);

describe('size and shares', () => {
  it('has the tasks that were asked for, of enough families', () => {
    expect(SPLITS.map((split) => of(split).length)).toEqual([2400, 240, 300]);
    expect(familiesOf('train').length).toBeGreaterThanOrEqual(240);
    expect(familiesOf('dev').length).toBeGreaterThanOrEqual(48);
    expect(familiesOf('test').length).toBeGreaterThanOrEqual(48);
    expect(pool.rejected.length).toBeLessThan(150);
  });

  it('has the ability groups in about their shares in every split', () => {
    const shares = { [AbilityGroup.TOOL_USE]: 0.61, [AbilityGroup.MEMORY]: 0.22, [AbilityGroup.SKILLS]: 0.12, [AbilityGroup.SUB_AGENT]: 0.05 };
    for (const split of SPLITS) {
      for (const [group, share] of Object.entries(shares)) {
        const found = of(split).filter(({ task }) => task.abilityGroup === group).length / of(split).length;
        expect(Math.abs(found - share), `${split} ${group}`).toBeLessThan(0.04);
      }
    }
  });

  it('is English in about three tasks of five', () => {
    for (const split of SPLITS) {
      const english = of(split).filter(({ task }) => task.locale === 'en').length / of(split).length;
      expect(Math.abs(english - 0.6), split).toBeLessThan(0.05);
    }
  });

  it('has every pattern and every friction in every split and language', () => {
    const frictions = unique(of('train').flatMap(({ task }) => task.frictions));
    expect(frictions.length).toBeGreaterThanOrEqual(20);
    for (const split of SPLITS) {
      for (const locale of ['en', 'zh']) {
        const tasks = of(split).map(({ task }) => task).filter((task) => task.locale === locale);
        expect(unique(tasks.map((task) => task.family.split('/')[0])), `${split} ${locale}`).toEqual(PATTERNS.map((pattern) => pattern.id).sort());
        expect(unique(tasks.flatMap((task) => task.frictions)), `${split} ${locale}`).toEqual(frictions);
      }
    }
  });

  it('has some ids once only', () => {
    expect(new Set(pool.tasks.map(({ task }) => task.id)).size).toBe(pool.tasks.length);
  });
});

describe('what is held out', () => {
  it('are compositions that no train family has, of tools that train families use', () => {
    const trained = new Set(familiesOf('train').map(compositionKey));
    const tools = new Set(familiesOf('train').flatMap((spec) => spec.tools));
    for (const spec of [...familiesOf('dev'), ...familiesOf('test')]) {
      expect(trained.has(compositionKey(spec)), spec.id).toBe(false);
      for (const tool of spec.tools) expect(tools.has(tool), `${spec.id}: ${tool}`).toBe(true);
    }
    const dev = new Set(familiesOf('dev').map(compositionKey));
    expect(familiesOf('test').filter((spec) => dev.has(compositionKey(spec)))).toEqual([]);
  });

  it('are wordings and frames that no train family has', () => {
    const intents = new Map(phoneIntents.map((intent) => [intent.id, intent]));
    const said = (split: SplitName) => familiesOf(split).flatMap((spec) => {
      const pattern = patternOf(spec.pattern);
      const wordings = pattern ? wordingsOf(spec, pattern, intents) : { en: [], zh: [] };
      return [...wordings.en, ...wordings.zh];
    });
    const trained = new Set(said('train'));
    for (const split of ['dev', 'test'] as const) expect(unique(said(split).filter((wording) => trained.has(wording))), split).toEqual([]);
    const dev = new Set(said('dev'));
    expect(unique(said('test').filter((wording) => dev.has(wording)))).toEqual([]);
  });

  it('are entities: no held-out task names one of the train split', () => {
    const kinds = ENTITY_KINDS.filter((kind) => kind !== 'person');
    const names = kinds.flatMap((kind) => (['en', 'zh'] as const).flatMap((locale) => entityPool(kind, 'train', locale)));
    const worlds = JSON.stringify(phoneWorld.domains.map((domain) => domain.base));
    const foreign = names.filter((name) => !worlds.includes(name));
    for (const { task } of [...of('dev'), ...of('test')]) {
      const text = task.request + task.initialStateJson;
      expect(foreign.filter((name) => text.includes(name)), `${task.id} ${task.request}`).toEqual([]);
    }
  });

  it('keeps its distance to the nearest train family', () => {
    expect(pool.plan.neighbours.length).toBe(familiesOf('dev').length + familiesOf('test').length);
    expect(pool.plan.neighbours.filter((neighbour) => !neighbour.passes)).toEqual([]);
  });
});

describe('the public part', () => {
  it('holds nothing of the check or the solution', () => {
    for (const { task, witness } of pool.tasks) {
      expect(Object.keys(task)).not.toContain('criteria');
      const { family, id, ...rest } = task;
      const visible = JSON.stringify({ history: rest.history, request: rest.request, memory: rest.memory, exposure: rest.exposure });
      for (const secret of [family, id, family.split('/')[0] ?? family]) expect(visible.includes(`"${secret}"`) || visible.includes(`${secret}/`), task.id).toBe(false);
      for (const action of witness.actions) {
        for (const call of action.turn?.$case === 'calls' ? action.turn.value.calls : []) expect(visible, task.id).not.toContain(`"callId":"${call.callId}"`);
      }
    }
  });

  it('has ids that say nothing', () => {
    for (const { task } of pool.tasks) expect(task.id).toMatch(/^task-[0-9a-f]{16}$/);
  });

  it('does not tell by position which memory matters', () => {
    const places = pool.tasks.flatMap(({ task, criteria }) =>
      criteria.checks.flatMap(({ kind }) => (kind?.$case === 'memory' ? kind.value.memoryIds.map((gold) => task.memory.findIndex((unit) => unit.memoryId === gold)) : [])),
    );
    expect(unique(places).length).toBeGreaterThanOrEqual(4);
    expect(places.every((place) => place >= 0)).toBe(true);
  });

  it('names 15 tools in most tasks and leaves the rest to recall', () => {
    const named = pool.tasks.filter(({ task }) => (task.exposure?.tools.length ?? 0) > 0);
    expect(named.every(({ task }) => task.exposure?.tools.length === 15)).toBe(true);
    expect(named.length / pool.tasks.length).toBeGreaterThan(0.6);
    expect(named.length / pool.tasks.length).toBeLessThan(0.85);
  });

  it('leaves room to save: tasks whose solution needs no search, read or skill show them all the same', () => {
    const idle = pool.tasks.filter(({ task, witness }) => {
      const called = JSON.stringify(witness.actions);
      return task.exposure?.tools.includes('search_user_memory') === true && !called.includes('search_user_memory');
    });
    expect(idle.length).toBeGreaterThan(200);
  });
});
