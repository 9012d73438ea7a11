import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that takes longer. */
export interface DelayedRelay {
  /** `host:port` that leads to the server. */
  readonly address: string;
  close(): Promise<void>;
}

/** Passes bytes to `target` (`host:port`) at once, and what it answers `delayMs` later, in order. */
export async function openDelayedRelay(target: string, delayMs: number): Promise<DelayedRelay> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const onward = connect({ host, port: Number(port), noDelay: true });
    client.setNoDelay(true);
    client.on('data', (bytes) => onward.write(bytes));
    onward.on('data', (bytes) => setTimeout(() => void (client.destroyed || client.write(bytes)), delayMs));
    for (const [one, other] of [[client, onward], [onward, client]] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on an address and a port has such an address.
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${own}`,
    async close() {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
