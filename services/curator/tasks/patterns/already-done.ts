import { overlay } from '../combine.ts';
import { frames, type Pattern } from './pattern.ts';

const UNLESS_SO = frames(
  [
    ['{A}, unless that is already so.', 'If it has not been done yet, {A}.'],
    ['{A}; no need if it is like that already.'],
    ['In case that is still to be done, {A}.'],
  ],
  [['如果还没有的话，{A}。', '{A}，已经是这样就不用了。'], ['{A}，要是早就这样了就算了。'], ['还没弄的话就{A}。']],
);

/** The goal may hold already; then nothing is to be done. Some instances are not done yet, so that looking pays. */
export const alreadyDone: Pattern = {
  id: 'already_done',
  ability: 'tool_use',
  roles: ['write'],
  weight: 5,
  frames: { unlessSo: UNLESS_SO },
  accepts: ([intent]) => intent?.alreadyDone !== undefined,
  build({ scene, intents: [intent] }) {
    if (!intent?.alreadyDone) return undefined;
    const drawn = scene.draw(intent, 'a', 'order');
    const { setup, changes, calls } = drawn.instance;
    const still = scene.random.fork('still').next() < 0.35;
    return {
      history: [],
      request: scene.say(UNLESS_SO, { A: drawn }),
      setup: still ? setup : overlay(setup, intent.alreadyDone(drawn.instance)),
      turns: (still ? calls : drawn.reads.filter((call) => !JSON.stringify(call.args).includes('"$'))).map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: still ? changes : [],
      alsoExposed: calls.map((call) => call.tool),
      capabilities: ['state_tracking', 'verified_completion'],
      frictions: ['database_conflict'],
      difficulty: 0.4,
    };
  },
};
