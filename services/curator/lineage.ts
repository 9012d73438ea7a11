import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { Release } from '#protos/core/v1/release.ts';
import type { CuratorCollections } from './collections.ts';

export type LineageKind = 'policy' | 'release' | 'record' | 'trajectory' | 'verdict' | 'slot' | 'task';

export interface LineageLink {
  readonly kind: LineageKind;
  readonly id: string;
}

/** `from` leads to what a thing was made of, `into` to what was made of it. */
export type Direction = 'from' | 'into';

export interface LineageNode extends LineageLink {
  readonly links: readonly LineageLink[];
}

type Collections = Pick<CuratorCollections, 'policies' | 'releases' | 'records' | 'trajectories' | 'verdicts' | 'slots' | 'tasks'>;
type Links = Record<Direction, () => Promise<LineageLink[]>>;

/** What names a record, by record digest; built once, because a walk over a release asks of every record. */
type Uses = ReadonlyMap<string, readonly LineageLink[]>;

/**
 * The history of everything a decision depended on (architecture.md section 3): from a policy version to the releases, records,
 * verdicts and trajectories that it learned from, and back. One instance serves one question: it remembers what it read.
 */
export class Lineage {
  readonly #on: Collections;
  #uses: Promise<Uses> | undefined;

  constructor(collections: Collections) {
    this.#on = collections;
  }

  /** What `id` names, with its links in one direction; undefined if nothing is called so. */
  async node(id: string, direction: Direction): Promise<LineageNode | undefined> {
    const looks: readonly (readonly [LineageKind, (id: string) => Promise<Links | undefined>])[] = [
      ['policy', (each) => this.#policy(each)],
      ['release', (each) => this.#release(each)],
      ['record', (each) => this.#record(each)],
      ['trajectory', (each) => this.#trajectory(each)],
      ['slot', (each) => this.#slot(each)],
      ['task', (each) => this.#task(each)],
    ];
    for (const [kind, look] of looks) {
      const links = await look(id);
      if (links !== undefined) return { kind, id, links: await links[direction]() };
    }
    return undefined;
  }

  /** Everything reachable in one direction, breadth first, each thing once, at most `limit` of them. */
  async walk(id: string, direction: Direction, limit = 100_000): Promise<LineageNode[]> {
    const seen = new Set([id]);
    const queue = [id];
    const nodes: LineageNode[] = [];
    for (let at = 0; at < queue.length && nodes.length < limit; at++) {
      const node = await this.node(queue[at] ?? '', direction);
      if (node === undefined) continue;
      nodes.push(node);
      for (const link of node.links) {
        // A verdict has its trajectory's id and nothing behind it.
        if (link.kind === 'verdict' || seen.has(link.id)) continue;
        seen.add(link.id);
        queue.push(link.id);
      }
    }
    return nodes;
  }

  async #policy(id: string): Promise<Links | undefined> {
    const { policies, records } = this.#on;
    const doc = await policies.get(id);
    if (doc === undefined) return undefined;
    return {
      from: async () => {
        const { parent, release, records: learned } = PolicyVersion.fromJSON(doc.policy);
        return [...links('policy', [parent]), ...links('release', [release]), ...links('record', learned)];
      },
      into: async () => {
        const children = await policies.find({ 'policy.parent': id });
        return [...links('policy', idsOf(children)), ...links('record', idsOf(await records.find({ policy: id })))];
      },
    };
  }

  async #release(id: string): Promise<Links | undefined> {
    const { releases, policies } = this.#on;
    const doc = await releases.get(id);
    if (doc === undefined) return undefined;
    return {
      from: async () => [...links('release', [doc.parent]), ...links('record', Release.fromJSON(doc.release).recordDigests)],
      into: async () => [...links('release', idsOf(await releases.find({ parent: id }, { fields: [] }))), ...links('policy', idsOf(await policies.find({ 'policy.release': id })))],
    };
  }

  async #record(id: string): Promise<Links | undefined> {
    const doc = await this.#on.records.get(id);
    if (doc === undefined) return undefined;
    return {
      from: async () => {
        const trajectories = idsOf(await this.#on.trajectories.find({ record: id }, { fields: [] }));
        return [...links('trajectory', trajectories), ...links('verdict', doc.verdict === null ? [] : [doc.trajectory_id]), ...links('task', [doc.task_id])];
      },
      into: async () => [...((await (this.#uses ??= this.#readUses())).get(id) ?? [])],
    };
  }

  async #trajectory(id: string): Promise<Links | undefined> {
    const doc = await this.#on.trajectories.get(id);
    if (doc === undefined) return undefined;
    return {
      from: async () => [...links('slot', [doc.slot_id]), ...links('task', [doc.task_id]), ...links('policy', [doc.policy])],
      into: async () => [...links('verdict', (await this.#on.verdicts.get(id)) === undefined ? [] : [id]), ...links('record', [doc.record])],
    };
  }

  async #slot(id: string): Promise<Links | undefined> {
    const doc = await this.#on.slots.get(id);
    if (doc === undefined) return undefined;
    return {
      from: async () => [...links('task', [doc.taskId]), ...links('policy', [doc.policy])],
      into: async () => links('trajectory', idsOf(await this.#on.trajectories.find({ slot_id: id }, { fields: [] }))),
    };
  }

  async #task(id: string): Promise<Links | undefined> {
    const doc = await this.#on.tasks.get(id);
    if (doc === undefined) return undefined;
    return { from: async () => [], into: async () => links('record', idsOf(await this.#on.records.find({ task_id: id }))) };
  }

  async #readUses(): Promise<Uses> {
    const [releases, policies] = await Promise.all([this.#on.releases.find({}), this.#on.policies.find({})]);
    const uses = new Map<string, LineageLink[]>();
    const add = (record: string, link: LineageLink) => {
      const list = uses.get(record);
      if (list === undefined) uses.set(record, [link]);
      else list.push(link);
    };
    for (const { _id, release } of releases) for (const record of Release.fromJSON(release).recordDigests) add(record, { kind: 'release', id: _id });
    for (const { _id, policy } of policies) for (const record of PolicyVersion.fromJSON(policy).records) add(record, { kind: 'policy', id: _id });
    return uses;
  }
}

function links(kind: LineageKind, ids: readonly string[]): LineageLink[] {
  return ids.filter((id) => id !== '').map((id) => ({ kind, id }));
}

function idsOf(docs: readonly { readonly _id: string }[]): string[] {
  return docs.map(({ _id }) => _id);
}
