import type { SolutionCall } from '#env-manager/worlds/intent.ts';
import type { Fault } from '#protos/core/v1/task.ts';
import { combine, mergeSetups } from '../combine.ts';
import type { Drawn } from '../drawing.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';
import { TWO } from './sequence.ts';
import { cleared } from './state-conflict.ts';

/** Things that go wrong on the way, alone or in the middle of something longer. */

interface Faulty {
  readonly fault: Fault;
  /** The calls with the one that fails made twice. */
  readonly calls: readonly SolutionCall[];
}

/** The intent's tool fails once; the first call of it is made again. */
function failsOnce({ main, instance: { calls } }: Drawn): Faulty {
  const at = calls.findIndex((call) => call.tool === main.tool);
  const failing = calls[at] ?? main;
  return {
    fault: { tool: failing.tool, nthCall: 1, times: 1, status: 500, message: 'temporarily unavailable' },
    calls: [...calls.slice(0, at), { ...failing, id: `${failing.id}failed` }, ...calls.slice(at)],
  };
}

/** The tool fails once for a moment: one retry does it. */
export const transientFault: Pattern = {
  id: 'transient_fault',
  ability: 'tool_use',
  roles: ['write'],
  weight: 5,
  frames: { command: COMMAND },
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a');
    const { fault, calls } = failsOnce(drawn);
    return {
      history: [],
      request: scene.say(COMMAND, { A: drawn }),
      setup: drawn.instance.setup,
      faults: [fault],
      turns: calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: drawn.instance.changes,
      capabilities: ['recovery'],
      frictions: ['transient_fault'],
      difficulty: 0.35,
    };
  },
};

/** One of two things in order fails for a moment; the order holds all the same. */
export const sequenceWithFault: Pattern = {
  id: 'sequence_with_fault',
  ability: 'tool_use',
  roles: ['write', 'write'],
  weight: 4,
  frames: { sequence: TWO },
  accepts: ([first, second]) => first?.tool !== second?.tool,
  build({ scene, intents }) {
    const [first, second] = intents.map((intent, at) => scene.draw(intent, 'ab'.charAt(at)));
    if (!first || !second) return undefined;
    const combined = combine([first, second]);
    if (!combined) return undefined;
    const early = scene.random.fork('early').next() < 0.5;
    const { fault, calls } = failsOnce(early ? first : second);
    return {
      ...combined,
      history: [],
      request: scene.say(TWO, { A: first, B: second }),
      faults: [fault],
      turns: (early ? [...calls, ...second.instance.calls] : [...first.instance.calls, ...calls]).map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      ordered: [first, second].flatMap((one) => one.instance.calls.filter((call) => !call.read)),
      capabilities: ['recovery', 'multi_step'],
      frictions: ['transient_fault', 'tool_dependency'],
      difficulty: 0.5,
    };
  },
};

const PAIR_AND_CLEAR = frames(
  [
    ['{A} and {B}. Clear whatever stands in the way.', '{A}. Also, {B}. Settings that block this may be changed.'],
    ['{A}, plus {B}; you may change what prevents either.'],
    ['{A}, as well as this: {B}. Put conflicting settings right.'],
  ],
  [['{A}，并且{B}，有挡路的设置就先处理掉。', '{A}，另外{B}，碰到阻碍可以改设置。'], ['{A}，还有{B}，碍事的都可以改。'], ['{A}，同时{B}，有冲突的设置请调好。']],
);

const rowsOf = (rows: { readonly [table: string]: { readonly [id: string]: unknown } }) => Object.entries(rows).flatMap(([table, ids]) => Object.keys(ids).map((id) => `${table}/${id}`));

/** Two things to do, one of which the state stands in the way of. */
export const pairWithConflict: Pattern = {
  id: 'pair_with_conflict',
  ability: 'tool_use',
  roles: ['write', 'write'],
  weight: 4,
  frames: { pairAndClear: PAIR_AND_CLEAR },
  accepts: ([first]) => first?.conflicts !== undefined,
  build({ scene, intents }) {
    const [blocked, free] = intents.map((intent, at) => scene.draw(intent, 'ab'.charAt(at)));
    const way = blocked && cleared(scene, blocked);
    if (!blocked || !free || !way || !combine([blocked, free])) return undefined;
    const setup = mergeSetups(way.setup, free.instance.setup);
    const own = [...rowsOf(free.instance.setup), ...free.instance.changes.map((change) => `${change.table}/${change.id}`)];
    if (!setup || way.repaired.some((change) => own.includes(`${change.table}/${change.id}`))) return undefined;
    const turned = scene.random.fork('turned').next() < 0.5;
    const turns = turned ? [...free.instance.calls, ...way.calls] : [...way.calls, ...free.instance.calls];
    return {
      history: [],
      request: scene.say(PAIR_AND_CLEAR, turned ? { A: free, B: blocked } : { A: blocked, B: free }),
      setup,
      turns: turns.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: [...way.changes, ...free.instance.changes],
      capabilities: ['recovery', 'state_tracking', 'multi_step'],
      frictions: ['state_change', 'tool_dependency'],
      difficulty: 0.6,
    };
  },
};
