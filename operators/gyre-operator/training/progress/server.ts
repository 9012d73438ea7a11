import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '#kit/clock.ts';
import { type Code, GyreError } from '#kit/errors.ts';
import type { Logger } from '#kit/logs.ts';
import { openScope, orAborted } from '#kit/rpc/call-scope.ts';
import { listen, type Listening } from '../../runtime/listen.ts';
import type { Caller, ProgressEndpoint } from './endpoint.ts';

export interface ProgressServerOptions {
  readonly endpoint: Pick<ProgressEndpoint, 'order' | 'progress' | 'checkpoint'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'warn'>;
  /** Longest time for one request, milliseconds. Default 10,000. */
  readonly timeoutMs?: number;
  /** Requests at once; those beyond are told to come back. Default 128. */
  readonly atOnce?: number;
}

const LONGEST_BODY = 65_536;
/** Names as Kubernetes has them need no decoding. */
const PATH = /^\/v1\/namespaces\/([a-z0-9][-a-z0-9]*)\/trainingruns\/([a-z0-9][-a-z0-9.]*)(?:\/(progress|checkpoints))?$/;
const STATUS: Partial<Record<Code, number>> = {
  INVALID_ARGUMENT: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  UNIMPLEMENTED: 405,
  ABORTED: 409,
  FAILED_PRECONDITION: 409,
  RESOURCE_EXHAUSTED: 429,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};

/**
 * The progress endpoint over HTTP, JSON both ways: `GET <run>` for the order, `POST <run>/progress` and `POST <run>/checkpoints`. An
 * error is `{ code, message, field?, remedy? }`; 429 and 5xx are to be tried again. Every replica of the operator serves it.
 */
export async function serveProgress({ endpoint, clock, log, timeoutMs = 10_000, atOnce = 128 }: ProgressServerOptions, host: string, port: number): Promise<Listening> {
  let underWay = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (underWay >= atOnce) return send(response, 503, { code: 'UNAVAILABLE', message: 'too many requests at once' });
    underWay++;
    const scope = openScope(`${request.method} ${request.url}`, clock.now() + timeoutMs, clock, 'cluster', []);
    try {
      send(response, 200, await orAborted(routed(endpoint, request, scope.signal), scope.signal));
    } catch (thrown) {
      const error = GyreError.from(thrown, 'cluster');
      // What the API server refuses the operator is no fault of the pod, and nothing it should read.
      const ours = error.boundary !== 'caller';
      if (ours) log.warn({ err: error }, 'a report could not be taken');
      const status = ours ? (error.code === 'DEADLINE_EXCEEDED' ? 504 : 503) : (STATUS[error.code] ?? 500);
      send(response, error.details['status'] === '413' ? 413 : status, ours ? { code: 'UNAVAILABLE', message: 'the report could not be taken; try again' } : { code: error.code, message: error.message, field: error.field, remedy: error.remedy });
    } finally {
      underWay--;
      scope.dispose();
    }
  };
  const server = createServer({ requestTimeout: timeoutMs, headersTimeout: timeoutMs, keepAliveTimeout: 65_000 }, (request, response) => void answer(request, response));
  return listen(server, host, port);
}

async function routed(endpoint: ProgressServerOptions['endpoint'], request: IncomingMessage, signal: AbortSignal): Promise<unknown> {
  const [, namespace, name, what] = PATH.exec(new URL(request.url ?? '/', 'http://localhost').pathname) ?? [];
  if (namespace === undefined || name === undefined) throw new GyreError('NOT_FOUND', 'there is nothing at this path', { boundary: 'caller', remedy: 'ask at TRAINING_PROGRESS_URL' });
  const wanted = what === undefined ? 'GET' : 'POST';
  if (request.method !== wanted) throw new GyreError('UNIMPLEMENTED', `${request.method} is not for this path`, { boundary: 'caller', remedy: `use ${wanted}` });
  const [, token] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (token === undefined) throw new GyreError('UNAUTHENTICATED', 'authorization: there is no bearer token', { boundary: 'caller', field: 'authorization', remedy: 'send the content of TRAINING_TOKEN_FILE as a bearer token' });
  const caller: Caller = { namespace, name, token, signal };
  if (what === undefined) return endpoint.order(caller);
  const body = await bodyOf(request);
  return what === 'progress' ? endpoint.progress(caller, body) : endpoint.checkpoint(caller, body);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > LONGEST_BODY) throw new GyreError('INVALID_ARGUMENT', `body: is longer than ${LONGEST_BODY} bytes`, { boundary: 'caller', field: 'body', remedy: 'send fewer figures', details: { status: '413' } });
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new GyreError('INVALID_ARGUMENT', 'body: is no JSON', { boundary: 'caller', field: 'body', remedy: 'send one JSON object' });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (response.destroyed || response.headersSent) return;
  const retry = status === 429 || status >= 500 ? { 'retry-after': '1' } : {};
  // What is left of a body that was not read would be taken for the next request.
  const end = status === 413 ? { connection: 'close' } : {};
  response.writeHead(status, { 'content-type': 'application/json', ...retry, ...end }).end(JSON.stringify(body));
}
