import { afterAll, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { type GrpcServer, serveGrpc } from '#kit/rpc/grpc-server.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { echoHandlers, echoRequest } from './echo.ts';

/** Longer than any interval at which a side might look whether the other is still there, the client's five minutes apart. */
const LONG_MS = 45_000;
let server: GrpcServer | undefined;

afterAll(async () => {
  closeChannels();
  await server?.stop();
});

it('a call that takes long outlives its connection’s age by far', async () => {
  const { handlers } = echoHandlers({
    async echo(request) {
      await systemClock.sleep(LONG_MS);
      return { ...request, metadata: {}, remainingMs: 0 };
    },
  });
  server = await serveGrpc([{ service: EchoServiceService, handlers }], { address: '127.0.0.1:0', maxConnectionAgeMs: 1_000 });
  const client = grpcClient(EchoServiceService, `127.0.0.1:${server.port}`);
  const answers = await Promise.all(['one', 'two'].map((text) => client.echo(echoRequest({ text }), { timeoutMs: 2 * LONG_MS })));
  expect(answers.map(({ text }) => text)).toEqual(['one', 'two']);
});
