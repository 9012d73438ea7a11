import { expect, it, vi } from 'vitest';
import type { Bus, Delivery, QueueSpec } from '#kit/bus/types.ts';
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
