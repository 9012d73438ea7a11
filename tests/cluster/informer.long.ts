import { beforeAll, expect, it } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { keyOf } from '#operator/runtime/objects.ts';
import { define, describeWithKubernetes, eventually } from './cluster.testkit.ts';
import { compact } from './etcd.ts';
import { AUDITED, openWatches, openWidgets, WIDGET_DEFINITION } from './widgets.ts';

const BLACK_HOLE_MS = 180_000;

await describeWithKubernetes('an informer on a real API server', { control: false, apiServerFlags: AUDITED }, ({ cluster, admin }) => {
  beforeAll(() => define(admin(), WIDGET_DEFINITION));
  const open = () => openWidgets(cluster(), admin());

  it('costs one list and one watch, and tells what there was and what changes, each once', async () => {
    const { put, resize, remove, follow, standing, asked, namespace } = await open();
    await put('a');
    const { informer, told } = follow();
    await standing(informer);
    await put('b');
    await resize('a', 2);
    await remove('a');
    await eventually('all is told', () => told.length === 4);
    expect(told).toEqual(['+a', '+b', '~a', '-a size 2']);
    expect(informer.cache.list().map(keyOf)).toEqual([`${namespace}/b`]);
    expect(await asked()).toEqual({ lists: 1, watches: 1 });
  });

  it('a list of more than a page is whole', async () => {
    const { put, follow, standing, asked } = await open();
    const names = Array.from({ length: 510 }, (_, i) => `w${i}`);
    for (let i = 0; i < names.length; i += 30) await Promise.all(names.slice(i, i + 30).map((name) => put(name)));
    const { informer } = follow();
    await standing(informer);
    expect(informer.cache.size).toBe(names.length);
    expect(await asked()).toEqual({ lists: 2, watches: 1 });
  });

  it('an API server that is restarted five times: one watch at a time, at most one list each time, nothing missed', async () => {
    const { put, follow, standing, asked } = await open();
    const { informer, told } = follow();
    await standing(informer);
    for (let restart = 1; restart <= 5; restart++) {
      if (restart % 2 === 0) await cluster().apiServer.kill();
      await cluster().apiServer.restart();
      await put(`w${restart}`);
      await eventually('what happened is told', () => told.includes(`+w${restart}`));
      await standing(informer);
    }
    expect(told).toEqual(['+w1', '+w2', '+w3', '+w4', '+w5']);
    const { lists, watches } = await asked();
    expect(lists).toBe(informer.counts.lists);
    expect(lists).toBe(1 + informer.counts.expired);
    expect(lists).toBeLessThanOrEqual(6);
    // One for each list, and one for each reconnect that found its version still there or learned that it was not.
    expect(watches).toBeLessThanOrEqual(6 + informer.counts.expired);
  });

  it('410 after a restart that lost the history, with deletes in the gap: one list, and the deletes are told with what was last known', async () => {
    const { put, remove, resize, relay, follow, standing, asked, namespace } = await open();
    for (const [i, name] of ['a', 'b', 'c'].entries()) await put(name, i);
    const { informer, told } = follow();
    await standing(informer);
    await relay.cut();
    await remove('a');
    await remove('c');
    await resize('b', 9);
    await put('d', 4);
    await compact(cluster().etcd);
    await cluster().apiServer.restart();
    await relay.open();
    await eventually('the deletes are told', () => told.length === 7);
    expect(told.slice(0, 3)).toEqual(['+a', '+b', '+c']);
    expect(told.slice(3).sort()).toEqual(['+d', '-a missed size 0', '-c missed size 2', '~b']);
    expect(informer.cache.keys()).toEqual([`${namespace}/b`, `${namespace}/d`]);
    await standing(informer);
    expect(informer.counts.expired).toBe(1);
    expect(await asked()).toEqual({ lists: 2, watches: 3 });
  });

  it('a watch that goes silent: given up by its alarm, begun again when the way is free, with no list', async () => {
    const { put, relay, follow, standing, asked } = await open();
    const { informer, told } = follow({ idleMs: 4_000 });
    await standing(informer);
    relay.silence();
    await put('a');
    await eventually('the silence is noticed', () => informer.failure?.code === 'DEADLINE_EXCEEDED');
    expect(told).toEqual([]);
    relay.speak();
    await eventually('what happened meanwhile is told', () => told.length === 1);
    expect(told).toEqual(['+a']);
    await eventually('the dead watches are closed', async () => (await openWatches(admin())) === 1);
    expect((await asked()).lists).toBe(1);
  });

  it('three minutes in which nothing comes, with the times that the operator has: noticed by then, and made up for with no list', async () => {
    const { put, remove, relay, follow, standing, asked } = await open();
    await put('gone');
    const { informer, told } = follow();
    await standing(informer);
    relay.silence();
    await put('a');
    await remove('gone');
    await systemClock.sleep(BLACK_HOLE_MS);
    // Whether it is the silence of the watch or of a new connection that was noticed last.
    expect([told, informer.failure?.retryable]).toEqual([['+gone'], true]);
    relay.speak();
    await eventually('what happened meanwhile is told', () => told.length === 3);
    expect(told.slice(1).sort()).toEqual(['+a', '-gone size 1']);
    await eventually('the dead watches are closed', async () => (await openWatches(admin())) === 1);
    expect((await asked()).lists).toBe(1);
  }, 2 * BLACK_HOLE_MS);
});

await describeWithKubernetes('an informer on an API server without a watch cache', { control: false, apiServerFlags: [...AUDITED, '--watch-cache=false'] }, ({ cluster, admin }) => {
  it('410 from etcd, with deletes in the gap: one list', async () => {
    await define(admin(), WIDGET_DEFINITION);
    const { put, remove, relay, follow, standing, asked } = await openWidgets(cluster(), admin());
    await put('a', 1);
    const { informer, told } = follow();
    await standing(informer);
    await relay.cut();
    await remove('a');
    await put('b');
    await compact(cluster().etcd);
    await relay.open();
    await eventually('the delete is told', () => told.length === 3);
    expect([...told].sort()).toEqual(['+a', '+b', '-a missed size 1']);
    await standing(informer);
    expect(informer.counts.expired).toBe(1);
    expect((await asked()).lists).toBe(2);
  });
});
