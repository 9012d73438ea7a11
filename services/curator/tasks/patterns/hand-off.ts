import { combine } from '../combine.ts';
import type { Drawn } from '../drawing.ts';
import { COMMAND } from './command.ts';
import { type Pattern } from './pattern.ts';
import { parallelPair } from './parallel.ts';

const handOffs = (drawn: Drawn) => (drawn.instance.handOff ? [drawn.instance.handOff] : []);

/** A sub-agent does it: the right agent gets the right payload. */
export const handOff: Pattern = {
  id: 'hand_off',
  ability: 'sub_agent',
  roles: ['hand_off'],
  weight: 5,
  frames: { command: COMMAND },
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const { setup, changes, calls, answers = [] } = drawn.instance;
    return {
      history: [],
      request: scene.say(COMMAND, { A: drawn }),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers },
      changes,
      handOffs: handOffs(drawn),
      required: calls.filter((call) => !call.read),
      capabilities: ['sub_agent_routing', 'argument_grounding'],
      frictions: calls.length > 1 ? ['tool_dependency'] : [],
      difficulty: 0.35,
    };
  },
};

/** A hand-off and a change of the phone in one request. */
export const handOffAndWrite: Pattern = {
  id: 'hand_off_and_write',
  ability: 'sub_agent',
  roles: ['hand_off', 'write'],
  weight: 5,
  frames: parallelPair.frames,
  build({ scene, intents }) {
    const [handed, written] = intents.map((intent, at) => scene.draw(intent, 'ab'.charAt(at)));
    const pair = parallelPair.frames['pair'];
    if (!handed || !written || !pair) return undefined;
    const combined = combine([handed, written]);
    if (!combined || (handed.instance.answers ?? []).length > 0) return undefined;
    const turned = scene.random.fork('turned').next() < 0.5;
    return {
      ...combined,
      history: [],
      request: scene.say(pair, turned ? { A: written, B: handed } : { A: handed, B: written }),
      reply: { kind: 'finish', answers: [] },
      handOffs: handOffs(handed),
      required: [...handed.instance.calls, ...written.instance.calls].filter((call) => !call.read),
      capabilities: ['sub_agent_routing', 'multi_step', 'tool_routing'],
      frictions: [],
      difficulty: 0.5,
    };
  },
};
