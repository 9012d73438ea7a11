import { expect, it } from 'vitest';
import { Batcher } from './batcher.ts';

it('gathers calls made together, keeps their order, and respects the limit', async () => {
  const batches: number[][] = [];
  const batcher = new Batcher<number, number>(async (items) => {
    batches.push([...items]);
    return items.map((item) => item * 2);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5].map((item) => batcher.run(item)))).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1, 2, 3], [4, 5]]);
  expect(await batcher.run(6)).toBe(12);
});

it('gives a failure to every call of the batch and goes on with the next', async () => {
  let broken = true;
  const batcher = new Batcher<number, number>(async (items) => {
    if (broken) throw new Error('store down');
    return items;
  });
  const results = await Promise.allSettled([batcher.run(1), batcher.run(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await batcher.run(3)).toBe(3);
});

it('tells a call that got no answer', async () => {
  const batcher = new Batcher<number, number>(async () => []);
  await expect(batcher.run(1)).rejects.toThrow(RangeError);
});

it('takes no more than may wait, and takes again when there is room', async () => {
  const gate = Promise.withResolvers<void>();
  const batcher = new Batcher<number, number>(async (items) => {
    await gate.promise;
    return items;
  }, 2, 3);
  const running = batcher.run(0);
  await Promise.resolve();
  const waiting = [1, 2, 3].map((item) => batcher.run(item));
  await expect(batcher.run(4)).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryable: true });
  gate.resolve();
  expect(await Promise.all([running, ...waiting])).toEqual([0, 1, 2, 3]);
  expect(await batcher.run(5)).toBe(5);
});
