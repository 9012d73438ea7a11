import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { LEASES } from '#operator/runtime/lease.ts';
import { microTime } from '#operator/runtime/micro-time.ts';
import { pathOf } from '#operator/runtime/objects.ts';
import { describeWithKubernetes, eventually, NAMESPACES, sent } from './cluster.testkit.ts';

const LEADER = fileURLToPath(new URL('leader.ts', import.meta.url));
const SIX_DIGITS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

await describeWithKubernetes('leader election on a real API server', { control: false }, ({ cluster, admin }) => {
  let namespaces = 0;
  const open = async () => {
    const namespace = `e${++namespaces}`;
    await sent(admin(), NAMESPACES, 'POST', {}, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
    const candidate = (identity: string) => {
      const child = fork(LEADER, [cluster().kubeconfig, namespace, identity], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      onTestFinished(() => void child.kill('SIGKILL'));
      return child;
    };
    const place = { namespace, name: 'operator' };
    return { namespace, candidate, place, lease: () => admin().get(LEASES, place) };
  };
  const epochOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'message'))[0];

  it('one of two processes leads; when it is killed the other does, under the next epoch', async () => {
    const { candidate, lease } = await open();
    const one = candidate('one');
    expect(await epochOf(one)).toBe(1);
    const { spec } = await lease();
    expect(spec).toMatchObject({ holderIdentity: 'one', leaseDurationSeconds: 3, leaseTransitions: 1, acquireTime: expect.stringMatching(SIX_DIGITS), renewTime: expect.stringMatching(SIX_DIGITS) });
    await eventually('it is renewed', async () => (await lease()).spec.renewTime !== spec.renewTime);
    const epoch = epochOf(candidate('two'));
    one.kill('SIGKILL');
    expect(await epoch).toBe(2);
    expect((await lease()).spec).toMatchObject({ holderIdentity: 'two', leaseTransitions: 2 });
  });

  it('a leader that was halted ends by itself when it goes on, for another leads by then', async () => {
    const { candidate, lease } = await open();
    const one = candidate('one');
    await epochOf(one);
    const epoch = epochOf(candidate('two'));
    one.kill('SIGSTOP');
    expect(await epoch).toBe(2);
    const ended = once(one, 'exit');
    one.kill('SIGCONT');
    expect(await ended).toEqual([1, null]);
    expect((await lease()).spec.holderIdentity).toBe('two');
  });

  it('a leader whose API server is away beyond its deadline ends, and another leads when the server is back', async () => {
    const { candidate } = await open();
    const one = candidate('one');
    await epochOf(one);
    const ended = once(one, 'exit');
    await cluster().apiServer.kill();
    expect(await ended).toEqual([1, null]);
    await cluster().apiServer.restart();
    const two = candidate('two');
    expect(await epochOf(two)).toBe(2);
  });

  it('times of a Lease have six digits; three are refused', async () => {
    const { namespace, place, lease } = await open();
    const body = (renewTime: string) => ({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: place, spec: { holderIdentity: 'x', renewTime } });
    const path = pathOf(LEASES, { namespace });
    const make = (renewTime: string) => admin().call('create', LEASES, { method: 'POST', path, body: body(renewTime) });
    await expect(make('2026-11-30T10:00:00.123Z')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', details: { status: '400' } });
    await make(microTime(Date.UTC(2026, 10, 30, 10)));
    expect((await lease()).spec.renewTime).toBe('2026-11-30T10:00:00.000000Z');
  });
});
