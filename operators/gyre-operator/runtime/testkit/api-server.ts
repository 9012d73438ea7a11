import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { isRecord, type Resource } from '../objects.ts';
import { type Change, type Json, metaOf, ObjectStore, Refusal } from './object-store.ts';

interface Target {
  readonly resource: Resource;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly subresource: string | undefined;
}

interface OpenWatch {
  readonly resource: Resource;
  readonly send: (event: unknown) => void;
  readonly response: ServerResponse;
}

/** What was asked for so far, by plural. */
export interface Asked {
  lists: number;
  watches: number;
  gets: number;
  writes: number;
}

const MICRO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/**
 * An API server over real HTTP on loopback, for specs: objects with versions, lists in pages, watches with bookmarks, conflicts,
 * preconditions, a part of server-side apply, finalizers; and faults on command. It does nothing by itself as time passes.
 */
export class ApiServer {
  readonly store: ObjectStore;
  readonly #resources: readonly Resource[];
  readonly #asked = new Map<string, Asked>();
  readonly #sockets = new Set<Socket>();
  readonly #watches = new Set<OpenWatch>();
  /** What watches are to be told once they are no longer mute. */
  #untold: (() => void)[] | undefined;
  #server: Server | undefined;
  #port = 0;
  /** Takes requests and answers none; what is open stays open and silent. */
  blackHole = false;
  /** Leaves these objects out of lists. */
  hidden: (name: string, plural: string) => boolean = () => false;
  /** Answers to the next requests, in order, instead of the real ones. */
  readonly refusals: { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown; readonly when?: (request: IncomingMessage) => boolean }[] = [];
  /** Called before a write is carried out. */
  beforeWrite: (method: string, path: string) => void | Promise<void> = () => undefined;
  /** The write is carried out, and its answer lost with the connection. */
  loseAnswer: (method: string, path: string) => boolean = () => false;
  /** Tokens that a TokenReview finds good, with whom they stand for. */
  readonly tokens = new Map<string, { readonly audiences: readonly string[]; readonly username: string; readonly extra: Readonly<Record<string, readonly string[]>> }>();
  /** Largest page of a list, whatever is asked for. */
  pageLimit = Number.POSITIVE_INFINITY;

  constructor(resources: readonly Resource[], now: () => number) {
    this.#resources = resources;
    this.store = new ObjectStore(now);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#sockets.size;
  }

  /** Watches are told of nothing, and of all that they missed when this ends; calls are answered. */
  set mute(on: boolean) {
    const untold = this.#untold ?? [];
    this.#untold = on ? untold : undefined;
    if (!on) for (const tell of untold) tell();
  }

  asked(resource: Resource): Asked {
    const known = this.#asked.get(resource.plural) ?? { lists: 0, watches: 0, gets: 0, writes: 0 };
    this.#asked.set(resource.plural, known);
    return known;
  }

  /** Watches that are open now. */
  watching(resource: Resource): number {
    return [...this.#watches].filter((each) => each.resource === resource).length;
  }

  /** Listens; again on the same port after {@link stop}. */
  async start(): Promise<void> {
    const server = createServer((request, response) => void this.#answer(request, response));
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.#port, '127.0.0.1', resolve));
    const address = server.address() as AddressInfo;
    this.#port = address.port;
    this.#server = server;
  }

  /** Dies: cuts every connection and refuses new ones. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    this.dropConnections();
    await closed;
  }

  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends the watches of a resource as a server does that has had them long enough. */
  endWatches(resource: Resource): void {
    for (const each of this.#watches) if (each.resource === resource) each.response.end();
  }

  bookmark(resource: Resource): void {
    const object = { kind: resource.kind, apiVersion: resource.apiVersion, metadata: { resourceVersion: String(this.store.version) } };
    for (const each of this.#watches) if (each.resource === resource) each.send({ type: 'BOOKMARK', object });
  }

  /** Sends anything to the watches of a resource. */
  inject(resource: Resource, event: unknown): void {
    for (const each of this.#watches) if (each.resource === resource) each.send(event);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const target = this.#targetOf(url.pathname);
    const watch = url.searchParams.get('watch') === 'true';
    if (target) {
      const asked = this.asked(target.resource);
      if (request.method !== 'GET') asked.writes++;
      else if (watch) asked.watches++;
      else if (target.name === undefined) asked.lists++;
      else asked.gets++;
    }
    if (this.blackHole) return;
    const refused = this.refusals.findIndex(({ when }) => !when || when(request));
    const [refusal] = refused < 0 ? [] : this.refusals.splice(refused, 1);
    if (refusal) return void response.writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers }).end(JSON.stringify(refusal.body ?? statusOf(new Refusal(refusal.status, '', 'refused'))));
    try {
      if (url.pathname === '/apis/authentication.k8s.io/v1/tokenreviews') return void response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(this.#reviewed(await bodyOf(request))));
      if (this.#resources.some(({ apiVersion }) => url.pathname === `/apis/${apiVersion}`)) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ kind: 'APIResourceList' }));
      if (!target) throw new Refusal(404, 'NotFound', 'the server could not find the requested resource');
      if (watch) return this.#watch(target, url, response);
      const body = await bodyOf(request);
      if (request.method !== 'GET') await this.beforeWrite(request.method ?? '', url.pathname);
      const result = this.#do(request, target, url, body);
      if (request.method !== 'GET' && this.loseAnswer(request.method ?? '', url.pathname)) return void request.socket.destroy();
      if (this.blackHole) return;
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    } catch (error) {
      const refused = error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
      response.writeHead(refused.code, { 'content-type': 'application/json' }).end(JSON.stringify(statusOf(refused)));
    }
  }

  #do(request: IncomingMessage, { resource, namespace, name, subresource }: Target, url: URL, body: Json): unknown {
    const { searchParams } = url;
    if (request.method === 'GET') return name === undefined ? this.#list(resource, namespace, searchParams) : this.store.get(resource, namespace, name);
    if (request.method === 'DELETE') return this.store.delete(resource, namespace, name ?? '', body['preconditions']);
    checkTimes(resource, body);
    if (request.method === 'POST') return this.store.create(resource, namespace, body);
    if (request.method === 'PUT') return this.store.write(resource, namespace, name ?? '', { kind: 'replace', body }, subresource);
    const type = request.headers['content-type'];
    if (type === 'application/merge-patch+json') return this.store.write(resource, namespace, name ?? '', { kind: 'merge', body }, subresource);
    if (type !== 'application/apply-patch+yaml') throw new Refusal(415, 'UnsupportedMediaType', `the body of the request was in an unknown format: ${type}`);
    const manager = searchParams.get('fieldManager');
    if (!manager) throw new Refusal(400, 'BadRequest', 'fieldManager is required for apply patch');
    if (body['apiVersion'] !== resource.apiVersion || body['kind'] !== resource.kind) throw new Refusal(400, 'BadRequest', 'apply needs apiVersion and kind');
    return this.store.write(resource, namespace, name ?? '', { kind: 'apply', body, manager, force: searchParams.get('force') === 'true' }, subresource);
  }

  #reviewed(body: Json): unknown {
    const spec = isRecord(body['spec']) ? body['spec'] : {};
    const asked = Array.isArray(spec['audiences']) ? spec['audiences'] : [];
    const known = this.tokens.get(String(spec['token']));
    const audiences = known?.audiences.filter((each) => asked.includes(each)) ?? [];
    const status = known && audiences.length > 0 ? { authenticated: true, audiences, user: { username: known.username, extra: known.extra } } : { user: {}, error: 'token is not good' };
    return { ...body, status };
  }

  #list(resource: Resource, namespace: string | undefined, query: URLSearchParams): unknown {
    const [from = 0, version = this.store.version] = (query.get('continue') ?? '').split('@').filter((part) => part !== '').map(Number);
    if (query.has('continue')) this.store.since(version);
    const items = this.store.list(resource, namespace).filter((object) => !this.hidden(metaOf(object).name, resource.plural) && selects(query, object));
    const limit = Math.min(this.pageLimit, Number(query.get('limit') ?? Number.POSITIVE_INFINITY));
    const more = query.has('limit') && from + limit < items.length;
    // Items of lists have neither kind nor apiVersion.
    const page = items.slice(from, more ? from + limit : undefined).map(({ kind: _, apiVersion: __, ...item }) => item);
    return { kind: `${resource.kind}List`, apiVersion: resource.apiVersion, metadata: { resourceVersion: String(version), ...(more ? { continue: `${from + limit}@${version}` } : {}) }, items: page };
  }

  #watch({ resource, namespace }: Target, url: URL, response: ServerResponse): void {
    const from = Number(url.searchParams.get('resourceVersion') ?? 0);
    const missed = this.store.since(from);
    response.writeHead(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    response.flushHeaders();
    const send = (event: unknown) => {
      if (this.#untold) this.#untold.push(() => send(event));
      else if (!this.blackHole) response.write(`${JSON.stringify(event)}\n`);
    };
    const tell = (change: Change) => {
      const here = change.plural === resource.plural && (namespace === undefined || change.namespace === namespace);
      if (here && selects(url.searchParams, change.object)) send({ type: change.type, object: change.object });
    };
    missed.forEach(tell);
    const open = { resource, send, response };
    this.#watches.add(open);
    const ignore = this.store.listen(tell);
    response.once('close', () => {
      ignore();
      this.#watches.delete(open);
    });
  }

  #targetOf(path: string): Target | undefined {
    for (const resource of this.#resources) {
      const root = resource.apiVersion.includes('/') ? `/apis/${resource.apiVersion}/` : `/api/${resource.apiVersion}/`;
      if (!path.startsWith(root)) continue;
      const parts = path.slice(root.length).split('/').map(decodeURIComponent);
      const namespace = parts[0] === 'namespaces' && parts.length > 2 ? parts[1] : undefined;
      const [plural, name, subresource] = namespace === undefined ? parts : parts.slice(2);
      if (plural === resource.plural) return { resource, namespace, name, subresource };
    }
    return undefined;
  }
}

/** `a=b` of labels, all of them. */
function selects(query: URLSearchParams, object: Json): boolean {
  const wanted = (query.get('labelSelector') ?? '').split(',').filter((each) => each !== '').map((each) => each.split('='));
  return wanted.every(([name = '', value]) => metaOf(object).labels?.[name] === value);
}

/** The API server refuses times with three digits where it wants six. */
function checkTimes(resource: Resource, body: Json): void {
  const spec = isRecord(body['spec']) ? body['spec'] : {};
  const times = resource.kind === 'Lease' ? [spec['renewTime'], spec['acquireTime']] : resource.kind === 'Event' ? [body['eventTime']] : [];
  for (const time of times) {
    if (typeof time === 'string' && !MICRO.test(time)) throw new Refusal(400, 'BadRequest', `parsing time "${time}" as "2006-01-02T15:04:05.000000Z07:00"`);
  }
}

function statusOf({ code, reason, message, field }: Refusal): unknown {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code, ...(field ? { details: { causes: [{ field }] } } : {}) };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const body: unknown = text === '' ? {} : JSON.parse(text);
  return isRecord(body) ? body : {};
}
