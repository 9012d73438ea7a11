import { describe, expect, it } from 'vitest';
import { DEVICE_REASONS, LEASE_REASONS, POOL_REASONS, RUN_REASONS, type Statement } from '../api/mod.ts';
import { HINDERS, wordsOf } from './words.ts';

type Samples<R extends object> = Readonly<Record<keyof R, readonly [said: Statement, problem: string, remedy: string] | 'good'>>;
const fault = { time: '2026-01-31T12:00:00Z', reason: 'CheckFailed', message: 'no answer.' } as const;
const R = RUN_REASONS;
const L = LEASE_REASONS;
const D = DEVICE_REASONS;
const P = POOL_REASONS;

/** Every message that a condition can have, or that it says nothing to be asked about. */
const RUN: Samples<typeof RUN_REASONS> = {
  accepted: 'good',
  preflightFailed: [R.preflightFailed([{ rule: 'r', field: 'trainer.nodes', problem: 'is 3', remedy: 'give 4' }]), '[r] spec.trainer.nodes: is 3', 'give 4'],
  nameTaken: [R.nameTaken('Job', 'a'), 'Job a is there and belongs to another', 'remove it, or create the run under another name'],
  missing: [R.missing('PersistentVolumeClaim', 'data'), 'PersistentVolumeClaim data is not in the namespace', 'create it, and the run is looked at again'],
  quotaReserved: 'good',
  noQueue: 'good',
  noKueue: [R.noKueue('q'), 'names queue q, and the cluster has no Kueue (group kueue.x-k8s.io)', 'install it, or create the run without the label kueue.x-k8s.io/queue-name'],
  insufficientGpus: [R.insufficientGpus({ needed: 16, gpuType: 'H100', owner: 'queue q', free: 8 }), 'needs 16 GPUs of type H100; queue q has 8 free', 'It starts when 8 more are; or use fewer nodes'],
  waitingInQueue: [R.waitingInQueue('q', 'no quota; none at all.'), 'waits in queue q: no quota; none at all', 'It starts by itself when the queue admits it; raise the quota of the ClusterQueue behind the queue, or end other workloads'],
  quotaReleased: 'good',
  evicted: [R.evicted('q', 'Preempted', 'by another.'), 'was evicted from queue q (Preempted): by another', 'Nothing is to be done: it goes on from the last good checkpoint once the queue admits it again'],
  podsReady: 'good',
  podsStarting: [R.podsStarting(1, 3), '1 of 3 pods ready', 'Wait until they are; gyre cluster why pod/NAME says what one of them waits for'],
  unschedulable: [R.unschedulable('p', '0/2 nodes are available: 2 Insufficient nvidia.com/gpu.', { needed: 8, gpuType: undefined, waiting: 2 }), 'pod p finds no node; it needs 8 GPUs, and 2 pods wait for 16 GPUs altogether. The scheduler says: 0/2 nodes are available: 2 Insufficient nvidia.com/gpu', 'Free what is short on a node, add a node that has it, or ask for less in another run'],
  podsRefused: [R.podsRefused('Job j', 'violates PodSecurity.'), 'pods of Job j cannot be made: violates PodSecurity', 'Correct what the refusal names, for example the policy or the quota of the namespace; it is tried again by itself'],
  childRefused: [R.childRefused('Service s', 'is invalid.'), 'Service s cannot be made: is invalid', 'Correct what the refusal names, for example a policy or the role of the operator; it is tried again by itself'],
  imageUnavailable: [R.imageUnavailable('p', 'i:1', 'not found; try another.'), 'pod p cannot have image i:1: not found; try another', 'Correct the image or imagePullSecrets in another run'],
  restarting: [R.restarting(1, 3, 'it ended; twice.'), 'restart 1 of 3: it ended; twice', 'Look at the logs of its pods; it begins anew by itself until maxRestarts is used up'],
  disrupted: [R.disrupted('p', 'the node went.'), 'pod p was lost without fault of its own: the node went', 'Nothing is to be done: it goes on from the last good checkpoint by itself'],
  progressStalled: [R.progressStalled(90, 60), 'no progress for 90 s, progressDeadlineSeconds is 60', 'It is restarted by itself; raise progressDeadlineSeconds if updates take longer than that'],
  noPods: 'good',
  checkpointGood: 'good',
  noCheckpoint: 'good',
  checkpointBad: 'good',
  suspended: [R.suspended(), 'spec.suspend is true and no pod is left', 'set it to false to go on'],
  suspending: [R.suspending(2), 'spec.suspend is true; 2 pods left to end', 'Wait until they have written their checkpoints; then set spec.suspend to false to go on'],
  notSuspended: 'good',
  succeeded: 'good',
  underWay: 'good',
  notFailed: 'good',
  deadlineReached: [R.deadlineReached(60), 'the run was active for activeDeadlineSeconds (60)', 'raise it and create another run'],
  restartsUsedUp: [R.restartsUsedUp(3, 'code 1.'), 'the trainer failed more than maxRestarts (3) times; last: code 1', 'Correct what it names, and create another run'],
  podFailurePolicy: [R.podFailurePolicy('p', 'code 78.'), 'pod p failed in a way that podFailurePolicy ends the run for: code 78', 'Correct what it names, and create another run'],
  endedEarly: [R.endedEarly(3, 5), 'the trainer ended as if it had finished, after 3 of 5 updates', 'look at the pods\' logs, and create another run'],
  endedWithoutCheckpoint: [R.endedWithoutCheckpoint(5), 'the trainer ended after 5 updates, but no good checkpoint exists', 'look at the pods\' logs'],
};
const LEASE: Samples<typeof LEASE_REASONS> = {
  accepted: 'good',
  poolMissing: [L.poolMissing('p'), 'pool p is not in the namespace', 'create it, or name another'],
  overLimit: [L.overLimit('ttlSeconds', 9, 'p', 5), 'spec.ttlSeconds is 9, pool p allows 5', 'ask for at most that'],
  queueFull: [L.queueFull('p', 7), 'pool p has 7 leases waiting, which is its limit', 'ask again later'],
  nothingMatches: [L.nothingMatches('p', 3), 'none of the 3 devices of pool p has the labels of spec.selector', 'change the selector or label a device'],
  bound: 'good',
  noFreeDevice: [L.noFreeDevice('p', 3, 2), 'needs 1 device; pool p has 0 free of 3 that match', 'It goes on by itself when a device is free; add devices to the pool to wait less'],
  tenantAtLimit: [L.tenantAtLimit('t', 2, 2), 'tenant t holds 2 devices, its limit is 2', 'it goes on when one is released'],
  bindingRefused: [L.bindingRefused('policy p denied request: no.'), 'the API server refuses the binding: policy p denied request: no', 'Correct what the refusal names, for example an admission policy or the role of the operator; it is tried again by itself'],
  unbound: 'good',
  ready: 'good',
  preparing: [L.preparing('d'), 'device d is being checked', 'Wait until the check has passed'],
  deviceLost: [L.deviceLost('d', 'it fell; twice.'), 'device d failed: it fell; twice', 'Take another lease; the device is checked and reset by itself'],
  notBound: 'good',
  held: 'good',
  released: 'good',
};
const DEVICE: Samples<typeof DEVICE_REASONS> = {
  online: 'good',
  offline: [D.offline('http://d', 3, 'no route.'), 'http://d failed 3 checks in a row: no route', 'Start its WebDriver server, or correct spec.endpoint; it is used again once a check has passed'],
  healthy: 'good',
  unhealthy: [D.unhealthy('no space.'), 'no space', 'Repair what the check names; it is used again once a check has passed'],
  noDriver: [D.noDriver(), 'The operator has no driver for devices', 'Run an operator that has a driver for its devices; until then it leases them to nobody'],
  quarantined: [D.quarantined(3, 60, fault), '3 faults within 60 s, last CheckFailed: no answer', 'Repair it, then remove the taint Quarantined from status.taints'],
  clean: 'good',
  leased: [D.leased('l'), 'lease l holds it', 'It is free again when the lease ends; an administrator can end it with spec.release.mode: Force'],
  resetting: [D.resetting('l'), 'is being reset after lease l', 'Wait until the reset and the check after it have passed'],
  cleaning: [D.cleaning(), 'is being reset before its first lease', 'Wait until the reset and the check after it have passed'],
  resetFailed: [D.resetFailed('Reboot', 'it hangs.', 30), 'Reboot failed: it hangs', 'It is tried again by itself until quarantine.faults is reached; repair what the step names'],
};
const POOL: Samples<typeof POOL_REASONS> = {
  ready: 'good',
  noDevices: [P.noDevices('p'), 'no Device names pool p in spec.poolRef', 'create one'],
  noneUsable: [P.noneUsable(2), 'none of 2 devices can serve', 'See what each of them needs: gyre cluster why device/NAME'],
  undriven: [P.undriven(2), 'none of 2 devices can serve: no operator has a driver that reaches them', 'Run an operator that has a driver for its devices; until then it leases them to nobody'],
  healthy: 'good',
  degraded: [P.degraded(['a'], 2), '1 of 2 devices cannot serve: a', 'See what each of them needs: gyre cluster why device/NAME'],
  open: 'good',
  draining: [P.draining(2), '2 devices still leased', 'Wait until they are released; set spec.admission to Open to lease again'],
  drained: [P.drained(), 'No device is leased and none will be', 'set spec.admission to Open to go on'],
};
const ALL = [...Object.entries(RUN), ...Object.entries(LEASE), ...Object.entries(DEVICE), ...Object.entries(POOL)].flatMap(([name, sample]) => (sample === 'good' ? [] : [[`${sample[0].type} ${name}`, ...sample] as const]));

describe('what a condition says', () => {
  it.each(ALL)('%s is a problem and a remedy', (_, { reason, message }, problem, remedy) => {
    expect(wordsOf({ reason, message })).toEqual({ problem, remedy });
  });

  it('is known for every reason that hinders, and for no other', () => {
    expect([...new Set(ALL.map(([, { reason }]) => reason))].sort()).toEqual([...HINDERS].sort());
  });

  it.each([
    ["LocalQueue nope doesn't exist", /^Create LocalQueue nope in the namespace, or name one that is there/],
    ["ClusterQueue big doesn't exist", /^Create ClusterQueue big, /],
    ['ClusterQueue big is inactive', /kubectl describe clusterqueue big$/],
    ['Workload is waiting for its turn', /^It starts by itself when the queue admits it/],
  ])('helps with what Kueue says: %s', (said, remedy) => {
    const { message, reason } = R.waitingInQueue('nope', said);
    expect(wordsOf({ reason, message }).remedy).toMatch(remedy);
  });

  it('of a stall is true of a run that is restarted and of one that has failed by it', () => {
    const stalled = R.progressStalled(90, 60);
    expect(stalled.message).not.toContain('restarted');
    expect(wordsOf(R.restartsUsedUp(0, stalled.message)).problem).toBe('the trainer failed more than maxRestarts (0) times; last: no progress for 90 s, progressDeadlineSeconds is 60; raise it if updates take longer');
  });

  it('is told as it is where nobody knows the reason', () => {
    expect(wordsOf({ reason: 'Strange', message: 'who knows; why.' })).toEqual({ problem: 'who knows; why', remedy: 'See the condition with the reason Strange' });
    expect(wordsOf({ reason: 'Strange', message: '' }).problem).toBe('Strange');
  });
});
