import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Client, credentials, makeGenericClientConstructor, Metadata } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { afterEach, expect, it, vi } from 'vitest';
import { echoHandlers, echoRequest } from '#tests/contract/echo.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { reflected } from '#tests/contract/reflection.ts';
import { systemClock } from '../clock.ts';
import { installLocalTelemetry } from '../local-telemetry.ts';
import { inTrace } from '../telemetry.ts';
import { closeChannels } from './grpc-channel.ts';
import { grpcClient } from './grpc-client.ts';
import { type GrpcServer, type GrpcServerOptions, serveGrpc, type Served } from './grpc-server.ts';

const NAME = 'gyre.testing.v1.EchoService';
const servers: GrpcServer[] = [];
const clients: Client[] = [];
afterEach(async () => {
  closeChannels();
  for (const client of clients.splice(0)) client.close();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function serve(served: Partial<Served<typeof EchoServiceService>> = {}, options: Partial<GrpcServerOptions> = {}): Promise<GrpcServer> {
  const one = { service: EchoServiceService, handlers: echoHandlers().handlers, ...served };
  const server = await serveGrpc([one], { address: '127.0.0.1:0', drainMs: 100, ...options });
  servers.push(server);
  return server;
}

function health(server: GrpcServer, service: string): Promise<unknown> {
  const client = new (makeGenericClientConstructor(healthService, 'Health'))(`127.0.0.1:${server.port}`, credentials.createInsecure());
  clients.push(client);
  return new Promise((resolve) => {
    client['check']?.({ service }, (error: { code: number } | null, response: { status: string } | undefined) => resolve(error ? error.code : response?.status));
  });
}

it('reports a service as serving while its dependencies answer, and tells which one failed', async () => {
  let storeAnswers = true;
  const changes: unknown[] = [];
  const dependencies = { store: async () => { if (!storeAnswers) throw new Error('down'); }, bus: async () => undefined };
  const server = await serve({ dependencies }, { health: { intervalMs: 10, onChange: (...change) => changes.push(change) } });
  expect(await health(server, NAME)).toBe('SERVING');
  expect(await health(server, '')).toBe('SERVING');
  expect(await health(server, 'gyre.unknown.v1.Service')).toBe(5);
  storeAnswers = false;
  await vi.waitFor(async () => expect(await health(server, NAME)).toBe('NOT_SERVING'), { timeout: 30_000 });
  expect(changes).toContainEqual([NAME, false, ['store']]);
  storeAnswers = true;
  await vi.waitFor(async () => expect(await health(server, '')).toBe('SERVING'), { timeout: 30_000 });
});

it('counts a dependency that never answers as failed', async () => {
  const server = await serve({ dependencies: { store: () => new Promise(() => undefined) } }, { health: { timeoutMs: 20 } });
  expect(await health(server, NAME)).toBe('NOT_SERVING');
});

it('lets calls in flight finish when it stops, and takes no new ones', async () => {
  let begun = false;
  const slow = echoHandlers({
    async echo(request) {
      begun = true;
      await systemClock.sleep(60);
      return { ...request, metadata: {}, remainingMs: 0 };
    },
  });
  const server = await serve({ handlers: slow.handlers }, { drainMs: 2000 });
  const client = grpcClient(EchoServiceService, `127.0.0.1:${server.port}`);
  const inFlight = client.echo(echoRequest({ text: 'kept' }));
  await vi.waitFor(() => expect(begun).toBe(true), { timeout: 30_000 });
  await server.stop();
  expect((await inFlight).text).toBe('kept');
  await expect(client.echo(echoRequest(), { timeoutMs: 500 })).rejects.toMatchObject({ retryable: true });
});

it('cancels what is still running when draining takes too long', async () => {
  let reason: unknown;
  const stuck = echoHandlers({
    echo: (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject((reason = signal.reason)))),
  });
  const server = await serve({ handlers: stuck.handlers }, { drainMs: 30 });
  const pending = grpcClient(EchoServiceService, `127.0.0.1:${server.port}`).echo(echoRequest());
  const rejected = expect(pending).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
  await vi.waitFor(async () => expect(await health(server, NAME)).toBe('SERVING'), { timeout: 30_000 });
  await server.stop();
  await rejected;
  expect(reason).toMatchObject({ code: 'UNAVAILABLE', message: 'the server is shutting down' });
});

it('answers a foreign client without a deadline, with status details it can read', async () => {
  const seen = echoHandlers();
  const server = await serve({ handlers: seen.handlers });
  const foreign = new Client(`127.0.0.1:${server.port}`, credentials.createInsecure());
  clients.push(foreign);
  const { path, requestSerialize, responseDeserialize } = EchoServiceService.echo;
  const response = await new Promise<{ remainingMs: number } | undefined>((resolve, reject) =>
    foreign.makeUnaryRequest(path, requestSerialize, responseDeserialize, echoRequest(), new Metadata(), (error, value) => (error ? reject(error) : resolve(value))),
  );
  expect(response?.remainingMs).toBeGreaterThan(28_000);
});

it('is UNAVAILABLE at the called boundary when nobody listens', async () => {
  const client = grpcClient(EchoServiceService, '127.0.0.1:1', { boundary: 'environment' });
  await expect(client.echo(echoRequest())).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'environment', retryable: true });
});

it('names where it is that nobody listens, and the variable that says so', async () => {
  const client = grpcClient(EchoServiceService, '127.0.0.1:1', { variable: 'GYRE_ECHO_ADDRESS' });
  const named = { field: 'GYRE_ECHO_ADDRESS', remedy: expect.stringContaining('GYRE_ECHO_ADDRESS'), message: expect.stringMatching(/^127\.0\.0\.1:1 \(GYRE_ECHO_ADDRESS\) does not answer: /) };
  await expect(client.echo(echoRequest())).rejects.toMatchObject({ code: 'UNAVAILABLE', ...named });
  await expect(grpcClient(EchoServiceService, '127.0.0.1:1').echo(echoRequest())).rejects.toMatchObject({ message: expect.stringMatching(/^127\.0\.0\.1:1 does not answer: /) });
});

it('a server that keeps every trace that it is told of is told only of those that are kept', async () => {
  const { handlers, calls } = echoHandlers();
  const { port } = await serve({ handlers });
  const uninstall = installLocalTelemetry(() => undefined);
  try {
    for (const keepsEveryTrace of [false, true]) {
      const client = grpcClient(EchoServiceService, `127.0.0.1:${port}`, { keepsEveryTrace });
      for (const flags of ['01', '00']) await inTrace({ traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` }, () => client.echo(echoRequest()));
    }
  } finally {
    uninstall();
  }
  expect(calls.map(({ metadata }) => metadata['traceparent']?.slice(-2))).toEqual(['01', '00', '01', undefined]);
});

it('says why it cannot listen', async () => {
  const { port } = await serve();
  await expect(serve({}, { address: `127.0.0.1:${port}` })).rejects.toMatchObject({ code: 'UNAVAILABLE', field: 'address' });
});

it('serves reflection only when asked to', async () => {
  const list = (server: GrpcServer) => reflected(`127.0.0.1:${server.port}`);
  expect(await list(await serve({}, { reflection: true }))).toContain(NAME);
  expect(await list(await serve())).toBe('error 12');
});

it('loses no call when connections come of age, neither quick nor slow ones', async () => {
  const patient = echoHandlers({
    async echo(request) {
      // Every hundredth call outlives the connection that it began on.
      if (Number(request.text) % 100 === 0) await systemClock.sleep(1_500);
      return { ...request, metadata: {}, remainingMs: 0 };
    },
  });
  // Long against a round trip: a call that the server refuses because its connection has just come of age is sent once more, and only once.
  const server = await serve({ handlers: patient.handlers }, { maxConnectionAgeMs: 1_000, drainMs: 5_000 });
  const { address, connections, close } = await countingRelay(server.port);
  const client = grpcClient(EchoServiceService, address);
  let sent = 0;
  const caller = async () => {
    const answers: boolean[] = [];
    while (connections() < 4) {
      const text = String(sent++);
      answers.push((await client.echo(echoRequest({ text }))).text === text);
    }
    return answers;
  };
  const answers = (await Promise.all(Array.from({ length: 8 }, caller))).flat();
  close();
  expect(answers).toEqual(Array.from({ length: sent }, () => true));
});

/** Passes connections on to a port of this machine and counts them. */
async function countingRelay(port: number): Promise<{ address: string; connections: () => number; close: () => void }> {
  let count = 0;
  const relay = createServer((socket) => {
    count += 1;
    const onward = connect(port, '127.0.0.1');
    for (const [from, to] of [[socket, onward], [onward, socket]] as const) from.on('error', () => to.destroy()).pipe(to);
  });
  await once(relay.listen(0, '127.0.0.1'), 'listening');
  const at = relay.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  return {
    address: `127.0.0.1:${at.port}`,
    connections: () => count,
    close() {
      closeChannels(`127.0.0.1:${at.port}`);
      relay.close();
    },
  };
}
