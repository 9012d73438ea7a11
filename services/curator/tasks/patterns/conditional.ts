import { combine, independent } from '../combine.ts';
import type { Drawn, Scene } from '../drawing.ts';
import { sayAnswer, withMark } from '../wording.ts';
import { type Build, frames, type Pattern } from './pattern.ts';

const OTHERWISE = frames(
  [
    ['{Q} If {is}, {A}; otherwise {B}.', 'First find out: {Q} If {is}, {A}. If not, {B}.'],
    ['It depends. {Q} In case {is}: {A}. In any other case: {B}.'],
    ['Look at this before you act: {Q} Provided that {is}, {A}; failing that, {B}.'],
  ],
  [['{Q}如果{is}，就{A}；否则{B}。', '先查一下：{Q}如果{is}，{A}；不然就{B}。'], ['看情况：{Q}要是{is}，{A}；其他情况就{B}。'], ['动手前先确认：{Q}倘若{is}，那么{A}，反之{B}。']],
);

const OR_NOTHING = frames(
  [
    ['{Q} If {is}, {A}; otherwise leave everything as it is.', 'Check first: {Q} Only if {is}, {A}.'],
    ['It depends. {Q} In case {is}: {A}. In any other case do nothing.'],
    ['Look at this before you act: {Q} Provided that {is}, {A}; failing that, change nothing.'],
  ],
  [['{Q}如果{is}，就{A}；否则什么都不用做。', '先查一下：{Q}只有{is}的时候，才{A}。'], ['看情况：{Q}要是{is}，{A}；其他情况不要动。'], ['动手前先确认：{Q}倘若{is}，那么{A}，反之保持原样。']],
);

const IS = { en: { same: 'the answer is {v}', above: 'it is above {v}', below: 'it is below {v}' }, zh: { same: '答案是{v}', above: '高于{v}', below: '低于{v}' } };

interface Condition {
  readonly holds: boolean;
  readonly words: string;
}

/** Longer runs of digits are numbers to call, not amounts. */
const isNumber = (text: string) => /^-?\d{1,6}(?:\.\d+)?$/.test(text);

/** Another answer that the same question could have had: that of another draw, or the other state of a switch. */
export function otherAnswer(scene: Scene, asked: Drawn): string | undefined {
  const [answer] = asked.instance.answers ?? [];
  const opposite: { readonly [answer: string]: string } = { on: 'off', off: 'on', true: 'false', false: 'true', yes: 'no', no: 'yes', enabled: 'disabled', disabled: 'enabled' };
  if (answer !== undefined && opposite[answer] !== undefined) return opposite[answer];
  for (let n = 0; n < 12; n++) {
    const [other] = scene.redraw(asked, `other${n}`).instance.answers ?? [];
    if (other !== undefined && other !== answer) return other;
  }
  return undefined;
}

function condition(scene: Scene, asked: Drawn): Condition | undefined {
  const { random, locale } = scene;
  const [answer] = asked.instance.answers ?? [];
  if (answer === undefined) return undefined;
  const holds = random.fork('holds').next() < 0.55;
  const words = IS[locale];
  if (isNumber(answer) && random.fork('compare').next() < 0.5) {
    const gap = Math.max(1, Math.round(Math.abs(Number(answer)) * 0.2));
    const above = random.fork('above').next() < 0.5;
    const limit = Number(answer) + (above === holds ? -gap : gap);
    if (limit < 0) return undefined;
    return { holds, words: (above ? words.above : words.below).replace('{v}', String(limit)) };
  }
  const named = holds ? answer : otherAnswer(scene, asked);
  return named === undefined ? undefined : { holds, words: words.same.replace('{v}', sayAnswer(locale, named)) };
}

function build({ scene, intents: [asking, first, second] }: Build) {
  if (!asking || !first) return undefined;
  const asked = scene.draw(asking, 'q');
  const then = scene.draw(first, 'a', 'order');
  const other = second ? scene.draw(second, 'b', 'order') : undefined;
  if ((asked.instance.answers ?? []).length !== 1) return undefined;
  const tested = condition(scene, asked);
  const all = combine([asked, then, ...(other ? [other] : [])]);
  if (!tested || !all || !independent(asked, then)) return undefined;
  const done = tested.holds ? then : other;
  const parts = { Q: withMark(scene.locale, asked.clause()), A: then, is: tested.words, ...(other ? { B: other } : {}) };
  return {
    history: [],
    request: scene.say(other ? OTHERWISE : OR_NOTHING, parts),
    setup: all.setup,
    turns: [...asked.instance.calls, ...(done?.instance.calls ?? [])].map((call) => [call]),
    reply: { kind: 'finish' as const, answers: [] },
    changes: done?.instance.changes ?? [],
    capabilities: ['conditional_planning', 'information_acquisition', 'state_tracking'],
    frictions: ['tool_dependency'],
    difficulty: 0.45,
  };
}

/** A question decides between two actions. Its answer need not be told. */
export const conditional: Pattern = {
  id: 'conditional',
  ability: 'tool_use',
  roles: ['question', 'write', 'write'],
  weight: 6,
  frames: { otherwise: OTHERWISE },
  build,
};

/** A question decides between acting and leaving all as it is. */
export const conditionalOrNothing: Pattern = {
  id: 'conditional_or_nothing',
  ability: 'tool_use',
  roles: ['question', 'write'],
  weight: 3,
  frames: { orNothing: OR_NOTHING },
  build,
};
