import { expect, it, vi } from 'vitest';
import { gyre } from '#cli/testkit/capture.ts';
import { ROLLOUT_QUEUE } from '#rollout-worker/mod.ts';
import { describeWithServer } from '#tests/servers/server.testkit.ts';
import { loggingBus } from './testkit.ts';

await describeWithServer('nats', 'gyre jobs dead on NATS', (server) => {
  const run = (...args: string[]) => gyre(['jobs', 'dead', ...args], { env: { GYRE_BUS_URL: server().url } });

  it('lists, redrives and purges without a worker, and what was redriven arrives', async () => {
    const { bus } = await loggingBus(server().url);
    const wake = (group: string) => bus.publish(ROLLOUT_QUEUE, { id: group, data: Buffer.from(JSON.stringify([group])) });
    const consumption = await bus.consume(ROLLOUT_QUEUE, 1, (delivery) => delivery.term(`no world for ${delivery.id}`));
    for (const group of ['b/0.0', 'b/1.0']) await wake(group);
    await vi.waitFor(async () => expect(await bus.depth(ROLLOUT_QUEUE)).toBe(0), { timeout: 30_000 });
    await consumption.stop();
    const listed = (await run('list', '--json')).json() as { jobs: { number: number; atMs: number }[] };
    expect(listed).toMatchObject({
      jobs: ['b/0.0', 'b/1.0'].map((group) => ({ queue: 'rollouts', messageId: group, groups: [group], deliveries: 1, reason: `no world for ${group}`, redrivable: true })),
      complete: true,
    });
    const [first, second] = listed.jobs.map(({ number }) => `${number}`);
    expect(await run('redrive', first ?? '')).toMatchObject({ code: 0 });
    expect(await run('purge', second ?? '')).toMatchObject({ code: 0 });
    expect(await run('list')).toMatchObject({ code: 0, stdout: 'none\n' });
    expect(await bus.depth(ROLLOUT_QUEUE)).toBe(1);
    const got: [string, string][] = [];
    await bus.consume(ROLLOUT_QUEUE, 1, async (delivery) => {
      got.push([delivery.id, Buffer.from(delivery.data).toString()]);
      await delivery.ack();
    });
    await vi.waitFor(() => expect(got).toEqual([[`b/0.0 again #${first}`, '["b/0.0"]']]), { timeout: 30_000 });
    await bus.close();
  });

  it('ends with 3 where the bus does not answer', async () => {
    const { code, json } = await gyre(['jobs', 'dead', 'list', '--json'], { env: { GYRE_BUS_URL: 'nats://127.0.0.1:1' } });
    expect(code).toBe(3);
    expect(json()).toMatchObject({ error: { code: 'UNAVAILABLE', field: 'GYRE_BUS_URL' } });
  });
});
