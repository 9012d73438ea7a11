import { combine } from '../combine.ts';
import { type Build, frames, type Pattern } from './pattern.ts';

/** Two clauses in order. */
export const TWO = frames(
  [
    ['{A}, then {B}.', 'First {A}, and after that {B}.', 'Please {A}. Then {B}.', '{A}; once that is done, {B}.'],
    ['Start with this: {A}. When it is through: {B}.', '{A}, and next {B}.', 'Two steps in order: {A}; {B}.'],
    ['Before anything else, {A}; afterwards, {B}.', '{A} first. Second, {B}.', 'Begin like this: {A}. Follow up with this: {B}.'],
  ],
  [
    ['先{A}，再{B}。', '{A}，然后{B}。', '请先{A}，完成后{B}。'],
    ['第一步：{A}；第二步：{B}。', '{A}，接着{B}。'],
    ['首先{A}，其次{B}。', '{A}，做完了再去做下一件：{B}。', '按顺序来：{A}，随后{B}。'],
  ],
);

const THREE = frames(
  [
    ['{A}, then {B}, and finally {C}.', 'First {A}, second {B}, third {C}.', 'Please {A}. Then {B}. After that, {C}.'],
    ['Three steps in order: {A}; {B}; {C}.', '{A}, and next {B}; last of all {C}.'],
    ['Begin like this: {A}. Go on with this: {B}. End with this: {C}.', '{A}; afterwards, {B}; to close, {C}.'],
  ],
  [
    ['先{A}，再{B}，最后{C}。', '{A}，然后{B}，最后再{C}。'],
    ['第一步：{A}；第二步：{B}；第三步：{C}。', '{A}，接着{B}，末了{C}。'],
    ['首先{A}，其次{B}，收尾时{C}。', '按顺序来：{A}，随后{B}，到最后{C}。'],
  ],
);

function build({ scene, intents }: Build, wordings: typeof TWO) {
  const drawn = intents.map((intent, at) => scene.draw(intent, 'abc'.charAt(at)));
  const combined = combine(drawn);
  if (!combined) return undefined;
  const parts = Object.fromEntries(drawn.map((one, at) => ['ABC'.charAt(at), one]));
  return {
    ...combined,
    history: [],
    request: scene.say(wordings, parts),
    reply: { kind: 'finish' as const, answers: [] },
    ordered: drawn.flatMap((one) => one.instance.calls.filter((call) => !call.read)),
    capabilities: ['multi_step', 'tool_routing', 'argument_grounding'],
    frictions: drawn.some((one) => one.reads.length > 0) ? ['tool_dependency'] : [],
    difficulty: 0.1 + 0.12 * intents.length,
  };
}

/** Two things in the order that the user gives. */
export const sequenceTwo: Pattern = {
  id: 'sequence_two',
  ability: 'tool_use',
  roles: ['write', 'write'],
  weight: 8,
  frames: { sequence: TWO },
  build: (given) => build(given, TWO),
};

/** Three things in order. */
export const sequenceThree: Pattern = {
  id: 'sequence_three',
  ability: 'tool_use',
  roles: ['write', 'write', 'write'],
  weight: 5,
  frames: { sequence: THREE },
  build: (given) => build(given, THREE),
};
