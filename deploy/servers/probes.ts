import { get as overHttp } from 'node:http';
import { get as overHttps } from 'node:https';
import { connect, createServer } from 'node:net';
import { randomInt } from 'node:crypto';

/** Questions to servers and ports on 127.0.0.1, each answered within about a second. */

const PROBE_MS = 1_000;
/**
 * Ports are taken from below the range that operating systems take for outgoing connections: a client that tries to reach a port
 * of that range while its server restarts may be given that very port, and then the server cannot have it.
 */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const TRIES = 200;

/** A port on which nobody listens. */
export async function freePort(not: ReadonlySet<number>, random: (below: number) => number = randomInt): Promise<number> {
  for (let i = 0; i < TRIES; i++) {
    const port = LOWEST + random(HIGHEST - LOWEST);
    if (!not.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`no free port among ${TRIES} tried`);
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Whether a GET is answered with 200; with `ca` (PEM) over TLS, by a server whose certificate is of that authority. */
export function answersOk(port: number, path: string, ca?: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const get = ca === undefined ? overHttp : overHttps;
    const request = get({ host: '127.0.0.1', port, path, agent: false, ca, signal: AbortSignal.timeout(PROBE_MS) }, (response) => {
      response.resume();
      response.once('error', () => resolve(false));
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}

/** The first bytes that a server sends after being sent `greeting`; undefined if it sends none. */
export function firstBytes(port: number, greeting?: Uint8Array): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const done = (bytes?: Buffer) => {
      socket.destroy();
      resolve(bytes);
    };
    socket.setTimeout(PROBE_MS, done);
    socket.once('error', () => done());
    socket.once('close', () => done());
    socket.once('data', done);
    if (greeting !== undefined) socket.write(greeting);
  });
}
