import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Kubernetes } from '#deploy/servers/mod.ts';

/** A way to the API server whose lists can be made to leave things out, as those of one that has not caught up do. */
export interface HidingProxy {
  /** Path of a kubeconfig that goes this way. */
  readonly kubeconfig: string;
  /** Objects that lists have left out so far, by resource. */
  readonly hidden: Readonly<Record<string, number>>;
  /** Watches of these resources end and their versions have expired; the next list of each is empty. */
  relist(...plurals: readonly string[]): void;
  close(): Promise<void>;
}

const list = z.looseObject({ items: z.array(z.unknown()) });
const GONE = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason: 'Expired', message: 'too old resource version', code: 410 };

/** `kubeconfig`: of who asks. */
export async function openHidingProxy(cluster: Kubernetes, kubeconfig: string, path: string): Promise<HidingProxy> {
  const ca = await readFile(cluster.ca);
  const watches = new Map<string, Set<ServerResponse>>();
  const expired = new Set<string>();
  const hiding = new Set<string>();
  const hidden: Record<string, number> = {};

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = new URL(incoming.url ?? '/', cluster.url);
    const plural = url.pathname.split('/').at(-1) ?? '';
    const isWatch = url.searchParams.has('watch');
    if (isWatch && expired.delete(plural)) {
      outgoing.writeHead(410, { 'content-type': 'application/json' }).end(JSON.stringify(GONE));
      return;
    }
    if (isWatch) {
      const open = watches.get(plural) ?? new Set();
      watches.set(plural, open.add(outgoing));
      outgoing.once('close', () => open.delete(outgoing));
    }
    const hides = incoming.method === 'GET' && !isWatch && hiding.delete(plural);
    const { host: _, ...headers } = incoming.headers;
    const onward = request(url, { method: incoming.method, headers, ca, agent: false }, (answered) => {
      if (!hides) {
        outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      answered.on('data', (chunk: Buffer) => chunks.push(chunk));
      answered.once('end', () => {
        const whole = list.parse(JSON.parse(Buffer.concat(chunks).toString()));
        hidden[plural] = (hidden[plural] ?? 0) + whole.items.length;
        outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...whole, items: [] }));
      });
    });
    onward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    incoming.pipe(onward);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const config: { clusters: { cluster: Record<string, unknown> }[] } = JSON.parse(await readFile(kubeconfig, 'utf8'));
  for (const each of config.clusters) each.cluster = { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  await writeFile(path, JSON.stringify(config), { mode: 0o600 });
  return {
    kubeconfig: path,
    hidden,
    relist(...plurals) {
      for (const plural of plurals) {
        expired.add(plural);
        hiding.add(plural);
        for (const each of watches.get(plural) ?? []) each.destroy();
      }
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
