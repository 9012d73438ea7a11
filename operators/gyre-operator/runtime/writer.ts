import { invalid } from '#kit/errors.ts';
import type { CallOptions, Client } from './client.ts';
import { type KubeObject, type ObjectMeta, parseObject, pathOf, type Resource } from './objects.ts';

/** Annotation with the epoch of the leader that wrote an object last; an admission policy may refuse a lower one than there is. */
export const EPOCH_ANNOTATION = 'gyre.dev/fencing-epoch';

/** Gives the epoch under which this process leads. ABORTED if it may no longer write. */
export type Fence = () => number;

export interface WriterOptions {
  readonly client: Client;
  /** Field manager: who owns the fields that are written. One for each writer. */
  readonly manager: string;
  /** Asked before each write. Without it every write needs a resourceVersion, but for the creation of an object. */
  readonly fence?: Fence | undefined;
}

/** An object as it was read: what a write is conditional on. */
export interface Seen {
  readonly metadata: Pick<ObjectMeta, 'name' | 'namespace' | 'uid' | 'resourceVersion'>;
}

/** What is applied: the fields that the manager wants to own, and no others. */
export interface Intent {
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

export interface ApplyOptions extends CallOptions {
  /** The object as it was read; the write is refused (ABORTED) if it has changed since. */
  readonly seen?: Seen;
  /** Takes fields over from other managers instead of failing with ABORTED. */
  readonly force?: boolean;
  readonly subresource?: string;
}

/**
 * All writes of a process. Each is conditional on the version that was read, or carries the epoch of the leader, so that one who was
 * deposed while it was paused cannot undo what its successor did.
 */
export class Writer {
  readonly #client: Client;
  readonly #manager: string;
  readonly #fence: Fence | undefined;

  constructor({ client, manager, fence }: WriterOptions) {
    this.#client = client;
    this.#manager = manager;
    this.#fence = fence;
  }

  /** Creates an object under its own name. ALREADY_EXISTS if there is one. */
  async create<T extends KubeObject>(resource: Resource<T>, object: Intent, options: CallOptions = {}): Promise<T> {
    const path = pathOf(resource, { namespace: object.metadata.namespace });
    return parseObject(resource, await this.#send('create', resource, { method: 'POST', path, body: this.#stamped(resource, object) }, options));
  }

  /** Replaces an object as a whole. INVALID_ARGUMENT without a resourceVersion, ABORTED if it is not the present one. */
  async update<T extends KubeObject>(resource: Resource<T>, object: T, { subresource, ...options }: CallOptions & { readonly subresource?: string } = {}): Promise<T> {
    versionOf(object);
    const path = pathOf(resource, { ...object.metadata, subresource });
    // The API server has them, and takes those that are not sent for unchanged.
    const { managedFields: _, ...metadata } = object.metadata;
    const body = { ...object, metadata };
    return parseObject(resource, await this.#send('update', resource, { method: 'PUT', path, body: subresource ? body : this.#stamped(resource, body) }, options));
  }

  /**
   * Server-side apply: this manager owns exactly the fields of the intent from now on. A subresource is applied to what was `seen`,
   * since it cannot carry an epoch. ABORTED if another manager owns a field, unless forced.
   */
  async apply<T extends KubeObject>(resource: Resource<T>, intent: Intent, { seen, force, subresource, ...options }: ApplyOptions = {}): Promise<T> {
    if (!seen && (subresource !== undefined || !this.#fence)) {
      throw invalid('seen', `applying ${subresource ?? resource.plural} would carry neither a version nor an epoch`, 'pass the object as it was read');
    }
    const { managedFields: _, resourceVersion: __, uid: ___, ...own } = intent.metadata;
    const metadata = { ...own, ...(seen ? { resourceVersion: versionOf(seen), uid: seen.metadata.uid } : {}) };
    const body = { ...intent, apiVersion: resource.apiVersion, kind: resource.kind, metadata };
    const request = {
      method: 'PATCH',
      path: pathOf(resource, { ...intent.metadata, subresource }),
      query: { force: force ? 'true' : undefined },
      contentType: 'application/apply-patch+yaml',
      body: subresource ? body : this.#stamped(resource, body),
    } as const;
    return parseObject(resource, await this.#send('apply', resource, request, options));
  }

  /** Merge patch of the object as it was read. ABORTED if it has changed since. */
  async patch<T extends KubeObject>(resource: Resource<T>, seen: Seen, change: Readonly<Record<string, unknown>> & { readonly metadata?: Readonly<Record<string, unknown>> }, { subresource, ...options }: CallOptions & { readonly subresource?: string } = {}): Promise<T> {
    const body = { ...change, metadata: { ...change.metadata, resourceVersion: versionOf(seen), uid: seen.metadata.uid } };
    const request = { method: 'PATCH', path: pathOf(resource, { ...seen.metadata, subresource }), contentType: 'application/merge-patch+json', body } as const;
    return parseObject(resource, await this.#send('patch', resource, request, options));
  }

  /** Deletes the object that was read, and no other of its name. ABORTED if it has changed since, NOT_FOUND if it is gone. */
  async delete(resource: Resource, seen: Seen, { propagation = 'Background', ...options }: CallOptions & { readonly propagation?: 'Background' | 'Foreground' | 'Orphan' } = {}): Promise<void> {
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: propagation, preconditions: { uid: seen.metadata.uid, resourceVersion: versionOf(seen) } };
    await this.#send('delete', resource, { method: 'DELETE', path: pathOf(resource, seen.metadata), body }, options);
  }

  #send(call: 'create' | 'update' | 'apply' | 'patch' | 'delete', resource: Resource, request: Omit<Parameters<Client['call']>[2], 'signal'>, options: CallOptions): Promise<unknown> {
    this.#fence?.();
    const query = call === 'delete' ? request.query : { ...request.query, fieldManager: this.#manager };
    return this.#client.call(call, resource, { ...request, query }, options);
  }

  #stamped(resource: Resource, object: Intent | KubeObject): object {
    const whole = { ...object, apiVersion: resource.apiVersion, kind: resource.kind };
    if (!this.#fence) return whole;
    const annotations = 'annotations' in object.metadata ? object.metadata.annotations : undefined;
    return { ...whole, metadata: { ...object.metadata, annotations: { ...(annotations ?? {}), [EPOCH_ANNOTATION]: String(this.#fence()) } } };
  }
}

function versionOf({ metadata: { name, resourceVersion } }: Seen): string {
  if (resourceVersion) return resourceVersion;
  throw invalid('metadata.resourceVersion', `of ${name} is missing`, 'write what was read from the API server');
}
