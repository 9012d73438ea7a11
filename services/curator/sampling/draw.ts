import { random } from '#kit/random.ts';
import type { TaskWeight } from '#protos/core/v1/release.ts';

/**
 * `count` task ids by weight, without replacement until every task was drawn, then from the whole again. The same weights and
 * seed give the same list; a longer list begins with the shorter one. Keys of Efraimidis and Spirakis: -ln(u) / weight,
 * smallest first. Tasks of weight 0 are never drawn; an empty pool gives an empty list.
 */
export function drawTasks(tasks: readonly TaskWeight[], count: number, seed: number): string[] {
  const pool = tasks.filter(({ weight }) => weight > 0).toSorted((a, b) => (a.taskId < b.taskId ? -1 : 1));
  const drawn: string[] = [];
  if (pool.length === 0) return drawn;
  for (let pass = 0; drawn.length < count; pass++) {
    const stream = random('draw', seed, pass);
    const keyed = pool.map(({ taskId, weight }) => ({ taskId, key: -Math.log(1 - stream.next()) / weight }));
    keyed.sort((a, b) => a.key - b.key || (a.taskId < b.taskId ? -1 : 1));
    drawn.push(...keyed.slice(0, count - drawn.length).map(({ taskId }) => taskId));
  }
  return drawn;
}
