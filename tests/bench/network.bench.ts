import { random } from '#kit/random.ts';
import {
  addLogProbabilityGradient,
  choiceOf,
  DEFAULT_SHAPE,
  Gradient,
  initialise,
  logProbabilities,
  Optimiser,
  OPTIMISER_DEFAULTS,
  Scorer,
} from '#harness-gateway/policy/compact/network/mod.ts';
import { NaiveNetwork } from './network-naive.ts';

/**
 * Rows (readings of candidates) scored per second and updates per second of the compact policy's network, against the same
 * arithmetic over objects of plain number arrays. Prints one JSON object. Choices: 12 candidates of 2 readings of 25 hashed features;
 * ids are skewed (the cube of a uniform number) as words are. An update covers 32 choices. Median of several timed rounds after a warm-up.
 */
const CANDIDATES = 12;
const READINGS = 2;
const FEATURES = 25;
const CHOICES_PER_UPDATE = 32;
const ROUNDS = 7;
const WARM_UP_MS = 1500;
const shape = DEFAULT_SHAPE;

const stream = random('network-bench');
const reading = () => ({
  features: Array.from({ length: FEATURES }, () => Math.floor(stream.next() ** 3 * shape.rows)),
  dense: Array.from({ length: shape.dense }, () => Math.fround(stream.next())),
});
const described = Array.from({ length: 256 }, (_, c) => ({
  head: c % shape.heads,
  candidates: Array.from({ length: CANDIDATES }, () => Array.from({ length: READINGS }, reading)),
}));

const parameters = initialise(shape, random('weights'));
const naive = new NaiveNetwork(parameters, OPTIMISER_DEFAULTS);
const scorer = new Scorer(parameters);
const gradient = new Gradient(shape);
const optimiser = new Optimiser(shape, OPTIMISER_DEFAULTS);
const choices = described.map(({ head, candidates }) => choiceOf(head, candidates, shape));
const logits = new Float64Array(CANDIDATES);
const dLogits = new Float64Array(CANDIDATES);

let largestDifference = 0;
for (const [c, choice] of choices.entries()) {
  scorer.logits(choice, logits);
  const plain = naive.logits(described[c]!);
  for (const [k, logit] of plain.entries()) largestDifference = Math.max(largestDifference, Math.abs(logit - logits[k]!));
}
if (largestDifference > 1e-9) throw new Error(`the two networks differ by ${largestDifference}`);

const scored = {
  network: rate(() => {
    for (let k = 0; k < 8; k++) for (const choice of choices) scorer.logits(choice, logits);
    return 8 * choices.length * CANDIDATES * READINGS;
  }),
  naive: rate(() => {
    for (const choice of described) naive.logits(choice);
    return described.length * CANDIDATES * READINGS;
  }),
};

const updated = {
  network: rate(() => {
    for (const batch of batchesOf(choices)) {
      gradient.clear();
      for (const choice of batch) {
        const n = scorer.logits(choice, logits);
        logProbabilities(logits, n, 1, logits);
        dLogits.fill(0);
        addLogProbabilityGradient(logits, n, 0, -1 / batch.length, 1, dLogits);
        gradient.accumulate(scorer, choice, dLogits);
      }
      gradient.clipNorm(1);
      optimiser.update(parameters, gradient);
    }
    return choices.length / CHOICES_PER_UPDATE;
  }),
  naive: rate(() => {
    for (const batch of batchesOf(described)) naive.update(batch, 1);
    return described.length / CHOICES_PER_UPDATE;
  }),
};

const summary = (figures: { network: number; naive: number }) => ({
  network: Math.round(figures.network),
  naive_objects_of_number_arrays: Math.round(figures.naive),
  times_faster: Number((figures.network / figures.naive).toFixed(1)),
});
console.log(
  JSON.stringify({
    benchmark: 'network',
    shape,
    workload: { candidates: CANDIDATES, readings: READINGS, features: FEATURES, choices_per_update: CHOICES_PER_UPDATE },
    microseconds_per_row: Number((1e6 / scored.network).toFixed(3)),
    rows_scored_per_second: summary(scored),
    updates_per_second: summary(updated),
  }),
);

/** Median units per second over the rounds; `work` returns the units it did. */
function rate(work: () => number): number {
  const warm = performance.now() + WARM_UP_MS;
  while (performance.now() < warm) work();
  const rates = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    const units = work();
    return (1000 * units) / (performance.now() - begin);
  });
  return rates.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

function batchesOf<T>(items: readonly T[]): T[][] {
  return Array.from({ length: items.length / CHOICES_PER_UPDATE }, (_, k) =>
    items.slice(k * CHOICES_PER_UPDATE, (k + 1) * CHOICES_PER_UPDATE),
  );
}
