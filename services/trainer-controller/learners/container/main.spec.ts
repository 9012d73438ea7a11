import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { openFileBlobs } from '#kit/blobs/files.ts';
import { encodeJob } from '../job-blob.ts';
import { FakeEndpoint } from '../testkit/endpoint.ts';
import { coldStartJob, storedStart } from '../testkit/jobs.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** The container as a process; `told` gives it SIGTERM at its first report. */
function run(env: Record<string, string>): { readonly told: () => void; readonly ended: Promise<{ readonly code: number | null; readonly said: string }> } {
  const child = spawn(process.execPath, [MAIN], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  return { told: () => void child.kill('SIGTERM'), ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, said }))) };
}

/** A run with its endpoint over HTTP, which refuses the first requests of each kind as a busy one does. */
async function opened(epochs: number) {
  const folder = await mkdtemp(join(tmpdir(), 'gyre-main-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const blobs = openFileBlobs(join(folder, 'blobs'));
  const { origin: _, ...job } = coldStartJob(await storedStart(blobs), epochs);
  const endpoint = new FakeEndpoint(epochs, { everyUpdates: epochs });
  const refusals = [401, 503];
  let onReport = () => {};
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const refused = request.headers.authorization === 'Bearer secret' ? refusals.pop() : 401;
    if (refused !== undefined) return void response.writeHead(refused).end('{"message":"not now"}');
    const body: { update: number; name: string; uri: string; state: 'Recorded' } = text === '' ? {} : JSON.parse(text);
    const answer = request.method === 'GET' ? await endpoint.order() : request.url?.endsWith('/progress') ? await endpoint.update(body.update) : await endpoint.checkpoint(body, body.state);
    response.end(JSON.stringify(answer));
    if (request.url?.endsWith('/progress')) onReport();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;
  await writeFile(join(folder, 'token'), 'secret\n');
  const env = {
    ...{ TRAINING_RUN: 'ml/r', TRAINING_ROLE: 'trainer', TRAINING_OBJECTIVE: 'ColdStart', TRAINING_PLAN: JSON.stringify({ batch: { updates: epochs } }), TRAINING_CHECKPOINT_URI: `file://${join(folder, 'checkpoints')}` },
    ...{ TRAINING_NODES: '1', TRAINING_NODE: '0', TRAINING_PROGRESS_URL: `http://127.0.0.1:${port}/run`, TRAINING_TOKEN_FILE: join(folder, 'token') },
    ...{ GYRE_TRAINING_JOB: await blobs.put(encodeJob({ kind: 'coldStart', ...job })), GYRE_BLOBS_URL: `file:${join(folder, 'blobs')}` },
  };
  return { env, endpoint, atReport: (action: () => void) => (onReport = action) };
}

it('told to end by SIGTERM it records the last whole pass and ends with 143; begun again it ends with 0', async () => {
  const { env, endpoint, atReport } = await opened(400);
  const first = run(env);
  atReport(first.told);
  expect(await first.ended).toMatchObject({ code: 143 });
  const [recorded] = endpoint.record;
  expect([recorded?.state, endpoint.record.length]).toEqual(['Good', 1]);
  expect(recorded?.update).toBeGreaterThan(0);
  expect(recorded?.update).toBeLessThan(400);
  atReport(() => {});
  expect(await run(env).ended).toMatchObject({ code: 0 });
  expect(endpoint.record.at(-1)).toMatchObject({ update: 400, state: 'Good' });
});

it.each<[string, Record<string, string>, string]>([
  ['no environment', { TRAINING_ROLE: '', TRAINING_PLAN: '{', TRAINING_CHECKPOINT_URI: 'ftp://x', GYRE_TRAINING_JOB: 'none' }, 'TRAINING_ROLE must be trainer'],
  ['several nodes', { TRAINING_NODES: '2' }, 'TRAINING_NODES must be 1'],
  ['a job that is not in the blobs', { GYRE_TRAINING_JOB: `sha256:${'0'.repeat(64)}` }, `no blob sha256:${'0'.repeat(64)}`],
])('ends with 78, and says why in its last line: %s', async (_, change, said) => {
  const { env } = await opened(2);
  const { code, said: all } = await run({ ...env, ...change }).ended;
  expect([code, all.trim().split('\n').at(-1)]).toEqual([78, expect.stringContaining(said)]);
});
