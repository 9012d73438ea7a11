import { type Drawn, type Scene, slotsSaid } from '../drawing.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';
import { mention } from './reference.ts';

const SAME_TURN = frames(
  [
    ['{A}. No, wait, make that {v} instead of {o}.', '{A}. Sorry, I meant {v}, not {o}.'],
    ['{A}. Correction: {v} rather than {o}.', '{A}. Scratch {o}, it should be {v}.'],
    ['{A}. On second thought, {v} in place of {o}.', '{A}. I misspoke: not {o} but {v}.'],
  ],
  [['{A}。等等，不是{o}，改成{v}。', '{A}。说错了，应该是{v}，不是{o}。'], ['{A}。更正一下：用{v}，别用{o}。'], ['{A}。我又想了想，把{o}换成{v}。']],
);

const LATER_TURN = frames(
  [
    ['Not {o} after all: take {v}. Now go ahead.', 'I changed my mind, {v} instead of {o}. You can do it now.'],
    ['The {o} part was wrong, it is {v}. Carry on with that.'],
    ['Replace {o} by {v}, then proceed.'],
  ],
  [['不是{o}，要{v}，现在去办吧。', '我改主意了，用{v}，不用{o}。可以做了。'], ['刚才的{o}不对，应为{v}，就这么办。'], ['{o}换成{v}，开始吧。']],
);

const HOLD = frames(
  [
    ['{A}. But wait until I say so.', 'In a moment I want you to {A}. Hold on for now.'],
    ['{A}, though not before I give the word.'],
    ['{A}. Do nothing until I confirm the details.'],
  ],
  [['{A}。不过等我说了再做。', '待会儿要{A}，先别急。'], ['{A}，等我发话再动手。'], ['{A}。细节等我确认后再办。']],
);

interface Corrected {
  readonly slot: string;
  readonly wrong: string;
  readonly right: string;
}

/** A slot, and what the user says for it before the correction. */
function correction(scene: Scene, drawn: Drawn): Corrected | undefined {
  for (let n = 0; n < 8; n++) {
    const other = scene.redraw(drawn, `wrong${n}`);
    for (const slot of scene.random.fork(`slots${n}`).shuffle(slotsSaid(drawn))) {
      const [right, wrong] = [drawn.instance.slots[slot], other.instance.slots[slot]];
      if (right && wrong && right.value !== wrong.value && !right.said.includes(wrong.said) && !wrong.said.includes(right.said)) {
        return { slot, right: right.said, wrong: wrong.said };
      }
    }
  }
  return undefined;
}

/** The user corrects a value, in the same breath or in a later turn. */
export const revision: Pattern = {
  id: 'revision',
  ability: 'tool_use',
  roles: ['write'],
  weight: 7,
  frames: { sameTurn: SAME_TURN, laterTurn: LATER_TURN, hold: HOLD, command: COMMAND },
  accepts: ([intent]) => (intent?.wordings.en.train ?? []).some((wording) => wording.includes('{')),
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a', 'order');
    const found = correction(scene, drawn);
    if (!found) return undefined;
    const first = { ...drawn, clause: () => drawn.clause({ [found.slot]: found.wrong }) };
    const parts = { v: found.right, o: found.wrong };
    const later = scene.random.fork('later').next() < 0.5;
    const { setup, changes, calls } = drawn.instance;
    return {
      history: later ? mention(scene, scene.say(HOLD, { A: first })) : [],
      request: later ? scene.say(LATER_TURN, parts) : scene.say(SAME_TURN, { ...parts, A: first }),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes,
      capabilities: ['intent_revision', 'argument_grounding', ...(later ? ['reference_tracking'] : [])],
      frictions: ['intent_revision'],
      difficulty: later ? 0.45 : 0.35,
    };
  },
};
