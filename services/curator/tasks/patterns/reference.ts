import type { Line } from '../draft.ts';
import { type Drawn, type Scene, slotsSaid } from '../drawing.ts';
import { kindOfSlot, nounOf, pointAt } from '../reference-words.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';

const MENTION = frames(
  [
    ['Keep this {noun} in mind for later: {v}.', 'I was just thinking about {v}.'],
    ['Note for the next request, the {noun} is {v}.', 'We were talking about {v}.'],
    ['Hold on to this {noun} for a moment: {v}.', 'It is all about {v} here.'],
  ],
  [['先记一下这个{noun}：{v}。', '刚才说到的是{v}。'], ['下面会用到的{noun}是{v}。', '我们在聊{v}。'], ['这个{noun}你留意一下：{v}。', '这里说的就是{v}。']],
);

const OFFER = frames(
  [
    ['I am torn between two: {v} and {w}.', 'There are two candidates, {v} or {w}.'],
    ['My options are {v} and {w}.'],
    ['It comes down to {v} or {w}.'],
  ],
  [['我在两个之间犹豫：{v}和{w}。', '有两个备选，{v}或者{w}。'], ['我的选择有{v}和{w}。'], ['最后就剩{v}或{w}了。']],
);

const ACKNOWLEDGE = frames(
  [
    ['Noted.', 'All right, tell me when you need it.'],
    ['Understood.', 'Sure, I have it.'],
    ['Got it.', 'Fine, go ahead.'],
  ],
  [['好的，记下了。', '嗯，需要时告诉我。'], ['明白。', '没问题。'], ['收到。', '好，您说。']],
);

const ORDINAL = { en: { first: 'the first one I listed', second: 'the second one I listed' }, zh: { first: '我说的第一个', second: '我说的第二个' } } as const;

/** An earlier exchange in which the user names a value. */
export function mention(scene: Scene, text: string): Line[] {
  return [
    { role: 'user', text },
    { role: 'assistant', text: scene.say(ACKNOWLEDGE, {}) },
  ];
}

/** Another value that could be said for the slot. */
function alternative(scene: Scene, drawn: Drawn, slot: string): string | undefined {
  for (let n = 0; n < 8; n++) {
    const other = scene.redraw(drawn, `alternative${n}`).instance.slots[slot];
    if (other && other.said !== drawn.instance.slots[slot]?.said && other.value !== drawn.instance.slots[slot]?.value) return other.said;
  }
  return undefined;
}

/** The value stands in an earlier turn; the request only points at it. */
export const reference: Pattern = {
  id: 'reference',
  ability: 'tool_use',
  roles: ['write'],
  weight: 7,
  frames: { mention: MENTION, offer: OFFER, acknowledge: ACKNOWLEDGE, command: COMMAND },
  accepts: ([intent]) => (intent?.wordings.en.train ?? []).some((wording) => wording.includes('{')),
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const { locale, random, world } = scene;
    const drawn = scene.draw(intent, 'a', 'order');
    const slots = slotsSaid(drawn);
    if (slots.length === 0) return undefined;
    const slot = random.fork('slot').pick(slots);
    const said = drawn.instance.slots[slot]?.said ?? '';
    const kind = kindOfSlot(world, drawn, slot);
    const other = random.fork('two').next() < 0.4 ? alternative(scene, drawn, slot) : undefined;
    const first = random.fork('first').next() < 0.5;
    const bare = said.replace(/^(?:at|on|for|in) /i, '');
    const opening = other
      ? scene.say(OFFER, first ? { v: bare, w: other } : { v: other, w: bare })
      : scene.say(MENTION, { noun: kind === 'one' || kind === 'name' ? (locale === 'en' ? 'name' : '名字') : nounOf(locale, kind), v: bare });
    const words = other ? ORDINAL[locale][first ? 'first' : 'second'] : undefined;
    const clause = () => drawn.clause({ [slot]: pointAt(locale, kind, said, words) });
    const { setup, changes, calls } = drawn.instance;
    return {
      history: mention(scene, opening),
      request: scene.say(COMMAND, { A: { ...drawn, clause } }),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes,
      capabilities: ['reference_tracking', 'argument_grounding'],
      frictions: ['reference_obfuscation'],
      difficulty: other ? 0.5 : 0.35,
    };
  },
};
