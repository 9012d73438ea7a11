import type { ToolCall } from '#protos/core/v1/action.ts';
import type { Intent } from '#env-manager/worlds/intent.ts';
import { toolCall } from '../assemble.ts';
import type { Scene } from '../drawing.ts';

/** Calls that the audit adds to a witness: writes that nobody asked for, and reads that do no harm. */

export interface Probes {
  /** Candidates in order; the first that changes anything is used. */
  readonly strays: readonly ToolCall[];
  readonly reads: readonly ToolCall[];
}

const standsAlone = (call: ToolCall) => !call.argumentsJson.includes('"$');

/** Draws probes from the intents of the world, apart from those the task is made of. */
export function drawProbes(scene: Scene, pool: readonly Intent[], own: readonly string[]): Probes {
  const { random, world } = scene;
  const others = (kind: Intent['kind']) => random.fork(`probe/${kind}`).shuffle(pool.filter((intent) => intent.kind === kind && !own.includes(intent.id)));
  const strays = others('write')
    .filter((intent) => intent.permission === undefined)
    .slice(0, 20)
    .map((intent, at) => scene.draw(intent, `stray${at}`))
    .filter((drawn) => drawn.instance.calls.length === 1)
    .map((drawn) => ({ ...toolCall(drawn.main), callId: 'stray' }));
  const reads = others('question')
    .slice(0, 2)
    .flatMap((intent, at) => scene.draw(intent, `read${at}`).instance.calls.slice(0, 1))
    .filter((call) => world.tools.get(call.tool)?.sideEffect(call.args) === false)
    .map((call, at) => ({ ...toolCall(call), callId: `extra${at}` }));
  return { strays: strays.filter(standsAlone), reads: reads.filter(standsAlone) };
}
