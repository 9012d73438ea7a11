import { describe, expect, it } from 'vitest';
import { changed, refusals, sample } from '../testkit/samples.ts';
import { CONDITIONS, statusOf, withStatements, type Condition } from './conditions.ts';
import { DEVICE_REASONS, LEASE_REASONS, POOL_REASONS, RELEASES } from './device-reasons.ts';
import { RUN_REASONS } from './run-reasons.ts';
import { deviceSummary, leaseSummary, poolSummary, runSummary } from './summary.ts';

const first = { generation: 1, now: '2026-11-30T10:00:00Z' };
const later = { generation: 2, now: '2026-11-30T10:05:00Z' };
const types = (conditions: readonly Condition[]) => conditions.map(({ type }) => type);

describe('conditions', () => {
  it('are all there from the first visit, as Unknown', () => {
    const conditions = withStatements('TrainingRun', [], [], first);
    expect(types(conditions)).toEqual(CONDITIONS.TrainingRun);
    expect(conditions.every(({ status, observedGeneration }) => status === 'Unknown' && observedGeneration === 1)).toBe(true);
  });

  it('keep the time of their transition while the status stays', () => {
    const before = withStatements('TrainingRun', [], [RUN_REASONS.podsStarting(0, 2)], first);
    const same = withStatements('TrainingRun', before, [RUN_REASONS.podsStarting(1, 2)], later);
    const ready = withStatements('TrainingRun', same, [RUN_REASONS.podsReady(2)], later);
    const of = (conditions: readonly Condition[]) => conditions.find(({ type }) => type === 'PodsReady');
    expect(of(same)).toMatchObject({ lastTransitionTime: first.now, observedGeneration: 2, message: '1 of 2 pods ready.' });
    expect(of(ready)).toMatchObject({ lastTransitionTime: later.now, reason: 'PodsReady' });
  });

  it('end in one of Succeeded and Failed', () => {
    const ended = withStatements('TrainingRun', [], [RUN_REASONS.succeeded(200, 'update-200')], first);
    expect(statusOf(ended, 'Failed')).toBe('False');
    const failed = withStatements('TrainingRun', ended, [RUN_REASONS.deadlineReached(60)], later);
    expect([statusOf(failed, 'Succeeded'), statusOf(failed, 'Failed')]).toEqual(['False', 'True']);
    expect(refusals('TrainingRun', changed(sample('TrainingRun'), { 'status.conditions': failed }))).toEqual([]);
  });

  it('of others stay as they are', () => {
    const foreign: Condition = { type: 'example.org/Audited', status: 'True', reason: 'Audited', message: '', lastTransitionTime: first.now };
    expect(withStatements('Device', [foreign], [], later).at(-1)).toEqual(foreign);
  });
});

const shortfall = { needed: 16, gpuType: 'NVIDIA-H200', owner: 'queue training', free: 8 };

describe('reasons', () => {
  const end = { reason: 'Expired', message: 'not renewed for 61 s, ttlSeconds is 60.', time: first.now } as const;
  const fault = { time: first.now, reason: 'ResetFailed', message: 'no answer.' } as const;
  const said = {
    TrainingRun: [
      RUN_REASONS.accepted(), RUN_REASONS.preflightFailed([{ rule: 'world-size', field: 'trainer.parallelism', problem: 'is 8 of 16', remedy: 'set parallelism.data to 4' }]), RUN_REASONS.missing('Secret', 's'), RUN_REASONS.nameTaken('Job', 'j'),
      RUN_REASONS.quotaReserved('training'), RUN_REASONS.noQueue(), RUN_REASONS.quotaReleased(), RUN_REASONS.noKueue('training'), RUN_REASONS.insufficientGpus(shortfall), RUN_REASONS.waitingInQueue('training', 'x'), RUN_REASONS.evicted('training', 'Preempted', 'x.'),
      RUN_REASONS.podsReady(1), RUN_REASONS.podsStarting(1, 2), RUN_REASONS.unschedulable('p', 'x', { needed: 8, gpuType: undefined, waiting: 2 }), RUN_REASONS.imageUnavailable('p', 'i', 'x.'), RUN_REASONS.podsRefused('Job j', 'x.'), RUN_REASONS.childRefused('Service s', 'x.'), RUN_REASONS.restarting(1, 3, 'x'), RUN_REASONS.disrupted('p', 'x.'), RUN_REASONS.progressStalled(1900, 1800), RUN_REASONS.noPods(),
      RUN_REASONS.checkpointGood('update-5', 5), RUN_REASONS.noCheckpoint(5), RUN_REASONS.checkpointBad('update-5', 'x.', undefined),
      RUN_REASONS.suspended(), RUN_REASONS.suspending(2), RUN_REASONS.notSuspended(),
      RUN_REASONS.succeeded(200, 'update-200'), RUN_REASONS.underWay(), RUN_REASONS.notFailed(), RUN_REASONS.deadlineReached(60), RUN_REASONS.restartsUsedUp(3, 'x'), RUN_REASONS.podFailurePolicy('p', 'x'), RUN_REASONS.endedEarly(50, 200), RUN_REASONS.endedWithoutCheckpoint(200),
    ],
    DeviceLease: [
      LEASE_REASONS.accepted(), LEASE_REASONS.poolMissing('p'), LEASE_REASONS.overLimit('ttlSeconds', 121, 'p', 120), LEASE_REASONS.queueFull('p', 200), LEASE_REASONS.nothingMatches('p', 3),
      LEASE_REASONS.bound('d', 7), LEASE_REASONS.noFreeDevice('p', 3, 2), LEASE_REASONS.tenantAtLimit('t', 2, 2), LEASE_REASONS.bindingRefused('x.'), LEASE_REASONS.unbound(),
      LEASE_REASONS.ready('d'), LEASE_REASONS.preparing('d'), LEASE_REASONS.deviceLost('d', 'x'), LEASE_REASONS.notBound(), LEASE_REASONS.held(), LEASE_REASONS.released(end),
    ],
    Device: [DEVICE_REASONS.online(), DEVICE_REASONS.offline('http://h', 3, 'x'), DEVICE_REASONS.healthy(), DEVICE_REASONS.unhealthy('x'), DEVICE_REASONS.noDriver(), DEVICE_REASONS.quarantined(3, 3600, fault), DEVICE_REASONS.clean(), DEVICE_REASONS.leased('l'), DEVICE_REASONS.resetting('l'), DEVICE_REASONS.cleaning(), DEVICE_REASONS.resetFailed('step Reboot', 'x.', 5)],
    DevicePool: [POOL_REASONS.ready(1, 2), POOL_REASONS.noDevices('p'), POOL_REASONS.noneUsable(2), POOL_REASONS.undriven(2), POOL_REASONS.healthy(), POOL_REASONS.degraded(['a'], 2), POOL_REASONS.open(), POOL_REASONS.draining(1), POOL_REASONS.drained()],
  } as const;

  it('every reason is one that the resource takes', () => {
    for (const kind of ['TrainingRun', 'DeviceLease', 'Device', 'DevicePool'] as const) {
      for (const statement of said[kind]) {
        const conditions = [{ ...statement, lastTransitionTime: first.now, observedGeneration: 1 }];
        expect(refusals(kind, changed(sample(kind), { 'status.conditions': conditions }))).toEqual([]);
        expect(CONDITIONS[kind]).toContain(statement.type);
        expect(statement.message).not.toMatch(/undefined|NaN|\[object/);
      }
    }
  });

  it('all of them are looked at', () => {
    const counts = [RUN_REASONS, LEASE_REASONS, DEVICE_REASONS, POOL_REASONS].map((reasons) => Object.keys(reasons).length);
    expect(counts).toEqual([said.TrainingRun.length, said.DeviceLease.length, said.Device.length, said.DevicePool.length]);
  });

  it('a shortfall names what is needed, who has it and how much', () => {
    expect(RUN_REASONS.insufficientGpus(shortfall)).toEqual({
      type: 'QuotaReserved',
      status: 'False',
      reason: 'InsufficientGpus',
      message: 'needs 16 GPUs of type NVIDIA-H200; queue training has 8 free. It starts when 8 more are; or use fewer nodes.',
    });
    expect(LEASE_REASONS.noFreeDevice('android-lab', 3, 2).message).toBe('needs 1 device; pool android-lab has 0 free of 3 that match. Place 2 in the queue.');
  });

  it('every release is one that the resource takes', () => {
    const releases = [RELEASES.completed('x'), RELEASES.holderDeleted(), RELEASES.expired(61, 60), RELEASES.durationReached(60), RELEASES.waitTimedOut(60), RELEASES.forceReleased('x'), RELEASES.deviceFault('d', 'x'), RELEASES.deviceRemoved('d'), RELEASES.poolDraining('p'), RELEASES.refused('x')];
    expect(new Set(releases.map(({ reason }) => reason)).size).toBe(Object.keys(RELEASES).length);
    for (const release of releases) expect(refusals('DeviceLease', changed(sample('DeviceLease'), { 'status.release': { ...release, time: first.now } }))).toEqual([]);
  });
});

describe('the one word', () => {
  const run = (...statements: Parameters<typeof withStatements<'TrainingRun'>>[2][number][]) => runSummary(withStatements('TrainingRun', [], statements, first));
  const admitted = [RUN_REASONS.accepted(), RUN_REASONS.quotaReserved('q')] as const;

  it.each([
    ['Pending', run()],
    ['Refused', run(RUN_REASONS.missing('Secret', 's'))],
    ['Queued', run(RUN_REASONS.accepted(), RUN_REASONS.insufficientGpus(shortfall))],
    ['Starting', run(...admitted, RUN_REASONS.podsStarting(0, 2))],
    ['Running', run(...admitted, RUN_REASONS.podsReady(2))],
    ['Suspended', run(...admitted, RUN_REASONS.suspended())],
    ['Succeeded', run(...admitted, RUN_REASONS.noPods(), RUN_REASONS.succeeded(2, 'c'))],
    ['Failed', run(...admitted, RUN_REASONS.suspended(), RUN_REASONS.deadlineReached(6))],
  ])('of a run: %s', (word, found) => {
    expect(found).toBe(word);
  });

  const lease = (statements: Parameters<typeof withStatements<'DeviceLease'>>[2], release?: ReturnType<(typeof RELEASES)['expired' | 'completed' | 'refused']>) =>
    leaseSummary({ conditions: withStatements('DeviceLease', [], statements, first), release: release && { ...release, time: first.now } });
  const bound = [LEASE_REASONS.accepted(), LEASE_REASONS.bound('d', 7)] as const;
  const over = LEASE_REASONS.released({ reason: 'Completed', message: 'x', time: first.now });

  it.each([
    ['Pending', lease([])],
    ['Refused', lease([LEASE_REASONS.poolMissing('p')])],
    ['Refused', lease([over], RELEASES.refused('x'))],
    ['Waiting', lease([LEASE_REASONS.accepted(), LEASE_REASONS.noFreeDevice('p', 1, 1)])],
    ['Preparing', lease([...bound, LEASE_REASONS.preparing('d')])],
    ['Active', lease([...bound, LEASE_REASONS.ready('d')])],
    ['Released', lease([...bound, over], RELEASES.completed('x'))],
    ['Expired', lease([...bound, over], RELEASES.expired(61, 60))],
  ])('of a lease: %s', (word, found) => {
    expect(found).toBe(word);
  });

  const usable = withStatements('Device', [], [DEVICE_REASONS.online(), DEVICE_REASONS.healthy(), DEVICE_REASONS.clean()], first);
  const held = { fencingToken: 1, leaseRef: { name: 'l', uid: '1' } };

  it.each([
    ['Free', deviceSummary({ fencingToken: 0, conditions: usable }, [])],
    ['Leased', deviceSummary({ ...held, conditions: usable }, ['Draining'])],
    ['Draining', deviceSummary({ fencingToken: 0, conditions: usable }, ['Draining'])],
    ['Quarantined', deviceSummary({ fencingToken: 0, conditions: usable }, ['Offline', 'Quarantined'])],
    ['Resetting', deviceSummary({ fencingToken: 1, conditions: withStatements('Device', usable, [DEVICE_REASONS.resetting('l')], later) }, [])],
  ])('of a device: %s', (word, found) => {
    expect(found).toBe(word);
  });

  const pool = (total: number, free: number, ...statements: Parameters<typeof withStatements<'DevicePool'>>[2][number][]) => ({ devices: { total, free }, conditions: withStatements('DevicePool', [], statements, first) });

  it.each([
    ['Empty', poolSummary(pool(0, 0), false)],
    ['Open', poolSummary(pool(2, 1, POOL_REASONS.healthy()), false)],
    ['Full', poolSummary(pool(2, 0, POOL_REASONS.healthy()), false)],
    ['Degraded', poolSummary(pool(2, 1, POOL_REASONS.degraded(['a'], 2)), false)],
    ['Draining', poolSummary(pool(2, 1, POOL_REASONS.draining(1)), true)],
    ['Drained', poolSummary(pool(2, 2, POOL_REASONS.drained()), true)],
  ])('of a pool: %s', (word, found) => {
    expect(found).toBe(word);
  });
});
