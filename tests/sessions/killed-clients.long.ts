import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, type EnvManager, phoneWorld, sandboxBackend, startEnvManager } from '#env-manager/mod.ts';
import { compileAdapter, environmentPorts, type Harness, startHarness, worldSources } from '#harness-gateway/mod.ts';
import { RulePlanner } from '#harness-gateway/policy/baselines/mod.ts';
import { type Clock, systemClock } from '#kit/clock.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { serveGrpc } from '#kit/rpc/grpc-server.ts';
import { tokenTable } from '#kit/rpc/roles.ts';
import { openStore } from '#kit/store/open.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { withServer, withServers } from '../servers/server.testkit.ts';
import { SessionClient, type Told } from './client.ts';

const CLIENTS = 4;
const SESSIONS = 10_000;
/** Long enough that none ends while the others are being opened, on a slow machine as well. */
const LEASE_MS = 600_000;
const IDLE_MS = 900_000;
const POLL_MS = 200;
const TOKENS = { worker: 'token-of-the-clients', harness: 'token-of-the-harness' } as const;

/** Real time, put forward by the test so that a deadline need not be waited for. */
class ShiftedClock implements Clock {
  ahead = 0;
  now = () => systemClock.now() + this.ahead;
  sleep = systemClock.sleep;
}

const clock = new ShiftedClock();
const failures: string[] = [];
const onFailure = (error: Error) => failures.push(error.message);
const clients: ChildProcess[] = [];
const stops: (() => Promise<void>)[] = [];
let manager: EnvManager;
let harness: Harness;
let told: Told;

async function client(name: string): Promise<ChildProcess> {
  const entry = fileURLToPath(new URL('client.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, name, String(SESSIONS / CLIENTS)], { env: { PATH: process.env['PATH'], TOLD: JSON.stringify(told) }, stdio: ['ignore', 'pipe', 'inherit'] });
  clients.push(child);
  for await (const line of createInterface({ input: child.stdout })) if (line === 'opened') return child;
  throw new Error(`client ${name} ended before its sessions were open`);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await systemClock.sleep(POLL_MS);
}

/** A new session, as long as nobody has to wait for it: one that is refused fails the test. */
async function granted(name: string, count: number): Promise<void> {
  const one = new SessionClient(told);
  for (let i = 0; i < count; i++) {
    await one.open(`${name}-${i}`);
    await one.act(`${name}-${i}`);
  }
}

(await withServers('mongo'))(`${SESSIONS} sessions whose clients are killed`, () => {
  const mongo = withServer('mongo', { memory: true });

  beforeAll(async () => {
    const store = await openStore(`${mongo().url}/gyre`);
    const evidenceStore = await openStore(`${mongo().url}/evidence`);
    const authenticate = tokenTable(Object.fromEntries(Object.entries(TOKENS).map(([role, token]) => [token, { subject: role, roles: new Set([role]) }])));
    manager = startEnvManager({ backends: [sandboxBackend([createSandbox(phoneWorld)])], store, evidenceStore, clock, authenticate, journal: 'store', onFailure });
    const environments = await serveGrpc([{ service: EnvManagerServiceService, handlers: manager.handlers }], { address: '127.0.0.1:0', onFailure: (_, error) => onFailure(error) });
    const environment = grpcClient(EnvManagerServiceService, `127.0.0.1:${environments.port}`, { token: () => TOKENS.harness });
    const { tools, skills, options } = worldSources(phoneWorld);
    const planner = new RulePlanner();
    harness = await startHarness({
      ...environmentPorts(environment),
      ...{ store, clock, authenticate, onFailure, journal: 'store', artifact: compileAdapter(tools, skills, options), policies: { get: async () => planner } },
      ...{ limits: { sessions: SESSIONS, idleMs: IDLE_MS }, keepHouseEveryMs: 1_000 },
    });
    const served = await serveGrpc([{ service: HarnessServiceService, handlers: harness.handlers }], { address: '127.0.0.1:0', onFailure: (_, error) => onFailure(error) });
    told = { environments: `127.0.0.1:${environments.port}`, harness: `127.0.0.1:${served.port}`, token: TOKENS.worker, leaseMs: LEASE_MS };
    stops.push(() => served.stop(), () => harness.stop(), () => environments.stop(), () => manager.stop(), () => evidenceStore.close(), () => store.close());
  });
  afterAll(async () => {
    for (const child of clients) child.kill('SIGKILL');
    closeChannels();
    for (const stop of stops) await stop();
  });

  it('are all open, and stay so when their clients are gone', async () => {
    const opened = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => client(`client-${i}`)));
    await Promise.all(opened.map(async (child) => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }));
    expect([manager.episodes.open, harness.sessions.size]).toEqual([SESSIONS, SESSIONS]);
  });

  it('stand in nobody’s way: a new session is granted at once', () => granted('meanwhile', 100));

  it('are all freed when their lease has ended', async () => {
    const environments = grpcClient(EnvManagerServiceService, told.environments, { token: () => TOKENS.worker });
    clock.ahead += LEASE_MS + 60_000;
    // The journal is the last to be told: an episode runs here no more before it is written down as closed.
    await until(async () => (await environments.listEpisodes({ openOnly: true, limit: 1 })).episodes.length === 0);
    expect(manager.episodes.open).toBe(0);
    clock.ahead += IDLE_MS;
    await until(() => harness.sessions.size === 0);
    await granted('after', 100);
    expect(failures).toEqual([]);
  });
});
