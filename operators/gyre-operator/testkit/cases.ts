import type { Kind } from '../api/conditions.ts';

/**
 * What the API server is to take and what it is to refuse, as changes of a kind's sample. They are played through the schema and
 * the CEL evaluator of these tests, and by tests/cluster on a real API server, which says the same.
 */
export interface Case {
  readonly kind: Kind;
  readonly name: string;
  /** Changes of the sample before it is created; with `update`, what exists. */
  readonly create?: Readonly<Record<string, unknown>>;
  /** Changes of what exists; those of `status` go through its subresource. */
  readonly update?: Readonly<Record<string, unknown>>;
  /** Part of the refusal; absent: it is taken. */
  readonly refused?: string;
}

const NOW = '2026-11-30T10:00:00Z';
const LATER = '2026-11-30T10:01:00Z';
const bound = { 'status.deviceName': 'pixel-9-04', 'status.fencingToken': 7, 'status.acquireTime': NOW, 'status.renewals': 3 };
const ended = { 'status.release.reason': 'Expired', 'status.release.message': 'not renewed for 61 s, ttlSeconds is 60.', 'status.release.time': LATER };
const condition = (type: string) => ({ type, status: 'True', reason: 'Because', message: '', lastTransitionTime: NOW });
const suspended = { 'spec.suspend': true };

const taken = (kind: Kind, name: string, create?: Case['create'], update?: Case['update']): Case => ({ kind, name, create, update });
const refused = (kind: Kind, name: string, refusal: string, create?: Case['create'], update?: Case['update']): Case => ({ kind, name, create, update, refused: refusal });

const RUNS: readonly Case[] = [
  refused('TrainingRun', 'a world that the parallel sizes do not fill', 'spec.trainer.parallelism: Invalid value: "object": [world-size] data x tensor x pipeline x context differs from nodes x gpusPerNode', { 'spec.trainer.nodes': 3 }),
  refused('TrainingRun', 'no release', 'spec.release: Required value', { 'spec.release': undefined }),
  refused('TrainingRun', 'a field that nobody knows', 'unknown field "spec.trainer.gpus"', { 'spec.trainer.gpus': 8 }),
  refused('TrainingRun', 'GPUs beyond the bound', 'spec.trainer.gpusPerNode in body should be less than or equal to 16', { 'spec.trainer.gpusPerNode': 32 }),
  refused('TrainingRun', 'an objective of another spelling', 'spec.objective: Unsupported value: "care"', { 'spec.objective': 'care' }),
  refused('TrainingRun', 'a name with a dot', '[name-label]', { 'metadata.name': 'my.run' }),
  refused('TrainingRun', 'a name that begins with a digit', '[name-label]', { 'metadata.name': '9run' }),
  refused('TrainingRun', 'a name too long for its pods', '[name-length]', { 'metadata.name': 'a'.repeat(53) }),
  refused('TrainingRun', 'a variable with two values', '[one-value]', { 'spec.trainer.pods.env': [{ name: 'A', value: 'x', secretKeyRef: { name: 's', key: 'k' } }] }),
  refused('TrainingRun', 'a variable that the operator sets', '[reserved-env]', { 'spec.trainer.pods.env': [{ name: 'TRAINING_NODES', value: '3' }] }),
  refused('TrainingRun', 'a failure rule without a requirement', '[one-requirement]', { 'spec.podFailurePolicy': { rules: [{ action: 'Ignore' }] } }),
  refused('TrainingRun', 'a checkpoint on the web', 'spec.checkpoint.uri in body should match', { 'spec.checkpoint.uri': 'https://example.org/x' }),
  refused('TrainingRun', 'memory that is no quantity', 'spec.trainer.pods.memory in body should match', { 'spec.trainer.pods.memory': 'much' }),
  taken('TrainingRun', 'a cold start without rollouts', { 'spec.objective': 'ColdStart', 'spec.batch.groupSize': 1, 'spec.batch.groupsPerUpdate': 128, 'spec.rollout': undefined, 'spec.model': undefined }),
  taken('TrainingRun', 'suspend at any time', {}, suspended),
  taken('TrainingRun', 'more rollouts at any time', {}, { 'spec.rollout.replicas': 9 }),
  taken('TrainingRun', 'a smaller world while suspended', suspended, { 'spec.trainer.nodes': 1, 'spec.trainer.parallelism.data': 1 }),
  refused('TrainingRun', 'a smaller world while it runs', '[resize-suspended]', {}, { 'spec.trainer.nodes': 1, 'spec.trainer.parallelism.data': 1 }),
  taken('TrainingRun', 'another checkpoint while suspended', suspended, { 'spec.checkpoint.resumeFrom': 'update-20' }),
  refused('TrainingRun', 'another checkpoint while it runs', '[resume-suspended]', {}, { 'spec.checkpoint.resumeFrom': 'update-20' }),
  ...([['policyVersion', 'other'], ['release', 'other'], ['objective', 'OutcomeOnly'], ['managedBy', 'example.org/other'], ['batch.updates', 300], ['model', undefined], ['roundId', undefined], ['harnessVersion', 'other'], ['trainer.gpuType', undefined], ['trainer.gpuResource', 'amd.com/gpu'], ['trainer.pods.image', 'other'], ['rollout.pods', undefined], ['checkpoint.uri', 's3://other/x'], ['schedule.mode', 'Deterministic'], ['podFailurePolicy', { rules: [{ action: 'Count', onExitCodes: { operator: 'In', values: [3] } }] }]] as const).map(
    ([field, value]) => refused('TrainingRun', `another ${field}, even while suspended`, '[', suspended, { [`spec.${field}`]: value }),
  ),
  taken('TrainingRun', 'rollout pods added to a run that had none', { 'spec.rollout': undefined }, { 'spec.rollout': { replicas: 1, pods: { image: 'x' } } }),
  taken('TrainingRun', 'a status with conditions and checkpoints', {}, { 'status.conditions': [condition('Succeeded')], 'status.checkpoints': [{ name: 'update-5', update: 5, uri: 's3://b/5', state: 'Good', recordedTime: NOW }] }),
  refused('TrainingRun', 'two ends', '[one-end]', {}, { 'status.conditions': [condition('Succeeded'), condition('Failed')] }),
  refused('TrainingRun', 'a condition without a reason', 'status.conditions[0].reason: Invalid value: "": conditions[0].reason in body should be at least 1 chars long', {}, { 'status.conditions': [{ ...condition('Accepted'), reason: '' }] }),
];

const POOLS: readonly Case[] = [
  taken('DevicePool', 'nothing but a platform', { spec: { platform: 'Simulated' } }),
  taken('DevicePool', 'draining', {}, { 'spec.admission': 'Draining' }),
  refused('DevicePool', 'another platform', '[fixed]', {}, { 'spec.platform': 'IOS' }),
  refused('DevicePool', 'a lease that ends before its renewal', '[ttl-within-duration]', { 'spec.lease': { maxTtlSeconds: 3000, maxDurationSeconds: 60 } }),
  refused('DevicePool', 'checks that overlap', '[check-within-interval]', { 'spec.healthCheck': { intervalSeconds: 10, timeoutSeconds: 20 } }),
  refused('DevicePool', 'a step that nobody knows', 'spec.reset.steps[0]: Unsupported value: "Polish"', { 'spec.reset': { steps: ['Polish'] } }),
];

const DEVICES: readonly Case[] = [
  taken('Device', 'a taint by hand', {}, { 'spec.taints': [{ key: 'Draining', reason: 'the battery swells' }] }),
  refused('Device', 'a taint without a reason', 'spec.taints[0].reason: Required value', { 'spec.taints': [{ key: 'Draining' }] }),
  refused('Device', 'credentials in its address', 'spec.endpoint in body should match', { 'spec.endpoint': 'http://user:pass@host:4723' }),
  refused('Device', 'another pool', '[fixed]', {}, { 'spec.poolRef.name': 'other' }),
  refused('Device', 'another serial', '[fixed]', {}, { 'spec.serial': 'other' }),
  taken('Device', 'a binding with the next token', { 'status.fencingToken': 6 }, { 'status.fencingToken': 7, 'status.leaseRef': { name: 'a', uid: '1' } }),
  refused('Device', 'a binding without a new token', '[one-holder]', { 'status.fencingToken': 6 }, { 'status.leaseRef': { name: 'a', uid: '1' } }),
  refused('Device', 'a lease in the place of another', '[one-holder]', { 'status.fencingToken': 7, 'status.leaseRef': { name: 'a', uid: '1' } }, { 'status.fencingToken': 8, 'status.leaseRef': { name: 'a', uid: '2' } }),
  refused('Device', 'a new token under a lease', '[token-of-lease]', { 'status.fencingToken': 7, 'status.leaseRef': { name: 'a', uid: '1' } }, { 'status.fencingToken': 8 }),
  refused('Device', 'a token that goes back', '[token-grows]', { 'status.fencingToken': 7 }, { 'status.fencingToken': 6 }),
  taken('Device', 'a device set free', { 'status.fencingToken': 7, 'status.leaseRef': { name: 'a', uid: '1' } }, { 'status.leaseRef': undefined }),
];

const LEASES: readonly Case[] = [
  taken('DeviceLease', 'requirements of labels', { 'spec.selector.matchExpressions': [{ key: 'os', operator: 'In', values: ['15', '16'] }, { key: 'camera', operator: 'Exists' }] }),
  refused('DeviceLease', 'In without values', 'spec.selector.matchExpressions[0].values: Invalid value: "object": [values-of-operator]', { 'spec.selector.matchExpressions': [{ key: 'os', operator: 'In' }] }),
  refused('DeviceLease', 'Exists with values', '[values-of-operator]', { 'spec.selector.matchExpressions': [{ key: 'os', operator: 'Exists', values: ['15'] }] }),
  refused('DeviceLease', 'an end before the first renewal', '[ttl-within-duration]', { 'spec.ttlSeconds': 3600, 'spec.maxDurationSeconds': 60 }),
  ...([['tenant', 'other'], ['holder', 'other'], ['poolRef.name', 'other'], ['priority', 7], ['ttlSeconds', 90], ['maxDurationSeconds', 90], ['maxWaitSeconds', 9], ['selector', undefined], ['episodeId', undefined]] as const).map(
    ([field, value]) => refused('DeviceLease', `another ${field}`, '[fixed]', {}, { [`spec.${field}`]: value }),
  ),
  taken('DeviceLease', 'a release', {}, { 'spec.release': { reason: 'the episode ended' } }),
  refused('DeviceLease', 'a release without a reason', 'spec.release.reason: Required value', {}, { 'spec.release': { mode: 'Force' } }),
  refused('DeviceLease', 'a release taken back', '[fixed]', { 'spec.release': { reason: 'the episode ended' } }, { 'spec.release': undefined }),
  taken('DeviceLease', 'a binding', { 'status.queue': { position: 1 } }, bound),
  refused('DeviceLease', 'a device without a token', '[bound-at-once]', { 'status.queue': { position: 1 } }, { 'status.deviceName': 'pixel-9-04' }),
  taken('DeviceLease', 'a heartbeat', bound, { 'status.renewals': 4 }),
  refused('DeviceLease', 'fewer renewals', '[renewals-grow]', bound, { 'status.renewals': 2 }),
  refused('DeviceLease', 'another token', '[one-token]', bound, { 'status.fencingToken': 8 }),
  refused('DeviceLease', 'another device', '[one-device]', bound, { 'status.deviceName': 'pixel-9-05' }),
  taken('DeviceLease', 'an end', bound, ended),
  refused('DeviceLease', 'an end without a message', 'status.release.message: Required value', bound, { 'status.release': { reason: 'Expired', time: LATER } }),
  refused('DeviceLease', 'another end', '[one-release]', { ...bound, ...ended }, { 'status.release.reason': 'Completed' }),
  refused('DeviceLease', 'a heartbeat after the end', '[released]', { ...bound, ...ended }, { 'status.renewals': 4 }),
];

export const CASES: readonly Case[] = [...RUNS, ...POOLS, ...DEVICES, ...LEASES];
