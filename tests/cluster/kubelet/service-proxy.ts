import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { systemClock } from '#kit/clock.ts';
import type { Client } from '#operator/runtime/client.ts';
import { Informer } from '#operator/runtime/informer.ts';
import { chance, silent } from '#operator/runtime/testkit/world.ts';
import { conditionOf } from '../cluster.testkit.ts';
import { NODE_PODS, type NodePod } from './pod-spec.ts';

/** A Service, as its chart has it. */
export interface ProxiedService {
  readonly name: string;
  readonly selector: Readonly<Record<string, string>>;
  /** `targetPort`: the name of a container's port, or its number. */
  readonly ports: readonly { readonly port: number; readonly targetPort: string | number }[];
}

export interface ServiceProxy {
  /** `NAME.NAMESPACE.svc:PORT` to the address that stands for it, for a kubelet's `services`. */
  readonly addresses: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * What cluster DNS and kube-proxy are for pods of a test kubelet: each Service has an address of this machine, from which a connection goes
 * to one of the pods that are ready, in turn; where there is none it is closed.
 */
export async function startServices(client: Client, namespace: string, services: readonly ProxiedService[]): Promise<ServiceProxy> {
  const over = new AbortController();
  const informer = new Informer({ client, resource: NODE_PODS, selection: { namespace }, clock: systemClock, random: chance(), log: silent });
  const following = informer.run(over.signal);
  await informer.synced(over.signal);

  const network = `127.${randomInt(32, 64)}.${randomInt(256)}`;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  const addresses: Record<string, string> = {};
  const held = (socket: Socket) => {
    sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  for (const [i, { name, selector, ports }] of services.entries()) {
    for (const { port, targetPort } of ports) {
      let turn = 0;
      const server = createServer((from) => {
        held(from);
        const ready = informer.cache.list().filter((pod) => isChosen(pod, selector));
        const to = ready.length === 0 ? undefined : placeIn(ready[turn++ % ready.length], targetPort);
        if (to === undefined) return from.destroy();
        const onward = held(createConnection(to));
        from.pipe(onward).pipe(from);
        from.on('close', () => onward.destroy());
        onward.on('close', () => from.destroy());
        return undefined;
      });
      const host = `${network}.${i + 1}`;
      server.listen(port, host);
      await once(server, 'listening');
      servers.push(server);
      addresses[`${name}.${namespace}.svc:${port}`] = `${host}:${port}`;
    }
  }
  return {
    addresses,
    async stop() {
      over.abort();
      await following.catch(() => undefined);
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function isChosen(pod: NodePod, selector: Readonly<Record<string, string>>): boolean {
  return Object.entries(selector).every(([label, value]) => pod.metadata.labels?.[label] === value) && !pod.metadata.deletionTimestamp && conditionOf(pod, 'Ready') === 'True';
}

function placeIn(pod: NodePod | undefined, target: string | number): { host: string; port: number } | undefined {
  const host = pod?.status?.podIP;
  const port = typeof target === 'number' ? target : pod?.spec.containers.flatMap(({ ports }) => ports).find(({ name }) => name === target)?.containerPort;
  return host === undefined || port === undefined ? undefined : { host, port };
}
