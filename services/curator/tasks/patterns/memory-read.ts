import type { MemoryUnit } from '#protos/core/v1/task.ts';
import { dateAfter } from '#env-manager/worlds/surface.ts';
import type { Draft } from '../draft.ts';
import { combine } from '../combine.ts';
import { parameterOf } from '../drawing.ts';
import { isFound, isMemorable, lasting, lookAlikes, otherValue, pastimes, type Remembered, remember, search, unit } from '../remembering.ts';
import { withMark } from '../wording.ts';
import { COMMAND } from './command.ts';
import { otherAnswer } from './conditional.ts';
import { type Build, frames, type Pattern } from './pattern.ts';
import { ASK } from './question.ts';

/** The draft of a request whose value stands in one memory among others. */
export function recalled({ scene, pool }: Build, found: Remembered, units: readonly MemoryUnit[], gold: MemoryUnit, request: string): Draft | undefined {
  const { setup, changes, calls } = found.drawn.instance;
  const others = [...lookAlikes(scene, pool, found.drawn.intent.id, 2), ...pastimes(scene, 2)];
  const memory = scene.random.fork('order').shuffle([...units, ...others]);
  if (!isFound(request, memory, gold, scene.now)) return undefined;
  return {
    history: [],
    request,
    setup,
    turns: [search('s1', gold.content), ...calls].map((call) => [call]),
    reply: { kind: 'finish', answers: [] },
    changes,
    memory,
    goldMemories: [gold.memoryId],
    capabilities: ['memory_access', 'argument_grounding'],
    frictions: ['reference_obfuscation'],
    difficulty: 0.4,
  };
}

/** The value stands in memory only: search, then act. */
export const memoryRead: Pattern = {
  id: 'memory_read',
  ability: 'memory',
  roles: ['write'],
  weight: 7,
  frames: { command: COMMAND },
  accepts: ([intent]) => isMemorable(intent),
  build(build) {
    const { scene, intents: [intent] } = build;
    const found = intent && remember(scene, intent, 'a');
    if (!found) return undefined;
    const gold = unit(scene, { category: found.category, content: found.sentence(lasting(found.drawn, found.slot)), days: 12 });
    return recalled(build, found, [gold], gold, scene.say(COMMAND, { A: { ...found.drawn, clause: found.clause } }));
  },
};

/** A fact has been replaced by a newer one: the current one counts. */
export const memorySuperseded: Pattern = {
  id: 'memory_superseded',
  ability: 'memory',
  roles: ['write'],
  weight: 4,
  frames: { command: COMMAND },
  accepts: ([intent]) => isMemorable(intent),
  build(build) {
    const { scene, intents: [intent] } = build;
    const found = intent && remember(scene, intent, 'a');
    const past = found && otherValue(scene, found);
    if (!found || past === undefined) return undefined;
    const old = unit(scene, { category: found.category, content: found.sentence(past), days: 90 });
    const gold = unit(scene, { category: found.category, content: found.sentence(lasting(found.drawn, found.slot)), days: 6, supersedes: old.memoryId });
    const draft = recalled(build, found, [old, gold], gold, scene.say(COMMAND, { A: { ...found.drawn, clause: found.clause } }));
    return draft && { ...draft, capabilities: [...draft.capabilities, 'state_tracking'], frictions: [...draft.frictions, 'stale_memory'], difficulty: 0.5 };
  },
};

const UNTIL = {
  en: (date: string, sentence: string) => `Exception until ${date}: ${sentence}`,
  zh: (date: string, sentence: string) => `${date}之前的例外：${sentence}`,
} as const;

/** A habit and a temporary exception: the exception counts as long as it lasts. */
export const memoryException: Pattern = {
  id: 'memory_exception',
  ability: 'memory',
  roles: ['write'],
  weight: 4,
  frames: { command: COMMAND },
  accepts: ([intent]) => isMemorable(intent),
  build(build) {
    const { scene, intents: [intent] } = build;
    const found = intent && remember(scene, intent, 'a');
    const other = found && otherValue(scene, found);
    if (!found || other === undefined) return undefined;
    const { random, locale, now } = scene;
    const valid = random.fork('valid').next() < 0.5;
    const until = dateAfter(now, valid ? 4 + random.fork('until').int(10) : -3 - random.fork('until').int(10));
    const value = lasting(found.drawn, found.slot);
    const habit = unit(scene, { category: found.category, content: found.sentence(valid ? other : value), days: 80 });
    const exception = unit(scene, { category: 'temporary_exception', content: UNTIL[locale](until, found.sentence(valid ? value : other)), days: 15 });
    const draft = recalled(build, found, [habit, exception], valid ? exception : habit, scene.say(COMMAND, { A: { ...found.drawn, clause: found.clause } }));
    return draft && { ...draft, capabilities: [...draft.capabilities, 'state_tracking'], frictions: [...draft.frictions, 'temporary_exception'], difficulty: 0.55 };
  },
};

const NOT_STATE = {
  en: (asked: string, answer: string) => `Asked some time ago: "${asked}" The answer was ${answer} then.`,
  zh: (asked: string, answer: string) => `前些日子问过“${asked}”当时的答案是${answer}。`,
} as const;

/** What was true once stands in memory; the question is about the state now. */
export const memoryIsNotState: Pattern = {
  id: 'memory_is_not_state',
  ability: 'memory',
  roles: ['question'],
  weight: 4,
  frames: { ask: ASK },
  build({ scene, intents: [intent], pool }) {
    if (!intent) return undefined;
    const { locale, random } = scene;
    const asked = scene.draw(intent, 'q');
    const { setup, calls, answers = [] } = asked.instance;
    const past = answers.length === 1 ? otherAnswer(scene, asked) : undefined;
    if (past === undefined) return undefined;
    const clause = withMark(locale, asked.clause());
    const claim = unit(scene, { category: 'important_info', content: NOT_STATE[locale](clause, past), days: 20 });
    return {
      history: [],
      request: scene.say(ASK, { Q: clause }),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers },
      changes: [],
      memory: random.fork('order').shuffle([claim, ...lookAlikes(scene, pool, intent.id, 1), ...pastimes(scene, 3)]),
      alsoExposed: ['search_user_memory'],
      capabilities: ['memory_access', 'information_acquisition', 'state_tracking'],
      frictions: ['stale_memory'],
      difficulty: 0.45,
    };
  },
};

/** What the user refers to was never stored: one more focused query, then ask. */
export const memoryMiss: Pattern = {
  id: 'memory_miss',
  ability: 'memory',
  roles: ['write'],
  weight: 4,
  frames: { command: COMMAND },
  accepts: ([intent]) => isMemorable(intent),
  build({ scene, intents: [intent] }) {
    const found = intent && remember(scene, intent, 'a');
    const parameter = found && parameterOf(found.drawn, found.slot);
    if (!found || parameter === undefined) return undefined;
    const target = `${found.drawn.intent.tool}.${parameter}`;
    return {
      history: [],
      request: scene.say(COMMAND, { A: { ...found.drawn, clause: found.clause } }),
      setup: found.drawn.instance.setup,
      turns: [[search('s1', found.reference)], [search('s2', found.sentence(''))]],
      reply: { kind: 'clarify', target },
      replies: [{ target, text: found.drawn.instance.slots[found.slot]?.said ?? '' }],
      changes: [],
      required: [search('s1', '')],
      memory: pastimes(scene, 4),
      alsoExposed: found.drawn.instance.calls.map((call) => call.tool),
      capabilities: ['memory_access', 'clarification'],
      frictions: ['missing_context', 'reference_obfuscation'],
      difficulty: 0.5,
    };
  },
};

const IN_PASSING = frames(
  [
    ['{A}. You should know it from earlier.', '{A}, as you have it on file.'],
    ['{A}. Look it up in what you know of me.'],
    ['{A}. It is among the things I told you once.'],
  ],
  [['{A}，你应该记得。', '{A}，之前告诉过你。'], ['{A}，查一下你记得的。'], ['{A}，我以前跟你讲过的。']],
);

/** One value is remembered and a second action is named outright. */
export const memoryReadAndAct: Pattern = {
  id: 'memory_read_and_act',
  ability: 'memory',
  roles: ['write', 'write'],
  weight: 4,
  frames: { inPassing: IN_PASSING },
  accepts: ([intent]) => isMemorable(intent),
  build(build) {
    const { scene, intents: [remembered, named] } = build;
    const found = remembered && remember(scene, remembered, 'a');
    if (!found || !named) return undefined;
    const second = scene.draw(named, 'b', 'order');
    const joint = scene.locale === 'en' ? ' and ' : '，并且';
    const gold = unit(scene, { category: found.category, content: found.sentence(lasting(found.drawn, found.slot)), days: 12 });
    const clause = () => `${second.clause()}${joint}${found.clause()}`;
    const combined = combine([second, found.drawn]);
    if (!combined) return undefined;
    const draft = recalled(build, found, [gold], gold, scene.say(IN_PASSING, { A: { ...second, clause } }));
    return draft && {
      ...draft,
      setup: combined.setup,
      turns: [...second.instance.calls.map((call) => [call]), ...draft.turns],
      changes: combined.changes,
      capabilities: [...draft.capabilities, 'multi_step'],
      difficulty: 0.5,
    };
  },
};
