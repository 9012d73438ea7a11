import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type EchoHandlers, echoHandlers, echoRequest } from '#tests/contract/echo.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { GyreError } from '../errors.ts';
import { closeChannels } from './grpc-channel.ts';
import { grpcClient } from './grpc-client.ts';
import { serveGrpc } from './grpc-server.ts';
import type { Client } from './types.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  closeChannels();
  for (const close of closing.splice(0).reverse()) await close();
});

/** A client whose connections can be cut while the server goes on. */
async function cuttable(handlersWith: (cut: () => void) => Partial<EchoHandlers>): Promise<Client<EchoServiceService>> {
  const sockets = new Set<Socket>();
  const cut = () => sockets.forEach((socket) => socket.destroy());
  const { handlers } = echoHandlers(handlersWith(cut));
  const server = await serveGrpc([{ service: EchoServiceService, handlers }], { address: '127.0.0.1:0', drainMs: 100 });
  const relay = createServer((from) => {
    const to = connect(server.port, '127.0.0.1');
    for (const socket of [from, to]) sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.stop(), async () => {
    cut();
    relay.close();
  });
  return grpcClient(EchoServiceService, `127.0.0.1:${(relay.address() as AddressInfo).port}`);
}

it('asks again when the connection is lost under a call, and answers as if it had not been', async () => {
  let asked = 0;
  const client = await cuttable((cut) => ({
    async echo(request) {
      if (++asked < 3) cut();
      return { ...request, metadata: {}, remainingMs: 0 };
    },
  }));
  expect(await client.echo(echoRequest({ text: 'here' }))).toMatchObject({ text: 'here' });
  expect(asked).toBe(3);
});

it('asks three times, and says then which server it was', async () => {
  let asked = 0;
  const client = await cuttable((cut) => ({
    async echo(request) {
      asked++;
      cut();
      return { ...request, metadata: {}, remainingMs: 0 };
    },
  }));
  await expect(client.echo(echoRequest())).rejects.toMatchObject({ code: 'UNAVAILABLE', message: expect.stringMatching(/^127\.0\.0\.1:\d+ does not answer: Connection dropped$/) });
  expect(asked).toBe(3);
});

it('does not ask again when it is the server that says it is not available', async () => {
  let asked = 0;
  const client = await cuttable(() => ({
    async echo() {
      asked++;
      throw new GyreError('UNAVAILABLE', 'the store is away', { boundary: 'store' });
    },
  }));
  await expect(client.echo(echoRequest())).rejects.toMatchObject({ code: 'UNAVAILABLE', message: 'the store is away' });
  expect(asked).toBe(1);
});

it.each([
  ['opens a stream again that has said nothing yet', 0, [0, 1, 2], undefined, 2],
  ['does not say again what a stream has said', 1, [0], 'UNAVAILABLE', 1],
])('%s', async (_, cutAt, numbers, code, times) => {
  let asked = 0;
  const client = await cuttable((cut) => ({
    async *count({ limit }, { signal }) {
      asked++;
      for (let number = 0; number < limit; number++) {
        if (asked === 1 && number === cutAt) {
          // What was said is on its way; it is lost with the connection otherwise.
          await new Promise((resolve) => setTimeout(resolve, 100));
          cut();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
        }
        yield { number, padding: Buffer.alloc(0) };
      }
    },
  }));
  const got: number[] = [];
  const read = async () => {
    for await (const { number } of client.count({ limit: 3, intervalMs: 0, failAt: 0 })) got.push(number);
  };
  const failure = await read().then(() => undefined, (error: GyreError) => error.code);
  expect([got, failure, asked]).toEqual([numbers, code, times]);
});
