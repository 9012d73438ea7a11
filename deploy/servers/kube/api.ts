import { request } from 'node:https';
import { GyreError } from '#kit/errors.ts';

const LIMIT_MS = 10_000;

/** An API server, and who asks. `ca` is its authority's certificate, PEM. */
export interface Asker {
  readonly url: string;
  readonly ca: Buffer;
  readonly token: string;
}

/** One request to the API server, within ten seconds; the answer's body. UNAVAILABLE without an answer, UNKNOWN for one that is no success; `details.status` has its number. */
export function ask({ url, ca, token }: Asker, method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (cause: Error) => reject(new GyreError('UNAVAILABLE', `${method} ${path}: ${cause.message}`, { boundary: 'cluster', cause }));
    const headers = { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' };
    const outgoing = request(new URL(path, url), { method, ca, headers, agent: false, signal: AbortSignal.timeout(LIMIT_MS) }, (answer) => {
      const chunks: Buffer[] = [];
      const status = answer.statusCode ?? 0;
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', fail);
      answer.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (status >= 200 && status < 300) resolve(JSON.parse(text));
        else reject(new GyreError('UNKNOWN', `${method} ${path}: ${status} ${text.slice(0, 500)}`, { boundary: 'cluster', details: { status: String(status) } }));
      });
    });
    outgoing.once('error', fail);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
