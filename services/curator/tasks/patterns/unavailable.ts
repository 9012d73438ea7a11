import type { Locale } from '#env-manager/worlds/intent.ts';
import { RefusalReason } from '#protos/core/v1/action.ts';
import { COMMAND } from './command.ts';
import { type Build, type Pattern } from './pattern.ts';

/** Things that no phone tool of this world does, by theme; a theme belongs to one split. */
const FOREIGN: { readonly [theme: string]: { readonly [L in Locale]: readonly string[] } } = {
  cooking: { en: ['fry two eggs for me', 'stir the soup in the kitchen'], zh: ['给我煎两个鸡蛋', '去厨房搅一下汤'] },
  laundry: { en: ['fold the laundry on my bed', 'iron my blue shirt'], zh: ['把床上的衣服叠好', '熨一下我的蓝衬衫'] },
  printing: { en: ['print a statue of a cat on the 3D printer', 'make a wooden chair'], zh: ['用3D打印机打一只猫', '做一把木椅子'] },
  haircut: { en: ['cut my hair a little shorter', 'trim my beard'], zh: ['帮我把头发剪短一点', '修一下胡子'] },
  fuel: { en: ['fill up the tank of my car', 'pump up the tyres of my bike'], zh: ['给车加满油', '给自行车打气'] },
  pets: { en: ['brush the dog', 'change the water of the fish tank'], zh: ['给狗梳毛', '给鱼缸换水'] },
  weather_control: { en: ['make the rain stop', 'bring the sun out'], zh: ['让雨停下来', '让太阳出来'] },
  furniture: { en: ['move the sofa to the window', 'hang up the picture in the hall'], zh: ['把沙发挪到窗边', '把画挂在走廊'] },
  plumbing: { en: ['repair the dripping tap', 'unclog the kitchen sink'], zh: ['修好滴水的水龙头', '疏通厨房水槽'] },
  gardening: { en: ['mow the lawn', 'rake the leaves together'], zh: ['修剪草坪', '把落叶扫成一堆'] },
  dental: { en: ['fill the hole in my tooth', 'straighten my teeth'], zh: ['补一下我的蛀牙', '把我的牙齿矫正'] },
  construction: { en: ['lay new tiles in the bathroom', 'paint the front door green'], zh: ['给浴室铺新瓷砖', '把大门刷成绿色'] },
  rescue: { en: ['carry my suitcase up the stairs', 'pull my car out of the snow'], zh: ['把行李箱搬上楼', '把车从雪里拉出来'] },
  sewing: { en: ['sew on the missing button', 'knit a scarf for me'], zh: ['把掉的扣子缝上', '给我织条围巾'] },
};

const THEMES = {
  train: ['cooking', 'laundry', 'printing', 'haircut', 'fuel', 'pets', 'weather_control', 'furniture'],
  dev: ['plumbing', 'gardening', 'dental'],
  test: ['construction', 'rescue', 'sewing'],
};

/** Sub-agents and what stands beside them: an agent that operates apps could do nearly anything. */
function agents({ pool, scene: { world } }: Build): string[] {
  const domains = new Set(pool.filter((intent) => intent.kind === 'hand_off').map((intent) => intent.domain));
  return [...world.domainOf].filter(([, domain]) => domains.has(domain)).map(([tool]) => tool);
}

const REFUSED = {
  history: [],
  turns: [],
  reply: { kind: 'refuse', reason: RefusalReason.UNAVAILABLE },
  changes: [],
  capabilities: ['boundary_detection'],
  frictions: ['unavailable'],
} as const;

/** The phone could do it, but no exposed tool does. */
export const unavailableTool: Pattern = {
  id: 'unavailable_tool',
  ability: 'tool_use',
  roles: ['write'],
  weight: 4,
  frames: { command: COMMAND },
  build(build) {
    const { scene, intents: [intent] } = build;
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    return {
      ...REFUSED,
      request: scene.say(COMMAND, { A: drawn }),
      setup: drawn.instance.setup,
      withheld: [...new Set([...drawn.instance.calls.map((call) => call.tool), ...agents(build)])],
      barredDomains: [intent.domain],
      difficulty: 0.4,
    };
  },
};

/** Nothing that a phone can do. */
export const unavailableThing: Pattern = {
  id: 'unavailable_thing',
  ability: 'tool_use',
  roles: [],
  weight: 3,
  frames: { command: COMMAND },
  variants: THEMES,
  themes: FOREIGN,
  build(build) {
    const { scene, variant } = build;
    const clauses = FOREIGN[variant]?.[scene.locale];
    if (!clauses) return undefined;
    return { ...REFUSED, request: scene.say(COMMAND, { A: scene.random.fork('foreign').pick(clauses) }), setup: {}, withheld: agents(build), difficulty: 0.25 };
  },
};
