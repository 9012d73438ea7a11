import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Places } from './places.ts';

const noPause = async () => undefined;
const open = () => new AbortController().signal;

describe('places', () => {
  it('are taken all at once, and by who asked first when one comes back', async () => {
    const places = new Places(3, noPause);
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
    const places = new Places(1, noPause);
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
        const places = new Places(count, noPause);
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

  it('are handed out one at a time with pauses between while attempts are turned away, and one more for each that gets through', async () => {
    const pauses: { nth: number; end: () => void }[] = [];
    const places = new Places(4, (nth) => new Promise((resolve) => void pauses.push({ nth, end: resolve })));
    expect(await places.take(open())).toBe(4);
    const served: string[] = [];
    const asked = ['a', 'b', 'c', 'd'].map((name) => places.take(open()).then((taken) => served.push(`${name} ${taken}`)));
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    for (let i = 0; i < 4; i++) {
      places.unreached();
      places.give(1);
    }
    await turn();
    expect([served, pauses.map(({ nth }) => nth)]).toEqual([[], [0]]);
    pauses[0]?.end();
    await turn();
    expect(served).toEqual(['a 1']);
    places.unreached();
    places.give(1);
    pauses[1]?.end();
    await turn();
    expect([served, pauses.map(({ nth }) => nth)]).toEqual([['a 1', 'b 1'], [0, 1]]);
    places.give(1);
    await turn();
    expect(served).toEqual(['a 1', 'b 1', 'c 1']);
    places.gotThrough();
    await Promise.all(asked);
    expect(served).toEqual(['a 1', 'b 1', 'c 1', 'd 1']);
    for (let i = 0; i < 9; i++) places.gotThrough();
    expect(await places.take(open(), 1)).toBe(1);
    expect(await places.take(open())).toBe(1);
    // It begins with the shortest pause again.
    places.unreached();
    expect(pauses.at(-1)?.nth).toBe(0);
  });

  it('are as many as a full service has taken, and none for a while where it has taken none', async () => {
    const pause = Promise.withResolvers<void>();
    const places = new Places(4, () => pause.promise);
    expect(await places.take(open())).toBe(4);
    places.full(3);
    places.give(1);
    let taken = 0;
    const waiting = places.take(open()).then((count) => (taken = count));
    await null;
    expect(taken).toBe(0);
    places.give(1);
    await waiting;
    expect(taken).toBe(1);
    places.full(0);
    places.give(3);
    const late = places.take(open());
    let served = false;
    void late.then(() => (served = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(served).toBe(false);
    pause.resolve();
    expect(await late).toBe(1);
  });
});
