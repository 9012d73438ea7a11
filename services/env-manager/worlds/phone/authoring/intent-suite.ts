import { describe, expect, it } from 'vitest';
import { random } from '#kit/random.ts';
import type { Json } from '#kit/store/types.ts';
import { type CompiledWorld, compileWorld } from '../../../backends/sandbox/compiled-world.ts';
import { Overlay } from '../../../backends/sandbox/overlay.ts';
import type { Draw, Intent, IntentInstance, Locale, SolutionCall, SplitName, TargetChange, Wordings } from '../../intent.ts';
import type { DomainDefinition, Row, StateOverrides, ToolOutcome } from '../../world.ts';
import { mergeOverrides } from './setting-intents.ts';

/** What the specs of every domain hold their intents to. Imported by specs only. */

const NOW = '2026-03-04T09:15:00';
const SPLITS: readonly SplitName[] = ['train', 'dev', 'test'];
const LOCALES: readonly Locale[] = ['en', 'zh'];
const ENTITIES = { en: ['Amber', 'Birch', 'Coral', 'Delta', 'Ember', 'Fjord'], zh: ['青山', '白鹭', '丹枫', '墨竹', '紫藤', '银杏'] };

/** A draw whose entities are told apart by kind and split and never come twice. */
export function drawFor(split: SplitName, locale: Locale, seed: number): Draw {
  const stream = random('intent-suite', split, locale, seed);
  const left: { [kind: string]: string[] } = {};
  return {
    random: stream,
    split,
    locale,
    now: NOW,
    entity(kind) {
      const pool = (left[kind] ??= stream.fork(kind).shuffle(ENTITIES[locale].map((name) => `${name} ${kind} ${split}`)));
      const next = pool.pop();
      if (next === undefined) throw new RangeError(`too many entities of kind ${kind}`);
      return next;
    },
  };
}

export interface Applied {
  readonly outcomes: readonly ToolOutcome[];
  readonly after: Overlay;
}

/** Runs calls in order on the base with `setup` over it; permission checks as the engine does them. */
export function applyCalls(world: CompiledWorld, setup: StateOverrides, calls: readonly SolutionCall[], state = stateOf(world, setup)): Applied {
  const results = new Map<string, ToolOutcome>();
  for (const call of calls) {
    const tool = world.tools.get(call.tool);
    if (!tool) throw new RangeError(`no tool ${call.tool}`);
    const args = Object.fromEntries(Object.entries(call.args).map(([name, value]) => [name, resolved(value, results)]));
    const checked = tool.check(JSON.stringify(args));
    if (!checked.ok) throw new RangeError(`${call.tool}: ${checked.message}`);
    const { permission } = tool.definition;
    const denied = permission !== undefined && state.get('permissions', permission)?.['granted'] === false;
    const run = { tables: state, now: NOW, timeZone: 'Asia/Shanghai', locale: 'en' as const, random: random(call.id) };
    results.set(call.id, denied ? { status: 403, body: { success: false, code: 403, permission } } : tool.definition.run(checked.args, run));
  }
  return { outcomes: [...results.values()], after: state };
}

export function stateOf(world: CompiledWorld, setup: StateOverrides): Overlay {
  const state = new Overlay(world.tables);
  state.apply(setup);
  return state;
}

function resolved(value: Json | undefined, results: ReadonlyMap<string, ToolOutcome>): Json {
  if (typeof value !== 'string' || !/^\$\w+\./.test(value)) return value ?? null;
  const [id = '', ...path] = value.slice(1).split('.');
  const found = path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), results.get(id)?.body);
  if (typeof found !== 'string') throw new RangeError(`${value} leads to nothing`);
  return found;
}

/** Business rows that differ, as `table/id` to the fields that changed (null: deleted). */
export function differenceOf(world: CompiledWorld, before: Overlay, after: Overlay): { [row: string]: Row | null } {
  const out: { [row: string]: Row | null } = {};
  for (const [table, { spec }] of world.tables) {
    if (spec.bookkeeping === true) continue;
    const old = new Map(before.list(table));
    const now = new Map(after.list(table));
    for (const id of new Set([...old.keys(), ...now.keys()])) {
      const row = now.get(id);
      if (!row) out[`${table}/${id}`] = null;
      else {
        const fields = Object.entries(row).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(old.get(id)?.[field]));
        if (fields.length > 0 || !old.has(id)) out[`${table}/${id}`] = Object.fromEntries(fields);
      }
    }
  }
  return out;
}

/** The difference without the fields that the changes of its table leave free. */
function withoutFree(difference: { [row: string]: Row | null }, changes: readonly TargetChange[]): { [row: string]: Row | null } {
  const free = (row: string) => new Set(changes.filter(({ table }) => row.startsWith(`${table}/`)).flatMap((change) => change.free ?? []));
  const kept = (row: string, fields: Row | null) => (fields === null ? null : Object.fromEntries(Object.entries(fields).filter(([field]) => !free(row).has(field))));
  return Object.fromEntries(Object.entries(difference).map(([row, fields]) => [row, kept(row, fields)]));
}

/** The same shape for target changes; later ones win field by field. An insert stands under the id that the world makes for it. */
export function targetOf(world: CompiledWorld, changes: readonly TargetChange[]): { [row: string]: Row | null } {
  const out: { [row: string]: Row | null } = {};
  const inserted = new Map<string, number>();
  for (const { table, id, kind, fields } of changes) {
    const count = inserted.get(table) ?? 1001;
    if (kind === 'insert') inserted.set(table, count + 1);
    const row = kind === 'insert' ? `${table}/${world.tables.get(table)?.spec.idPrefix}_${count}` : `${table}/${id}`;
    out[row] = kind === 'delete' ? null : { ...(out[row] ?? {}), ...fields };
  }
  return out;
}

/** All leaf values of a result as text. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leavesOf);
  return [String(value)];
}

function allWordings(intent: Intent): { readonly of: string; readonly wordings: Wordings; readonly least: readonly [en: number, zh: number] }[] {
  return [
    { of: intent.id, wordings: intent.wordings, least: [5, 4] },
    ...Object.entries(intent.omissions ?? {}).map(([slot, { wordings }]) => ({ of: `${intent.id} without ${slot}`, wordings, least: [3, 2] as const })),
  ];
}

function checkWordings(intent: Intent, slots: readonly string[], seen: Map<string, string>): void {
  for (const { of, wordings, least } of allWordings(intent)) {
    const omitted = of.slice(`${intent.id} without `.length);
    for (const locale of LOCALES) {
      for (const split of SPLITS) {
        const lines = wordings[locale][split];
        const wanted = split === 'train' ? least[locale === 'en' ? 0 : 1] : of === intent.id ? 2 : 1;
        expect(lines.length, `${of} ${locale} ${split}`).toBeGreaterThanOrEqual(wanted);
        for (const line of lines) {
          const shape = line.replace(/\{\w+\}/g, '{}').toLowerCase();
          expect(seen.get(`${locale} ${shape}`), `"${line}" of ${of}`).toBeUndefined();
          seen.set(`${locale} ${shape}`, of);
          expect(line, of).not.toMatch(/[.。]$/);
          const used = [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
          expect([...used].sort(), `"${line}" of ${of}`).toEqual(slots.filter((slot) => of === intent.id || slot !== omitted).sort());
        }
      }
    }
  }
}

function checkConflicts(world: CompiledWorld, intent: Intent, instance: IntentInstance): void {
  for (const conflict of intent.conflicts?.(instance) ?? []) {
    const setup = mergeOverrides(instance.setup, conflict.setup);
    const blocked = applyCalls(world, setup, instance.calls);
    expect(blocked.outcomes.map(({ status }) => status), conflict.id).toContain(conflict.status);
    expect(differenceOf(world, stateOf(world, setup), blocked.after), conflict.id).toEqual({});
    const repaired = applyCalls(world, setup, conflict.repair);
    expect(repaired.outcomes.every(({ status }) => status === 200), conflict.id).toBe(true);
    // A repair whose trace the main call wipes out declares no changes of its own.
    if (conflict.repairChanges.length > 0) expect(differenceOf(world, stateOf(world, setup), repaired.after), conflict.id).toEqual(targetOf(world, conflict.repairChanges));
    const whole = applyCalls(world, setup, instance.calls, repaired.after);
    expect(withoutFree(differenceOf(world, stateOf(world, setup), whole.after), instance.changes), conflict.id).toEqual(targetOf(world, [...conflict.repairChanges, ...instance.changes]));
  }
}

function checkInstance(world: CompiledWorld, intent: Intent, draw: Draw): void {
  const instance = intent.draw(draw);
  const before = stateOf(world, instance.setup);
  const { outcomes, after } = applyCalls(world, instance.setup, instance.calls);
  expect(outcomes.map(({ status }) => status)).toEqual(instance.calls.map(() => 200));
  expect(withoutFree(differenceOf(world, before, after), instance.changes)).toEqual(targetOf(world, instance.changes));
  expect(instance.changes.length > 0).toBe(intent.kind === 'write');
  for (const { said } of Object.values(instance.slots)) expect(said).not.toBe('');
  const main = instance.calls.filter(({ read }) => read !== true);
  if (intent.kind !== 'question') expect(main.map(({ tool }) => tool)).toContain(intent.tool);
  if (intent.kind !== 'hand_off') for (const { tool, args, read } of instance.calls) expect(world.tools.get(tool)?.definition.sideEffect(args)).toBe(read !== true);
  if (intent.permission !== undefined) expect(world.tools.get(intent.tool)?.definition.permission).toBe(intent.permission);
  if (intent.kind === 'question') {
    const leaves = outcomes.flatMap(({ body }) => leavesOf(body));
    for (const answer of instance.answers ?? ['no answer declared']) expect(leaves).toContain(answer);
  }
  if (intent.kind === 'hand_off') {
    expect(instance.handOff?.agent).toBe(intent.tool);
    for (const { argument, text } of instance.handOff?.fragments ?? []) expect(main.map(({ args }) => String(args[argument])).join('\n')).toContain(text);
    const given = Object.assign({}, ...main.map(({ args }) => args));
    expect(given).toMatchObject({ ...instance.handOff?.payload });
  }
  checkConflicts(world, intent, instance);
  if (intent.alreadyDone) {
    const setup = mergeOverrides(instance.setup, intent.alreadyDone(instance));
    const again = applyCalls(world, setup, instance.calls);
    expect(differenceOf(world, stateOf(world, setup), again.after)).toEqual({});
  }
  const doubt = intent.ambiguity?.(instance, draw);
  if (doubt) {
    const setup = mergeOverrides(instance.setup, doubt.setup);
    const reads = instance.calls.filter(({ read, args }) => read === true && !JSON.stringify(args).includes('"$'));
    const looked = applyCalls(world, setup, reads.length > 0 ? reads : instance.calls);
    expect(instance.slots).toHaveProperty(doubt.slot);
    const said = String(instance.slots[doubt.slot]?.value);
    if (reads.length === 0) expect(looked.outcomes.at(-1)?.status).toBe(409);
    else expect(looked.outcomes.flatMap(({ body }) => leavesOf(body)).filter((leaf) => leaf === said).length).toBeGreaterThan(instance.calls.length > 1 ? 2 : 1);
  }
}

/** Registers the tests of a domain's intents; `domains` are those whose tables and tools they touch. */
export function intentSuite(title: string, domains: readonly DomainDefinition[], intents: readonly Intent[], least: number): void {
  const world = compileWorld({ id: 'phone', domains });
  describe(`${title} intents`, () => {
    it('are enough, with ids of their own and wordings that no other intent or split has', () => {
      expect(new Set(intents.map(({ id }) => id)).size).toBe(intents.length);
      expect(intents.length).toBeGreaterThanOrEqual(least);
      const seen = new Map<string, string>();
      for (const intent of intents) checkWordings(intent, Object.keys(intent.draw(drawFor('train', 'en', 1)).slots), seen);
    });
    it.each(intents.map((intent) => [intent.id, intent] as const))('%s holds in every split and locale', (_, intent) => {
      for (const split of SPLITS) {
        for (const locale of LOCALES) {
          for (let seed = 0; seed < 20; seed++) {
            checkInstance(world, intent, drawFor(split, locale, seed));
            expect(intent.draw(drawFor(split, locale, seed))).toEqual(intent.draw(drawFor(split, locale, seed)));
          }
        }
      }
    });
  });
}
