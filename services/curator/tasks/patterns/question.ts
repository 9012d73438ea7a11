import { withMark } from '../wording.ts';
import { frames, type Pattern } from './pattern.ts';

export const ASK = frames(
  [
    ['{Q}', 'Quick question: {Q}', 'Hey, {Q}', 'One more thing. {Q}'],
    ['Hello! {Q}', 'I am wondering: {Q}', 'Something to look up: {Q}'],
    ['Good day, {Q}', 'For my information: {Q}', 'An easy one: {Q}'],
  ],
  [
    ['{Q}', '请问，{Q}', '问一下，{Q}'],
    ['你好，{Q}', '想知道：{Q}'],
    ['劳驾问一句，{Q}', '帮忙看看：{Q}'],
  ],
);

/** A question that a read answers: the reply carries the values. */
export const question: Pattern = {
  id: 'question',
  ability: 'tool_use',
  roles: ['question'],
  weight: 8,
  frames: { ask: ASK },
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'q');
    const { setup, calls, answers = [] } = drawn.instance;
    return {
      history: [],
      request: scene.say(ASK, { Q: withMark(scene.locale, drawn.clause()) }),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers },
      changes: [],
      capabilities: ['information_acquisition', 'verified_completion'],
      frictions: calls.length > 1 ? ['tool_dependency'] : [],
      difficulty: 0.15,
    };
  },
};
