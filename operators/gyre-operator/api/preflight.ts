import type { TrainingRunSpec } from './gen/training-run.ts';

/** A rule that a training run breaks. */
export interface Violation {
  /** Stable name of the rule; the CEL rule of the resource that says the same begins its message with it. */
  readonly rule: string;
  /** Field of the spec. */
  readonly field: string;
  readonly problem: string;
  readonly remedy: string;
}

type Rule = (spec: TrainingRunSpec) => Omit<Violation, 'rule'> | undefined;

/** Trajectories of one update that are in memory at a time. */
const LARGEST_BATCH = 16_384;

/** The violation unless the rule is kept. */
const unless = (kept: boolean, field: string, problem: string, remedy: string) => (kept ? undefined : { field, problem, remedy });

/** Ranks of one node: its GPUs, or the node itself where it has none. */
const ranksPerNode = ({ trainer }: TrainingRunSpec): number => Math.max(1, trainer.gpusPerNode);

/** Ranks that the trainer runs on. */
export const worldSize = (spec: TrainingRunSpec): number => spec.trainer.nodes * ranksPerNode(spec);

/** Each rule between fields by its name; bounds of single fields are the schema's. */
const RULES: Readonly<Record<string, Rule>> = {
  'world-size': (spec) => {
    const { data, tensor, pipeline, context } = spec.trainer.parallelism;
    const [product, world, rest] = [data * tensor * pipeline * context, worldSize(spec), tensor * pipeline * context];
    const remedy = world % rest === 0 ? `set parallelism.data to ${world / rest}` : `change nodes or parallelism until ${rest} x parallelism.data is the number of GPUs`;
    const numbers = `data ${data} x tensor ${tensor} x pipeline ${pipeline} x context ${context} is ${product}, ${spec.trainer.nodes} nodes x ${spec.trainer.gpusPerNode} GPUs is ${world}`;
    return unless(product === world, 'trainer.parallelism', numbers, remedy);
  },
  'tensor-within-node': (spec) => {
    const [{ gpusPerNode, parallelism }, ranks] = [spec.trainer, ranksPerNode(spec)];
    return unless(ranks % parallelism.tensor === 0, 'trainer.parallelism.tensor', `is ${parallelism.tensor} with ${gpusPerNode} GPUs a node, and tensor parallel ranks must share a node`, `give a divisor of ${ranks}`);
  },
  'micro-batches': ({ batch: { globalBatchSize, microBatchSize }, trainer: { parallelism } }) => {
    const pass = parallelism.data * microBatchSize;
    return unless(globalBatchSize % pass === 0, 'batch.globalBatchSize', `is ${globalBatchSize}, not divisible by data ${parallelism.data} x microBatchSize ${microBatchSize}`, `give a multiple of ${pass}, or change microBatchSize`);
  },
  'batch-limit': ({ batch: { groupsPerUpdate, groupSize } }) =>
    unless(groupsPerUpdate * groupSize <= LARGEST_BATCH, 'batch.groupsPerUpdate', `${groupsPerUpdate} groups of ${groupSize} are ${groupsPerUpdate * groupSize} trajectories`, `stay within ${LARGEST_BATCH} an update`),
  'whole-groups': ({ batch: { globalBatchSize, groupSize } }) =>
    unless(globalBatchSize % groupSize === 0, 'batch.globalBatchSize', `is ${globalBatchSize}, so a group of ${groupSize} would be split between optimizer steps`, `give a multiple of ${groupSize}`),
  'whole-steps': ({ batch: { groupsPerUpdate, groupSize, globalBatchSize } }) => {
    const trajectories = groupsPerUpdate * groupSize;
    return unless(trajectories % globalBatchSize === 0, 'batch.globalBatchSize', `is ${globalBatchSize}, but an update has ${trajectories} trajectories`, `give a divisor of ${trajectories}`);
  },
  'group-baseline': ({ objective, batch: { groupSize } }) =>
    objective === 'ColdStart'
      ? unless(groupSize === 1, 'batch.groupSize', `is ${groupSize} for a cold start`, 'give 1')
      : unless(groupSize >= 2, 'batch.groupSize', `is ${groupSize}`, 'give at least 2: the baseline is the mean of the group, and a group of one has no advantage'),
  'cold-start-rollouts': ({ objective, rollout: { replicas } }) =>
    unless(objective !== 'ColdStart' || replicas === 0, 'rollout.replicas', `is ${replicas} for a cold start, which plays no episode`, 'set it to 0'),
  'staleness-bound': ({ schedule: { mode, stalenessUpdates }, batch: { updates } }) =>
    unless(mode !== 'Deterministic' || stalenessUpdates < updates, 'schedule.stalenessUpdates', `is ${stalenessUpdates} in a run of ${updates} updates, so no rollout would see an updated policy`, `give at most ${updates - 1}`),
  'checkpoints-kept': ({ schedule: { stalenessUpdates }, checkpoint: { keep } }) =>
    unless(stalenessUpdates + 1 <= keep, 'checkpoint.keep', `is ${keep}, but rollouts may lie ${stalenessUpdates} updates behind`, `keep at least ${stalenessUpdates + 1}, or allow less staleness`),
  'checkpoint-within-run': ({ checkpoint: { everyUpdates }, batch: { updates } }) =>
    unless(everyUpdates <= updates, 'checkpoint.everyUpdates', `is ${everyUpdates} in a run of ${updates} updates, which would end without a checkpoint`, `give at most ${updates}`),
  'progress-deadline': ({ activeDeadlineSeconds, progressDeadlineSeconds }) =>
    unless(activeDeadlineSeconds === undefined || progressDeadlineSeconds <= activeDeadlineSeconds, 'progressDeadlineSeconds', `is ${progressDeadlineSeconds}, but the run ends after ${activeDeadlineSeconds}`, `give at most ${activeDeadlineSeconds}`),
  'attention-heads': ({ model, trainer: { parallelism } }) =>
    unless(model === undefined || model.attentionHeads % parallelism.tensor === 0, 'trainer.parallelism.tensor', `is ${parallelism.tensor}, the model has ${model?.attentionHeads} attention heads`, `give a divisor of ${model?.attentionHeads}`),
  'key-value-heads': ({ model, trainer: { parallelism } }) => {
    const [heads, tensor] = [model?.keyValueHeads, parallelism.tensor];
    return unless(heads === undefined || heads % tensor === 0 || tensor % heads === 0, 'trainer.parallelism.tensor', `is ${tensor}, the model has ${heads} key-value heads`, `give a divisor or a multiple of ${heads}`);
  },
  'pipeline-layers': ({ model, trainer: { parallelism } }) =>
    unless(model === undefined || model.layers % parallelism.pipeline === 0, 'trainer.parallelism.pipeline', `is ${parallelism.pipeline}, the model has ${model?.layers} layers`, `give a divisor of ${model?.layers}`),
  'context-shards': ({ model, trainer: { parallelism } }) => {
    const shards = 2 * parallelism.context * parallelism.tensor;
    return unless(
      model === undefined || parallelism.context === 1 || model.contextTokens % shards === 0,
      'model.contextTokens',
      `is ${model?.contextTokens}, not divisible by 2 x context ${parallelism.context} x tensor ${parallelism.tensor}`,
      `pad it to a multiple of ${shards}, or change parallelism.context`,
    );
  },
  'state-memory': ({ model, trainer: { gpuMemoryGiB, parallelism: { data, tensor, pipeline } } }) => {
    if (model === undefined || gpuMemoryGiB === undefined) return undefined;
    // Weights and gradients take 2 + 4 bytes a parameter on each data-parallel rank; the optimizer's 12 are shared among those ranks.
    const needed = (model.parametersMillions * 1e6 * (6 + 12 / data)) / (tensor * pipeline) / 2 ** 30;
    const kept = BigInt(model.parametersMillions) * 15_625n * BigInt(6 * data + 12) <= BigInt(gpuMemoryGiB) * 16_777_216n * BigInt(tensor * pipeline * data);
    return unless(kept, 'trainer.gpuMemoryGiB', `is ${gpuMemoryGiB}, weights, gradients and optimizer state of ${model.parametersMillions} million parameters take ${needed.toFixed(1)} GiB of each GPU`, 'raise parallelism.tensor or pipeline, or use larger GPUs');
  },
  'rollout-world-size': ({ rollout: { parallelism: { tensor, pipeline }, gpusPerReplica } }) =>
    unless(tensor * pipeline === gpusPerReplica, 'rollout.parallelism', `tensor ${tensor} x pipeline ${pipeline} is ${tensor * pipeline}, a replica has ${gpusPerReplica} GPUs`, 'change one of them until they are equal'),
  'rollout-pods': ({ rollout: { replicas, pods } }) => unless(replicas === 0 || pods !== undefined, 'rollout.pods', `is absent with ${replicas} replicas`, 'say what the replicas run, or set replicas to 0'),
};

/** Names of the rules, in the order of their violations. */
export const PREFLIGHT_RULES: readonly string[] = Object.keys(RULES);

/**
 * All rules that a run breaks, in a fixed order; empty if it may start. The spec is one that the schema has accepted, with its
 * defaults filled in.
 */
export function violations(spec: TrainingRunSpec): Violation[] {
  return Object.entries(RULES).flatMap(([rule, check]) => {
    const found = check(spec);
    return found ? [{ rule, ...found }] : [];
  });
}
