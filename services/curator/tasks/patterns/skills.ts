import type { Intent, SolutionCall } from '#env-manager/worlds/intent.ts';
import { combine } from '../combine.ts';
import type { Scene } from '../drawing.ts';
import { skillLoader, type WorldIndex } from '../world-index.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';
import { parallelPair } from './parallel.ts';

const hasSkill = (intents: readonly Intent[], world: WorldIndex) => intents.every((intent) => (world.skillsOf.get(intent.tool) ?? []).length > 0);

/** The loader's call. */
function load(scene: Scene, id: string, skill: string): SolutionCall {
  return { id, tool: skillLoader(skill), args: { reason: scene.locale === 'en' ? 'its tools are needed' : '需要其中的工具' }, read: true };
}

/** A skill that reaches all of the tools. */
function skillFor(scene: Scene, tools: readonly string[]): string | undefined {
  const { skillsOf } = scene.world;
  const [first, ...rest] = tools.map((tool) => skillsOf.get(tool) ?? []);
  const all = (first ?? []).filter((skill) => rest.every((other) => other.includes(skill)));
  return all.length === 0 ? undefined : scene.random.fork('skill').pick(all);
}

/** Other skills to show beside the gold one; none of them reaches the tools. */
function otherSkills(scene: Scene, tools: readonly string[], count: number): string[] {
  const { skills, skillsOf } = scene.world;
  const reaching = new Set(tools.flatMap((tool) => skillsOf.get(tool) ?? []));
  return scene.random.fork('skills').shuffle([...skills.keys()].filter((skill) => !reaching.has(skill))).slice(0, count);
}

const BASE = { history: [], reply: { kind: 'finish', answers: [] }, capabilities: ['skill_selection', 'tool_routing'] } as const;

/** The tools are reached through a skill only: load it, then act. */
export const skillOnly: Pattern = {
  id: 'skill_only',
  ability: 'skills',
  roles: ['write'],
  weight: 6,
  frames: { command: COMMAND },
  accepts: hasSkill,
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const tools = [...new Set(drawn.instance.calls.map((call) => call.tool))];
    const skill = skillFor(scene, tools);
    if (skill === undefined) return undefined;
    return {
      ...BASE,
      request: scene.say(COMMAND, { A: drawn }),
      setup: drawn.instance.setup,
      turns: [load(scene, 'l1', skill), ...drawn.instance.calls].map((call) => [call]),
      changes: drawn.instance.changes,
      goldSkills: [skill],
      skills: scene.random.fork('shown').shuffle([skill, ...otherSkills(scene, tools, 3)]),
      withheld: tools,
      frictions: ['skill_only'],
      difficulty: 0.4,
    };
  },
};

/** One tool is exposed, the other is reached through a skill. */
export const skillMixed: Pattern = {
  id: 'skill_mixed',
  ability: 'skills',
  roles: ['write', 'write'],
  weight: 5,
  frames: parallelPair.frames,
  accepts: ([first], world) => first !== undefined && hasSkill([first], world),
  build(build) {
    const { scene, intents } = build;
    const [skilled, direct] = intents.map((intent, at) => scene.draw(intent, 'ab'.charAt(at)));
    if (!skilled || !direct) return undefined;
    const tools = [...new Set(skilled.instance.calls.map((call) => call.tool))];
    const skill = skillFor(scene, tools);
    const combined = combine([skilled, direct]);
    if (skill === undefined || !combined || direct.instance.calls.some((call) => tools.includes(call.tool))) return undefined;
    const turned = scene.random.fork('turned').next() < 0.5;
    const pair = parallelPair.frames['pair'];
    if (!pair) return undefined;
    return {
      ...BASE,
      ...combined,
      request: scene.say(pair, turned ? { A: direct, B: skilled } : { A: skilled, B: direct }),
      turns: [[load(scene, 'l1', skill)], ...combined.turns],
      goldSkills: [skill],
      skills: scene.random.fork('shown').shuffle([skill, ...otherSkills(scene, tools, 2)]),
      withheld: tools,
      capabilities: [...BASE.capabilities, 'multi_step'],
      frictions: ['skill_mixed'],
      difficulty: 0.5,
    };
  },
};

const BY_NAME = frames(
  [
    ['Load the skill "{skill}" first, then {A}.', 'Go by the skill "{skill}" for this: {A}.'],
    ['With the help of the skill "{skill}": {A}.'],
    ['Consult the skill "{skill}" before you act. {A}.'],
  ],
  [['先加载技能“{skill}”，再{A}。', '这件事按技能“{skill}”来：{A}。'], ['借助技能“{skill}”：{A}。'], ['动手前先查看技能“{skill}”。{A}。']],
);

/** The user wants a skill followed though the tool is exposed as well. */
export const skillNamed: Pattern = {
  id: 'skill_named',
  ability: 'skills',
  roles: ['write'],
  weight: 4,
  frames: { byName: BY_NAME },
  accepts: hasSkill,
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const tools = [...new Set(drawn.instance.calls.map((call) => call.tool))];
    const skill = skillFor(scene, tools);
    const source = skill === undefined ? undefined : scene.world.skills.get(skill);
    if (skill === undefined || !source) return undefined;
    return {
      ...BASE,
      request: scene.say(BY_NAME, { A: drawn, skill: source.title }),
      setup: drawn.instance.setup,
      turns: [load(scene, 'l1', skill), ...drawn.instance.calls].map((call) => [call]),
      changes: drawn.instance.changes,
      goldSkills: [skill],
      skills: scene.random.fork('shown').shuffle([skill, ...otherSkills(scene, tools, 2)]),
      frictions: ['skill_mixed'],
      difficulty: 0.4,
    };
  },
};

/** The tool is exposed; the skills beside it are not needed. Loading one does no harm and costs a call. */
export const skillNotNeeded: Pattern = {
  id: 'skill_not_needed',
  ability: 'skills',
  roles: ['write'],
  weight: 4,
  frames: { command: COMMAND },
  accepts: (_, world) => world.skills.size > 0,
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const tools = [...new Set(drawn.instance.calls.map((call) => call.tool))];
    const skill = skillFor(scene, tools);
    const shown = [...(skill === undefined || scene.random.fork('own').next() < 0.5 ? [] : [skill]), ...otherSkills(scene, tools, 2)];
    return {
      ...BASE,
      request: scene.say(COMMAND, { A: drawn }),
      setup: drawn.instance.setup,
      turns: drawn.instance.calls.map((call) => [call]),
      changes: drawn.instance.changes,
      skills: scene.random.fork('shown').shuffle(shown),
      frictions: ['skill_optional'],
      difficulty: 0.25,
    };
  },
};
