import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startKubernetes } from '#deploy/servers/mod.ts';
import { LEASES } from '#operator/runtime/lease.ts';
import { isAlive } from '../servers/processes.ts';
import { applied, clientOf, describeWithKubernetes, eventually, NAMESPACES, resource } from './cluster.testkit.ts';

const PODS = resource('v1', 'Pod', 'pods');
const SERVICE_ACCOUNTS = resource('v1', 'ServiceAccount', 'serviceaccounts');
const NODES = resource('v1', 'Node', 'nodes', false);

await describeWithKubernetes('a started Kubernetes', { users: { ana: ['team'] } }, ({ cluster, admin }) => {
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

  it('keeps address and objects when its API server is killed and restarted; etcd goes on, and so do the controllers', async () => {
    const { apiServer, etcd, url } = cluster();
    const [apiPid, etcdPid] = [apiServer.pid, etcd.pid];
    const { uid } = (await admin().get(NAMESPACES, { name: 'default' })).metadata;
    await apiServer.kill();
    expect([apiServer.isRunning, isAlive(etcdPid)]).toEqual([false, true]);
    await expect(admin().list(PODS, {}, { tries: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await apiServer.restart();
    expect([apiServer.url, etcd.pid, apiServer.pid === apiPid]).toEqual([url, etcdPid, false]);
    expect((await admin().get(NAMESPACES, { name: 'default' })).metadata.uid).toBe(uid);
    await applied(admin(), NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'after' } });
    await eventually('a new namespace gets its service account', async () => (await admin().find(SERVICE_ACCOUNTS, { namespace: 'after', name: 'default' })) !== undefined);
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
