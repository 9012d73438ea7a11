import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '#operator/devices/resources.ts';
import { LEASES } from '#operator/runtime/lease.ts';
import { microTime, secondTime } from '#operator/runtime/micro-time.ts';
import { openWorld } from '#operator/runtime/testkit/world.ts';
import { changed, sample, stored } from '#operator/testkit/samples.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { runJson } from '#operator/training/testkit/runs.ts';
import { gyre } from '../testkit/capture.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'gyre-cluster-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function kubeconfig(server: string, namespace?: string): string {
  const file = join(folder(), 'config');
  const context = { cluster: 'k', user: 'u', ...(namespace === undefined ? {} : { namespace }) };
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': 'c', contexts: [{ name: 'c', context }], clusters: [{ name: 'k', cluster: { server, 'insecure-skip-tls-verify': true } }], users: [{ name: 'u', user: { token: 'secret' } }] }));
  return file;
}

/** An API server with a run that is queued and a lease that waits; and the command line, asked with a kubeconfig whose context is in `ml`. */
async function cluster({ leads = true } = {}) {
  const { server, clock } = await openWorld([TRAINING_RUNS, DEVICE_LEASES, DEVICES, DEVICE_POOLS]);
  const { store } = server;
  const now = secondTime(clock.now());
  const status = (body: object) => ({ kind: 'merge', body: { status: body } }) as const;
  const condition = (type: string, holding: string, reason: string, message: string) => ({ type, status: holding, reason, message, lastTransitionTime: now, observedGeneration: 1 });
  store.create(TRAINING_RUNS, 'ml', runJson({ 'metadata.labels': { 'kueue.x-k8s.io/queue-name': 'training' } }));
  store.write(TRAINING_RUNS, 'ml', 'planner', status({ summary: 'Queued', observedGeneration: 1, conditions: [condition('Accepted', 'True', 'PreflightPassed', ''), condition('QuotaReserved', 'False', 'InsufficientGpus', 'needs 16 GPUs; queue training has 8 free. It starts when 8 more are; or use fewer nodes.')] }), 'status');
  store.create(DEVICE_LEASES, 'lab', stored('DeviceLease', changed(sample('DeviceLease'), { 'metadata.name': 'l', 'metadata.namespace': 'lab', status: undefined })));
  if (leads) store.create(LEASES, 'gyre', { metadata: { name: 'gyre-operator', namespace: 'gyre' }, spec: { holderIdentity: 'op-1', renewTime: microTime(clock.now()) } });
  clock.advance(180_000);
  if (leads) store.write(LEASES, 'gyre', 'gyre-operator', { kind: 'merge', body: { spec: { renewTime: microTime(clock.now()) } } }, undefined);
  const file = kubeconfig(server.url, 'ml');
  return { server, file, run: (...args: string[]) => gyre(['cluster', ...args, '--kubeconfig', file], { clock }), byVariable: (...args: string[]) => gyre(['cluster', ...args], { clock, env: { KUBECONFIG: file } }) };
}

describe('cluster why', () => {
  it('says in two sentences what is short and what helps', async () => {
    const { run, byVariable } = await cluster();
    const { code, stdout } = await run('why', 'trainingrun/planner');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Queued, for 3 min\nTrainingRun ml/planner waits for quota: needs 16 GPUs; queue training has 8 free.\nIt starts when 8 more are; or use fewer nodes.\n' });
    expect((await byVariable('why', 'trun/planner')).stdout).toBe(stdout);
    expect((await run('why', 'trainingrun/planner', '--json')).json()).toEqual({
      kind: 'TrainingRun',
      namespace: 'ml',
      name: 'planner',
      state: 'Queued',
      waits: true,
      since: '2026-01-31T12:00:00Z',
      cause: 'TrainingRun ml/planner waits for quota: needs 16 GPUs; queue training has 8 free.',
      remedy: 'It starts when 8 more are; or use fewer nodes.',
      details: [],
    });
    expect((await run('why', 'devicelease/l', '--namespace', 'lab')).stdout).toContain('DeviceLease lab/l has not been looked at: op-1 leads (Lease gyre/gyre-operator).');
  });

  it('shows what others wrote as text, not as commands to the terminal', async () => {
    const { server, run } = await cluster();
    server.store.write(TRAINING_RUNS, 'ml', 'planner', { kind: 'merge', body: { status: { conditions: [{ type: 'Accepted', status: 'False', reason: 'NameTaken', message: 'Job \u001b[31mred is there; remove it.', lastTransitionTime: '2026-01-31T12:00:00Z' }] } } }, 'status');
    expect((await run('why', 'trainingrun/planner')).stdout).toContain('Job \\u001b[31mred is there');
  });

  it.each<[string[], string]>([
    [['why', 'trainingrun/plannr'], 'there is no TrainingRun ml/plannr; did you mean planner?'],
    [['why', 'devicelease/l'], 'there is no DeviceLease ml/l; give --namespace lab'],
    [['why', 'job/planner'], 'write KIND/NAME with one of trainingrun, devicelease, device, devicepool, pod'],
    [['why'], 'missing required argument'],
    [['status', '-A', '-n', 'ml'], 'is given beside --all-namespaces'],
    [['status', '--limit', '-1'], '--limit'],
  ])('ends with 2 for %j', async (args, said) => {
    const { run } = await cluster();
    const { code, stderr } = await run(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) });
  });
});

describe('cluster status', () => {
  it('counts, and explains what waits, in one namespace or all', async () => {
    const { run } = await cluster();
    const { code, stdout } = await run('status');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^operator +op-1 leads \(Lease gyre\/gyre-operator\)\ntrainings +1 Queued\nleases +none\npools +none\n\nQueued, for 3 min\nTrainingRun ml\/planner waits for quota/);
    expect((await run('status', '-A', '--json')).json()).toMatchObject({ operator: { state: 'leads' }, trainingRuns: { Queued: 1 }, deviceLeases: { Pending: 1 }, waiting: 2, waits: [{ name: 'l' }, { name: 'planner' }] });
    expect((await run('status', '-A', '--limit', '1')).stdout).toContain('and 1 more wait; see --limit');
  });

  it('ends with 1 where no operator leads', async () => {
    const { run } = await cluster({ leads: false });
    expect(await run('status')).toMatchObject({ code: 1, stdout: expect.stringContaining('no operator has led here yet') });
  });
});

describe('without a cluster', () => {
  beforeEach(() => {
    vi.stubEnv('KUBECONFIG', '').stubEnv('HOME', folder());
    return () => vi.unstubAllEnvs();
  });

  it('that is named, KUBECONFIG is asked for', async () => {
    const { code, stderr } = await gyre(['cluster', 'status']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: 'gyre: KUBECONFIG: is not set, and there is neither ~/.kube/config nor the service account of a pod; set it to a kubeconfig file\n' });
    expect(await gyre(['cluster', 'status', '--kubeconfig', '/nowhere/config'])).toMatchObject({ code: 2, stderr: expect.stringMatching(/^gyre: KUBECONFIG: the kubeconfig cannot be read: .*\/nowhere\/config.*; name a kubeconfig file that can be read\n$/) });
  });

  it('that answers, it is said which, and that the same command may succeed later', async () => {
    const { code, json } = await gyre(['cluster', 'status', '--json', '--kubeconfig', kubeconfig('http://127.0.0.1:9')], { clock: systemClock });
    expect(code).toBe(3);
    expect(json()).toMatchObject({ error: { code: 'UNAVAILABLE', field: 'KUBECONFIG', message: expect.stringMatching(/^the API server at http:\/\/127\.0\.0\.1:9 does not answer: .*ECONNREFUSED/), remedy: expect.stringContaining('check that the cluster runs') } });
  });

  it('that lets one in, it ends with 4; one without the resources, with 2', async () => {
    const { server, run } = await cluster();
    server.refusals.push({ status: 403 });
    expect(await run('status')).toMatchObject({ code: 4, stderr: expect.stringContaining('role') });
    const bare = await openWorld();
    expect(await gyre(['cluster', 'status', '--kubeconfig', kubeconfig(bare.server.url)])).toMatchObject({ code: 2, stderr: expect.stringContaining('the cluster knows no trainingruns') });
  });
});
