import { fill } from '../wording.ts';
import { COMMAND } from './command.ts';
import { type Pattern } from './pattern.ts';

/** A required value is left out: the right thing is to ask for it. */
export const missingArgument: Pattern = {
  id: 'missing_argument',
  ability: 'tool_use',
  roles: ['write'],
  weight: 7,
  frames: { command: COMMAND },
  accepts: ([intent]) => Object.keys(intent?.omissions ?? {}).length > 0,
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const { random, locale, split } = scene;
    const drawn = scene.draw(intent, 'a');
    const [slot, omission] = random.fork('omitted').pick(Object.entries(intent.omissions ?? {}));
    const said = Object.fromEntries(Object.entries(drawn.instance.slots).map(([name, value]) => [name, value.said]));
    const wording = random.fork('omission').pick(omission.wordings[locale][split]);
    const target = `${intent.tool}.${omission.parameter}`;
    return {
      history: [],
      request: scene.say(COMMAND, { A: { ...drawn, wording, clause: () => fill(wording, said) } }),
      setup: drawn.instance.setup,
      turns: [],
      reply: { kind: 'clarify', target },
      replies: [{ target, text: said[slot] ?? '' }],
      changes: [],
      alsoExposed: drawn.instance.calls.map((call) => call.tool),
      capabilities: ['clarification', 'boundary_detection'],
      frictions: ['missing_argument'],
      difficulty: 0.3,
    };
  },
};
