import { overlay } from '../combine.ts';
import { COMMAND } from './command.ts';
import { type Pattern } from './pattern.ts';

const refers = (args: unknown) => JSON.stringify(args).includes('"$');

/** Two things carry the name that the user says: look, then ask which one. */
export const entityAmbiguity: Pattern = {
  id: 'entity_ambiguity',
  ability: 'tool_use',
  roles: ['write'],
  weight: 5,
  frames: { command: COMMAND },
  accepts: ([intent]) => intent?.ambiguity !== undefined,
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const ambiguity = intent.ambiguity?.(drawn.instance, scene.drawer('ambiguity'));
    if (!ambiguity) return undefined;
    const target = `${intent.tool}.${ambiguity.parameter}`;
    // Where the name goes straight into the main call, that call itself reports the two matches and changes nothing.
    const looks = drawn.reads.length > 0 ? drawn.reads.filter((call) => !refers(call.args)) : [drawn.main];
    return {
      history: [],
      request: scene.say(COMMAND, { A: drawn }),
      setup: overlay(drawn.instance.setup, ambiguity.setup),
      turns: looks.map((call) => [call]),
      reply: { kind: 'clarify', target },
      replies: [{ target, text: drawn.instance.slots[ambiguity.slot]?.said ?? '' }],
      changes: [],
      alsoExposed: drawn.instance.calls.map((call) => call.tool),
      capabilities: ['clarification', 'information_acquisition', 'state_tracking'],
      frictions: ['entity_ambiguity'],
      difficulty: 0.5,
    };
  },
};
