import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';

/** One message of the NATS protocol: its first line without the line end, and what follows it. */
export interface Frame {
  readonly line: string;
  readonly payload: string;
  readonly bytes: Buffer;
}

export type Direction = 'to server' | 'to client';

export interface Proxy {
  /** Of the NATS server as seen through the proxy. */
  readonly url: string;
  /** Lets a frame through if this says so; all of them at first. */
  keep: (frame: Frame, direction: Direction) => boolean;
  /** Ends the connections there are, as a network failure would. */
  cut(): void;
  /** Ends everything and listens no more. */
  close(): Promise<void>;
}

/** Stands between clients and a NATS server on loopback, and loses what a test wants lost. */
export async function openProxy(url: string): Promise<Proxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = createConnection({ host: hostname, port: Number(port), noDelay: true });
    client.setNoDelay(true);
    pass(client, upstream, 'to server');
    pass(upstream, client, 'to client');
  });
  const pass = (from: Socket, to: Socket, direction: Direction) => {
    const framed = framing((frame) => {
      if (proxy.keep(frame, direction) && !to.destroyed) to.write(frame.bytes);
    });
    sockets.add(from);
    from.on('data', framed);
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const proxy: Proxy = {
    url: `nats://127.0.0.1:${address.port}`,
    keep: () => true,
    cut,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
  return proxy;
}

/** Cuts a stream of bytes into frames. Only PUB, HPUB, MSG and HMSG carry something behind their line; its size is the last word. */
function framing(take: (frame: Frame) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const end = rest.indexOf('\r\n');
      if (end < 0) return;
      const line = rest.subarray(0, end).toString();
      const carries = /^(PUB|HPUB|MSG|HMSG) /.test(line);
      const length = end + 2 + (carries ? Number(line.slice(line.lastIndexOf(' ') + 1)) + 2 : 0);
      if (rest.length < length) return;
      take({ line, payload: rest.subarray(end + 2, length).toString(), bytes: Buffer.from(rest.subarray(0, length)) });
      rest = rest.subarray(length);
    }
  };
}
