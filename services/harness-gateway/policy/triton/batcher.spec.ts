import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import { candidatesOf } from '../compact/network/mod.ts';
import { randomChoice, SMALL } from '../compact/network/network.testkit.ts';
import { Batcher, type BatcherOptions } from './batcher.ts';

/** A batcher whose parcels are answered when the test says so: each logit is the number of its parcel. */
function bench(options: Partial<BatcherOptions> = {}) {
  const clock = new ManualClock();
  const sent: { readonly choices: number; readonly answer: () => void; readonly fail: (error: unknown) => void }[] = [];
  const batcher = new Batcher(
    (parcel) =>
      new Promise((resolve, reject) => {
        const number = sent.length;
        sent.push({ choices: parcel.choices, answer: () => resolve(new Float64Array(parcel.logits).fill(number)), fail: reject });
      }),
    { clock, ...options },
  );
  let made = 0;
  const score = () => batcher.score(randomChoice(SMALL, random('batcher', made++), 0, 1 + (made % 4)));
  return { clock, sent, score, sizes: () => sent.map(({ choices }) => choices) };
}

const settled = async () => {
  for (let i = 0; i < 3; i++) await nextTurn();
};

describe('a batcher', () => {
  it('sends what is ready to run in one parcel, and gives each its own logits', async () => {
    const { sent, score, sizes } = bench();
    const choices = Array.from({ length: 5 }, (_, i) => randomChoice(SMALL, random('batcher', i), 0, 1 + ((i + 1) % 4)));
    const answers = [...choices.map(() => score())];
    // Asked for a few microtasks later, as sessions that an answer has woken do.
    const later = Promise.resolve().then(() => Promise.resolve()).then(score);
    await settled();
    expect(sizes()).toEqual([6]);
    sent[0]?.answer();
    expect((await Promise.all(answers)).map((logits) => logits.length)).toEqual(choices.map(candidatesOf));
    expect([...(await later)].every((logit) => logit === 0)).toBe(true);
  });

  it('waits for its window, if it has one', async () => {
    const { clock, sent, score, sizes } = bench({ windowMs: 1 });
    const first = score();
    await settled();
    expect(sizes()).toEqual([]);
    const second = score();
    clock.advance(1);
    await settled();
    expect(sizes()).toEqual([2]);
    sent[0]?.answer();
    await Promise.all([first, second]);
  });

  it('does not wait with a full parcel, by choices or by bytes', async () => {
    const byCount = bench({ windowMs: 1, maxChoices: 3 });
    const answers = Array.from({ length: 7 }, () => byCount.score());
    expect(byCount.sizes()).toEqual([3, 3]);
    byCount.clock.advance(1);
    for (const { answer } of byCount.sent) answer();
    await settled();
    byCount.sent[2]?.answer();
    await Promise.all(answers);
    expect(byCount.sizes()).toEqual([3, 3, 1]);
    const byBytes = bench({ windowMs: 1, maxBytes: 1 });
    void byBytes.score();
    expect(byBytes.sizes()).toEqual([1]);
  });

  it('has so many parcels out and no more; meanwhile choices gather', async () => {
    const { sent, score, sizes } = bench({ maxInFlight: 1, maxChoices: 4 });
    const answers = [score()];
    await settled();
    for (let i = 0; i < 6; i++) answers.push(score());
    await settled();
    expect(sizes()).toEqual([1]);
    sent[0]?.answer();
    await settled();
    expect(sizes()).toEqual([1, 4]);
    sent[1]?.answer();
    await settled();
    expect(sizes()).toEqual([1, 4, 2]);
    sent[2]?.answer();
    expect((await Promise.all(answers)).map((logits) => logits[0])).toEqual([0, 1, 1, 1, 1, 2, 2]);
  });

  it('a parcel that fails fails its own choices and no others', async () => {
    const { sent, score } = bench();
    const lost = [score(), score()];
    await settled();
    const kept = score();
    await settled();
    const error = new GyreError('UNAVAILABLE', 'gone', { boundary: 'harness' });
    sent[0]?.fail(error);
    sent[1]?.answer();
    for (const each of lost) await expect(each).rejects.toBe(error);
    expect([...(await kept)]).toEqual([...new Float64Array((await kept).length).fill(1)]);
  });

  it('refuses choices beyond its bound, and takes them again when there is room', async () => {
    const { sent, score } = bench({ maxPending: 2 });
    const answers = [score(), score()];
    await expect(score()).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', boundary: 'harness', retryable: true });
    await settled();
    sent[0]?.answer();
    await Promise.all(answers);
    const again = score();
    await settled();
    sent[1]?.answer();
    expect((await again)[0]).toBe(1);
  });
});
