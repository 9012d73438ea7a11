import { overlay } from '../combine.ts';
import { tagCalls } from '../drawing.ts';
import { COMMAND, WHATEVER_IT_TAKES } from './command.ts';
import { frames, type Pattern } from './pattern.ts';

const UNLESS_SO = frames(
  [
    ['{A}, unless that is already so.', 'If it has not been done yet, {A}.'],
    ['{A}; no need if it is like that already.'],
    ['In case that is still to be done, {A}.'],
  ],
  [['如果还没有的话，{A}。', '{A}，已经是这样就不用了。'], ['{A}，要是早就这样了就算了。'], ['还没弄的话就{A}。']],
);

/** The state stands in the way: the call fails with 409, its cause is put right, the call is made again. */
export const stateConflict: Pattern = {
  id: 'state_conflict',
  ability: 'tool_use',
  roles: ['write'],
  weight: 7,
  frames: { whateverItTakes: WHATEVER_IT_TAKES },
  accepts: ([intent]) => intent?.conflicts !== undefined,
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const conflicts = (intent.conflicts?.(drawn.instance) ?? []).filter((conflict) => conflict.status === 409);
    if (conflicts.length === 0) return undefined;
    const conflict = scene.random.fork('conflict').pick(conflicts);
    const failing = { ...drawn.main, id: `${drawn.main.id}blocked` };
    const repair = tagCalls(conflict.repair, 'r');
    return {
      history: [],
      request: scene.say(WHATEVER_IT_TAKES, { A: drawn }),
      setup: overlay(drawn.instance.setup, conflict.setup),
      turns: [...drawn.reads, failing, ...repair, drawn.main].map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: [...drawn.instance.changes, ...conflict.repairChanges],
      capabilities: ['recovery', 'state_tracking', 'multi_step'],
      frictions: ['state_change'],
      difficulty: 0.55,
    };
  },
};

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

/** The tool fails once for a moment: one retry does it. */
export const transientFault: Pattern = {
  id: 'transient_fault',
  ability: 'tool_use',
  roles: ['write'],
  weight: 5,
  frames: { command: COMMAND },
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const { setup, changes, calls } = drawn.instance;
    const at = calls.findIndex((call) => call.tool === drawn.main.tool);
    const failing = calls[at] ?? drawn.main;
    return {
      history: [],
      request: scene.say(COMMAND, { A: drawn }),
      setup,
      faults: [{ tool: failing.tool, nthCall: 1, times: 1, status: 500, message: 'temporarily unavailable' }],
      turns: [...calls.slice(0, at), { ...failing, id: `${failing.id}failed` }, ...calls.slice(at)].map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes,
      capabilities: ['recovery'],
      frictions: ['transient_fault'],
      difficulty: 0.35,
    };
  },
};
