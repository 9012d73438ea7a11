import type { SolutionCall } from '#env-manager/worlds/intent.ts';
import type { StateOverrides } from '#env-manager/worlds/world.ts';
import { overlay } from '../combine.ts';
import type { Drawn } from '../drawing.ts';
import { type Build, frames, type Pattern } from './pattern.ts';

const UNLESS_SO = frames(
  [
    ['{A}, unless that is already so.', 'If it has not been done yet, {A}.'],
    ['{A}; no need if it is like that already.'],
    ['In case that is still to be done, {A}.'],
  ],
  [['如果还没有的话，{A}。', '{A}，已经是这样就不用了。'], ['{A}，要是早就这样了就算了。'], ['还没弄的话就{A}。']],
);

const refers = (value: unknown) => JSON.stringify(value).includes('"$');

/** What tells whether the goal holds: the reads of the solution, else a query of its own tool that answers in both states. */
function looksOf({ perform, scene }: Build, drawn: Drawn, states: readonly StateOverrides[]): readonly SolutionCall[] {
  const reads = drawn.reads.filter((call) => !refers(call.args));
  const { tool, args } = drawn.main;
  if (reads.length > 0 || !scene.world.tools.get(tool)?.inputSchema.properties['action']?.enum?.includes('query')) return reads;
  const others = Object.entries(args).filter(([name, value]) => name !== 'action' && !refers(value));
  const narrowed = [{}, ...others.map(([name, value]) => ({ [name]: value })), Object.fromEntries(others)];
  const queries = narrowed.map((more): SolutionCall => ({ id: 'look', tool, args: { action: 'query', ...more }, read: true }));
  return queries.filter((query) => states.every((state) => perform(state, [query])[0]?.status === 200)).slice(0, 1);
}

/** The goal may hold already; then nothing is to be done, which only a look can tell. Some instances are not done yet, so that looking pays. */
export const alreadyDone: Pattern = {
  id: 'already_done',
  ability: 'tool_use',
  roles: ['write'],
  weight: 5,
  frames: { unlessSo: UNLESS_SO },
  accepts: ([intent]) => intent?.alreadyDone !== undefined,
  build(build) {
    const { scene, intents: [intent] } = build;
    if (!intent?.alreadyDone) return undefined;
    const drawn = scene.draw(intent, 'a', 'order');
    const { setup, changes, calls } = drawn.instance;
    const done = overlay(setup, intent.alreadyDone(drawn.instance));
    const looks = looksOf(build, drawn, [setup, done]);
    if (looks.length === 0) return undefined;
    const still = scene.random.fork('still').next() < 0.35;
    const all = [...looks.filter((look) => !drawn.reads.includes(look)), ...calls];
    return {
      history: [],
      request: scene.say(UNLESS_SO, { A: drawn }),
      setup: still ? setup : done,
      turns: (still ? all : looks).map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: still ? changes : [],
      alsoExposed: calls.map((call) => call.tool),
      capabilities: ['state_tracking', 'verified_completion'],
      frictions: ['database_conflict'],
      difficulty: 0.4,
    };
  },
};
