import { combine, sideBySide } from '../combine.ts';
import { frames, type Pattern } from './pattern.ts';

const PAIR = frames(
  [
    ['{A} and {B}.', 'Please {A}, and also {B}.', 'Two things, in any order: {A}; {B}.', '{A}. Also, {B}.'],
    ['Both of these, please: {A}; {B}.', '{A}, plus {B}.', 'Can you {A}? Besides, {B}.'],
    ['{A}, as well as this: {B}.', 'Side by side is fine: {A}; {B}.', 'Would you {A}? In addition, {B}.'],
  ],
  [
    ['{A}，并且{B}。', '{A}，另外{B}。', '两件事，先后都行：{A}；{B}。'],
    ['{A}，还有{B}。', '这两样都要：{A}；{B}。'],
    ['{A}，同时{B}。', '一起办了吧：{A}，{B}。'],
  ],
);

/** Two things that do not depend on each other. */
export const parallelPair: Pattern = {
  id: 'parallel_pair',
  ability: 'tool_use',
  roles: ['write', 'write'],
  weight: 7,
  frames: { pair: PAIR },
  build({ scene, intents }) {
    const [first, second] = intents.map((intent, at) => scene.draw(intent, 'ab'.charAt(at)));
    if (!first || !second) return undefined;
    const combined = combine([first, second]);
    if (!combined) return undefined;
    return {
      ...combined,
      turns: sideBySide([first, second]),
      history: [],
      request: scene.say(PAIR, { A: first, B: second }),
      reply: { kind: 'finish', answers: [] },
      capabilities: ['multi_step', 'parallel_calls', 'tool_routing'],
      frictions: [],
      difficulty: 0.3,
    };
  },
};
