import type { SolutionCall, TargetChange } from '#env-manager/worlds/intent.ts';
import type { StateOverrides } from '#env-manager/worlds/world.ts';
import { overlay } from '../combine.ts';
import { type Drawn, type Scene, tagCalls } from '../drawing.ts';
import { WHATEVER_IT_TAKES } from './command.ts';
import type { Pattern } from './pattern.ts';

interface Cleared {
  readonly setup: StateOverrides;
  readonly calls: readonly SolutionCall[];
  readonly changes: readonly TargetChange[];
  /** Rows that the repair changes. */
  readonly repaired: readonly TargetChange[];
}

/** The solution of an intent whose state stands in the way: it fails with 409, its cause is put right, it is done. */
export function cleared(scene: Scene, drawn: Drawn): Cleared | undefined {
  const conflicts = (drawn.intent.conflicts?.(drawn.instance) ?? []).filter((conflict) => conflict.status === 409);
  if (conflicts.length === 0) return undefined;
  const conflict = scene.random.fork('conflict').pick(conflicts);
  const failing = { ...drawn.main, id: `${drawn.main.id}blocked` };
  return {
    setup: overlay(drawn.instance.setup, conflict.setup),
    calls: [...drawn.reads, failing, ...tagCalls(conflict.repair, 'r'), drawn.main],
    changes: [...drawn.instance.changes, ...conflict.repairChanges],
    repaired: conflict.repairChanges,
  };
}

/** The state stands in the way: the call fails with 409, its cause is put right, the call is made again. */
export const stateConflict: Pattern = {
  id: 'state_conflict',
  ability: 'tool_use',
  roles: ['write'],
  weight: 7,
  frames: { whateverItTakes: WHATEVER_IT_TAKES },
  accepts: ([intent]) => intent?.conflicts !== undefined,
  build({ scene, intents: [intent] }) {
    const drawn = intent && scene.draw(intent, 'a');
    const way = drawn && cleared(scene, drawn);
    if (!drawn || !way) return undefined;
    return {
      history: [],
      request: scene.say(WHATEVER_IT_TAKES, { A: drawn }),
      setup: way.setup,
      turns: way.calls.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: way.changes,
      capabilities: ['recovery', 'state_tracking', 'multi_step'],
      frictions: ['state_change'],
      difficulty: 0.55,
    };
  },
};
