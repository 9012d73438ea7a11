import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '#operator/devices/resources.ts';
import { LEASES, LOOKS_AFTER } from '#operator/runtime/lease.ts';
import { microTime, secondTime } from '#operator/runtime/micro-time.ts';
import { openWorld } from '#operator/runtime/testkit/world.ts';
import { changed, sample, stored } from '#operator/testkit/samples.ts';
import { kubeObject, type Resource } from '#operator/runtime/objects.ts';
import { TRAINING_RUNS } from '#operator/training/run.ts';
import { runJson } from '#operator/training/testkit/runs.ts';
import { LOOPBACK_CERTIFICATE, LOOPBACK_KEY } from '#tests/contract/loopback-certificate.ts';
import { gyre } from '../testkit/capture.ts';

const NAMESPACES: Resource = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false, schema: kubeObject };

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
async function cluster({ leads = true, looksAfter = '*' } = {}) {
  const { server, clock } = await openWorld([TRAINING_RUNS, DEVICE_LEASES, DEVICES, DEVICE_POOLS, NAMESPACES]);
  const { store } = server;
  for (const name of ['gyre', 'ml', 'lab', 'default']) store.create(NAMESPACES, '', { metadata: { name } });
  const now = secondTime(clock.now());
  const status = (body: object) => ({ kind: 'merge', body: { status: body } }) as const;
  const condition = (type: string, holding: string, reason: string, message: string) => ({ type, status: holding, reason, message, lastTransitionTime: now, observedGeneration: 1 });
  store.create(TRAINING_RUNS, 'ml', runJson({ 'metadata.labels': { 'kueue.x-k8s.io/queue-name': 'training' } }));
  store.write(TRAINING_RUNS, 'ml', 'planner', status({ summary: 'Queued', observedGeneration: 1, conditions: [condition('Accepted', 'True', 'PreflightPassed', ''), condition('QuotaReserved', 'False', 'InsufficientGpus', 'needs 16 GPUs; queue training has 8 free. It starts when 8 more are; or use fewer nodes.')] }), 'status');
  store.create(DEVICE_LEASES, 'lab', stored('DeviceLease', changed(sample('DeviceLease'), { 'metadata.name': 'l', 'metadata.namespace': 'lab', status: undefined })));
  if (leads) store.create(LEASES, 'gyre', { metadata: { name: 'gyre-operator', namespace: 'gyre', annotations: { [LOOKS_AFTER]: looksAfter } }, spec: { holderIdentity: 'op-1', renewTime: microTime(clock.now()) } });
  clock.advance(180_000);
  if (leads) store.write(LEASES, 'gyre', 'gyre-operator', { kind: 'merge', body: { spec: { renewTime: microTime(clock.now()) } } }, undefined);
  const file = kubeconfig(server.url, 'ml');
  return { server, clock, file, run: (...args: string[]) => gyre(['cluster', ...args, '--kubeconfig', file], { clock }), byVariable: (...args: string[]) => gyre(['cluster', ...args], { clock, env: { KUBECONFIG: file } }) };
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
    [['why', 'trainingrun/X_Y'], '"X_Y" cannot be the name of an object'],
    [['why', 'trun/planner', '--context', 'd'], 'the kubeconfig has no context d; did you mean c?'],
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
    expect(await run('status')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^operator +no operator has led here yet: there is no Lease gyre-operator\. Start the operator .*\.\n/) });
    expect((await run('why', 'trainingrun/planner')).stdout).toMatch(/^Queued, for 3 min\nTrainingRun ml\/planner is looked after by nobody: no operator has led here yet: .*\nAn operator said last that it waits for quota: needs 16 GPUs; .*\nStart the operator/);
  });

  it('ends with 1 where the operator that leads looks after another namespace', async () => {
    const { run } = await cluster({ looksAfter: 'lab' });
    expect(await run('status')).toMatchObject({ code: 1, stdout: expect.stringMatching(/^operator +no operator looks after namespace ml: that of Lease gyre\/gyre-operator looks after lab\. Start an operator that looks after namespace ml/) });
    expect(await run('status', '--namespace', 'lab')).toMatchObject({ code: 0, stdout: expect.stringContaining('op-1 leads') });
    expect(await run('status', '--all-namespaces')).toMatchObject({ code: 1, stdout: expect.stringContaining('no operator looks after namespace ml') });
  });

  it('ends with 2 for a namespace that is not there, and with 0 for one that has nothing', async () => {
    const { run } = await cluster();
    expect(await run('status', '--namespace', 'm')).toMatchObject({ code: 2, stderr: 'gyre: --namespace: there is no namespace m; did you mean ml?\n' });
    expect(await run('status', '--namespace', 'default')).toMatchObject({ code: 0, stdout: expect.stringContaining('trainings  none') });
  });
});

describe('by a kubeconfig', () => {
  /** Writes one; `changes` of its cluster and its user. */
  const written = ({ name = 'k', server = 'https://127.0.0.1:1', of = {}, user = {}, current = true }: { name?: string; server?: string; of?: object; user?: object; current?: boolean } = {}) => {
    const file = join(folder(), 'config');
    writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'Config', ...(current ? { 'current-context': name } : {}), contexts: [{ name, context: { cluster: name, user: name, namespace: name } }], clusters: [{ name, cluster: { server, ...of } }], users: [{ name, user }] }));
    return file;
  };
  const status = async (file: string, ...args: string[]) => {
    const { code, stderr } = await gyre(['cluster', 'status', '--kubeconfig', file, ...args], { clock: systemClock });
    return { code, stderr };
  };

  it('of several files, those that are not there are left out, and the first says what is current', async () => {
    const { server, clock } = await cluster();
    const open = { server: server.url, of: { 'insecure-skip-tls-verify': true } };
    const [lab, ml] = [written({ ...open, name: 'lab' }), written({ ...open, name: 'ml' })];
    const by = async (KUBECONFIG: string, ...args: string[]) => (await gyre(['cluster', 'status', ...args], { clock, env: { KUBECONFIG } })).stdout;
    expect(await by(`/nowhere/config:${ml}:${lab}`)).toContain('1 Queued');
    expect(await by(`${written({ ...open, name: 'lab', current: false })}:${ml}:${lab}`)).toContain('1 Queued');
    expect(await by(`${lab}:${ml}`)).toContain('trainings  none');
    expect(await by(`${lab}:${ml}`, '--context', 'ml')).toContain('1 Queued');
    const nowhere = await gyre(['cluster', 'status'], { env: { KUBECONFIG: '/nowhere/config:/nowhere/other' } });
    expect(nowhere).toMatchObject({ code: 2, stderr: 'gyre: KUBECONFIG: none of /nowhere/config, /nowhere/other is there; name a kubeconfig file that can be read\n' });
  });

  it.each<[string, Parameters<typeof written>[0], string]>([
    ['a server that is no address', { server: 'foo' }, 'clusters[k].cluster.server is "foo", which is no address; write https://HOST:PORT'],
    ['no context', { current: false }, 'the kubeconfig has no context "", its current-context; set current-context to one of its contexts, or give --context'],
    ['a plugin that is not there', { user: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'nosuch-plugin', interactiveMode: 'Never' } } }, 'users[k].user.exec.command is nosuch-plugin, which cannot be run (ENOENT); install it, put its folder into PATH, or name another context by --context'],
    ['a certificate that is not there', { user: { 'client-certificate': '/nope', 'client-key': '/nope.key' } }, 'users[k].user.client-certificate names the file /nope, which cannot be read (ENOENT); correct the path, or name another context by --context'],
    ['a certificate authority that is not there', { of: { 'certificate-authority': '/ca' } }, 'clusters[k].cluster.certificate-authority names the file /ca, which cannot be read (ENOENT); correct the path, or name another context by --context'],
  ])('%s is named with its field', async (_, given, said) => {
    expect(await status(written(given))).toEqual({ code: 2, stderr: `gyre: KUBECONFIG: ${said}\n` });
  });

  it('whose certificate authority is another, or none, the API server is not told to be away', async () => {
    const server = createServer({ cert: LOOPBACK_CERTIFICATE, key: LOOPBACK_KEY });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const url = `https://127.0.0.1:${port}`;
    const base64 = (text: string) => Buffer.from(text).toString('base64');
    expect(await status(written({ server: url }))).toEqual({ code: 2, stderr: expect.stringMatching(/^gyre: KUBECONFIG: the API server at https:\/\/127\.0\.0\.1:\d+ answers, but its certificate is not by the certificate authority of the kubeconfig \(\w+\); correct clusters\[\]\.cluster\.certificate-authority/) });
    expect(await status(written({ server: url, of: { 'certificate-authority-data': base64(LOOPBACK_CERTIFICATE), 'tls-server-name': 'elsewhere' } }))).toEqual({ code: 2, stderr: expect.stringContaining('its certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID); give clusters[].cluster.tls-server-name') });
    expect(await status(written({ server: url, of: { 'certificate-authority-data': base64(LOOPBACK_CERTIFICATE) }, user: { 'client-certificate-data': base64('x'), 'client-key-data': base64('y') } }))).toEqual({ code: 2, stderr: expect.stringContaining('a certificate or key of the kubeconfig cannot be used') });
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
