import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ABILITIES, difference, type Estimate, estimate, type Measure } from '#cli/report/intervals.ts';
import { invalid } from '#kit/errors.ts';
import { runLanes } from './lanes.ts';
import { type Size, SIZES } from './learning-plans.ts';
import { runSeed, type SeedResult } from './learning-seed.ts';

/**
 * Does the loop learn? Runs the rounds of each seed over the real services (one process a seed, as many at a time as there are
 * cores), evaluates every stage once on the test families, and prints one JSON object: mean and 95 % interval (bootstrapped over
 * families, seeds pooled) per stage and ability group, and paired differences. `--seeds 5 --size full` is what the figures in
 * docs/benchmarks.md are made with.
 */

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '5' }, size: { type: 'string', default: 'full' }, seed: { type: 'string' }, out: { type: 'string' } } });
const size = sizeOf(values.size);

function sizeOf(name: string): Size {
  if (name === 'full' || name === 'smoke') return name;
  throw invalid('--size', `is ${name}`, `write ${Object.keys(SIZES).join(' or ')}`);
}

const MEASURES: readonly Measure[] = ['overall', ...ABILITIES];
const COMPARISONS = [
  ['cold', 'untrained'],
  ['care', 'cold'],
  ['outcome', 'cold'],
  ['care', 'outcome'],
  ['flywheel', 'care'],
  ['flywheel', 'uniform'],
  ['final', 'rule-planner'],
  ['final', 'cold'],
] as const;

const rounded = ({ value, low, high, tasks }: Estimate) => ({ value: +value.toFixed(4), low: +low.toFixed(4), high: +high.toFixed(4), tasks });
const byMeasure = (of: (measure: Measure) => Estimate) => Object.fromEntries(MEASURES.map((measure) => [measure, rounded(of(measure))]));

/** Outcomes of a stage over the seeds that have it. */
function pooled(results: readonly SeedResult[], stage: string) {
  return results.flatMap(({ stages }) => stages[stage] ?? []);
}

function revisions(results: readonly SeedResult[]) {
  const names = [...new Set(results.flatMap(({ kept }) => kept))].sort();
  return names.map((name) => {
    const seeds = results.filter(({ kept }) => kept.includes(name));
    return { round: name, seeds: seeds.map(({ seed }) => seed), gain: byMeasure((m) => difference(pooled(seeds, `${name}+revision`), pooled(seeds, name), m)) };
  });
}

if (values.seed !== undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'gyre-learning-'));
  try {
    const result = await runSeed(Number(values.seed), size, folder, 1);
    if (values.out !== undefined) await writeFile(values.out, JSON.stringify(result));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.exit(0);
}

const results = await runLanes<SeedResult>(fileURLToPath(import.meta.url), Number(values.seeds), ['--size', size]);
const stages = [...new Set(results.flatMap((r) => Object.keys(r.stages)))].filter((stage) => !stage.endsWith('+revision'));
process.stdout.write(
  `${JSON.stringify({
    benchmark: 'learning',
    split: 'test',
    size,
    sizes: SIZES[size],
    seeds: results.map(({ seed, seconds }) => ({ seed, seconds: Math.round(seconds) })),
    stages: Object.fromEntries(stages.map((stage) => [stage, byMeasure((m) => estimate(pooled(results, stage), m))])),
    perSeed: Object.fromEntries(stages.map((stage) => [stage, results.map((r) => +estimate(r.stages[stage] ?? [], 'overall').value.toFixed(4))])),
    differences: COMPARISONS.map(([after, before]) => ({ after, before, gain: byMeasure((m) => difference(pooled(results, after), pooled(results, before), m)) })),
    revisions: revisions(results),
  })}\n`,
);
