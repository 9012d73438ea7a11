import { Agent, type IncomingMessage, request as overHttp } from 'node:http';
import { Agent as TlsAgent, request as overHttps } from 'node:https';
import type { Access, Credentials } from './access.ts';
import { unreachable } from './failure.ts';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly contentType?: string;
  /** Ends the request wherever it is, its answer's body as well. */
  readonly signal: AbortSignal;
}

type Tls = Credentials['tls'];

/** Idle connections that are kept; beyond them a connection is closed after its answer. */
const SPARE_CONNECTIONS = 64;
/** Connections at once; requests beyond them wait, within their own deadlines. A watch holds one for as long as it lasts. */
const MOST_CONNECTIONS = 128;
/** The kernel asks a quiet peer whether it is there. */
const KEEP_ALIVE_MS = 15_000;
const LARGEST_BODY_BYTES = 64 * 1024 * 1024;

/**
 * Requests over HTTP/1.1 with connections that are kept. A connection whose request was given up is closed with it, so that a peer that
 * answers nothing costs one connection and not the next request too. The cached agent is replaced when certificates change.
 */
export class Transport {
  readonly #access: Access;
  readonly #server: URL;
  #agent: { readonly made: Tls; readonly agent: Agent } | undefined;

  constructor(access: Access) {
    this.#access = access;
    this.#server = new URL(access.server);
  }

  /** Sends a request and resolves when the head of the answer is there. UNAVAILABLE if there is none; the signal's reason if that ends it. */
  async send(request: Request): Promise<IncomingMessage> {
    const what = `${request.method} ${request.path}`;
    const credentials = await this.#access.credentials();
    request.signal.throwIfAborted();
    const url = this.#urlOf(request);
    const payload = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
    return new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? overHttps : overHttp;
      const outgoing = send(url, {
        method: request.method,
        agent: this.#agentFor(credentials),
        signal: request.signal,
        headers: {
          accept: 'application/json',
          ...credentials.headers,
          ...(payload ? { 'content-type': request.contentType ?? 'application/json', 'content-length': payload.length } : {}),
        },
      });
      outgoing.once('socket', (socket) => socket.setKeepAlive(true, KEEP_ALIVE_MS));
      outgoing.on('error', (error) => reject(request.signal.aborted ? request.signal.reason : unreachable(what, error)));
      outgoing.once('response', resolve);
      outgoing.end(payload);
    });
  }

  /** Closes every connection. */
  close(): void {
    this.#agent?.agent.destroy();
    this.#agent = undefined;
  }

  #urlOf({ path, query = {} }: Request): URL {
    // A server behind a path, as some gateways have it, keeps that path.
    const url = new URL(`${this.#server.pathname.replace(/\/$/, '')}${path}`, this.#server);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
    return url;
  }

  #agentFor({ agent, tls }: Credentials): Agent {
    if (agent) return agent;
    if (this.#agent && isSame(this.#agent.made, tls)) return this.#agent.agent;
    const options = { keepAlive: true, maxFreeSockets: SPARE_CONNECTIONS, maxSockets: MOST_CONNECTIONS };
    const next = this.#server.protocol === 'https:' ? new TlsAgent({ ...options, ...defined(tls) }) : new Agent(options);
    // Requests under way on the old agent end by themselves; only its idle connections are closed.
    for (const idle of Object.values(this.#agent?.agent.freeSockets ?? {})) for (const socket of idle ?? []) socket.destroy();
    this.#agent = { made: tls, agent: next };
    return next;
  }
}

/** Reads a whole body as JSON; as text where it is none. UNAVAILABLE if the connection breaks before its end. */
export async function bodyOf(what: string, answer: IncomingMessage, signal: AbortSignal): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of answer) {
      const part: Buffer = chunk;
      bytes += part.length;
      if (bytes > LARGEST_BODY_BYTES) throw new Error(`the answer is longer than ${LARGEST_BODY_BYTES} bytes`);
      chunks.push(part);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : unreachable(what, error);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Compared at each request: what is read from a file anew is another buffer with the same bytes. */
function isSame(one: Tls, other: Tls): boolean {
  const same = (a: string | Buffer | undefined, b: string | Buffer | undefined) => a === b || (Buffer.isBuffer(a) && Buffer.isBuffer(b) && a.equals(b));
  return same(one.ca, other.ca) && same(one.cert, other.cert) && same(one.key, other.key) && one.servername === other.servername && one.rejectUnauthorized === other.rejectUnauthorized;
}

function defined<O extends object>(options: O): Partial<O> {
  const some: Partial<O> = {};
  for (const name of Object.keys(options) as (keyof O)[]) if (options[name] !== undefined) some[name] = options[name];
  return some;
}
