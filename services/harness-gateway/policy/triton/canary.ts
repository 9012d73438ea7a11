import { random } from '#kit/random.ts';
import type { ChoiceBatch, Parameters, Reading, ScorerShape } from '../compact/network/mod.ts';
import { choiceOf, Scorer } from '../compact/network/mod.ts';
import { Parcel } from './parcel.ts';

/** Logits of the same weights differ by the order of sums: by 1e-14 or so. A wrong weight shows at once. */
const TOLERANCE = 1e-9;
const CHOICES_PER_HEAD = 3;

/** What a version answers before it may serve: choices of every head, with ids over the whole table. */
export function canaryParcel(shape: ScorerShape): { readonly parcel: Parcel; readonly choices: readonly ChoiceBatch[] } {
  const stream = random('canary');
  const reading = (): Reading => ({
    features: Array.from({ length: stream.int(60) }, () => stream.int(shape.rows)),
    dense: Array.from({ length: shape.dense }, () => Math.fround(2 * stream.next() - 1)),
  });
  const choice = (head: number) => choiceOf(head, Array.from({ length: 2 + stream.int(10) }, () => Array.from({ length: 1 + stream.int(3) }, reading)), shape);
  const choices = Array.from({ length: CHOICES_PER_HEAD * shape.heads }, (_, i) => choice(i % shape.heads));
  const parcel = new Parcel();
  for (const each of choices) parcel.add(each);
  return { parcel, choices };
}

/** Compares what was answered with the scorer of this process. Undefined if they agree; otherwise where they do not. */
export function disagreement(parameters: Parameters, choices: readonly ChoiceBatch[], answered: readonly Float64Array[]): string | undefined {
  const scorer = new Scorer(parameters);
  let expected = new Float64Array(64);
  for (const [i, choice] of choices.entries()) {
    const candidates = choice.candidateOffsets.length - 1;
    if (expected.length < candidates) expected = new Float64Array(candidates);
    const count = scorer.logits(choice, expected);
    for (let k = 0; k < count; k++) {
      const [mine = 0, theirs = Number.NaN] = [expected[k], answered[i]?.[k]];
      // Also true of NaN.
      if (!(Math.abs(mine - theirs) <= TOLERANCE * (1 + Math.abs(mine)))) return `choice ${i}, candidate ${k}: the server says ${theirs}, this process ${mine}`;
    }
  }
  return undefined;
}
