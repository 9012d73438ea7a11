import { setImmediate } from 'node:timers/promises';
import type { Intent } from '#env-manager/worlds/intent.ts';
import type { WorldDefinition } from '#env-manager/worlds/world.ts';
import { invalid } from '#kit/errors.ts';
import type { Construct, ConstructedTask } from './construction.ts';
import { construction } from './tasks/mod.ts';

/** A world and what users may want in it. */
export interface ConstructibleWorld {
  readonly world: WorldDefinition;
  readonly intents: readonly Intent[];
}

/** Tasks audited before other calls get a turn. */
const STRIDE = 8;

/** Construction in these worlds, by the id that a request names. INVALID_ARGUMENT for any other. */
export function constructIn(worlds: readonly ConstructibleWorld[]): Construct {
  return async ({ world, seed, trainTasks, devTasks, testTasks, gaps }) => {
    const chosen = worlds.find((each) => each.world.id === world);
    if (chosen === undefined) throw invalid('world', `${JSON.stringify(world)} is not known`, `write ${worlds.map((each) => each.world.id).join(' or ')}`);
    const tasks: ConstructedTask[] = [];
    const rejected: string[] = [];
    for (const item of construction({ ...chosen, seed, counts: { train: trainTasks, dev: devTasks, test: testTasks }, gaps }).tasks()) {
      if (item.kind === 'task') tasks.push(item);
      else rejected.push(`${item.taskId}: ${item.reason}`);
      if ((tasks.length + rejected.length) % STRIDE === 0) await setImmediate();
    }
    return { tasks, rejected };
  };
}
