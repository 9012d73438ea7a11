import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Places } from './places.ts';

const open = () => new AbortController().signal;

describe('places', () => {
  it('are taken all at once, and by who asked first when one comes back', async () => {
    const places = new Places(3);
    expect(await places.take(open())).toBe(3);
    const served: string[] = [];
    const first = places.take(open()).then((taken) => served.push(`first ${taken}`));
    const second = places.take(open()).then((taken) => served.push(`second ${taken}`));
    places.give(2);
    places.give(1);
    await Promise.all([first, second]);
    expect(served).toEqual(['first 2', 'second 1']);
  });

  it('are not kept for who has given up waiting', async () => {
    const places = new Places(1);
    await places.take(open());
    const impatient = new AbortController();
    const waiting = places.take(impatient.signal);
    impatient.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(places.take(impatient.signal)).rejects.toThrow('enough');
    places.give(1);
    expect(await places.take(open())).toBe(1);
  });

  it('are never more or fewer than there were, whoever takes, gives and gives up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.constantFrom('take', 'give', 'abort'), { maxLength: 40 }), async (count, moves) => {
        const places = new Places(count);
        const waiting: AbortController[] = [];
        const ends: Promise<void>[] = [];
        let out = 0;
        for (const move of moves) {
          if (move === 'give' && out > 0) places.give((out--, 1));
          if (move === 'abort') waiting.shift()?.abort();
          if (move === 'take') {
            const controller = new AbortController();
            waiting.push(controller);
            ends.push(places.take(controller.signal).then((taken) => void (out += taken), () => undefined));
          }
          await null;
          await null;
          expect(out).toBeLessThanOrEqual(count);
        }
        for (const controller of waiting) controller.abort();
        await Promise.all(ends);
        places.give(out);
        expect(await places.take(open())).toBe(count);
      }),
    );
  });
});
