import type { Intent, IntentInstance } from '#env-manager/worlds/intent.ts';
import type { Row, StateOverrides } from '#env-manager/worlds/world.ts';
import { random } from '#kit/random.ts';
import type { Json } from '#kit/store/types.ts';
import { combine, type Combined } from '../combine.ts';
import { createScene, type Drawn, mapRow, mapStrings, schemaOf, slotsSaid } from '../drawing.ts';
import { kindOfSlot, pointAt, type ValueKind } from '../reference-words.ts';
import type { WorldIndex } from '../world-index.ts';
import { withMark } from '../wording.ts';
import { type Build, frames, type Pattern } from './pattern.ts';
import { ASK } from './question.ts';

const FEED = frames(
  [
    ['{Q} Then {A}.', 'Find this out: {Q} With what you find, {A}.', '{Q} Once you know, {A}.'],
    ['Here is what to look up: {Q} After that: {A}.', '{Q} Take the answer and do this: {A}.'],
    ['Get the facts first: {Q} Afterwards, {A}.', '{Q} Going by the result, {A}.'],
  ],
  [['{Q}然后{A}。', '先查：{Q}查到以后{A}。'], ['要查的是：{Q}接着{A}。', '{Q}拿到答案后{A}。'], ['先弄清楚：{Q}随后{A}。', '{Q}根据结果{A}。']],
);

const TELL = frames(
  [['It is {v}.', 'That is {v}.'], ['The answer is {v}.'], ['I found {v}.']],
  [['是{v}。', '查到了，{v}。'], ['答案是{v}。'], ['结果为{v}。']],
);

const FOLLOW = frames(
  [
    ['Good. Now {A}.', 'Thanks. {A}.', 'All right, {A} then.'],
    ['I see. With that in hand: {A}.', 'Perfect. {A}.'],
    ['Fine, so {A}.', 'Very well. The next step: {A}.'],
  ],
  [['好，现在{A}。', '谢谢，{A}。'], ['知道了，接下来{A}。'], ['那么{A}。', '行，下一步：{A}。']],
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
  const scene = createScene({ random: random('kinds', intent.id), split: 'train', locale: 'en', now: '2026-03-04T09:15:00', timeZone: 'Etc/UTC', world });
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

interface FedPair {
  readonly asked: Drawn;
  /** The write with the answer in its argument; its clause says `that same time`. */
  readonly acting: Drawn;
  readonly combined: Combined;
  readonly answer: string;
}

/** A question and a write that takes its answer; undefined where these draws do not fit. */
function feed({ scene, intents: [asking, acting] }: Build): FedPair | undefined {
  if (!asking || !acting) return undefined;
  const { locale, world } = scene;
  const asked = scene.draw(asking, 'q');
  const drawn = scene.draw(acting, 'a');
  const [answer, more] = asked.instance.answers ?? [];
  const fed = answer === undefined || more !== undefined ? undefined : feedable(world, drawn, answer);
  if (!fed || answer === undefined) return undefined;
  const old = drawn.instance.slots[fed.slot];
  if (old === undefined || old.value === fed.value) return undefined;
  const instance = withValue(drawn.instance, old.value, fed.value);
  if (!taken(drawn.instance, instance, old.value)) return undefined;
  const noun = NOUNS[fed.kind]?.[locale] ?? '';
  const words = locale === 'en' ? `${SAME.en} ${noun}` : `${SAME.zh}${noun}`;
  const changed: Drawn = { ...drawn, instance, main: instance.calls.at(-1) ?? drawn.main, clause: () => drawn.clause({ [fed.slot]: pointAt(locale, fed.kind, old.said, words) }) };
  const combined = combine([asked, changed]);
  return combined && { asked, acting: changed, combined, answer };
}

const fits: Pattern['accepts'] = ([asking, acting], world) => asking !== undefined && acting !== undefined && [...kindsOf(asking, world)].some((kind) => kindsOf(acting, world).has(kind));

/** A value that only a read can tell becomes an argument of a write. */
export const questionThenAct: Pattern = {
  id: 'question_then_act',
  ability: 'tool_use',
  roles: ['question', 'write'],
  weight: 6,
  frames: { feed: FEED },
  accepts: fits,
  tried: true,
  build(build) {
    const pair = feed(build);
    if (!pair) return undefined;
    const { scene } = build;
    return {
      ...pair.combined,
      history: [],
      request: scene.say(FEED, { Q: withMark(scene.locale, pair.asked.clause()), A: pair.acting }),
      reply: { kind: 'finish', answers: [] },
      capabilities: ['information_acquisition', 'dependency_planning', 'argument_grounding'],
      frictions: ['tool_dependency', 'reference_obfuscation'],
      difficulty: 0.5,
    };
  },
};

/** The question was asked and answered in an earlier turn; the request takes its answer up. Asking again costs and does no harm. */
export const referenceToAnswer: Pattern = {
  id: 'reference_to_answer',
  ability: 'tool_use',
  roles: ['question', 'write'],
  weight: 5,
  frames: { ask: ASK, tell: TELL, follow: FOLLOW },
  accepts: fits,
  tried: true,
  build(build) {
    const pair = feed(build);
    const [read, more] = pair?.asked.instance.calls ?? [];
    if (!pair || !read || more) return undefined;
    const { scene } = build;
    const [result] = build.perform(pair.combined.setup, [read]);
    if (result?.status !== 200) return undefined;
    return {
      ...pair.combined,
      history: [
        { role: 'user', text: scene.say(ASK, { Q: withMark(scene.locale, pair.asked.clause()) }) },
        { role: 'assistant', text: '', calls: [{ ...read, id: 'h1' }] },
        { role: 'tool', results: [{ callId: 'h1', tool: read.tool, ...result }] },
        { role: 'assistant', text: scene.say(TELL, { v: pair.answer }) },
      ],
      request: scene.say(FOLLOW, { A: pair.acting }),
      turns: pair.acting.instance.calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      alsoExposed: [read.tool],
      capabilities: ['reference_tracking', 'argument_grounding'],
      frictions: ['reference_obfuscation'],
      difficulty: 0.4,
    };
  },
};
