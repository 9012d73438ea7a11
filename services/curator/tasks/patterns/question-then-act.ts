import type { Intent, IntentInstance } from '#env-manager/worlds/intent.ts';
import type { Row, StateOverrides } from '#env-manager/worlds/world.ts';
import { random } from '#kit/random.ts';
import type { Json } from '#kit/store/types.ts';
import { combine } from '../combine.ts';
import { createScene, type Drawn, mapRow, mapStrings, schemaOf, slotsSaid } from '../drawing.ts';
import { kindOfSlot, pointAt, type ValueKind } from '../reference-words.ts';
import type { WorldIndex } from '../world-index.ts';
import { withMark } from '../wording.ts';
import { frames, type Pattern } from './pattern.ts';

const FEED = frames(
  [
    ['{Q} Then {A}.', 'Find this out: {Q} With what you find, {A}.', '{Q} Once you know, {A}.'],
    ['Here is what to look up: {Q} After that: {A}.', '{Q} Take the answer and do this: {A}.'],
    ['Get the facts first: {Q} Afterwards, {A}.', '{Q} Going by the result, {A}.'],
  ],
  [['{Q}然后{A}。', '先查：{Q}查到以后{A}。'], ['要查的是：{Q}接着{A}。', '{Q}拿到答案后{A}。'], ['先弄清楚：{Q}随后{A}。', '{Q}根据结果{A}。']],
);

const SAME = { en: 'that same', zh: '同样的' } as const;
const NOUNS: { readonly [K in ValueKind]?: { readonly en: string; readonly zh: string } } = {
  time: { en: 'time', zh: '时间' },
  day: { en: 'day', zh: '日期' },
  number: { en: 'value', zh: '数值' },
  phone: { en: 'number', zh: '号码' },
};

/** The kind of a question's answer, where it can feed an argument. */
function kindOfAnswer(answer: string): ValueKind | undefined {
  if (/^\d{1,2}:\d{2}$/.test(answer)) return 'time';
  if (/^\d{4}-\d{2}-\d{2}$/.test(answer)) return 'day';
  if (/^\+?\d{7,15}$/.test(answer)) return 'phone';
  return /^\d{1,3}$/.test(answer) ? 'number' : undefined;
}

/** The instance with one value put in the place of another wherever it stands as a whole. */
function withValue(instance: IntentInstance, from: Json, to: Json): IntentInstance {
  const swap = (value: Json): Json => (value === from ? to : Array.isArray(value) ? value.map(swap) : mapStrings(value, (text) => (text === from ? to : text)));
  const row = (fields: Row): Row => Object.fromEntries(Object.entries(mapRow(fields, (text) => text)).map(([field, value]) => [field, swap(value)]));
  const setup: StateOverrides = Object.fromEntries(
    Object.entries(instance.setup).map(([table, rows]) => [table, Object.fromEntries(Object.entries(rows).map(([id, fields]) => [id, fields && row(fields)]))]),
  );
  return {
    ...instance,
    setup,
    calls: instance.calls.map((call) => ({ ...call, args: row(call.args) })),
    changes: instance.changes.map((change) => ({ ...change, ...(change.fields ? { fields: row(change.fields) } : {}) })),
  };
}

/** Whether the value went into an argument, and none of the old one is left in a longer text such as a date with its time. */
function taken(before: IntentInstance, after: IntentInstance, from: Json): boolean {
  const args = (instance: IntentInstance) => JSON.stringify(instance.calls.map((call) => call.args));
  if (args(before) === args(after)) return false;
  return typeof from !== 'string' || !JSON.stringify([after.calls, after.changes]).includes(from);
}

interface Fed {
  readonly slot: string;
  readonly kind: ValueKind;
  readonly value: Json;
}

const isPercent = (world: WorldIndex, tool: string) => Object.values(world.tools.get(tool)?.inputSchema.properties ?? {}).some((schema) => schema.format === 'percent');

/** What an intent offers or takes, from one draw: a percentage feeds percentages only. */
function kindsOf(intent: Intent, world: WorldIndex): ReadonlySet<ValueKind> {
  const known = KINDS.get(intent);
  if (known) return known;
  const scene = createScene({ random: random('kinds', intent.id), split: 'train', locale: 'en', now: '2026-03-04T09:15:00', world });
  const drawn = scene.draw(intent, 'k');
  const offered = (drawn.instance.answers ?? []).map(kindOfAnswer);
  const taken = slotsSaid(drawn).map((slot) => (kindOfSlot(world, drawn, slot) === 'number' && schemaOf(world, drawn, slot)?.format !== 'percent' ? undefined : kindOfSlot(world, drawn, slot)));
  const all = intent.kind === 'question' ? offered.filter((kind) => kind !== 'number' || isPercent(world, intent.tool)) : taken;
  const kinds = new Set(all.flatMap((kind) => (kind && NOUNS[kind] ? [kind] : [])));
  KINDS.set(intent, kinds);
  return kinds;
}

const KINDS = new WeakMap<Intent, ReadonlySet<ValueKind>>();

function feedable(world: WorldIndex, drawn: Drawn, answer: string): Fed | undefined {
  const kind = kindOfAnswer(answer);
  const slot = slotsSaid(drawn).find((name) => kindOfSlot(world, drawn, name) === kind && kindOfValue(drawn.instance.slots[name]?.value) === kind);
  if (kind === undefined || slot === undefined || (kind === 'number' && schemaOf(world, drawn, slot)?.format !== 'percent')) return undefined;
  return { slot, kind, value: typeof drawn.instance.slots[slot]?.value === 'number' ? Number(answer) : answer };
}

const kindOfValue = (value: Json | undefined) => (typeof value === 'number' || typeof value === 'string' ? kindOfAnswer(String(value)) : undefined);

/** A value that only a read can tell becomes an argument of a write. */
export const questionThenAct: Pattern = {
  id: 'question_then_act',
  ability: 'tool_use',
  roles: ['question', 'write'],
  weight: 6,
  frames: { feed: FEED },
  accepts: ([asking, acting], world) => asking !== undefined && acting !== undefined && [...kindsOf(asking, world)].some((kind) => kindsOf(acting, world).has(kind)),
  build({ scene, intents: [asking, acting] }) {
    if (!asking || !acting) return undefined;
    const { locale, world } = scene;
    const asked = scene.draw(asking, 'q');
    const drawn = scene.draw(acting, 'a');
    const [answer, more] = asked.instance.answers ?? [];
    const fed = answer === undefined || more !== undefined ? undefined : feedable(world, drawn, answer);
    if (!fed) return undefined;
    const old = drawn.instance.slots[fed.slot];
    if (old === undefined || old.value === fed.value) return undefined;
    const instance = withValue(drawn.instance, old.value, fed.value);
    if (!taken(drawn.instance, instance, old.value)) return undefined;
    const combined = combine([asked, { ...drawn, instance }]);
    if (!combined) return undefined;
    const noun = NOUNS[fed.kind]?.[locale] ?? '';
    const words = locale === 'en' ? `${SAME.en} ${noun}` : `${SAME.zh}${noun}`;
    return {
      ...combined,
      history: [],
      request: scene.say(FEED, {
        Q: withMark(locale, asked.clause()),
        A: { ...drawn, clause: () => drawn.clause({ [fed.slot]: pointAt(locale, fed.kind, old.said, words) }) },
      }),
      reply: { kind: 'finish', answers: [] },
      capabilities: ['information_acquisition', 'dependency_planning', 'argument_grounding'],
      frictions: ['tool_dependency', 'reference_obfuscation'],
      difficulty: 0.5,
    };
  },
};
