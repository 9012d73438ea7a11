import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** A relay on 127.0.0.1 in front of a MongoDB-wire server that keeps the commands that pass. */
export interface WireTap extends AsyncDisposable {
  /** As the server's, with the relay's port. */
  readonly url: string;
  /** Commands in the order in which they came, without the driver's own talk about the state of the server. */
  readonly commands: readonly Document[];
}

const OP_MSG = 2013;
const HEADER_BYTES = 16;
const BODY = 0;
const OWN_TALK = ['hello', 'ismaster', 'isMaster', 'endSessions'];

export async function wireTap(url: string): Promise<WireTap> {
  const { hostname, port } = new URL(url);
  const commands: Document[] = [];
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket.on('error', () => undefined));
      socket.on('close', () => (client.destroy(), server.destroy(), sockets.delete(socket)));
    }
    let bytes = Buffer.alloc(0);
    client.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= HEADER_BYTES && bytes.length >= bytes.readInt32LE(0)) {
        const message = bytes.subarray(0, bytes.readInt32LE(0));
        bytes = bytes.subarray(message.length);
        const command = commandOf(message);
        if (command !== undefined && !OWN_TALK.some((name) => name in command)) commands.push(command);
      }
    });
    client.pipe(server);
    server.pipe(client);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const own = (relay.address() as AddressInfo).port;
  return {
    url: url.replace(`:${port}`, `:${own}`),
    commands,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => relay.close(resolve));
    },
  };
}

/** The body of an OP_MSG: header, flags, then sections, of which the body is the first that the driver writes. */
function commandOf(message: Buffer): Document | undefined {
  if (message.readInt32LE(12) !== OP_MSG || message[HEADER_BYTES + 4] !== BODY) return undefined;
  const start = HEADER_BYTES + 5;
  return BSON.deserialize(message.subarray(start, start + message.readInt32LE(start)));
}
