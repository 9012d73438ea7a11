import { beforeAll, describe, expect, it } from 'vitest';
import type { Action } from '#protos/core/v1/action.ts';
import type { Check } from '#protos/core/v1/criteria.ts';
import { phoneIntents, phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import { verify } from '#verifier/mod.ts';
import type { TaskBundle } from '../assemble.ts';
import { construction, plantOf } from '../construct.ts';
import { audit, type Plant } from './audit.ts';
import { playerOf } from './playback.ts';
import type { Probes } from './probes.ts';

let plant: Plant;
const bundles: TaskBundle[] = [];
const samples = new Map<string, TaskBundle>();

beforeAll(() => {
  plant = plantOf(phoneWorld);
  const made = construction({ world: phoneWorld, intents: phoneIntents, seed: 5, counts: { train: 260, dev: 0, test: 0 }, families: { train: 130, dev: 0, test: 0 } });
  for (const item of made.tasks()) {
    if (item.kind === 'task') bundles.push({ task: item.task, criteria: item.criteria, witness: item.witness });
  }
  for (const bundle of bundles) samples.set(patternIn(bundle), bundle);
}, 120_000);

const patternIn = ({ task }: TaskBundle) => task.family.split('/')[0] ?? '';
const finishOf = ({ witness }: TaskBundle) => witness.actions.filter(({ turn }) => turn?.$case === 'finish');

function sample(pattern: string): TaskBundle {
  const found = samples.get(pattern);
  if (!found) throw new RangeError(`no sample of ${pattern}`);
  return found;
}

/** Patterns some or all of whose tasks leave everything as it is. */
const UNCHANGING = ['already_done', 'conditional_or_nothing', 'question', 'memory_is_not_state'];

function unchanging(): TaskBundle[] {
  const gaps = UNCHANGING.map((pattern) => `pattern:${pattern}`);
  const made = construction({ world: phoneWorld, intents: phoneIntents, seed: 5, counts: { train: 96, dev: 0, test: 0 }, families: { train: 48, dev: 0, test: 0 }, gaps });
  const all = [...made.tasks()].flatMap((item) => (item.kind === 'task' ? [{ task: item.task, criteria: item.criteria, witness: item.witness }] : []));
  return all.filter(({ criteria }) => criteria.checks.some(({ kind }) => kind?.$case === 'state' && kind.value.changes.length === 0));
}

const probesOf = ({ witness }: TaskBundle): Probes => ({ strays: witness.strayWrite ? [witness.strayWrite] : [], reads: witness.extraReads });
const again = (bundle: TaskBundle) => audit(bundle, probesOf(bundle), plant);
const withActions = (bundle: TaskBundle, actions: readonly Action[]): TaskBundle => ({ ...bundle, witness: { ...bundle.witness, actions: [...actions] } });

describe('a released task', () => {
  it('passes the audit again, with its stray write and extra reads', () => {
    expect(samples.size).toBeGreaterThan(35);
    for (const [pattern, bundle] of samples) {
      expect(bundle.witness.strayWrite, pattern).toBeDefined();
      expect(again(bundle), pattern).toMatchObject({ ok: true });
    }
  }, 240_000);

  it('that ends with a finish is not passed by finishing at once, with no answer or with the right ones', () => {
    const finishing = bundles.filter((bundle) => finishOf(bundle).length > 0);
    expect(finishing.length).toBeGreaterThan(150);
    const bare: Action = { reasoning: '', turn: { $case: 'finish', value: { message: '', answers: [] } } };
    for (const bundle of finishing) {
      const player = playerOf(plant.sandbox, plant.world, bundle.task);
      for (const actions of [[bare], finishOf(bundle)]) expect(verify(bundle.criteria, player.play(actions).evidence, { trajectoryId: 'once' }).success, bundle.task.family).toBe(false);
    }
  }, 60_000);

  it('asks for the read where nothing is to be changed, by its tool and action', () => {
    const found = unchanging();
    expect([...new Set(found.map(patternIn))].sort()).toEqual([...UNCHANGING].sort());
    for (const { criteria, witness } of found) {
      const called = witness.actions.flatMap(({ turn }) => (turn?.$case === 'calls' ? turn.value.calls.map(({ name }) => name) : []));
      const asked = criteria.checks.flatMap(({ kind }) => (kind?.$case === 'toolCall' ? kind.value.calls : []));
      expect(asked.map(({ tool }) => tool)).toEqual([...new Set(called)]);
      for (const { argumentsJson, exact } of asked) expect([Object.keys(JSON.parse(argumentsJson)).filter((name) => name !== 'action'), exact]).toEqual([[], false]);
    }
  }, 60_000);

  it('takes values from earlier results where its solution says so', () => {
    const referring = [...samples.values()].filter(({ witness }) => JSON.stringify(witness.actions).includes('"$') || JSON.stringify(witness.actions).includes('\\"$'));
    expect(referring.length).toBeGreaterThan(3);
    for (const { task, witness } of referring) expect(playerOf(plant.sandbox, plant.world, task).play(witness.actions).dangling).toEqual([]);
  });
});

describe('a task is not released', () => {
  it('if its witness does not do it', () => {
    const bundle = sample('single');
    expect(again(withActions(bundle, bundle.witness.actions.slice(-1)))).toMatchObject({ ok: false, reason: expect.stringContaining('the witness fails') });
  });

  it('if its check asks for nothing though something is to be done', () => {
    const bundle = sample('single');
    const checks = bundle.criteria.checks.filter(({ kind }) => kind?.$case !== 'state');
    expect(again({ ...bundle, criteria: { ...bundle.criteria, checks } })).toMatchObject({ ok: false });
  });

  it('if it is passed without the read that tells that nothing is to be done', () => {
    for (const pattern of ['question', 'memory_is_not_state']) {
      const bundle = sample(pattern);
      const checks = bundle.criteria.checks.filter(({ kind }) => kind?.$case !== 'toolCall');
      expect(again({ ...bundle, criteria: { ...bundle.criteria, checks } }), pattern).toMatchObject({ ok: false, reason: 'answers-alone should fail' });
    }
  });

  it('if a tool it needs is not exposed', () => {
    const bundle = sample('single');
    const task = { ...bundle.task, exposure: { tools: ['search_user_memory'], recall: 0, skills: [], withheld: [] } };
    expect(again({ ...bundle, task })).toMatchObject({ ok: false, reason: expect.stringContaining('not exposed') });
  });

  it('if a value it refers to is in no result', () => {
    const bundle = sample('entity_ambiguity');
    const actions = JSON.parse(JSON.stringify(bundle.witness.actions).replace(/"argumentsJson":"\{/, '"argumentsJson":"{\\"ghost\\":\\"$none.data\\",')) as Action[];
    expect(again(withActions(bundle, actions))).toMatchObject({ ok: false, reason: expect.stringContaining('no result holds') });
  });

  it('if its answer stands in nothing that was read', () => {
    const bundle = sample('question');
    const finish: Action = { reasoning: '', turn: { $case: 'finish', value: { message: '', answers: ['no such value'] } } };
    const answered: Check['kind'] = { $case: 'behaviour', value: { expected: { $case: 'finish', value: { answers: ['no such value'] } } } };
    const checks = bundle.criteria.checks.map((check): Check => (check.kind?.$case === 'behaviour' ? { ...check, kind: answered } : check));
    const changed = { ...withActions(bundle, [...bundle.witness.actions.slice(0, -1), finish]), criteria: { ...bundle.criteria, checks, milestones: [] } };
    expect(again(changed)).toMatchObject({ ok: false, reason: 'the answer no such value stands in no result' });
  });

  it('if the memory it needs cannot be found by the words of the request', () => {
    const bundle = sample('memory_read');
    expect(again({ ...bundle, task: { ...bundle.task, request: 'xyzzy' } })).toMatchObject({ ok: false });
  });

  it('if no stray write leaves a mark', () => {
    const bundle = sample('single');
    expect(audit(bundle, { strays: [], reads: [] }, plant)).toMatchObject({ ok: false, reason: expect.stringContaining('stray') });
  });
});
