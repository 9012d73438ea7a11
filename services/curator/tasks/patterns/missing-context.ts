import { parameterOf, slotsSaid } from '../drawing.ts';
import { kindOfSlot, nounOf, pointAt } from '../reference-words.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';
import { mention } from './reference.ts';

const SMALL_TALK = frames(
  [
    ['Good to have you here.', 'What a day it has been.'],
    ['I just got home.', 'The weather is lovely.'],
    ['Finally some quiet.', 'I have had my coffee now.'],
  ],
  [['今天真忙。', '很高兴有你在。'], ['我刚到家。', '天气不错。'], ['总算安静了。', '咖啡喝完了。']],
);

const WHICH = { en: (noun: string) => `that ${noun} from last time`, zh: (noun: string) => `上次那个${noun}` } as const;

/** The request points at something that was never named: ask for it. */
export const missingContext: Pattern = {
  id: 'missing_context',
  ability: 'tool_use',
  roles: ['write'],
  weight: 5,
  frames: { smallTalk: SMALL_TALK, command: COMMAND },
  accepts: ([intent]) => Object.keys(intent?.omissions ?? {}).length > 0,
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const { locale, random, world } = scene;
    const drawn = scene.draw(intent, 'a');
    const slots = slotsSaid(drawn).filter((slot) => intent.omissions?.[slot] !== undefined);
    if (slots.length === 0) return undefined;
    const slot = random.fork('slot').pick(slots);
    const kind = kindOfSlot(world, drawn, slot);
    const words = random.fork('which').next() < 0.5 ? undefined : WHICH[locale](kind === 'one' ? (locale === 'en' ? 'one' : '') : nounOf(locale, kind));
    const said = drawn.instance.slots[slot]?.said ?? '';
    const clause = () => drawn.clause({ [slot]: pointAt(locale, kind, said, words) });
    const target = `${intent.tool}.${parameterOf(drawn, slot)}`;
    return {
      history: random.fork('talk').next() < 0.5 ? mention(scene, scene.say(SMALL_TALK, {})) : [],
      request: scene.say(COMMAND, { A: { ...drawn, clause } }),
      setup: drawn.instance.setup,
      turns: [],
      reply: { kind: 'clarify', target },
      replies: [{ target, text: said }],
      changes: [],
      alsoExposed: drawn.instance.calls.map((call) => call.tool),
      capabilities: ['clarification', 'reference_tracking'],
      frictions: ['missing_context', 'reference_obfuscation'],
      difficulty: 0.4,
    };
  },
};
