import { connect, createServer, type Socket } from 'node:net';

/** A proxy in front of a NATS server that can lose the answers to publishes, and nothing else. */
export interface AckProxy {
  /** `nats://127.0.0.1:PORT`. */
  readonly url: string;
  /** How many acknowledgements it has lost. */
  readonly swallowed: number;
  swallow(on: boolean): void;
  close(): Promise<void>;
}

const CRLF = Buffer.from('\r\n');

/** Joins each client to the NATS server at `port` of 127.0.0.1. */
export async function openAckProxy(port: number): Promise<AckProxy> {
  let on = false;
  let swallowed = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
      sockets.delete(client);
    };
    sockets.add(client);
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
    client.pipe(upstream);
    let rest: Buffer = Buffer.alloc(0);
    upstream.on('data', (part) => {
      const { frames, left } = framesOf(Buffer.concat([rest, part]));
      rest = left;
      for (const frame of frames) {
        if (on && isPublishAck(frame)) swallowed++;
        else client.write(frame);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `nats://127.0.0.1:${own}`,
    get swallowed() {
      return swallowed;
    },
    swallow(next) {
      on = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whole protocol frames of what the server sent: lines, and MSG or HMSG lines with the payload that follows them. */
function framesOf(data: Buffer): { frames: Buffer[]; left: Buffer } {
  const frames: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = data.indexOf(CRLF, at);
    if (end < 0) break;
    const line = data.toString('latin1', at, end);
    const size = /^H?MSG /.test(line) ? Number(line.slice(line.lastIndexOf(' ') + 1)) + CRLF.length : 0;
    const next = end + CRLF.length + size;
    if (next > data.length) break;
    frames.push(data.subarray(at, next));
    at = next;
  }
  return { frames, left: data.subarray(at) };
}

function isPublishAck(frame: Buffer): boolean {
  return frame.subarray(0, 4).toString() === 'MSG ' && /\r\n\{"stream":"[^"]+","seq":\d+/.test(frame.toString('latin1'));
}
