/** A binding that counts as a turn. */
export interface Turn {
  readonly priority: number;
  readonly tenant: string;
  /** The tenant's share of turns, at least 1. */
  readonly weight: number;
}

/** Tenants that are remembered at most before those that are no different from new ones are forgotten. */
const REMEMBERED = 4_096;

/**
 * Whose turn it is: start-time fair queueing between the tenants of a priority. Each turn moves a tenant's tag on by 1/weight, the lowest
 * tag is next, and one that wanted nothing for a while begins where the others are, so that nobody saves turns up. Between two tenants
 * that both want devices all the time, turns divided by weight never differ by more than the sum of 1/weight of the two.
 */
export class Turns {
  readonly #levels = new Map<number, { now: number; readonly tags: Map<string, number> }>();

  /** Turns as they follow from bindings of the past, in their order. */
  static after(turns: Iterable<Turn>): Turns {
    const result = new Turns();
    for (const turn of turns) result.serve(turn);
    return result;
  }

  /** The tenant's place among those of the priority; the lowest is next. */
  tag(priority: number, tenant: string): number {
    const level = this.#levels.get(priority);
    return level ? Math.max(level.tags.get(tenant) ?? 0, level.now) : 0;
  }

  /** The tenant has had a turn. */
  serve({ priority, tenant, weight }: Turn): void {
    const level = this.#levels.get(priority) ?? { now: 0, tags: new Map<string, number>() };
    this.#levels.set(priority, level);
    level.now = this.tag(priority, tenant);
    level.tags.set(tenant, level.now + 1 / weight);
    if (level.tags.size > REMEMBERED) for (const [each, tag] of level.tags) if (tag <= level.now) level.tags.delete(each);
  }

  /** For looking ahead. */
  copy(): Turns {
    const copy = new Turns();
    for (const [priority, { now, tags }] of this.#levels) copy.#levels.set(priority, { now, tags: new Map(tags) });
    return copy;
  }
}
