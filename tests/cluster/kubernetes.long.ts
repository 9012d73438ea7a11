import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startKubernetes } from '#deploy/servers/mod.ts';
import { LEASES } from '#operator/runtime/lease.ts';
import { isAlive } from '../servers/processes.ts';
import { applied, clientOf, conditionOf, describeWithKubernetes, eventually, resource } from './cluster.testkit.ts';

const PODS = resource('v1', 'Pod', 'pods');
const NODES = resource('v1', 'Node', 'nodes', false);
const JOBS = resource('batch/v1', 'Job', 'jobs');

await describeWithKubernetes('a started Kubernetes', { nodes: 2, users: { ana: ['team'] } }, ({ cluster, admin }) => {
  const job = (name: string, gpus: number, annotations: Record<string, string> = {}, backoffLimit = 0) => {
    const container = { name: 'train', image: 'example/train:1', resources: { limits: { 'nvidia.com/gpu': String(gpus) } } };
    return { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'default', name }, spec: { backoffLimit, template: { metadata: { annotations }, spec: { restartPolicy: 'Never', containers: [container] } } } };
  };
  const podsOf = async (name: string) => (await admin().list(PODS, { namespace: 'default', labels: `job-name=${name}` })).items;

  it('says its version, and is there only for who has a token', async () => {
    const version: unknown = await admin().call('get', NODES, { method: 'GET', path: '/version' });
    expect(version).toMatchObject({ gitVersion: `v${cluster().version}`, major: '1', minor: '34' });
    const ana = await clientOf(await cluster().kubeconfigOf('ana'));
    await expect(ana.list(NODES)).rejects.toMatchObject({ code: 'PERMISSION_DENIED', message: expect.stringContaining('User "ana" cannot list resource "nodes"') });
    await expect(cluster().kubeconfigOf('bob')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'user' });
    ana.close();
  });

  it('has service accounts with tokens, who may do what they are bound to', async () => {
    const kubeconfig = await cluster().kubeconfigOfAccount('default', 'worker');
    expect(await cluster().kubeconfigOfAccount('default', 'worker')).toBe(kubeconfig);
    const worker = await clientOf(kubeconfig);
    await expect(worker.list(PODS, { namespace: 'default' })).rejects.toMatchObject({ message: expect.stringContaining('system:serviceaccount:default:worker') });
    const binding = resource('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings');
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' };
    await applied(admin(), binding, { apiVersion: binding.apiVersion, kind: binding.kind, metadata: { namespace: 'default', name: 'worker' }, roleRef, subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'worker' }] });
    await eventually('the role is in force', () => worker.list(PODS, { namespace: 'default' }).then(() => true, () => false));
    worker.close();
  });

  it('puts a Job with GPUs on a node that has them, and completes it', async () => {
    await applied(admin(), JOBS, job('fits', 8));
    await eventually('the Job is complete', async () => conditionOf(await admin().get(JOBS, { namespace: 'default', name: 'fits' }), 'Complete') === 'True');
    const [pod] = await podsOf('fits');
    expect(pod).toMatchObject({ spec: { nodeName: expect.stringMatching(/^node-[01]$/) }, status: { phase: 'Succeeded' } });
  });

  it('leaves a Job waiting that no node has the GPUs for, and says so', async () => {
    await applied(admin(), JOBS, job('too-large', 9));
    await eventually('its pod cannot be put anywhere', async () => conditionOf((await podsOf('too-large'))[0] ?? {}, 'PodScheduled') === 'False');
    expect(JSON.stringify((await podsOf('too-large'))[0]?.['status'])).toContain('Insufficient nvidia.com/gpu');
  });

  it('ends a pod with the exit code that its annotation has', async () => {
    await applied(admin(), JOBS, job('fails', 1, { 'gyre.dev/exit-code': '42' }));
    await eventually('the Job has failed', async () => conditionOf(await admin().get(JOBS, { namespace: 'default', name: 'fails' }), 'Failed') === 'True');
    expect(JSON.stringify((await podsOf('fails'))[0]?.['status'])).toContain('"exitCode":42');
  });

  it('deletes what an owner leaves behind', async () => {
    const owner = await admin().get(JOBS, { namespace: 'default', name: 'fits' });
    await admin().call('delete', JOBS, { method: 'DELETE', path: '/apis/batch/v1/namespaces/default/jobs/fits', query: { propagationPolicy: 'Background' } });
    expect(owner.metadata.uid).toBeDefined();
    await eventually('its pods are gone', async () => (await podsOf('fits')).length === 0);
  });

  it('keeps address and objects when its API server is killed and restarted; etcd goes on', async () => {
    const { apiServer, etcd, url } = cluster();
    const [apiPid, etcdPid] = [apiServer.pid, etcd.pid];
    const { uid } = (await admin().get(JOBS, { namespace: 'default', name: 'fails' })).metadata;
    await apiServer.kill();
    expect([apiServer.isRunning, isAlive(etcdPid)]).toEqual([false, true]);
    await expect(admin().list(JOBS, {}, { tries: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await apiServer.restart();
    expect([apiServer.url, etcd.pid, apiServer.pid === apiPid]).toEqual([url, etcdPid, false]);
    expect((await admin().get(JOBS, { namespace: 'default', name: 'fails' })).metadata.uid).toBe(uid);
    await applied(admin(), JOBS, job('after', 1));
    await eventually('a Job is completed again', async () => conditionOf(await admin().get(JOBS, { namespace: 'default', name: 'after' }), 'Complete') === 'True');
  });
});

await describeWithKubernetes('starting a Kubernetes', { control: false }, ({ cluster }) => {
  it('runs beside another; stopped, it leaves neither processes nor a folder', async () => {
    const other = await startKubernetes({ control: false });
    expect(other.url).not.toBe(cluster().url);
    const client = await clientOf(other.kubeconfig);
    expect((await client.list(LEASES)).items).toBeInstanceOf(Array);
    client.close();
    const pids = [other.etcd.pid, other.apiServer.pid];
    await other.stop();
    expect([pids.some(isAlive), existsSync(other.folder)]).toEqual([false, false]);
  });

  it('ends with the process that started it, though that was killed', async () => {
    const holder = fork(fileURLToPath(new URL('holder.ts', import.meta.url)), [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const [pids] = (await once(holder, 'message')) as [number[]];
    expect(pids.every(isAlive)).toBe(true);
    holder.kill('SIGKILL');
    await eventually('none is left', () => !pids.some(isAlive));
  });

  it('says what is wrong with its options, and what an API server says that does not come up', async () => {
    await expect(startKubernetes({ nodes: 1.5 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'nodes' });
    await expect(startKubernetes({ nodes: 1, control: false })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'nodes' });
    await expect(startKubernetes({ control: false, apiServerFlags: ['--no-such-flag'] })).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'cluster', message: expect.stringContaining('no-such-flag') });
  });

  it('writes kubeconfigs that only their owner can read, with everything in them', () => {
    expect(JSON.parse(readFileSync(cluster().kubeconfig, 'utf8'))).toMatchObject({ clusters: [{ cluster: { server: cluster().url, 'certificate-authority-data': readFileSync(cluster().ca).toString('base64') } }] });
  });
});
