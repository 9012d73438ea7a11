import { expect, it, onTestFinished } from 'vitest';
import { Controller } from './controller.ts';
import { Election } from './election.ts';
import { Health } from './health.ts';
import { LEASES } from './lease.ts';
import { keyOf } from './objects.ts';
import { advanceToNext, advanceUntil, chance, openWorld, silent, until, WIDGETS } from './testkit/world.ts';

async function serving(health: Health) {
  const served = await health.serve('127.0.0.1', 0);
  onTestFinished(() => served.close());
  return async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${served.port}${path}`);
    return { status: answer.status, body: await answer.text() };
  };
}

it('a watch: not ready before the first list, ready while it is heard of, not ready when it is silent for too long', async () => {
  const world = await openWorld();
  const { server, clock, signal } = world;
  const informer = world.informer({ idleMs: 90_000 });
  const health = new Health();
  health.addInformer(informer);
  const probe = await serving(health);
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: expect.stringContaining('widgets are not listed yet') });
  expect((await probe('/livez')).status).toBe(200);
  void world.run(informer.run(signal));
  await until('the watch stands', () => server.watching(WIDGETS) === 1);
  expect(await probe('/readyz')).toEqual({ status: 200, body: '{"problems":{}}' });
  server.blackHole = true;
  clock.advance(180_001);
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: expect.stringContaining('nothing was heard of widgets') });
  await until('the silence is noticed', () => informer.failure !== undefined);
  expect((await probe('/readyz')).body).toContain('silent for 90000 ms');
  server.blackHole = false;
  await advanceToNext(clock, [250, 500]);
  await until('it is heard of again', () => informer.silenceMs === 0);
  expect((await probe('/readyz')).status).toBe(200);
  expect((await probe('/other')).status).toBe(404);
});

it('an election: ready while it leads or follows, not ready when the lease cannot be written for lack of a right', async () => {
  const world = await openWorld();
  const { server, clock, signal, client } = world;
  const election = new Election({ client, lease: { namespace: 'n', name: 'l' }, identity: 'a', clock, random: chance(), log: silent, onLost: () => undefined });
  const health = new Health();
  health.addElection(election);
  server.refusals.push(...Array.from({ length: 100 }, () => ({ status: 403, when: (request: { method?: string | undefined }) => request.method === 'POST' })));
  void world.run(election.run((leading) => new Promise((resolve) => leading.addEventListener('abort', () => resolve())), signal).catch(() => undefined));
  expect(health.problems('ready')).toEqual({});
  await advanceUntil('it is told', clock, [2_000, 2_400], () => Object.keys(health.problems('ready')).length > 0);
  expect(health.problems('ready')['election']).toContain('lease l');
  server.refusals.length = 0;
  await advanceUntil('it leads', clock, [2_000, 2_400], () => election.leading);
  expect(health.problems('ready')).toEqual({});
  expect(server.store.list(LEASES, 'n')).toHaveLength(1);
});

it('a controller whose reconcile does not come back is not alive', async () => {
  const world = await openWorld();
  const { clock, put, signal } = world;
  const informer = world.informer();
  const gate = Promise.withResolvers<void>();
  const controller = new Controller({ name: 'widgets', reconcile: () => gate.promise, clock, random: chance(), log: silent, deadlineMs: 5_000 });
  controller.watches(informer, (object) => [keyOf(object)]);
  const health = new Health();
  health.addController(controller);
  const probe = await serving(health);
  put('a');
  for (const running of [informer.run(signal), controller.run(signal)]) void world.run(running);
  await until('it is under way', () => clock.due.some((at) => at - clock.now() === 5_000));
  expect((await probe('/livez')).status).toBe(200);
  clock.advance(35_000);
  expect(await probe('/livez')).toMatchObject({ status: 503, body: expect.stringContaining('n/a') });
  expect((await probe('/readyz')).status).toBe(503);
  gate.resolve();
  await until('it has come back', () => Object.keys(health.problems('live')).length === 0);
});
