import { afterEach, expect, it, vi } from 'vitest';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { echoHandlers, echoRequest } from '#tests/contract/echo.ts';
import { reflected } from '#tests/contract/reflection.ts';
import { loadConfig } from '../config.ts';
import { createLogger } from '../logs.ts';
import { closeChannels } from './grpc-channel.ts';
import type { GrpcServer, Served } from './grpc-server.ts';
import { openRpc } from './open.ts';

const servers: GrpcServer[] = [];
afterEach(async () => {
  closeChannels();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** A process with these variables, serving the echo service, and the lines that it logs. */
async function started(env: Record<string, string>, served: Partial<Served<typeof EchoServiceService>> = {}) {
  const lines: string[] = [];
  const logger = createLogger('echo', 'info', { write: (line) => void lines.push(line) });
  const rpc = await openRpc(loadConfig({ GYRE_LISTEN_ADDRESS: '127.0.0.1:0', ...env }), { logger, token: () => 'a-token' });
  const server = await rpc.serve([{ service: EchoServiceService, handlers: echoHandlers().handlers, ...served }]);
  servers.push(server);
  return { rpc, server, lines, address: `127.0.0.1:${server.port}` };
}

it('serves where the environment says, and calls others with its token where it says they are', async () => {
  const seen = echoHandlers();
  const { address } = await started({}, { handlers: seen.handlers });
  const { rpc } = await started({ GYRE_CURATOR_ADDRESS: address });
  const answer = await rpc.client(EchoServiceService, 'curator').echo(echoRequest({ text: 'heard' }));
  expect(answer).toMatchObject({ text: 'heard', metadata: { authorization: 'Bearer a-token' } });
  expect(() => rpc.client(EchoServiceService, 'verifier')).toThrow(/GYRE_VERIFIER_ADDRESS: is not set/);
});

it('lists its methods as GYRE_RPC_REFLECTION says', async () => {
  for (const [word, answer] of [['on', /gyre\.testing\.v1\.EchoService/], ['off', /^error 12$/]] as const) {
    const { address } = await started({ GYRE_RPC_REFLECTION: word });
    expect(await reflected(address)).toMatch(answer);
  }
});

it('logs which dependency was lost, and that it came back', async () => {
  let answers = false;
  const dependencies = { store: async () => { if (!answers) throw new Error('down'); }, bus: async () => undefined };
  const { server, lines } = await started({}, { dependencies });
  answers = true;
  await server.health.check();
  await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 30_000 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', msg: 'not healthy', failed: ['store'] }, { level: 'info', msg: 'healthy' }]);
});
