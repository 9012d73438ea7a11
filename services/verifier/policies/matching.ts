/**
 * Maximum matching of a bipartite graph (Kuhn's augmenting paths). `edges[i]` lists the right-hand nodes that left-hand node i
 * may take; the answer gives each left-hand node its partner, or -1. Deterministic: earlier nodes and edges are tried first.
 */
export function maximumMatching(edges: readonly (readonly number[])[]): number[] {
  const takenBy = new Map<number, number>();
  const augment = (left: number, seen: Set<number>): boolean => {
    for (const right of edges[left] ?? []) {
      if (seen.has(right)) continue;
      seen.add(right);
      const holder = takenBy.get(right);
      if (holder === undefined || augment(holder, seen)) {
        takenBy.set(right, left);
        return true;
      }
    }
    return false;
  };
  edges.forEach((_, left) => augment(left, new Set()));
  const partners = edges.map(() => -1);
  for (const [right, left] of takenBy) partners[left] = right;
  return partners;
}
