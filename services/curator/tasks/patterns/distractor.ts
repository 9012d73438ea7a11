import { frames, type Pattern } from './pattern.ts';

const ASIDE = frames(
  [
    ['{A}. My train is due at 18:45 on platform 32, but that is another story.', 'The neighbours grill 14 sausages every Sunday at 17:20. Anyway, {A}.', 'It took me 25 minutes to find a parking space. Well, {A}.', '{A}. By the way, the old phone only had 12 percent left after 3 hours.'],
    ['I read 48 pages last night before 23:10, never mind that. What I want: {A}.', '{A}. Unrelated: the ferry ticket cost 37 euros for 4 people.', 'The kettle boils in 6 minutes at 90 percent power, which has nothing to do with this: {A}.'],
    ['{A}. On a different note, the marathon starts at 09:35 with 860 runners.', 'My aunt turned 71 and cut the cake at 16:05. Apart from that, {A}.', 'There were 19 people queuing until 12:50, not that it matters. My request: {A}.'],
  ],
  [
    ['{A}。对了，我那趟车18:45从32站台开，不过那是另一回事。', '邻居每周日17:20都要烤14根香肠。总之，{A}。', '刚才找车位花了25分钟。好了，{A}。'],
    ['昨晚23:10之前我看了48页书，这不重要。我要的是：{A}。', '{A}。说个无关的：4个人的船票一共37块。'],
    ['{A}。另说一句，马拉松09:35开跑，有860人参加。', '姑妈71岁了，16:05切的蛋糕。这个不管，{A}。'],
  ],
);

/** One thing to do beside a sentence of facts that must not be used. */
export const distractor: Pattern = {
  id: 'distractor',
  ability: 'tool_use',
  roles: ['write'],
  weight: 6,
  frames: { aside: ASIDE },
  accepts: ([intent]) => Object.values(intent?.wordings.en.train ?? []).some((wording) => wording.includes('{')),
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const { setup, changes, calls } = drawn.instance;
    return {
      history: [],
      request: scene.say(ASIDE, { A: drawn }),
      setup,
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes,
      capabilities: ['argument_grounding'],
      frictions: ['distractor'],
      difficulty: 0.3,
    };
  },
};
