import { random } from '#kit/random.ts';

/**
 * `limit` of the tasks (all for 0), taking families in turn in an order drawn by `seed`, so that a small choice covers many
 * families. The same tasks, limit and seed give the same list; a longer one begins with the shorter.
 */
export function chooseTasks<T extends { readonly id: string; readonly family: string }>(tasks: readonly T[], limit: number, seed: number): T[] {
  const sorted = tasks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const byFamily = [...Map.groupBy(sorted, (task) => task.family)].sort(([a], [b]) => (a < b ? -1 : 1));
  const families = random('choice', seed).shuffle(byFamily.map(([, members]) => members));
  const longest = Math.max(0, ...families.map((members) => members.length));
  const inTurn = Array.from({ length: longest }, (_, pass) => families.flatMap((members) => members[pass] ?? [])).flat();
  return limit > 0 ? inTurn.slice(0, limit) : inTurn;
}
