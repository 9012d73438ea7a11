import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { metaOf } from '../../runtime/testkit/object-store.ts';
import { silent, until } from '../../runtime/testkit/world.ts';
import { TRAINING_RUNS } from '../run.ts';
import { at } from '../testkit/runs.ts';
import { runningWorld } from '../testkit/world.ts';
import { ProgressEndpoint } from './endpoint.ts';
import { type ProgressServerOptions, serveProgress } from './server.ts';

const RUN = '/v1/namespaces/ml/trainingruns/planner';
type World = Awaited<ReturnType<typeof runningWorld>>;

/** A run with its pods, and an endpoint that serves it. */
async function served(options: Partial<ProgressServerOptions> = {}, changes: Record<string, unknown> = {}) {
  const world = await runningWorld(changes);
  const replica = async () => {
    const endpoint = new ProgressEndpoint({ client: world.open(), writer: world.writer({ manager: 'gyre-progress', fence: undefined }), clock: world.clock });
    const server = await serveProgress({ endpoint, clock: systemClock, log: silent, ...options }, '127.0.0.1', 0);
    onTestFinished(() => server.close());
    return `http://127.0.0.1:${server.port}`;
  };
  const base = await replica();
  return { ...world, base, replica, token: tokenOf(world), run: world.run };
}

/** The token that the kubelet would have given to a pod of node `index`. */
function tokenOf(world: Pick<World, 'server' | 'cluster'>, index = 0, audience?: string, namespace = 'ml'): string {
  const pod = world.cluster.pods()[index] ?? {};
  const { name, uid = '' } = metaOf(pod);
  const [own] = JSON.stringify(pod).match(/gyre\.dev\/trainingruns\/[^"]+/) ?? [];
  const token = `token-${uid}-${audience ?? 'own'}-${namespace}`;
  world.server.tokens.set(token, { audiences: [audience ?? own ?? ''], username: `system:serviceaccount:${namespace}:planner-trainer`, extra: { 'authentication.kubernetes.io/pod-name': [name], 'authentication.kubernetes.io/pod-uid': [uid] } });
  return token;
}

async function ask(url: string, token: string | undefined, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<{ status: number; body: unknown; retry: string | null }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }) });
  return { status: response.status, body: await response.json(), retry: response.headers.get('retry-after') };
}

describe('a trainer', () => {
  it('asks where to begin, reports, and is told where to go on from', async () => {
    const { base, token, run } = await served();
    expect(await ask(base + RUN, token)).toMatchObject({ status: 200, body: { run: 'ml/planner', resume: null, updates: 200, checkpoint: { everyUpdates: 5, keep: 4 }, suspend: false, update: null, checkpoints: [] } });
    expect(await ask(`${base}${RUN}/progress`, token, { update: 5, policyVersion: 'v5', metrics: { loss: 0.5 } })).toMatchObject({ status: 200, body: { recorded: true, update: 5 } });
    expect(await ask(`${base}${RUN}/checkpoints`, token, { name: 'update-5', update: 5 })).toMatchObject({ status: 200, body: { recorded: true, resume: null } });
    expect(await ask(`${base}${RUN}/checkpoints`, token, { name: 'update-5', update: 5, state: 'Good' })).toMatchObject({ status: 200, body: { recorded: true, resume: { name: 'update-5', update: 5, uri: 's3://gyre-checkpoints/planner-care-7/update-5' } } });
    const { status } = await run();
    expect(status?.progress).toMatchObject({ update: 5, policyVersion: 'v5', metrics: [{ name: 'loss', value: '0.5' }], reportTime: '2026-01-31T12:00:00Z' });
    expect(status?.checkpoints).toMatchObject([{ name: 'update-5', state: 'Good' }]);
    // What the operator wrote is as it was.
    expect(status).toMatchObject({ summary: 'Running', restarts: 0, attempt: 0 });
  });

  it('may say the same again, and late: nothing goes back, and the operator agrees', async () => {
    const { base, token, run, drive } = await served();
    await ask(`${base}${RUN}/progress`, token, { update: 7 });
    expect(await ask(`${base}${RUN}/progress`, token, { update: 6 })).toMatchObject({ status: 200, body: { recorded: false, update: 7 } });
    for (let i = 0; i < 2; i++) await ask(`${base}${RUN}/checkpoints`, token, { name: 'update-5', update: 5, state: 'Good' });
    expect(await ask(`${base}${RUN}/checkpoints`, token, { name: 'update-5', update: 5, state: 'Recorded' })).toMatchObject({ body: { recorded: false } });
    await drive();
    expect((await run()).status).toMatchObject({ progress: { update: 7 }, latestCheckpoint: 'update-5' });
  });

  it('at two replicas at once is recorded as a whole', async () => {
    const { base, replica, token, run } = await served({}, { 'spec.checkpoint.keep': 8 });
    const other = await replica();
    const answers = await Promise.all([1, 2, 3, 4].flatMap((update) => [ask(`${base}${RUN}/checkpoints`, token, { name: `c${update}`, update, state: 'Good' }), ask(`${other}${RUN}/progress`, token, { update })]));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await run()).status).toMatchObject({ progress: { update: 4 }, checkpoints: [{ name: 'c1' }, { name: 'c2' }, { name: 'c3' }, { name: 'c4' }] });
  });
});

describe('who is not heard', () => {
  it.each<[string, (world: World) => string | undefined, number, string]>([
    ['nobody', () => undefined, 401, 'there is no bearer token'],
    ['a token that nobody knows', () => 'made-up', 401, 'the token is not one of a pod'],
    ['a token for the API server', (world) => tokenOf(world, 0, 'https://kubernetes.default.svc'), 401, 'for audience gyre.dev/trainingruns/ml/planner/'],
    ['a token of another run', (world) => tokenOf(world, 0, 'gyre.dev/trainingruns/ml/planner/another'), 401, 'for audience'],
    ['a pod of another namespace', (world) => tokenOf(world, 0, undefined, 'other'), 403, 'have no say in ml'],
    ['node 1', (world) => tokenOf(world, 1), 403, 'is not node 0'],
  ])('%s', async (_, tokenFor, status, said) => {
    const world = await served();
    const token = tokenFor(world);
    for (const [path, body] of [['', undefined], ['/progress', { update: 1 }], ['/checkpoints', { name: 'c', update: 1 }]] as const) {
      expect(await ask(world.base + RUN + path, token, body)).toMatchObject({ status, body: { message: expect.stringContaining(said) } });
    }
    expect((await world.run()).status).not.toHaveProperty('progress');
  });

  it('a run that is not there is no more than a wrong token', async () => {
    const { base, token } = await served();
    expect(await ask(`${base}/v1/namespaces/ml/trainingruns/absent`, token)).toMatchObject({ status: 401 });
  });

  it('the pod of an earlier attempt, once there is a later one', async () => {
    const { base, token, drive, cluster, run, server } = await served();
    await ask(`${base}${RUN}/progress`, token, { update: 9 });
    await ask(`${base}${RUN}/checkpoints`, token, { name: 'update-5', update: 5, state: 'Good' });
    const old = cluster.pods()[0] ?? {};
    cluster.exit(cluster.pods()[1], 1);
    cluster.lingering = true;
    await drive();
    // It has its time to end, and what it saved by then counts.
    expect(await ask(`${base}${RUN}/checkpoints`, token, { name: 'update-9', update: 9, state: 'Good' })).toMatchObject({ status: 200, body: { recorded: true } });
    // Its node is cut off: for the API server it has failed, and its object stays; on the node it goes on.
    cluster.pod(old, { phase: 'Failed' });
    await drive();
    const now = tokenOf({ server, cluster });
    expect(await ask(base + RUN, now)).toMatchObject({ status: 200, body: { resume: { name: 'update-9' }, update: null } });
    const before = (await run()).status;
    for (const [path, body] of [['', undefined], ['/progress', { update: 199 }], ['/checkpoints', { name: 'c', update: 199, state: 'Good' }]] as const) {
      expect(await ask(base + RUN + path, token, body)).toMatchObject({ status: 409, body: { code: 'ABORTED', remedy: expect.stringContaining('exit') } });
    }
    expect((await run()).status).toEqual(before);
    expect(await ask(`${base}${RUN}/progress`, now, { update: 10 })).toMatchObject({ status: 200, body: { recorded: true, update: 10 } });
    cluster.reap();
    expect(await ask(`${base}${RUN}/progress`, token, { update: 199 })).toMatchObject({ status: 403 });
  });

  it('a trainer whose run has ended', async () => {
    const { base, token, cluster, drive } = await served();
    cluster.exit(cluster.pods()[1], 78);
    cluster.lingering = true;
    await drive();
    expect(await ask(`${base}${RUN}/progress`, token, { update: 1 })).toMatchObject({ status: 409, body: { code: 'FAILED_PRECONDITION', message: expect.stringContaining('has ended') } });
  });
});

describe('the server', () => {
  it.each<[string, string, string, unknown, number, unknown]>([
    ['a path of nothing', 'GET', '/v1/x', undefined, 404, { code: 'NOT_FOUND' }],
    ['a path that leads elsewhere', 'GET', '/v1/namespaces/ml/trainingruns/..%2f..%2fsecrets', undefined, 404, { code: 'NOT_FOUND' }],
    ['another method', 'POST', RUN, {}, 405, { remedy: 'use GET' }],
    ['another method', 'DELETE', `${RUN}/progress`, undefined, 405, { remedy: 'use POST' }],
    ['no JSON', 'POST', `${RUN}/progress`, '{', 400, { field: 'body' }],
    ['a wrong field', 'POST', `${RUN}/progress`, { update: 'many' }, 400, { field: 'update', code: 'INVALID_ARGUMENT' }],
    ['more than it reads', 'POST', `${RUN}/progress`, `"${'x'.repeat(70_000)}"`, 413, { field: 'body' }],
    ['a checkpoint elsewhere', 'POST', `${RUN}/checkpoints`, { name: 'c', update: 1, uri: 's3://other/c' }, 400, { field: 'uri' }],
  ])('refuses %s: %s %s', async (_, method, path, body, status, said) => {
    const { base, token } = await served();
    expect(await ask(base + path, token, body, method)).toMatchObject({ status, body: said });
  });

  it.each([409, 429, 500, 503])('%i of the API server: the pod is told to try again, and nothing else; then it is recorded', async (code) => {
    const { base, token, server, run } = await served();
    server.refusals.push({ status: code, when: ({ method, url }) => method === 'PATCH' && (url ?? '').includes('/status') });
    const first = await ask(`${base}${RUN}/progress`, token, { update: 3 });
    if (code === 409) expect(first.status).toBe(200);
    else expect(first).toMatchObject({ status: 503, retry: '1', body: { code: 'UNAVAILABLE', message: 'the report could not be taken; try again' } });
    expect(await ask(`${base}${RUN}/progress`, token, { update: 3 })).toMatchObject({ status: 200 });
    expect((await run()).status?.progress?.update).toBe(3);
  });

  it('what the operator may not do is no fault of the pod', async () => {
    const { base, token, server } = await served();
    server.refusals.push({ status: 403, when: ({ url }) => (url ?? '').includes('/trainingruns/') });
    expect(await ask(base + RUN, token)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
  });

  it('a run that always changes meanwhile does not hold a request for ever', async () => {
    const { base, token, server, edit } = await served();
    let replicas = 4;
    server.beforeWrite = (_, path) => void (path.endsWith('/status') && edit({ rollout: { replicas: ++replicas } }));
    expect(await ask(`${base}${RUN}/progress`, token, { update: 3 })).toMatchObject({ status: 503 });
    expect(replicas).toBe(12);
  });

  it('takes so many requests at once, and tells the others to come back; ends those that take too long', async () => {
    let waiting = 0;
    const endpoint = { order: ({ signal }: { signal: AbortSignal }) => new Promise<never>((_, reject) => { waiting++; signal.addEventListener('abort', () => reject(signal.reason)); }), progress: () => Promise.reject(new Error('x')), checkpoint: () => Promise.reject(new Error('x')) };
    const server = await serveProgress({ endpoint, clock: systemClock, log: silent, atOnce: 2, timeoutMs: 1_500 }, '127.0.0.1', 0);
    const url = `http://127.0.0.1:${server.port}${RUN}`;
    const held = [ask(url, 't'), ask(url, 't')];
    await until('two are held', () => waiting === 2);
    expect(await ask(url, 't')).toMatchObject({ status: 503, retry: '1' });
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([504, 504]);
    expect(await ask(`${url}/progress`, 't', {})).toMatchObject({ status: 503 });
    await server.close();
    await expect(ask(url, 't')).rejects.toThrow();
  });

  it('writes nothing that the policy training-status keeps to the operator', async () => {
    const { base, token, server } = await served();
    const before = at(server.store.get(TRAINING_RUNS, 'ml', 'planner'), 'status');
    await ask(`${base}${RUN}/progress`, token, { update: 5 });
    await ask(`${base}${RUN}/checkpoints`, token, { name: 'c', update: 5, state: 'Good' });
    const after = at(server.store.get(TRAINING_RUNS, 'ml', 'planner'), 'status');
    const policy = readFileSync(new URL('../../policies/training-status.yaml', import.meta.url), 'utf8');
    const kept = [...new Set([...policy.matchAll(/object\.\?status\.\?(\w+)/g)].map(([, field = '']) => field))];
    expect(kept).toEqual(expect.arrayContaining(['conditions', 'summary', 'latestCheckpoint', 'restarts', 'attempt', 'workload']));
    for (const field of kept) expect(at(after, field)).toEqual(at(before, field));
    expect(after).not.toEqual(before);
  });
});
