import { type Pattern, frames } from './pattern.ts';

/** Everyday ways to give one order; shared by the patterns whose point lies elsewhere. */
export const COMMAND = frames(
  [
    ['{A}.', 'Please {A}.', 'Could you {A}?', 'Hey, {A}.', '{A} for me, thanks.', 'Hi there: {A}.'],
    ['Can you {A}?', '{A} now.', 'I need you to {A}.', 'Hello! {A}.'],
    ['{A}, please.', 'Would you {A}?', 'Next thing: {A}.', 'Good day, {A}.'],
  ],
  [
    ['{A}。', '请{A}。', '帮我{A}。', '{A}，谢谢。', '你好，{A}。'],
    ['麻烦{A}。', '{A}吧。', '嗨，{A}。'],
    ['能不能{A}？', '劳驾{A}。', '现在{A}。'],
  ],
);

/** An order that allows for what it takes: obstacles may be cleared. */
export const WHATEVER_IT_TAKES = frames(
  [
    ['{A}. If something stands in the way, clear it first.', '{A}, whatever settings that takes.', 'Please {A}; should anything block it, sort that out yourself.'],
    ['{A}. You may change what prevents it.', '{A}, and deal with obstacles on your own.'],
    ['{A}. Should another setting be in conflict, put it right.', 'Would you {A}? Remove any hindrance as needed.'],
  ],
  [['{A}，有什么挡着就先处理掉。', '{A}，需要动别的设置也可以。'], ['{A}，碍事的设置你可以改。'], ['{A}，若与别的设置冲突，就先调整好。']],
);

/** One thing to do, said plainly. */
export const single: Pattern = {
  id: 'single',
  ability: 'tool_use',
  roles: ['write'],
  weight: 8,
  frames: { command: COMMAND, whateverItTakes: WHATEVER_IT_TAKES },
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const { setup, changes, calls } = drawn.instance;
    return {
      history: [],
      // Some carry the permission to clear obstacles though there are none, so that the words alone say nothing of the state.
      request: scene.say(scene.random.fork('takes').next() < 0.2 ? WHATEVER_IT_TAKES : COMMAND, { A: drawn }),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes,
      capabilities: ['tool_routing', 'argument_grounding'],
      frictions: calls.length > 1 ? ['tool_dependency'] : [],
      difficulty: 0.1,
    };
  },
};
