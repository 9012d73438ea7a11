import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawTasks } from './draw.ts';

const pool = (...weights: number[]) => weights.map((weight, at) => ({ taskId: `t${String(at).padStart(3, '0')}`, weight, stratum: 'fresh' }));

describe('drawing', () => {
  it('gives the same list for the same seed, and another for another', () => {
    const tasks = pool(...Array.from({ length: 50 }, () => 1));
    expect(drawTasks(tasks, 20, 1)).toEqual(drawTasks(tasks.toReversed(), 20, 1));
    expect(drawTasks(tasks, 20, 1)).not.toEqual(drawTasks(tasks, 20, 2));
  });

  it('repeats nothing before all was drawn, and a longer list begins with the shorter', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 1, maxLength: 20 }), fc.nat({ max: 60 }), fc.integer(), (weights, count, seed) => {
        const tasks = pool(...weights);
        const drawn = drawTasks(tasks, count, seed);
        expect(drawn).toHaveLength(count);
        for (let at = 0; at < count; at += tasks.length) {
          const pass = drawn.slice(at, at + tasks.length);
          expect(new Set(pass).size).toBe(pass.length);
        }
        expect(drawTasks(tasks, count + 5, seed).slice(0, count)).toEqual(drawn);
      }),
    );
  });

  it('follows the weights', () => {
    const tasks = pool(1, 3, 0);
    const first = Array.from({ length: 4000 }, (_, seed) => drawTasks(tasks, 1, seed)[0]);
    expect(first.filter((id) => id === 't001').length / 4000).toBeCloseTo(0.75, 1);
    expect(first).not.toContain('t002');
  });

  it('gives nothing from an empty pool', () => {
    expect(drawTasks(pool(0, 0), 5, 1)).toEqual([]);
  });
});
