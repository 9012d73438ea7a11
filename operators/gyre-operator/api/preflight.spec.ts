import { assert, constantFrom, integer, option, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { celFailures } from '../testkit/cel.ts';
import { changed, refusals, sample, schemaOf, stored } from '../testkit/samples.ts';
import { checked } from '../testkit/validate.ts';
import type { TrainingRunSpec } from './gen/training-run.ts';
import { PREFLIGHT_RULES, violations } from './preflight.ts';

/** The spec of a run whose fields are the sample's but for the changes; the schema has accepted it and filled in defaults. */
function specOf(changes: Readonly<Record<string, unknown>>): TrainingRunSpec {
  const run = changed(sample('TrainingRun'), changes);
  const { spec } = stored('TrainingRun', run);
  if (!isSpec(spec)) throw new Error('the schema does not take the spec');
  return spec;
}

function isSpec(spec: unknown): spec is TrainingRunSpec {
  return checked(schemaOf('TrainingRun'), { ...sample('TrainingRun'), spec }).errors.length === 0;
}

const broken: readonly (readonly [rule: string, changes: Readonly<Record<string, unknown>>, said: string])[] = [
  ['world-size', { 'spec.trainer.nodes': 3 }, 'is 16, 3 nodes x 8 GPUs is 24; set parallelism.data to 3'],
  ['world-size', { 'spec.trainer.parallelism.context': 3 }, 'change nodes or parallelism until 24 x parallelism.data is the number of GPUs'],
  ['tensor-within-node', { 'spec.trainer.parallelism': { data: 1, tensor: 16 } }, 'give a divisor of 8'],
  ['tensor-within-node', { 'spec.trainer.gpusPerNode': 0, 'spec.trainer.nodes': 16 }, 'give a divisor of 1'],
  ['micro-batches', { 'spec.batch.microBatchSize': 3 }, 'is 128, not divisible by data 2 x microBatchSize 3; give a multiple of 6'],
  ['batch-limit', { 'spec.batch.groupsPerUpdate': 16384 }, '131072 trajectories; stay within 16384'],
  ['whole-groups', { 'spec.batch.globalBatchSize': 4 }, 'a group of 8 would be split'],
  ['whole-steps', { 'spec.batch.globalBatchSize': 96 }, 'is 96, but an update has 256 trajectories'],
  ['group-baseline', { 'spec.batch.groupSize': 1, 'spec.batch.groupsPerUpdate': 128 }, 'give at least 2'],
  ['group-baseline', { 'spec.objective': 'ColdStart', 'spec.rollout.replicas': 0 }, 'is 8 for a cold start; give 1'],
  ['cold-start-rollouts', { 'spec.objective': 'ColdStart', 'spec.batch.groupSize': 1, 'spec.batch.groupsPerUpdate': 128 }, 'is 4 for a cold start'],
  ['staleness-bound', { 'spec.schedule.mode': 'Deterministic', 'spec.batch.updates': 2, 'spec.checkpoint.everyUpdates': 1 }, 'give at most 1'],
  ['checkpoints-kept', { 'spec.checkpoint.keep': 2 }, 'keep at least 3'],
  ['checkpoint-within-run', { 'spec.checkpoint.everyUpdates': 201 }, 'give at most 200'],
  ['progress-deadline', { 'spec.activeDeadlineSeconds': 60 }, 'is 1800, but the run ends after 60'],
  ['attention-heads', { 'spec.model.attentionHeads': 42 }, 'the model has 42 attention heads'],
  ['key-value-heads', { 'spec.model.keyValueHeads': 6 }, 'is 4, the model has 6 key-value heads'],
  ['pipeline-layers', { 'spec.model.layers': 63 }, 'is 2, the model has 63 layers'],
  ['context-shards', { 'spec.trainer.parallelism': { data: 1, tensor: 4, pipeline: 2, context: 2 }, 'spec.model.contextTokens': 32760 }, 'pad it to a multiple of 16'],
  ['state-memory', { 'spec.trainer.gpuMemoryGiB': 24 }, 'of 32000 million parameters take 44.7 GiB of each GPU'],
  ['rollout-world-size', { 'spec.rollout.gpusPerReplica': 4 }, 'is 2, a replica has 4 GPUs'],
  ['rollout-pods', { 'spec.rollout.pods': undefined }, 'is absent with 4 replicas'],
];

/** Names of the preflight's rules among the refusals of the resource's CEL. */
const byCel = (spec: TrainingRunSpec): string[] => {
  const run = { ...sample('TrainingRun'), spec };
  const names = celFailures(schemaOf('TrainingRun'), run).map(({ message }) => /^\[([a-z-]+)\]/.exec(message)?.[1] ?? message);
  return names.sort();
};
const byPreflight = (spec: TrainingRunSpec): string[] => violations(spec).map(({ rule }) => rule).sort();

describe('preflight of a training run', () => {
  it('lets the sample pass', () => {
    expect(violations(specOf({}))).toEqual([]);
  });

  it.each(broken)('%s: %o', (rule, changes, said) => {
    const found = violations(specOf(changes));
    expect(found.map((each) => each.rule)).toContain(rule);
    const lines = found.map(({ field, problem, remedy }) => `${field} ${problem}; ${remedy}`).join('\n');
    expect(lines).toContain(said);
  });

  it('has a case for every rule', () => {
    expect(PREFLIGHT_RULES.filter((rule) => !broken.some(([name]) => name === rule))).toEqual([]);
  });

  it('names all rules that a run breaks', () => {
    expect(byPreflight(specOf({ 'spec.trainer.nodes': 3, 'spec.checkpoint.keep': 1, 'spec.batch.microBatchSize': 5 }))).toEqual(['checkpoints-kept', 'micro-batches', 'world-size']);
  });
});

describe('preflight and the CEL of the resource', () => {
  it.each(broken)('agree on %s: %o', (_, changes) => {
    const spec = specOf(changes);
    expect(byCel(spec)).toEqual(byPreflight(spec));
  });

  it('report at the same field', () => {
    for (const [rule, changes] of broken) {
      const [violation] = violations(specOf(changes)).filter((each) => each.rule === rule);
      const said = refusals('TrainingRun', changed(sample('TrainingRun'), changes)).filter((line) => line.includes(`[${rule}]`));
      expect(said.map((line) => line.split(': ')[0])).toEqual([`spec.${violation?.field}`]);
    }
  });

  const size = constantFrom(1, 2, 3, 4, 8);
  const runs = record({
    nodes: size, gpusPerNode: constantFrom(0, 1, 2, 4, 8), data: size, tensor: size, pipeline: size, context: constantFrom(1, 1, 2),
    groupsPerUpdate: constantFrom(1, 16, 32, 16384), groupSize: constantFrom(1, 2, 8, 256), globalBatchSize: constantFrom(8, 16, 96, 128), microBatchSize: constantFrom(1, 2, 3),
    objective: constantFrom('ColdStart', 'Care'), mode: constantFrom('Deterministic', 'Asynchronous'), staleness: integer({ min: 0, max: 5 }), updates: constantFrom(1, 3, 200), keep: integer({ min: 1, max: 6 }), every: constantFrom(1, 5, 500),
    deadline: option(constantFrom(60, 1800, 90_000), { nil: undefined }), replicas: constantFrom(0, 1), gpusPerReplica: size, rolloutTensor: size, rolloutPods: constantFrom(true, false),
    model: option(record({ layers: constantFrom(12, 63, 64), attentionHeads: constantFrom(6, 32, 40), keyValueHeads: constantFrom(2, 6, 8), contextTokens: constantFrom(4096, 4100, 10_000_001), parametersMillions: constantFrom(1, 135, 32_000, 10_000_000) }), { nil: undefined }),
    memory: option(constantFrom(1, 24, 80, 1024), { nil: undefined }),
  });

  it('agree on any run that the schema takes', () => {
    const seen = new Set<string>();
    assert(
      property(runs, (run) => {
        const spec = specOf({
          'spec.objective': run.objective,
          'spec.schedule': { mode: run.mode, stalenessUpdates: run.staleness },
          'spec.batch': { updates: run.updates, groupsPerUpdate: run.groupsPerUpdate, groupSize: run.groupSize, globalBatchSize: run.globalBatchSize, microBatchSize: run.microBatchSize },
          'spec.model': run.model,
          'spec.trainer.nodes': run.nodes,
          'spec.trainer.gpusPerNode': run.gpusPerNode,
          'spec.trainer.gpuMemoryGiB': run.memory,
          'spec.trainer.parallelism': { data: run.data, tensor: run.tensor, pipeline: run.pipeline, context: run.context },
          'spec.rollout': { replicas: run.replicas, gpusPerReplica: run.gpusPerReplica, parallelism: { tensor: run.rolloutTensor }, ...(run.rolloutPods ? { pods: { image: 'x' } } : {}) },
          'spec.checkpoint': { uri: 's3://b/p', everyUpdates: run.every, keep: run.keep },
          'spec.activeDeadlineSeconds': run.deadline,
        });
        const found = byPreflight(spec);
        found.forEach((rule) => seen.add(rule));
        expect(byCel(spec)).toEqual(found);
      }),
      { numRuns: 600, seed: 7 },
    );
    expect([...seen].sort()).toEqual([...PREFLIGHT_RULES].sort());
  });

  it('a run that fills its world and its batch passes, whatever its sizes', () => {
    const powers = constantFrom(1, 2, 4, 8);
    assert(
      property(record({ data: powers, tensor: powers, pipeline: powers, micro: constantFrom(1, 2, 3, 5), group: constantFrom(2, 3, 8), steps: integer({ min: 1, max: 4 }) }), ({ data, tensor, pipeline, micro, group, steps }) => {
        const globalBatchSize = data * micro * group;
        const spec = specOf({
          'spec.model': undefined,
          'spec.trainer.parallelism': { data, tensor, pipeline },
          'spec.trainer.gpusPerNode': 8,
          'spec.trainer.nodes': Math.max(1, (data * tensor * pipeline) / 8),
          'spec.batch': { updates: 200, groupSize: group, globalBatchSize, groupsPerUpdate: data * micro * steps, microBatchSize: micro },
        });
        const fits = (data * tensor * pipeline) % 8 === 0;
        expect(byPreflight(spec)).toEqual(fits ? [] : ['world-size']);
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});
