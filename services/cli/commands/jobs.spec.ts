import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMemoryBus } from '#kit/bus/memory.ts';
import type { Bus } from '#kit/bus/types.ts';
import { ManualClock } from '#kit/clock.ts';
import { deadJobsOn, ROLLOUT_QUEUE, rolloutWorkerHandlers } from '#rollout-worker/mod.ts';
import { gyre } from '../testkit/capture.ts';
import { fakeServices } from '../testkit/services.ts';

const AT_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

describe('jobs dead', () => {
  let bus: Bus;
  beforeEach(() => {
    bus = openMemoryBus({ clock: new ManualClock(AT_MS) });
  });
  afterEach(() => bus.close());

  /** As with `gyre up` in another process: the bus is there, and asked through its worker. */
  const whole = (...args: string[]) =>
    gyre(args, {
      env: { GYRE_ROLLOUT_WORKER_ADDRESS: '127.0.0.1:7401' },
      services: () => fakeServices({ rollouts: rolloutWorkerHandlers({ status: vi.fn(), drain: vi.fn() }, deadJobsOn(bus)) }),
    });
  const run = (...args: string[]) => whole('jobs', 'dead', ...args);
  const bury = async (...reasons: string[]) => {
    const consumption = await bus.consume(ROLLOUT_QUEUE, 1, (delivery) => delivery.term(delivery.headers['why'] ?? ''));
    for (const [i, why] of reasons.entries()) await bus.publish(ROLLOUT_QUEUE, { id: `b/${i}.0`, data: Buffer.from(JSON.stringify([`b/${i}.0`])), headers: { why } });
    await vi.waitFor(async () => expect(await bus.depth(ROLLOUT_QUEUE)).toBe(0));
    await consumption.stop();
  };

  it('lists what was given up, by whom, when and why', async () => {
    expect(await run('list')).toMatchObject({ code: 0, stdout: 'none\n' });
    await bury('no such world', 'no such task');
    const { code, stdout } = await run('list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/number +queue +message +groups +deliveries +when +reason/);
    expect(stdout).toMatch(/1 +rollouts +b\/0\.0 +b\/0\.0 +1 +2026-01-02T03:04:05\.000Z +no such world/);
    const first = { number: 1, queue: 'rollouts', messageId: 'b/0.0', groups: ['b/0.0'], deliveries: 1, reason: 'no such world', atMs: AT_MS, redrivable: true };
    expect((await run('list', '--json')).json()).toEqual({ jobs: [first, { ...first, number: 2, messageId: 'b/1.0', groups: ['b/1.0'], reason: 'no such task' }], complete: true });
    expect((await run('list', '--json', '--limit', '1')).json()).toEqual({ jobs: [first], complete: false });
    expect((await run('show', '1', '--json')).json()).toEqual(first);
    expect((await run('show', '2')).stdout).toContain('reason     no such task');
  });

  it('is what the doctor finds, too', async () => {
    expect((await whole('doctor')).stdout).toMatch(/^ok +dead letters +none/m);
    await bury('no such world', 'no such task');
    expect((await whole('doctor')).stdout).toMatch(/^\? +dead letters +2: no such world/m);
  });

  it('redrives a job at once, inside the duplicate window of its wake-up, and takes it off the list', async () => {
    await bury('no such world', 'no such task');
    expect((await run('redrive', '2', '--json')).json()).toEqual({ jobs: [{ number: 2, state: 'redriven', reason: '' }] });
    expect((await run('list', '--json')).json()).toMatchObject({ jobs: [{ number: 1 }] });
    const got: string[] = [];
    await bus.consume(ROLLOUT_QUEUE, 1, async (delivery) => {
      got.push(Buffer.from(delivery.data).toString());
      await delivery.ack();
    });
    expect((await run('redrive', '--all')).stdout).toMatch(/1 +redriven/);
    await vi.waitFor(() => expect(got).toEqual(['["b/1.0"]', '["b/0.0"]']));
    expect((await run('redrive', '--all'))).toMatchObject({ code: 0, stdout: 'none\n' });
  });

  it('purges some or all', async () => {
    await bury('a', 'b', 'c');
    expect(await run('purge', '1', '3')).toMatchObject({ code: 0 });
    expect((await run('list', '--json')).json()).toMatchObject({ jobs: [{ number: 2 }] });
    expect((await run('purge', '--all', '--json')).json()).toEqual({ jobs: [{ number: 2, state: 'purged', reason: '' }] });
    expect((await run('list', '--json')).json()).toEqual({ jobs: [], complete: true });
    expect(await bus.depth(ROLLOUT_QUEUE)).toBe(0);
  });

  it('does the rest where one message is lost, and ends with 1', async () => {
    await bury('a', 'b');
    const deadLetters = bus.deadLetters.bind(bus);
    bus.deadLetters = async (...args) => (await deadLetters(...args)).map((letter) => (letter.number === 1 ? { ...letter, data: new Uint8Array(), whole: false } : letter));
    const { code, json } = await run('redrive', '--all', '--json');
    expect(code).toBe(1);
    expect(json()).toEqual({ jobs: [{ number: 1, state: 'refused', reason: expect.stringMatching(/is lost; purge the letter/) }, { number: 2, state: 'redriven', reason: '' }] });
    expect((await run('show', '1')).stdout).toContain('lost; it can only be purged');
    expect((await run('purge', '1')).code).toBe(0);
  });

  it.each([
    [['show', '9'], 'there is no dead job 9'],
    [['redrive', '1', '9'], 'there is no dead job 9'],
    [['purge', '9'], 'there is no dead job 9'],
    [['show', 'x'], 'number'],
    [['redrive'], 'number'],
    [['purge', '1', '--all'], 'number'],
    [['list', '--limit', '0'], '--limit'],
  ])('ends with 2 for %j and changes nothing', async (args, said) => {
    await bury('a');
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(said);
    expect(await bus.deadLetters(ROLLOUT_QUEUE, 9)).toHaveLength(1);
  });

  it('says, where the bus is in memory and no process is named, that there is nothing to be seen', async () => {
    expect(await gyre(['jobs', 'dead', 'list'])).toMatchObject({ code: 0, stdout: 'none\n', stderr: expect.stringContaining('gyre up') });
  });
});
