import { expect, it, vi } from 'vitest';
import type { Bus, Delivery, QueueSpec } from '#kit/bus/types.ts';
import { redrive } from '#kit/bus/redrive.ts';
import { systemClock } from '#kit/clock.ts';

const text = (data: Uint8Array) => Buffer.from(data).toString();
const message = (id: string, body = id) => ({ id, data: Buffer.from(body) });

/** What becomes of messages that are given up; part of the bus contract. */
export function deadLetterContract(QUEUE: QueueSpec, bus: () => Bus): void {
  it('buries what was delivered too often and what its handler gave up, with the reason', async () => {
    let deliveries = 0;
    await bus().consume(QUEUE, 1, async (delivery) => {
      if (delivery.id === 'hopeless') return delivery.term('the task does not exist');
      deliveries++;
      throw new Error('broken tool');
    });
    await bus().publish(QUEUE, { ...message('poison'), headers: { k: 'v' } });
    await bus().publish(QUEUE, message('hopeless'));
    await vi.waitFor(async () => expect(await bus().deadLetters(QUEUE, 10)).toHaveLength(2), { timeout: 30_000 });
    expect(deliveries).toBe(3);
    const [poison, hopeless] = await bus().deadLetters(QUEUE, 10);
    expect(poison).toMatchObject({ id: 'poison', delivery: 3, reason: expect.stringContaining('broken tool') });
    expect(poison?.headers['k']).toBe('v');
    expect(text(poison?.data ?? new Uint8Array())).toBe('poison');
    expect(hopeless).toMatchObject({ id: 'hopeless', reason: 'the task does not exist' });
    expect(await bus().deadLetters(QUEUE, 1)).toHaveLength(1);
    await vi.waitFor(async () => expect(await bus().depth(QUEUE)).toBe(0), { timeout: 30_000 });
  });

  it('buries what nobody acknowledged and what was returned too often, oldest first, and keeps queues apart', async () => {
    const other: QueueSpec = { ...QUEUE, name: 'verdicts', maxDeliver: 2 };
    const deliveries: string[] = [];
    const work = async (delivery: Delivery) => {
      deliveries.push(`${delivery.id} ${delivery.delivery}`);
      if (delivery.id === 'returned') await delivery.nak(50);
    };
    await bus().consume(other, 2, work);
    await bus().publish(other, message('returned'));
    await vi.waitFor(async () => expect(await bus().deadLetters(other, 10)).toHaveLength(1), { timeout: 30_000 });
    await bus().publish(other, { ...message('silent', 'nobody answers'), headers: { k: 'v' } });
    await vi.waitFor(async () => expect(await bus().deadLetters(other, 10)).toHaveLength(2), { timeout: 30_000 });
    const [returned, silent] = await bus().deadLetters(other, 10);
    expect(returned).toMatchObject({ id: 'returned', delivery: 2, reason: 'returned by its handler (delivery 2 of 2)' });
    expect(silent).toMatchObject({ id: 'silent', delivery: 2, headers: { k: 'v' }, reason: 'not acknowledged within 600 ms (delivery 2 of 2)' });
    expect(text(silent?.data ?? new Uint8Array())).toBe('nobody answers');
    expect((await bus().deadLetters(other, 1)).map(({ id }) => id)).toEqual(['returned']);
    expect(deliveries).toEqual(['returned 1', 'returned 2', 'silent 1', 'silent 2']);
    await vi.waitFor(async () => expect(await bus().depth(other)).toBe(0), { timeout: 30_000 });
    expect(await bus().deadLetters(QUEUE, 10)).toEqual([]);
  });

  it('redrives a letter at once, though its id lies in the duplicate window, and knows it again when it dies again', async () => {
    const long: QueueSpec = { ...QUEUE, name: 'redriven', duplicateWindowMs: 120_000 };
    const seen: { id: string; body: string; header: string | undefined }[] = [];
    let broken = true;
    await bus().consume(long, 1, async (delivery) => {
      seen.push({ id: delivery.id, body: text(delivery.data), header: delivery.headers['k'] });
      await (broken ? delivery.term('no such world') : delivery.ack());
    });
    const letters = async (count: number) => {
      await vi.waitFor(async () => expect(await bus().deadLetters(long, 10)).toHaveLength(count), { timeout: 30_000 });
      return bus().deadLetters(long, 10);
    };
    const before = systemClock.now();
    await bus().publish(long, { ...message('group-1', 'wake up'), headers: { k: 'v' } });
    const [first] = await letters(1);
    expect(first).toMatchObject({ id: 'group-1', reason: 'no such world', delivery: 1, whole: true });
    expect(Math.abs((first?.atMs ?? 0) - before)).toBeLessThan(60_000);
    // The same wake-up again is the same message, and is dropped.
    await bus().publish(long, message('group-1', 'wake up'));
    expect(await redrive(bus(), long, first?.number ?? 0)).toEqual(first);
    await vi.waitFor(() => expect(seen).toHaveLength(2), { timeout: 30_000 });
    // It died again: another letter of the same message, with a higher number.
    const [second] = await vi.waitFor(async () => {
      const now = await letters(1);
      expect(now[0]?.number).toBeGreaterThan(first?.number ?? 0);
      return now;
    }, { timeout: 30_000 });
    broken = false;
    await redrive(bus(), long, second?.number ?? 0);
    await vi.waitFor(async () => expect(await bus().depth(long)).toBe(0), { timeout: 30_000 });
    expect(await bus().deadLetters(long, 10)).toEqual([]);
    expect(seen).toEqual([first, first, second].map((letter, i) => ({ id: i === 0 ? 'group-1' : `group-1 again #${i === 1 ? letter?.number : second?.number}`, body: 'wake up', header: 'v' })));
    await expect(redrive(bus(), long, second?.number ?? 0)).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'number' });
  });

  it('keeps the letter when the queue is full', async () => {
    const small: QueueSpec = { ...QUEUE, name: 'crowded', maxMessages: 2 };
    const consumption = await bus().consume(small, 1, (delivery) => delivery.term('not now'));
    await bus().publish(small, message('a'));
    await vi.waitFor(async () => expect(await bus().deadLetters(small, 10)).toHaveLength(1), { timeout: 30_000 });
    await vi.waitFor(async () => expect(await bus().depth(small)).toBe(0), { timeout: 30_000 });
    await consumption.stop();
    for (const id of ['b', 'c']) await bus().publish(small, message(id));
    const [letter] = await bus().deadLetters(small, 10);
    await expect(redrive(bus(), small, letter?.number ?? 0)).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
    expect(await bus().deadLetters(small, 10)).toEqual([letter]);
    expect(await bus().depth(small)).toBe(2);
  });

  it('reads letters page by page, and discards each once and for good', async () => {
    await bus().consume(QUEUE, 1, (delivery) => delivery.term(`for ${delivery.id}`));
    for (const id of ['a', 'b', 'c']) await bus().publish(QUEUE, message(id));
    await vi.waitFor(async () => expect(await bus().deadLetters(QUEUE, 10)).toHaveLength(3), { timeout: 30_000 });
    const all = await bus().deadLetters(QUEUE, 10);
    const numbers = all.map(({ number }) => number);
    expect(await bus().deadLetters(QUEUE, 10, 0)).toEqual(all);
    expect(await bus().deadLetters(QUEUE, 1, numbers[0])).toEqual([all[1]]);
    expect(await bus().deadLetters(QUEUE, 10, numbers[2])).toEqual([]);
    expect(await bus().discard(QUEUE, numbers[1] ?? 0)).toBe(true);
    expect(await bus().discard(QUEUE, numbers[1] ?? 0)).toBe(false);
    expect(await bus().discard(QUEUE, 1_000_000)).toBe(false);
    // What the server says late of the terminated message brings no letter back.
    await systemClock.sleep(500);
    expect(await bus().deadLetters(QUEUE, 10)).toEqual([all[0], all[2]]);
  });

  it('buries the same message id each time it is given up', async () => {
    await bus().consume(QUEUE, 1, (delivery) => delivery.term(`for ${text(delivery.data)}`));
    await bus().publish(QUEUE, message('m', 'the first time'));
    await vi.waitFor(async () => expect(await bus().deadLetters(QUEUE, 10)).toHaveLength(1), { timeout: 30_000 });
    await systemClock.sleep(1600);
    await bus().publish(QUEUE, message('m', 'the second time'));
    await vi.waitFor(async () => expect(await bus().deadLetters(QUEUE, 10)).toHaveLength(2), { timeout: 30_000 });
    expect((await bus().deadLetters(QUEUE, 10)).map(({ id, reason }) => [id, reason])).toEqual([['m', 'for the first time'], ['m', 'for the second time']]);
  });
}
