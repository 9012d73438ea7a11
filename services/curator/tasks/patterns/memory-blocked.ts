import { isMemorable, lasting, remember, search, unit } from '../remembering.ts';
import { WHATEVER_IT_TAKES } from './command.ts';
import { recalled } from './memory-read.ts';
import type { Pattern } from './pattern.ts';
import { cleared } from './state-conflict.ts';

/** The value stands in memory, and the state stands in the way of using it. */
export const memoryReadBlocked: Pattern = {
  id: 'memory_read_blocked',
  ability: 'memory',
  roles: ['write'],
  weight: 3,
  frames: { whateverItTakes: WHATEVER_IT_TAKES },
  accepts: ([intent]) => isMemorable(intent) && intent?.conflicts !== undefined,
  build(build) {
    const { scene, intents: [intent] } = build;
    const found = intent && remember(scene, intent, 'a');
    const way = found && cleared(scene, found.drawn);
    if (!found || !way) return undefined;
    const gold = unit(scene, { category: found.category, content: found.sentence(lasting(found.drawn, found.slot)), days: 12 });
    const draft = recalled(build, found, [gold], gold, scene.say(WHATEVER_IT_TAKES, { A: { ...found.drawn, clause: found.clause } }));
    return draft && {
      ...draft,
      setup: way.setup,
      turns: [search('s1', gold.content), ...way.calls].map((call) => [call]),
      changes: way.changes,
      capabilities: [...draft.capabilities, 'recovery'],
      frictions: [...draft.frictions, 'state_change'],
      difficulty: 0.6,
    };
  },
};
