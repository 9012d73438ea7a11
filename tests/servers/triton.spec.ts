import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startServer } from '#deploy/servers/mod.ts';
import { groupOf } from './processes.ts';
import { describeWithServer, withServers } from './server.testkit.ts';

const CONFIG = `backend: "python"
input [{ name: "x", data_type: TYPE_FP32, dims: [-1] }]
output [{ name: "y", data_type: TYPE_FP32, dims: [-1] }]
`;
const MODEL = `import triton_python_backend_utils as pb


class TritonPythonModel:
    def execute(self, requests):
        return [pb.InferenceResponse([pb.Tensor("y", 2 * pb.get_input_tensor_by_name(each, "x").as_numpy())]) for each in requests]
`;

/** Writes a model that doubles its input. */
function writeModel(models: string, name: string): void {
  mkdirSync(join(models, name, '1'), { recursive: true });
  writeFileSync(join(models, name, 'config.pbtxt'), CONFIG);
  writeFileSync(join(models, name, '1', 'model.py'), MODEL);
}

/** POST to the server's HTTP side (KServe v2): status and answer. */
async function post(address: string, path: string, body: unknown): Promise<{ status: number; answer: unknown }> {
  const response = await fetch(`http://${address}/v2/${path}`, { method: 'POST', headers: { connection: 'close' }, body: JSON.stringify(body), signal: AbortSignal.timeout(60_000) });
  const text = await response.text();
  return { status: response.status, answer: text === '' ? undefined : JSON.parse(text) };
}

const double = (address: string, model: string, data: readonly number[]) => post(address, `models/${model}/infer`, { inputs: [{ name: 'x', datatype: 'FP32', shape: [data.length], data }] });
const load = (address: string, model: string) => post(address, `repository/models/${model}/load`, {});

await describeWithServer('triton', 'a started Triton', (server) => {
  beforeAll(() => writeModel(join(server().folder, 'models'), 'double'));

  it('loads a model when it is told to, and not before', async () => {
    const { http } = server().addresses;
    expect(await double(http, 'double', [1])).toMatchObject({ status: 404 });
    expect(await load(http, 'double')).toMatchObject({ status: 200 });
    expect(await double(http, 'double', [1, 2.5])).toMatchObject({ status: 200, answer: { outputs: [{ name: 'y', shape: [2], data: [2, 5] }] } });
    expect(await post(http, 'repository/models/double/unload', {})).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await double(http, 'double', [1])).toMatchObject({ status: 404 }), { timeout: 30_000, interval: 100 });
  });

  it('listens on loopback only, on three ports', async () => {
    const metrics = await fetch(`http://${server().addresses.metrics}/metrics`, { headers: { connection: 'close' } });
    expect(await metrics.text()).toContain('nv_inference_request_success');
    for (const address of Object.values(server().addresses)) expect(await accepts('127.0.0.2', Number(address.split(':')[1]))).toBe(false);
    expect(await accepts('127.0.0.1', Number(server().addresses.grpc.split(':')[1]))).toBe(true);
  });

  it('comes up on its ports after it was killed, and leaves neither processes nor shared memory behind', async () => {
    const { addresses, pid } = server();
    await load(addresses.http, 'double');
    const prefix = `gyre_triton_${process.pid}_${addresses.grpc.split(':')[1]}_`;
    const shared = () => readdirSync('/dev/shm').filter((name) => name.startsWith(prefix));
    expect(groupOf(pid).length).toBeGreaterThan(2);
    expect(shared().length).toBeGreaterThan(0);
    await server().kill();
    await vi.waitFor(() => expect(groupOf(pid)).toEqual([]), { timeout: 30_000, interval: 50 });
    await server().restart();
    expect(shared()).toEqual([]);
    expect(server().addresses).toEqual(addresses);
    expect(await double(addresses.http, 'double', [1])).toMatchObject({ status: 404 });
    await load(addresses.http, 'double');
    expect(await double(addresses.http, 'double', [4])).toMatchObject({ status: 200, answer: { outputs: [{ data: [8] }] } });
  });
});

const describeTriton = await withServers('triton');
describeTriton('starting Triton', () => {
  let models = '';
  beforeAll(async () => {
    models = await mkdtemp(join(tmpdir(), 'gyre-models-'));
    writeModel(models, 'twice');
  });
  afterAll(() => rm(models, { recursive: true }));

  it('over a repository that is somewhere else, with a model loaded, which a restart loads again', async () => {
    await using server = await startServer('triton', { models, load: ['twice'] });
    expect(await double(server.addresses.http, 'twice', [3])).toMatchObject({ status: 200, answer: { outputs: [{ data: [6] }] } });
    await server.restart();
    expect(await double(server.addresses.http, 'twice', [3])).toMatchObject({ status: 200 });
    await server.stop();
    expect([existsSync(join(models, 'twice')), existsSync(server.folder)]).toEqual([true, false]);
  });

  it('removes the shared memory of servers whose process is gone, and no other', async () => {
    const ended = spawnSync(process.execPath, ['--version']).pid;
    const [stale, live] = [`/dev/shm/gyre_triton_${ended}_1_a`, `/dev/shm/gyre_triton_${process.pid}_1_a`];
    for (const region of [stale, live]) writeFileSync(region, '');
    await using server = await startServer('triton');
    expect([existsSync(stale), existsSync(live), server.isRunning]).toEqual([false, true, true]);
    await rm(live);
  });

  it('fails with what Triton said about a model that is not there, and without a repository', async () => {
    await expect(startServer('triton', { models, load: ['absent'] })).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'harness', message: expect.stringContaining('absent') });
    await expect(startServer('triton', { models: join(models, 'nowhere') })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'models' });
  });
});

/** Whether something listens there. All of 127/8 is this machine, but a server on 127.0.0.1 is on that address alone. */
function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
