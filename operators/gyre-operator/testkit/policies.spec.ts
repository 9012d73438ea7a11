import { describe, expect, it } from 'vitest';
import type { Kind } from '../api/conditions.ts';
import { celValue } from './cel.ts';
import { admission, readPolicies, type Request } from './policies.ts';
import { changed, sample, schemaOf, stored } from './samples.ts';

const { policies } = readPolicies();

/** The object as admission sees it: with defaults, and numbers as CEL has them. */
const seen = (kind: Kind, changes: Readonly<Record<string, unknown>> = {}) => celValue(stored(kind, changed(sample(kind), changes)), schemaOf(kind));

function judged(name: string, request: Request): string[] | undefined {
  const policy = policies.find(({ metadata }) => metadata.name === name);
  if (policy === undefined) throw new Error(`no policy ${name}`);
  return admission(policy, request);
}

const update = (kind: Kind, before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Request => ({ operation: 'UPDATE', oldObject: seen(kind, before), object: seen(kind, after) });
const forced = { 'spec.release': { mode: 'Force', reason: 'it is needed' } };
const condition = { type: 'Accepted', status: 'True', reason: 'PreflightPassed', message: '', lastTransitionTime: '2026-11-30T10:00:00Z' };

describe('force-release.gyre.dev', () => {
  const request = update('DeviceLease', {}, forced);

  it('refuses who lacks the verb', () => {
    expect(judged('force-release.gyre.dev', request)).toEqual(['spec.release.mode: ana lacks the verb forcerelease on deviceleases; use Graceful, or ask an administrator']);
  });

  it('lets who has it', () => {
    expect(judged('force-release.gyre.dev', { ...request, allowed: (query) => query === 'gyre.dev/deviceleases/lab/episode-01j9/forcerelease' })).toEqual([]);
  });

  it('refuses a lease that is created forced', () => {
    expect(judged('force-release.gyre.dev', { operation: 'CREATE', object: seen('DeviceLease', forced) })).toHaveLength(1);
  });

  it('has nothing against a graceful release, nor against later updates', () => {
    expect(judged('force-release.gyre.dev', update('DeviceLease', {}, { 'spec.release': { reason: 'done' } }))).toBeUndefined();
    expect(judged('force-release.gyre.dev', update('DeviceLease', forced, { ...forced, 'metadata.finalizers': [] }))).toBeUndefined();
  });
});

describe('fencing', () => {
  const token = { 'status.fencingToken': 7, 'status.leaseRef': { name: 'a', uid: '1' } };
  const bound = { 'status.deviceName': 'pixel-9-04', 'status.fencingToken': 7, 'status.acquireTime': '2026-11-30T10:00:00Z', 'status.renewals': 0 };

  it.each([
    ['a binding', update('Device', {}, token)],
    ['a new token', update('Device', { 'status.fencingToken': 6 }, { 'status.fencingToken': 7 })],
    ['a device set free', update('Device', token, { 'status.fencingToken': 7 })],
  ])('refuses %s by another than the operator', (_, request) => {
    expect(judged('device-fencing.gyre.dev', request)).toHaveLength(1);
    expect(judged('device-fencing.gyre.dev', { ...request, allowed: (query) => query === 'gyre.dev/devices/lab/pixel-9-04/fence' })).toEqual([]);
  });

  it('leaves facts and faults to who may write the status', () => {
    expect(judged('device-fencing.gyre.dev', update('Device', token, { ...token, 'status.facts': { model: 'Pixel 9' } }))).toBeUndefined();
  });

  it.each([
    ['a binding', update('DeviceLease', {}, bound)],
    ['an end', update('DeviceLease', bound, { ...bound, 'status.release': { reason: 'Completed', message: 'done', time: '2026-11-30T10:00:00Z' } })],
  ])('of leases refuses %s by another than the operator', (_, request) => {
    expect(judged('lease-fencing.gyre.dev', request)).toHaveLength(1);
    expect(judged('lease-fencing.gyre.dev', { ...request, allowed: (query) => query === 'gyre.dev/devices/lab/fence' })).toEqual([]);
  });

  it('leaves heartbeats to the device gateway', () => {
    expect(judged('lease-fencing.gyre.dev', update('DeviceLease', bound, { ...bound, 'status.renewals': 1 }))).toBeUndefined();
  });
});

describe('lease-tenant.gyre.dev', () => {
  const request: Request = { operation: 'CREATE', object: seen('DeviceLease') };

  it('holds a namespace to its tenant', () => {
    expect(judged('lease-tenant.gyre.dev', { ...request, namespaceLabels: { 'gyre.dev/tenant': 'evaluation' } })).toEqual(['spec.tenant: is training, but the namespace belongs to evaluation; write evaluation']);
    expect(judged('lease-tenant.gyre.dev', { ...request, namespaceLabels: { 'gyre.dev/tenant': 'training' } })).toEqual([]);
  });

  it('leaves namespaces without the label alone', () => {
    expect(judged('lease-tenant.gyre.dev', request)).toEqual([]);
    expect(judged('lease-tenant.gyre.dev', { ...request, namespaceLabels: { team: 'a' } })).toEqual([]);
  });
});

describe('lease-limits.gyre.dev', () => {
  const ask = (lease: Readonly<Record<string, unknown>>, pool: Readonly<Record<string, unknown>> = {}) => judged('lease-limits.gyre.dev', { operation: 'CREATE', object: seen('DeviceLease', lease), params: seen('DevicePool', pool) });

  it.each([
    [{ 'spec.ttlSeconds': 121 }, {}, 'spec.ttlSeconds: is 121, pool android-lab allows 120; ask for at most that'],
    [{ 'spec.maxDurationSeconds': 14_401 }, {}, 'spec.maxDurationSeconds: is 14401, pool android-lab allows 14400; ask for at most that'],
    [{ 'spec.priority': 101 }, {}, 'spec.priority: is 101, pool android-lab allows 100; ask for at most that'],
    [{}, { 'spec.admission': 'Draining' }, 'spec.poolRef: pool android-lab is draining and takes no new lease; name another pool'],
  ])('refuses %o with pool %o', (lease, pool, said) => {
    expect(ask(lease, pool)).toEqual([said]);
  });

  it('lets pass what is within', () => {
    expect(ask({})).toEqual([]);
  });

  it('a pool says nothing of leases of other pools', () => {
    expect(ask({ 'spec.ttlSeconds': 121, 'spec.poolRef.name': 'other' })).toEqual([]);
  });
});

describe('training limits', () => {
  const limits = { metadata: { name: 'gyre-training-limits' }, data: { maxTrainerGpus: '8', maxRolloutReplicas: '2' } };
  const small = { 'spec.trainer.nodes': 1, 'spec.rollout.replicas': 2 };

  it('refuse a run that asks for more', () => {
    const wrong = { ...limits, data: { maxTrainerGpus: 'lots' } };
    expect(judged('training-limits.gyre.dev', { operation: 'CREATE', object: seen('TrainingRun'), params: wrong })).toEqual(['data.maxTrainerGpus: is lots in ConfigMap gyre-training-limits, which is no whole number; correct it, or remove it']);
    expect(judged('training-limits.gyre.dev', { operation: 'CREATE', object: seen('TrainingRun'), params: limits })).toEqual([
      'spec.trainer: asks for 16 GPUs, ConfigMap gyre-training-limits allows 8; use fewer nodes, or have maxTrainerGpus raised',
      'spec.rollout.replicas: is 4, ConfigMap gyre-training-limits allows 2; use fewer, or have maxRolloutReplicas raised',
    ]);
    expect(judged('training-limits.gyre.dev', { operation: 'CREATE', object: seen('TrainingRun', small), params: limits })).toEqual([]);
  });

  it('let a run be suspended that is older than the limit, and not grow', () => {
    expect(judged('training-limits.gyre.dev', { ...update('TrainingRun', {}, { 'spec.suspend': true }), params: limits })).toEqual([]);
    expect(judged('training-limits.gyre.dev', { ...update('TrainingRun', {}, { 'spec.rollout.replicas': 5 }), params: limits })).toHaveLength(2);
  });

  it('are what the ConfigMap has; without an entry there is none', () => {
    expect(judged('training-limits.gyre.dev', { operation: 'CREATE', object: seen('TrainingRun'), params: { metadata: limits.metadata } })).toEqual([]);
  });

  it('hold for kubectl scale', () => {
    const scale = (replicas?: number) => celValue({ spec: replicas === undefined ? {} : { replicas } }, undefined);
    const ask = (from: number | undefined, to: number) => judged('rollout-scale.gyre.dev', { operation: 'UPDATE', oldObject: scale(from), object: scale(to), params: limits });
    expect(ask(undefined, 3)).toEqual(['spec.replicas: is 3, ConfigMap gyre-training-limits allows 2; use fewer, or have maxRolloutReplicas raised']);
    expect(ask(1, 2)).toEqual([]);
    expect(ask(5, 4)).toEqual([]);
  });
});

describe('training-status.gyre.dev', () => {
  const progress = { 'status.progress': { update: 3, reportTime: '2026-11-30T10:00:00Z' } };

  it('lets the progress endpoint record progress', () => {
    expect(judged('training-status.gyre.dev', update('TrainingRun', {}, progress))).toBeUndefined();
    expect(judged('training-status.gyre.dev', update('TrainingRun', { 'status.conditions': [condition] }, { 'status.conditions': [condition], ...progress }))).toBeUndefined();
  });

  it.each([
    ['conditions', { 'status.conditions': [condition] }],
    ['summary', { 'status.summary': 'Succeeded' }],
    ['latestCheckpoint', { 'status.latestCheckpoint': 'update-5' }],
    ['restarts', { 'status.restarts': 1 }],
  ])('keeps %s to the operator', (_, changes) => {
    const request = update('TrainingRun', {}, { ...progress, ...changes });
    expect(judged('training-status.gyre.dev', request)).toHaveLength(1);
    expect(judged('training-status.gyre.dev', { ...request, allowed: (query) => query === 'gyre.dev/trainingruns/lab/planner-care-7/reconcile' })).toEqual([]);
  });
});
