import type { Intent, Locale, SolutionCall } from '#env-manager/worlds/intent.ts';
import type { MemoryUnit } from '#protos/core/v1/task.ts';
import { createMemory } from '#harness-gateway/memory/memory.ts';
import { MAX_QUERY, SEARCH } from '#harness-gateway/memory/tools.ts';
import { dateAfter } from '#env-manager/worlds/surface.ts';
import { type Drawn, type Scene, slotsSaid } from './drawing.ts';
import { fill } from './wording.ts';

/** Making what the phone remembers about the user before a task: the facts it turns on and others that do not matter. */

/** A drawn intent with a slot that the user refers to instead of naming it. */
export interface Remembered {
  readonly drawn: Drawn;
  readonly slot: string;
  readonly category: string;
  /** How the request refers to it: `my usual wake-up time`. */
  readonly reference: string;
  /** The clause with the reference in the place of the value. */
  readonly clause: () => string;
  /** The remembered sentence for a value of the slot. */
  sentence(value: string): string;
}

const RELATIVE = /today|tomorrow|tonight|yesterday|this |next |今天|明天|今晚|后天|明早|昨天|这周|下周|大后天/i;

/** How a value stands in a memory: as said, unless that depends on the day it is said. */
export function lasting(drawn: Drawn, slot: string): string {
  const value = drawn.instance.slots[slot];
  if (value === undefined) return '';
  if (typeof value.value === 'string' && (RELATIVE.test(value.said) || /^\d{2}:\d{2}$/.test(value.value))) return value.value;
  return value.said;
}

/** Whether an intent has a slot that can be remembered and stands in its wordings. */
export function isMemorable(intent: Intent | undefined): boolean {
  return Object.keys(intent?.memorable ?? {}).some((slot) => intent?.wordings.en.train.some((wording) => wording.includes(`{${slot}}`)));
}

/** Draws an intent and refers to one of its slots from memory; undefined if its wording names no such slot. */
export function remember(scene: Scene, intent: Intent, tag: string): Remembered | undefined {
  const { random, locale, split } = scene;
  for (let n = 0; n < 6; n++) {
    const drawn = scene.draw(intent, n === 0 ? tag : `${tag}${n}`, 'order');
    const slots = slotsSaid(drawn).filter((slot) => intent.memorable?.[slot] !== undefined);
    if (slots.length === 0) continue;
    const slot = random.fork(`slot/${tag}`).pick(slots);
    const memorable = intent.memorable?.[slot];
    if (!memorable) continue;
    const reference = random.fork(`reference/${tag}`).pick(memorable.reference[locale][split]);
    const template = random.fork(`content/${tag}`).pick(memorable.content[locale]);
    return {
      drawn,
      slot,
      category: memorable.category,
      reference,
      clause: () => drawn.clause({ [slot]: reference }),
      sentence: (value) => fill(template, { value }),
    };
  }
  return undefined;
}

/** A value for the same slot that differs, from another draw. */
export function otherValue(scene: Scene, { drawn, slot }: Remembered): string | undefined {
  for (let n = 0; n < 10; n++) {
    const other = scene.draw(drawn.intent, `older${n}`);
    const value = lasting(other, slot);
    if (value !== '' && value !== lasting(drawn, slot) && other.instance.slots[slot]?.value !== drawn.instance.slots[slot]?.value) return value;
  }
  return undefined;
}

/** A memory stored `days` before now. */
export function unit(scene: Scene, memory: { readonly category: string; readonly content: string; readonly days: number; readonly supersedes?: string }): MemoryUnit {
  const id = `mem_${1000 + scene.random.fork(`memory/${memory.content}`).int(9000)}`;
  const { category, content, days, supersedes = '' } = memory;
  return { memoryId: id, category, content, createdAt: `${dateAfter(scene.now, -days)}T12:00:00Z`, supersedes };
}

const PASTIMES: { readonly [L in Locale]: readonly string[] } = {
  en: [
    'Likes to read crime novels on Sundays.', 'Is allergic to peanuts.', 'Prefers window seats on trains.', 'Has a cat called Pixel.', 'Drinks tea without sugar.',
    'Started to learn the guitar in spring.', 'The bicycle is a size 54.', 'Goes to the market on Saturday mornings.', 'The parents live by the sea.', 'Collects old stamps.',
    'Wears glasses for driving.', 'Finished a course in pottery last year.', 'Does not eat fish.', 'The favourite colour is dark green.', 'Waters the plants every third day.',
  ],
  zh: [
    '周日喜欢看推理小说。', '对花生过敏。', '坐火车喜欢靠窗。', '养了一只叫像素的猫。', '喝茶不加糖。', '春天开始学吉他。', '自行车是54号的。', '周六早上去菜市场。',
    '父母住在海边。', '爱收集旧邮票。', '开车时戴眼镜。', '去年上完了陶艺课。', '不吃鱼。', '最喜欢墨绿色。', '每三天浇一次花。',
  ],
};

/** Memories that have nothing to do with the task. */
export function pastimes(scene: Scene, count: number): MemoryUnit[] {
  const { random, locale } = scene;
  const sentences = random.fork('pastimes').shuffle(PASTIMES[locale]).slice(0, count);
  return sentences.map((content, at) => unit(scene, { category: 'preference', content, days: 5 + 9 * at + random.fork(`days/${at}`).int(8) }));
}

/** Facts about other intents' slots: they look alike and do not matter. */
export function lookAlikes(scene: Scene, pool: readonly Intent[], but: string, count: number): MemoryUnit[] {
  const others = scene.random.fork('look-alikes').shuffle(pool.filter((intent) => intent.id !== but && isMemorable(intent)));
  return others.slice(0, count).flatMap((intent, at) => {
    const found = remember(scene, intent, `like${at}`);
    return found ? [unit(scene, { category: found.category, content: found.sentence(lasting(found.drawn, found.slot)), days: 10 + 11 * at })] : [];
  });
}

/** Whether a search with the user's own words returns the memory: what nobody could find is not asked for. */
export function isFound(request: string, units: readonly MemoryUnit[], gold: MemoryUnit, now: string): boolean {
  return createMemory(units, `${now}Z`).call(SEARCH, { query: request.slice(0, MAX_QUERY) }).memoryIds.includes(gold.memoryId);
}

/** A search of the user's memory. */
export function search(id: string, query: string, maxResults = 10): SolutionCall {
  return { id, tool: 'search_user_memory', args: { query, maxResults }, read: true };
}
