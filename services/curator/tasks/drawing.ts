import type { Draw, Intent, IntentInstance, Locale, SolutionCall, SplitName, Wordings } from '#env-manager/worlds/intent.ts';
import type { ParameterSchema, Row } from '#env-manager/worlds/world.ts';
import type { Random } from '#kit/random.ts';
import type { Json } from '#kit/store/types.ts';
import { entityPool } from './entities/pools.ts';
import { boundClauses, fill, isOrder, tidy } from './wording.ts';
import type { WorldIndex } from './world-index.ts';

/** An intent with its values drawn for one task, and the clause that asks for it. */
export interface Drawn {
  readonly intent: Intent;
  /** Call ids carry the tag of the draw, so that several intents fit in one witness. */
  readonly instance: IntentInstance;
  /** The last call: the one that does or answers what is wanted. */
  readonly main: SolutionCall;
  readonly reads: readonly SolutionCall[];
  /** Entities drawn, in order. */
  readonly entities: readonly string[];
  /** The template of the clause. */
  readonly wording: string;
  /** The clause; `said` replaces what the user says for some slots. */
  clause(said?: { readonly [slot: string]: string }): string;
}

/** Everything a pattern may draw from. All randomness comes from the seed of the task. */
export interface Scene {
  readonly random: Random;
  readonly split: SplitName;
  readonly locale: Locale;
  /** Local time of the phone. */
  readonly now: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly world: WorldIndex;
  entity(kind: Parameters<Draw['entity']>[0]): string;
  /** Draws an intent; `tag` is unique in the task. With `order`, a wording that is an order is preferred. */
  draw(intent: Intent, tag: string, as?: 'order'): Drawn;
  /** Draws the intent again with other values but the same entities and wording. */
  redraw(drawn: Drawn, tag: string): Drawn;
  /** What an intent may draw from, for what it builds from an instance. */
  drawer(tag: string): Draw;
  /** One of the split's sentences, filled and tidied. A clause is a text or a drawn intent; `please` and its like stand before orders only. */
  say(frames: Wordings, parts: { readonly [slot: string]: string | Drawn }): string;
}

/** Every string of a JSON value passed through `change`. */
export function mapStrings(value: Json, change: (text: string) => Json): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapStrings(item, change));
  if (value !== null && typeof value === 'object') return mapRow(value as Row, change);
  return value;
}

/** {@link mapStrings} over the fields of a row. */
export function mapRow(row: Row, change: (text: string) => Json): Row {
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [field, mapStrings(value, change)]));
}

/** The calls with their ids, and the references to them, put behind the tag. */
export function tagCalls(calls: readonly SolutionCall[], tag: string): SolutionCall[] {
  const retarget = (text: string) => text.replace(/^\$(\w+)\./, (_, id: string) => `$${tag}${id}.`);
  return calls.map((call) => ({ ...call, id: `${tag}${call.id}`, args: mapRow(call.args, retarget) }));
}

/** A scene for one task; `random` is forked per draw, so that draws do not disturb each other. */
export function createScene(options: Pick<Scene, 'random' | 'split' | 'locale' | 'now' | 'timeZone' | 'world'>): Scene {
  const { random, split, locale, now, world } = options;
  const used = new Set<string>();

  const entity: Scene['entity'] = (kind) => {
    const free = entityPool(kind, split, locale).filter((name) => !used.has(name) && !world.inBase(name));
    const name = random.fork(`entity/${kind}/${used.size}`).pick(free);
    used.add(name);
    return name;
  };

  const drawer = (tag: string): Draw => ({ random: random.fork(`draw/${tag}`), split, locale, now, entity });

  const drawWith = (intent: Intent, tag: string, wording: string, replay: readonly string[]): Drawn => {
    const entities: string[] = [];
    const instance = intent.draw({
      ...drawer(tag),
      entity(kind) {
        const name = replay[entities.length] ?? entity(kind);
        entities.push(name);
        return name;
      },
    });
    const calls = tagCalls(instance.calls, tag);
    const main = calls.at(-1);
    if (main === undefined) throw new RangeError(`intent ${intent.id} has no calls`);
    return {
      intent,
      instance: { ...instance, calls },
      main,
      reads: calls.slice(0, -1),
      entities,
      wording,
      clause: (said = {}) => fill(wording, { ...Object.fromEntries(Object.entries(instance.slots).map(([slot, value]) => [slot, value.said])), ...said }),
    };
  };

  const wordingOf = (intent: Intent, tag: string, order: boolean) => {
    const all = intent.wordings[locale][split];
    const orders = order ? all.filter((wording) => isOrder(locale, wording)) : [];
    return random.fork(`wording/${tag}`).pick(orders.length > 0 ? orders : all);
  };
  const wordingIn = (part: string | Drawn) => (typeof part === 'string' ? part : part.wording);

  return {
    ...options,
    entity,
    drawer,
    draw: (intent, tag, as) => drawWith(intent, tag, wordingOf(intent, tag, as === 'order'), []),
    redraw: (drawn, tag) => drawWith(drawn.intent, tag, drawn.wording, drawn.entities),
    say(frames, parts) {
      const sayable = (template: string) => boundClauses(locale, template).every((slot) => isOrder(locale, wordingIn(parts[slot] ?? '')));
      const all = frames[locale][split];
      const fitting = all.filter(sayable);
      const template = random.fork(`say/${all[0]}`).pick(fitting.length > 0 ? fitting : all);
      const texts = Object.fromEntries(Object.entries(parts).map(([slot, part]) => [slot, typeof part === 'string' ? part : part.clause()]));
      return tidy(locale, fill(template, texts));
    },
  };
}

/** The parameter of the main call that takes a slot's value, if any does. */
export function parameterOf(drawn: Drawn, slot: string): string | undefined {
  const omitted = drawn.intent.omissions?.[slot]?.parameter;
  if (omitted !== undefined) return omitted;
  const value = drawn.instance.slots[slot]?.value;
  return Object.keys(drawn.main.args).find((parameter) => drawn.main.args[parameter] === value);
}

/** The schema of that parameter. */
export function schemaOf(world: WorldIndex, drawn: Drawn, slot: string): ParameterSchema | undefined {
  const parameter = parameterOf(drawn, slot);
  return parameter === undefined ? undefined : world.tools.get(drawn.intent.tool)?.inputSchema.properties[parameter];
}

/** Slots that stand in the wording, so that what is said for them can be replaced. */
export function slotsSaid(drawn: Drawn): string[] {
  return Object.keys(drawn.instance.slots).filter((slot) => drawn.wording.includes(`{${slot}}`));
}
