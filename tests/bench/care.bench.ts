import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { invalid } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import { ARMS, CARE_SIZES, type CareSeedResult, type CareSize, type Results, runCareSeed } from './care-seed.ts';
import { runLanes } from './lanes.ts';

/**
 * Does CARE save avoidable cost? From one start per seed (taught by a careful teacher), the same budget of updates with
 * outcome-only GRPO (the baseline), CARE over a range of lambda_eff, and CARE without the calibrated spread. Cost is compared on the
 * tasks that both solve; avoidable cost is what lies above the oracle's. Accuracy is not inferior if the 95 % interval of the
 * difference stays above -2 points. Prints one JSON object.
 */

const MARGIN = 0.02;
const { values } = parseArgs({ options: { seeds: { type: 'string', default: '10' }, size: { type: 'string', default: 'full' }, seed: { type: 'string' }, out: { type: 'string' } } });
const size = sizeOf(values.size);

function sizeOf(name: string): CareSize {
  if (name === 'full' || name === 'smoke') return name;
  throw invalid('--size', `is ${name}`, `write ${Object.keys(CARE_SIZES).join(' or ')}`);
}

const mean = (list: readonly number[]) => (list.length === 0 ? 0 : list.reduce((sum, x) => sum + x, 0) / list.length);
const rounded = (x: number) => +x.toFixed(4);

/** Mean over seeds with its 95 % interval, by resampling seeds. */
function interval(perSeed: readonly number[]) {
  const stream = random('care-bench-interval');
  const draws = Array.from({ length: 2000 }, () => mean(perSeed.map(() => stream.pick(perSeed)))).sort((a, b) => a - b);
  return { value: rounded(mean(perSeed)), low: rounded(draws[50] ?? 0), high: rounded(draws[1949] ?? 0) };
}

const accuracy = (results: Results) => mean(Object.values(results).map(([solved]) => solved));

/** Costs of two policies and the oracle on the tasks that both solve. */
function costs(of: Results, against: Results, oracle: CareSeedResult['oracle']) {
  const both = Object.keys(of).filter((task) => of[task]?.[0] === 1 && against[task]?.[0] === 1);
  const total = (results: Results) => mean(both.map((task) => results[task]?.[1] ?? 0));
  return { tasks: both.length, of: total(of), against: total(against), oracle: mean(both.map((task) => oracle[task] ?? 0)) };
}

/** Share of the start's avoidable cost that an arm has removed. */
function removed(arm: Results, start: Results, oracle: CareSeedResult['oracle']): number {
  const c = costs(arm, start, oracle);
  const avoidable = c.against - c.oracle;
  return avoidable <= 0 ? 0 : (c.against - c.of) / avoidable;
}

function armReport(name: string, results: readonly CareSeedResult[]) {
  const arms = results.map(({ arms: all }) => all[name] ?? {});
  const base = results.map(({ arms: all }) => all['outcome-only'] ?? {});
  const paired = results.map(({ oracle }, i) => costs(arms[i] ?? {}, base[i] ?? {}, oracle));
  const lead = interval(arms.map((arm, i) => accuracy(arm) - accuracy(base[i] ?? {})));
  return {
    arm: name,
    accuracy: interval(arms.map(accuracy)),
    accuracyAgainstOutcomeOnly: lead,
    notInferior: lead.low > -MARGIN,
    avoidableCostRemoved: interval(arms.map((arm, i) => removed(arm, results[i]?.start ?? {}, results[i]?.oracle ?? {}))),
    onTasksBothSolve: {
      tasks: rounded(mean(paired.map((p) => p.tasks))),
      cost: interval(paired.map((p) => p.of)),
      costOutcomeOnly: interval(paired.map((p) => p.against)),
      oracle: interval(paired.map((p) => p.oracle)),
    },
  };
}

if (values.seed !== undefined) {
  const result = await runCareSeed(Number(values.seed), size);
  if (values.out !== undefined) await writeFile(values.out, JSON.stringify(result));
} else {
  const results = await runLanes<CareSeedResult>(fileURLToPath(import.meta.url), Number(values.seeds), ['--size', size]);
  const start = { accuracy: interval(results.map((r) => accuracy(r.start))), cost: interval(results.map((r) => costs(r.start, r.start, r.oracle).of)), oracle: interval(results.map((r) => costs(r.start, r.start, r.oracle).oracle)) };
  process.stdout.write(`${JSON.stringify({ benchmark: 'care', size, sizes: CARE_SIZES[size], seeds: results.length, margin: MARGIN, start, arms: ARMS.map(({ name }) => armReport(name, results)) })}\n`);
}
