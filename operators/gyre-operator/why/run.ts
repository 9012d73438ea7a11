import { type Condition, violations } from '../api/mod.ts';
import { kubeObject, type Resource } from '../runtime/objects.ts';
import { lastGood, resumePoint } from '../training/checkpoints.ts';
import { PODS, type Workload, WORKLOADS } from '../training/cluster-resources.ts';
import { MANAGED_BY, QUEUE_LABEL, RUN_LABEL } from '../training/names.ts';
import type { Run } from '../training/run.ts';
import { conditionOf, counted, type Explanation, explanation, NOTHING_TO_DO, type Said, spanOf } from './explanation.ts';
import type { Reader } from './lookup.ts';
import { attended, operatorState, unseen } from './operator-state.ts';
import { placementOf } from './placement.ts';
import { wordsOf } from './words.ts';

/** Why a TrainingRun is as it is. */
export async function explainRun(run: Run, reader: Reader, nowMs: number): Promise<Explanation> {
  return explanation(run, await saidOf(run, reader, nowMs));
}

async function saidOf(run: Run, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, spec, status } = run;
  const over = endOf(run);
  if (over) return over;
  if (spec.managedBy !== MANAGED_BY) return elsewhere(run, reader, nowMs);
  const operator = await operatorState(reader, nowMs, metadata.namespace ?? '');
  if (!status?.conditions) return unseen(run, operator);
  const said = await asItStands(run, reader, nowMs);
  const stale = operator.state === 'leads' && (status.observedGeneration ?? 0) < (metadata.generation ?? 1);
  return attended(stale ? { ...said, details: ['the operator has not looked at its newest change yet', ...(said.details ?? [])] } : said, operator);
}

/** What an ended run came to; undefined while it goes on. */
function endOf(run: Run): Said | undefined {
  const { status } = run;
  const condition = (type: string) => status?.conditions?.find((each) => each.type === type && each.status === 'True');
  const state = status?.summary ?? 'Pending';
  const since = status?.completionTime;
  const succeeded = condition('Succeeded');
  if (succeeded) return { state, waits: false, since, cause: `has finished: ${wordsOf(succeeded).problem}`, remedy: NOTHING_TO_DO };
  const failed = condition('Failed');
  if (!failed) return undefined;
  const { problem, remedy } = wordsOf(failed);
  const good = lastGood(status?.checkpoints);
  const another = remedy.endsWith('another run');
  return {
    ...{ state, waits: true, since, cause: `has failed: ${problem}` },
    remedy: another && good ? `${remedy} from its last good checkpoint (spec.checkpoint.resumeFrom: ${good.name}, with the same spec.checkpoint.uri)` : remedy,
    details: another && !resumePoint(run) ? ['it has no good checkpoint: another run begins anew'] : [],
  };
}

/** A run that spec.managedBy gives to another controller. */
async function elsewhere(run: Run, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, spec, status } = run;
  const whose = `spec.managedBy gives it to the controller ${spec.managedBy}, and the operator of Gyre leaves it alone`;
  if (status?.conditions) {
    const said = await asItStands(run, reader, nowMs);
    return { ...said, details: [whose, ...(said.details ?? [])] };
  }
  return { state: status?.summary ?? 'Pending', waits: true, since: metadata.creationTimestamp ?? undefined, cause: `has not been looked at: ${whose}`, remedy: `Look whether the controller ${spec.managedBy} runs here; or create the run without spec.managedBy, and the operator of Gyre takes it` };
}

async function asItStands(run: Run, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, spec, status } = run;
  const condition = (type: string) => conditionOf(status?.conditions, type);
  const state = status?.summary ?? 'Pending';
  if (metadata.deletionTimestamp) return { state, waits: false, since: metadata.deletionTimestamp, cause: 'is being deleted; what it had goes with it', remedy: NOTHING_TO_DO };
  const accepted = condition('Accepted');
  if (accepted?.status === 'False') return refused(run, accepted);
  const suspended = condition('Suspended');
  if (spec.suspend && suspended) return { state, waits: true, since: suspended.lastTransitionTime, cause: `is suspended: ${wordsOf(suspended).problem}`, remedy: wordsOf(suspended).remedy };
  const quota = condition('QuotaReserved');
  if (quota?.status === 'False') return queued(run, quota, reader);
  const pods = condition('PodsReady');
  if (pods && pods.status !== 'True') return starting(run, pods, reader);
  return running(run, nowMs, pods);
}

/** Where its next attempt begins, in place of words that take a checkpoint for granted. */
function fromCheckpoint(remedy: string, run: Run): string {
  const from = resumePoint(run);
  return remedy.replace('goes on from the last good checkpoint', from ? `goes on from checkpoint ${from.name}` : 'begins anew, since it has no good checkpoint,');
}

function refused(run: Run, accepted: Condition): Said {
  const broken = accepted.reason === 'PreflightFailed' ? violations(run.spec) : [];
  const words = wordsOf(accepted);
  const problem = broken.length > 0 ? broken.map(({ rule, field, problem: each }) => `spec.${field} ${each} (rule ${rule})`).join(', and ') : words.problem;
  const remedy = broken.length > 0 ? `In another run, ${broken.map(({ remedy: each, field }) => `${each} (spec.${field})`).join(', and ')}` : words.remedy;
  return { state: 'Refused', waits: true, since: accepted.lastTransitionTime, cause: `is refused: ${problem}`, remedy };
}

const LOCAL_QUEUES: Resource = { apiVersion: WORKLOADS.apiVersion, kind: 'LocalQueue', plural: 'localqueues', namespaced: true, schema: kubeObject };

/** Queued, evicted, or with a queue that nobody serves. */
async function queued(run: Run, quota: Condition, reader: Reader): Promise<Said> {
  const { problem, remedy } = wordsOf(quota);
  const said = { state: run.status?.summary ?? 'Queued', waits: true, since: quota.lastTransitionTime, remedy: fromCheckpoint(remedy, run) };
  if (quota.reason === 'InsufficientGpus') return { ...said, cause: `waits for quota: ${problem}`, details: await placeInQueue(run, reader) };
  if (!/LocalQueue \S+ doesn't exist/.test(quota.message)) return { ...said, cause: problem, details: await placeInQueue(run, reader) };
  const queues = await reader.others(LOCAL_QUEUES, { namespace: run.metadata.namespace ?? '' });
  const names = queues?.map(({ metadata }) => metadata.name).sort() ?? [];
  return { ...said, cause: problem, details: queues === undefined ? [] : [names.length === 0 ? 'there is no LocalQueue in the namespace' : `there ${names.length === 1 ? 'is' : 'are'} ${names.slice(0, 8).join(', ')}${names.length > 8 ? ' and others' : ''}`] };
}

const priority = ({ spec }: Workload & { readonly spec?: unknown }) => (typeof spec === 'object' && spec !== null && 'priority' in spec ? Number(spec.priority) : 0);
const queueOf = ({ spec }: Workload & { readonly spec?: unknown }) => (typeof spec === 'object' && spec !== null && 'queueName' in spec ? String(spec.queueName) : '');
const holds = ({ status }: Workload, type: string) => status?.conditions?.some((each) => each.type === type && each.status === 'True') === true;

/** Its place among the workloads of its namespace that wait in the same queue; Kueue may let a smaller one pass. */
async function placeInQueue({ metadata, status }: Run, reader: Reader): Promise<string[]> {
  const queue = metadata.labels?.[QUEUE_LABEL];
  const all = queue === undefined ? undefined : await reader.others<Workload>(WORKLOADS, { namespace: metadata.namespace ?? '' });
  if (queue === undefined || all === undefined) return [];
  const waiting = all.filter((each) => queueOf(each) === queue && !holds(each, 'QuotaReserved') && !holds(each, 'Finished'));
  const created = ({ metadata: { creationTimestamp } }: Workload) => creationTimestamp ?? '';
  waiting.sort((a, b) => priority(b) - priority(a) || (created(a) < created(b) ? -1 : 1));
  const place = waiting.findIndex((each) => each.metadata.ownerReferences?.some(({ uid }) => uid === status?.workload?.uid));
  return place < 0 ? [] : [`it is number ${place + 1} of ${waiting.length} that wait in queue ${queue} in this namespace`];
}

const EXCEEDED = /exceeded quota: ([^,]+), requested: (\S+?)=([^,\s]+).*?used: \S+?=([^,\s]+).*?limited: \S+?=([^,\s]+?)\.?(?:[,\s]|$)/;

async function starting(run: Run, pods: Condition, reader: Reader): Promise<Said> {
  const { metadata, status } = run;
  const words = wordsOf(pods);
  const said = { state: status?.summary ?? 'Starting', waits: true, since: pods.lastTransitionTime };
  if (pods.reason === 'PodsRefused') {
    const lacks = (status?.trainer?.nodes ?? 0) + (status?.rollout?.replicas ?? 0) === 0 ? 'has no pods' : 'lacks pods';
    const [, quota, resource, asked, used, limit] = EXCEEDED.exec(pods.message) ?? [];
    if (quota !== undefined) return { ...said, cause: `${lacks}: each asks for ${asked} ${resource}, and ResourceQuota ${quota} allows ${limit}, of which ${used} are used`, remedy: `Raise ResourceQuota ${quota}, or end what uses it` };
    return { ...said, cause: `${lacks}: ${words.problem}`, remedy: words.remedy };
  }
  const own = (await reader.others(PODS, { namespace: metadata.namespace ?? '', labels: `${RUN_LABEL}=${metadata.name}` })) ?? [];
  const cause = `waits for its pods: ${words.problem}`;
  if (pods.reason === 'Unschedulable') {
    const [, name, scheduler = ''] = /^pod (\S+) finds no node.*?The scheduler says: (.*)$/s.exec(pods.message) ?? [];
    return { ...said, cause, ...(await placementOf(own.find((each) => each.metadata.name === name), scheduler, reader)) };
  }
  const [pod] = pods.reason === 'PodsStarting' ? own.filter((each) => !each.status?.conditions?.some(({ type, status: holding }) => type === 'Ready' && holding === 'True')) : [];
  return { ...said, cause, remedy: pod ? `Wait until they are ready; gyre cluster why pod/${pod.metadata.name} says what one of them waits for` : fromCheckpoint(words.remedy, run) };
}

function running(run: Run, nowMs: number, ready: Condition | undefined): Said {
  const { spec, status } = run;
  const { progress, restarts = 0 } = status ?? {};
  const heard = progress ? `; the last report came ${spanOf(nowMs - Date.parse(progress.reportTime))} ago` : '; it has not reported yet';
  const good = conditionOf(status?.conditions, 'CheckpointReady');
  return {
    state: status?.summary ?? 'Running',
    waits: false,
    since: ready?.lastTransitionTime,
    cause: `runs: ${progress?.update ?? 0} of ${counted(spec.batch.updates, 'update')} finished${heard}`,
    remedy: NOTHING_TO_DO,
    details: [...(good ? [wordsOf(good).problem] : []), ...(restarts > 0 ? [`it was restarted ${restarts} of at most ${counted(spec.maxRestarts, 'time')}`] : [])],
  };
}
