import { combine } from '../combine.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';
import { mention } from './reference.ts';

const SKIP = frames(
  [
    ['I will send you a list in a moment. Leave this one out, whatever the list says: {B}.', 'When I give you several things to do today, skip this one: {B}.'],
    ['A rule for the next requests. This is not to be done, even if I list it: {B}.'],
    ['Mind this for the list that follows, do not carry it out: {B}.'],
  ],
  [['等下我会发一份清单，不管清单怎么写，这一条都跳过：{B}。', '今天我让你做几件事的时候，这件不要做：{B}。'], ['接下来有个规矩，就算我列出来也别做这件：{B}。'], ['后面的清单请注意，这一项不执行：{B}。']],
);

const LIST = frames(
  [
    ['Here is the list: {A}; {B}.', 'Now for today: {A}, and {B}.'],
    ['These are the requests: {A}; {B}.'],
    ['The list goes like this: {A}; and {B}.'],
  ],
  [['清单来了：{A}；{B}。', '今天要做的：{A}，还有{B}。'], ['要办的是：{A}；{B}。'], ['清单如下：{A}；以及{B}。']],
);

const ASK_FIRST = frames(
  [
    ['From now on, always check back with me before you do something like this: {A}.', 'Whenever I say "{A}", ask me to confirm before you do anything.'],
    ['A standing rule: for requests like "{A}", get my confirmation first.'],
    ['Remember for this conversation: never act on "{A}" until I have confirmed it to you.'],
  ],
  [['以后像这样的事，做之前一律先问我确认：{A}。', '只要我说“{A}”，先跟我确认再动手。'], ['立个规矩：遇到“{A}”这种要求，先征得我确认。'], ['这次对话里记住：“{A}”没有我的确认就不要执行。']],
);

const CLASH = frames(
  [
    ['This must not happen today, even if I ask for it later: {A}. If I do, point out the contradiction and ask me which one counts.'],
    ['Today is off limits for this: {A}. Should I demand it anyway, tell me that it clashes and ask what I want.'],
    ['For the rest of the day, this is forbidden: {A}. If I request it nonetheless, raise the conflict with me first.'],
  ],
  [['今天不许做这件事，哪怕我之后要求：{A}。要是我真提了，就指出矛盾并问我以哪个为准。'], ['今天这件事禁止：{A}。如果我还是要求，就告诉我有冲突，问我到底要怎样。'], ['今天之内这件不能做：{A}。倘若我又提出来，先跟我说明冲突。']],
);

/** An early turn rules one thing out; a later list still names it. The rest is done. */
export const constraintSkip: Pattern = {
  id: 'constraint_skip',
  ability: 'tool_use',
  roles: ['write', 'write'],
  weight: 4,
  frames: { skip: SKIP, list: LIST },
  build({ scene, intents: [first, second] }) {
    if (!first || !second) return undefined;
    const [kept, skipped] = [scene.draw(first, 'a'), scene.draw(second, 'b')];
    const combined = combine([kept, skipped]);
    if (!combined) return undefined;
    const turned = scene.random.fork('turned').next() < 0.5;
    const parts = turned ? { A: skipped, B: kept } : { A: kept, B: skipped };
    return {
      history: mention(scene, scene.say(SKIP, { B: skipped })),
      request: scene.say(LIST, parts),
      setup: combined.setup,
      turns: kept.instance.calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: kept.instance.changes,
      alsoExposed: skipped.instance.calls.map((call) => call.tool),
      capabilities: ['constraint_tracking', 'state_tracking'],
      frictions: ['earlier_constraint'],
      difficulty: 0.55,
    };
  },
};

/** An early turn asks for a confirmation, or for the conflict to be raised: the request that meets it is asked about. */
export const constraintAsk: Pattern = {
  id: 'constraint_ask',
  ability: 'tool_use',
  roles: ['write'],
  weight: 4,
  frames: { askFirst: ASK_FIRST, clash: CLASH, command: COMMAND },
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a', 'order');
    const clash = scene.random.fork('clash').next() < 0.5;
    return {
      history: mention(scene, scene.say(clash ? CLASH : ASK_FIRST, { A: drawn })),
      request: scene.say(COMMAND, { A: drawn }),
      setup: drawn.instance.setup,
      turns: [],
      reply: { kind: 'clarify', target: clash ? 'conflict' : 'confirmation' },
      changes: [],
      alsoExposed: drawn.instance.calls.map((call) => call.tool),
      capabilities: ['constraint_tracking', 'clarification'],
      frictions: ['earlier_constraint', ...(clash ? ['contradictory_request'] : [])],
      difficulty: 0.5,
    };
  },
};
