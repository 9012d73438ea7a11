import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serving } from '#deploy/cluster/serving.ts';
import { encodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import { DEFAULT_SHAPE, initialise } from '#harness-gateway/policy/compact/network/mod.ts';
import { stir } from '#harness-gateway/policy/compact/network/network.testkit.ts';
import { versionNumber } from '#harness-gateway/policy/triton/repository.ts';
import { systemClock } from '#kit/clock.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import type { Client } from '#kit/rpc/types.ts';
import { HarnessServiceService, OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { Policies } from '#trainer-controller/policies.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { emptyRepository, openPlant, type Plant } from './plant.ts';

/** A bound on hanging only. */
const WAIT = { timeout: 90_000, interval: 100 };
const TOKENS = { [digestOfBytes('harness-token-0001')]: { subject: 'harness', roles: ['harness'] }, [digestOfBytes('agent-token-00001')]: { subject: 'user', roles: ['agent'] } };

const suite = await withServers('triton');
suite('the harness as a process, with GYRE_POLICY_URL naming a Triton', () => {
  const models = emptyRepository();
  const server = withServer('triton', { models });
  const processes: ChildProcess[] = [];
  let plant: Plant;
  let policies: Policies;
  let address: string;
  let harness: Client<HarnessServiceService>;
  let made = 0;

  /** A version of random weights, as training would have made it. */
  async function trained(): Promise<string> {
    const parameters = stir(initialise({ ...DEFAULT_SHAPE, rows: 1024 }, random('trained', made)), random('trained', made++, 'stirred'));
    const checkpoint = await plant.blobs.put(encodeCheckpoint(parameters));
    const version = { parent: '', kind: 'compact', origin: 'init', roundId: '', update: 0, release: '', harnessVersion: '', records: [] };
    return (await policies.add(version, { checkpoint, optimiser: '', statistics: {} })).id;
  }

  const planned = async (id: string, policy = '') => {
    const opened = await harness.openSession(OpenSessionRequest.fromPartial({ sessionId: id, locale: 'en', now: '2026-03-02T09:00:00', timeZone: 'UTC', request: 'turn on Bluetooth', world: 'phone', policy, sampling: { temperature: 1, seed: 3 } }));
    const { step } = await harness.plan({ sessionId: id, step: 0, results: [] });
    return { policy: opened.policy, tokens: step?.tokens ?? [] };
  };

  beforeAll(async () => {
    plant = await openPlant(server().url, models);
    policies = new Policies(plant.store, plant.blobs, systemClock);
    const folder = plant.folder;
    await writeFile(join(folder, 'tokens.json'), JSON.stringify(TOKENS));
    const names = ['env-manager', 'trainer-controller', 'harness-gateway'];
    const addresses = new Map<string, string>();
    for (const name of [...names, 'curator']) addresses.set(name, `127.0.0.1:${await freePort()}`);
    const env = {
      ...process.env,
      ...plant.env,
      ...Object.fromEntries([...addresses].map(([name, at]) => [`GYRE_${name.toUpperCase().replaceAll('-', '_')}_ADDRESS`, at])),
      GYRE_STATE_DIR: folder,
      GYRE_TOKENS_FILE: join(folder, 'tokens.json'),
      GYRE_HARNESS_TOKEN: 'harness-token-0001',
      GYRE_TRAINER_TOKEN: 'harness-token-0001',
    };
    for (const name of names) {
      const entry = fileURLToPath(new URL(`../../services/${name}/main.ts`, import.meta.url));
      processes.push(spawn(process.execPath, [entry], { env: { ...env, GYRE_LISTEN_ADDRESS: addresses.get(name) }, stdio: ['ignore', 'ignore', 'inherit'] }));
    }
    address = addresses.get('harness-gateway') ?? '';
    for (const name of names) await vi.waitFor(async () => expect(await serving(addresses.get(name) ?? '')).toBe(true), WAIT);
    harness = grpcClient(HarnessServiceService, address, { token: () => 'agent-token-00001' });
  });
  afterAll(async () => {
    for (const child of processes) child.kill('SIGTERM');
    await Promise.all(processes.map((child) => child.exitCode ?? once(child, 'exit')));
    closeChannels();
    await plant.close();
    await rm(models, { recursive: true });
  });

  /** Versions that the server has been told to load. */
  const configured = async () => (await readFile(join(models, 'policy/config.pbtxt'), 'utf8').catch(() => '')).match(/versions: \[ (.*) \]/)?.[1]?.split(', ') ?? [];

  it('publishes what is to serve and plans with it, and follows what is to serve next', async () => {
    const first = await trained();
    await policies.serve(first);
    const one = await planned('one');
    expect(one.policy).toBe(first);
    expect(one.tokens.length).toBeGreaterThan(0);
    expect(await planned('again', first)).toEqual(one);
    expect(await configured()).toEqual([versionNumber(first)]);
    const second = await trained();
    await policies.serve(second);
    await expect.poll(async () => (await planned(`next-${made++}`)).policy, WAIT).toBe(second);
    expect((await planned('first-by-name', first)).tokens).toEqual(one.tokens);
  });

  it('publishes no version that nobody acts with: what training makes on its way waits until it is named', async () => {
    const before = await configured();
    const [unused, used] = [await trained(), await trained()];
    const { policy } = await planned('while-training');
    expect(policy).not.toBe(unused);
    expect(await configured()).toEqual(before);
    expect((await planned('rollout', used)).policy).toBe(used);
    expect(await configured()).toEqual([...before, versionNumber(used)]);
  });

  it('is not healthy while the server is away, and is again when it has come back', async () => {
    await server().kill();
    await expect.poll(() => serving(address), WAIT).toBe(false);
    await server().restart();
    await expect.poll(() => serving(address), WAIT).toBe(true);
    expect((await planned('after')).tokens.length).toBeGreaterThan(0);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
