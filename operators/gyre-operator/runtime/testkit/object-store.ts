import { EPOCH_ANNOTATION } from '../writer.ts';
import { isRecord, type ObjectMeta, objectMeta, type Resource } from '../objects.ts';
import { applied, merged, OwnedByAnother, type Ownership } from './applied-fields.ts';

export type Json = Record<string, unknown>;

/** An answer that is no success, as `Status`. */
export class Refusal extends Error {
  readonly code: number;
  readonly reason: string;
  readonly field: string | undefined;
  constructor(code: number, reason: string, message: string, field?: string) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.field = field;
  }
}

export interface Change {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly plural: string;
  readonly namespace: string | undefined;
  readonly object: Json;
}

interface Stored {
  readonly object: Json;
  readonly ownership: Ownership;
}

/** Objects with versions, and the history of their changes: what an API server has in etcd. It outlives restarts of the server. */
export class ObjectStore {
  readonly #objects = new Map<string, Stored>();
  readonly #changes: Change[] = [];
  readonly #listeners = new Set<(change: Change) => void>();
  readonly #now: () => number;
  #version = 100;
  #uids = 0;
  #oldest = 100;

  /** What the definition of a resource makes of an object that is created or changed: with its defaults, or {@link Refusal}. */
  defined: (resource: Resource, after: Json, before: Json | undefined) => Json = (_, after) => after;

  /** `now`: the server's clock, milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get version(): number {
    return this.#version;
  }

  /** Forgets the history: watches from before this moment are answered with 410. */
  compact(): void {
    this.#changes.length = 0;
    this.#oldest = this.#version;
  }

  listen(listener: (change: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Changes after a version. 410 if they are not all there. */
  since(version: number): readonly Change[] {
    if (version < this.#oldest) throw new Refusal(410, 'Expired', `too old resource version: ${version} (${this.#oldest})`);
    return this.#changes.filter((change) => change.version > version);
  }

  list(resource: Resource, namespace: string | undefined): readonly Json[] {
    return [...this.#objects].filter(([key, { object }]) => key.startsWith(`${resource.plural}:`) && (namespace === undefined || metaOf(object).namespace === namespace)).map(([, { object }]) => object);
  }

  get(resource: Resource, namespace: string | undefined, name: string): Json {
    const stored = this.#objects.get(idOf(resource, namespace, name));
    if (stored) return stored.object;
    throw new Refusal(404, 'NotFound', `${resource.plural} "${name}" not found`);
  }

  create(resource: Resource, namespace: string | undefined, body: Json, ownership: Ownership = new Map()): Json {
    const meta = metaOf(body);
    const id = idOf(resource, namespace, meta.name);
    if (this.#objects.has(id)) throw new Refusal(409, 'AlreadyExists', `${resource.plural} "${meta.name}" already exists`);
    const metadata = { ...meta, namespace, uid: `uid-${++this.#uids}`, generation: 1, creationTimestamp: new Date(this.#now()).toISOString().replace(/\.\d+Z$/, 'Z') };
    const { status: _, ...rest } = body;
    const object = this.defined(resource, { ...rest, apiVersion: resource.apiVersion, kind: resource.kind, metadata }, undefined);
    return this.#commit('ADDED', resource, id, { object, ownership });
  }

  /** Replaces, merges or applies; a subresource changes its own field alone, and the main resource everything but `status`. */
  write(resource: Resource, namespace: string | undefined, name: string, how: { readonly kind: 'replace' | 'merge'; readonly body: Json } | { readonly kind: 'apply'; readonly body: Json; readonly manager: string; readonly force: boolean }, subresource: string | undefined): Json {
    const id = idOf(resource, namespace, name);
    const stored = this.#objects.get(id);
    if (!stored) {
      if (how.kind !== 'apply' || subresource !== undefined) throw new Refusal(404, 'NotFound', `${resource.plural} "${name}" not found`);
      const ownership: Ownership = new Map();
      const meta = metaOf(how.body);
      if (meta.uid || meta.resourceVersion) throw new Refusal(409, 'Conflict', `${name}: it does not exist`);
      return this.create(resource, namespace, applied({ metadata: { name, namespace } }, how.body, how.manager, how.force, ownership), ownership);
    }
    this.#precondition(stored.object, how.body, name);
    const ownership: Ownership = new Map([...stored.ownership].map(([manager, paths]) => [manager, new Set(paths)]));
    const next = how.kind === 'apply' ? this.#applied(stored.object, how.body, how.manager, how.force, ownership) : how.kind === 'merge' ? merged(stored.object, how.body) : how.body;
    if (!isRecord(next)) throw new Refusal(400, 'BadRequest', 'the body is no object');
    return this.#replace(resource, id, { object: next, ownership }, stored.object, subresource);
  }

  delete(resource: Resource, namespace: string | undefined, name: string, preconditions: unknown = {}): Json {
    const id = idOf(resource, namespace, name);
    const object = this.get(resource, namespace, name);
    if (isRecord(preconditions)) this.#precondition(object, { metadata: { name, ...preconditions } }, name);
    const meta = metaOf(object);
    const stored = this.#objects.get(id);
    if ((meta.finalizers ?? []).length === 0 || !stored) return this.#remove(resource, id, object);
    if (meta.deletionTimestamp) return object;
    return this.#commit('MODIFIED', resource, id, { ...stored, object: { ...object, metadata: { ...meta, deletionTimestamp: new Date(this.#now()).toISOString().replace(/\.\d+Z$/, 'Z') } } });
  }

  #applied(before: Json, body: Json, manager: string, force: boolean, ownership: Ownership): Json {
    try {
      return applied(before, body, manager, force, ownership);
    } catch (error) {
      if (error instanceof OwnedByAnother) throw new Refusal(409, 'Conflict', error.message, `.${error.field}`);
      throw error;
    }
  }

  #replace(resource: Resource, id: string, { object: next, ownership }: Stored, before: Json, subresource: string | undefined): Json {
    const [own, then] = [metaOf(before), metaOf(next)];
    if (subresource !== undefined) return this.#commit('MODIFIED', resource, id, { ownership, object: this.defined(resource, { ...before, [subresource]: next[subresource] }, before) });
    const [epoch, present] = [then.annotations?.[EPOCH_ANNOTATION], own.annotations?.[EPOCH_ANNOTATION]];
    // The rule that an admission policy has: no write of an epoch that is over.
    if (epoch !== undefined && present !== undefined && Number(epoch) < Number(present)) throw new Refusal(422, 'Invalid', `epoch ${epoch} is over: ${present} has written`, EPOCH_ANNOTATION);
    const changed = JSON.stringify(before['spec']) !== JSON.stringify(next['spec']);
    const metadata = { ...then, name: own.name, namespace: own.namespace, uid: own.uid, creationTimestamp: own.creationTimestamp, deletionTimestamp: own.deletionTimestamp, generation: (own.generation ?? 1) + (changed ? 1 : 0) };
    const object = this.defined(resource, { ...next, apiVersion: resource.apiVersion, kind: resource.kind, metadata, ...('status' in before ? { status: before['status'] } : {}) }, before);
    if (own.deletionTimestamp && (then.finalizers ?? []).length === 0) return this.#remove(resource, id, object);
    const { resourceVersion: _, ...rest } = own;
    if (JSON.stringify({ ...object, metadata: { ...metadata, resourceVersion: undefined } }) === JSON.stringify({ ...before, metadata: { ...rest, resourceVersion: undefined } })) return before;
    return this.#commit('MODIFIED', resource, id, { object, ownership });
  }

  #precondition(object: Json, body: Json, name: string): void {
    const [own, asked] = [metaOf(object), metaOf({ metadata: { name, ...(isRecord(body['metadata']) ? body['metadata'] : {}) } })];
    if (asked.uid && asked.uid !== own.uid) throw new Refusal(409, 'Conflict', `${name}: the uid is ${own.uid}, not ${asked.uid}`);
    if (asked.resourceVersion && asked.resourceVersion !== own.resourceVersion) throw new Refusal(409, 'Conflict', `Operation cannot be fulfilled on ${name}: the object has been modified`);
  }

  #remove(resource: Resource, id: string, object: Json): Json {
    this.#objects.delete(id);
    return this.#tell('DELETED', resource, object).object;
  }

  #commit(type: 'ADDED' | 'MODIFIED', resource: Resource, id: string, { object, ownership }: Stored): Json {
    const change = this.#tell(type, resource, object);
    this.#objects.set(id, { object: change.object, ownership });
    return change.object;
  }

  #tell(type: Change['type'], resource: Resource, object: Json): Change {
    const version = ++this.#version;
    const metadata = { ...(isRecord(object['metadata']) ? object['metadata'] : {}), resourceVersion: String(version) };
    const change = { version, type, plural: resource.plural, namespace: metaOf(object).namespace, object: { ...object, metadata } };
    this.#changes.push(change);
    for (const listener of this.#listeners) listener(change);
    return change;
  }
}

/** Metadata of an object, which must have a name. */
export function metaOf(object: Json): ObjectMeta {
  const meta = objectMeta.safeParse(object['metadata']);
  if (meta.success) return meta.data;
  throw new Refusal(422, 'Invalid', `metadata.${meta.error.issues[0]?.path.join('.')}: ${meta.error.issues[0]?.message}`, 'metadata');
}

function idOf(resource: Resource, namespace: string | undefined, name: string): string {
  return `${resource.plural}:${namespace ?? ''}:${name}`;
}
