import { violations } from '../api/mod.ts';
import { PODS, type Workload, WORKLOADS } from '../training/cluster-resources.ts';
import { QUEUE_LABEL, RUN_LABEL } from '../training/names.ts';
import type { Run } from '../training/run.ts';
import { conditionOf, counted, type Explanation, explanation, NOTHING_TO_DO, type Said, spanOf } from './explanation.ts';
import type { Reader } from './lookup.ts';
import { operatorState, START_OPERATOR } from './operator-state.ts';
import { supplyOf, supplySaid } from './supply.ts';
import { wordsOf } from './words.ts';

/** Why a TrainingRun is as it is. */
export async function explainRun(run: Run, reader: Reader, nowMs: number): Promise<Explanation> {
  return explanation(run, await saidOf(run, reader, nowMs));
}

async function saidOf(run: Run, reader: Reader, nowMs: number): Promise<Said> {
  const { metadata, spec, status } = run;
  const condition = (type: string) => conditionOf(status?.conditions, type);
  const state = status?.summary ?? 'Pending';
  const failed = condition('Failed');
  if (condition('Succeeded')?.status === 'True') return { state, waits: false, since: status?.completionTime, cause: `has finished: ${wordsOf(condition('Succeeded') ?? unseen).problem}`, remedy: NOTHING_TO_DO };
  if (failed?.status === 'True') return { state, waits: true, since: status?.completionTime, cause: `has failed: ${wordsOf(failed).problem}`, remedy: wordsOf(failed).remedy };
  if (metadata.deletionTimestamp) return { state, waits: false, since: metadata.deletionTimestamp, cause: 'is being deleted; what it had goes with it', remedy: NOTHING_TO_DO };
  const unlooked = (status?.observedGeneration ?? 0) < (metadata.generation ?? 1) || !status?.conditions;
  if (unlooked) {
    const operator = await operatorState(reader, nowMs);
    if (operator.state !== 'leads' || !status?.conditions) return { state, waits: true, since: metadata.creationTimestamp ?? undefined, cause: `has not been looked at as it is now: ${operator.said}`, remedy: operator.state === 'leads' ? 'Wait a few seconds; if that does not help, look whether the operator looks after this namespace (operator.namespace of the chart)' : START_OPERATOR };
  }
  const accepted = condition('Accepted');
  if (accepted?.status === 'False') return refused(run, accepted);
  const suspended = condition('Suspended');
  if (spec.suspend && suspended) return { state, waits: true, since: suspended.lastTransitionTime, cause: `is suspended: ${wordsOf(suspended).problem}`, remedy: wordsOf(suspended).remedy };
  const quota = condition('QuotaReserved');
  if (quota?.status === 'False') return { state, waits: true, since: quota.lastTransitionTime, cause: `waits for quota: ${wordsOf(quota).problem}`, remedy: wordsOf(quota).remedy, details: await placeInQueue(run, reader) };
  const pods = condition('PodsReady');
  if (pods && pods.status !== 'True') return starting(run, pods, reader);
  return running(run, nowMs);
}

const unseen = { reason: 'UpdatesFinished', message: '' };

function refused(run: Run, accepted: { readonly reason: string; readonly message: string; readonly lastTransitionTime: string }): Said {
  const broken = accepted.reason === 'PreflightFailed' ? violations(run.spec) : [];
  const words = wordsOf(accepted);
  const problem = broken.length > 0 ? broken.map(({ rule, field, problem: each }) => `spec.${field} ${each} (rule ${rule})`).join(', and ') : words.problem;
  const remedy = broken.length > 0 ? `In another run, ${broken.map(({ remedy: each, field }) => `${each} (spec.${field})`).join(', and ')}` : words.remedy;
  return { state: 'Refused', waits: true, since: accepted.lastTransitionTime, cause: `is refused: ${problem}`, remedy };
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

async function starting(run: Run, pods: { readonly reason: string; readonly message: string; readonly lastTransitionTime: string }, reader: Reader): Promise<Said> {
  const { metadata, spec, status } = run;
  const words = wordsOf(pods);
  const said = { state: status?.summary ?? 'Starting', waits: true, since: pods.lastTransitionTime };
  if (pods.reason === 'PodsRefused') {
    const lacks = (status?.trainer?.nodes ?? 0) + (status?.rollout?.replicas ?? 0) === 0 ? 'has no pods' : 'lacks pods';
    const [, quota, resource, asked, used, limit] = EXCEEDED.exec(pods.message) ?? [];
    if (quota !== undefined) return { ...said, cause: `${lacks}: each asks for ${asked} ${resource}, and ResourceQuota ${quota} allows ${limit}, of which ${used} are used`, remedy: `Raise ResourceQuota ${quota}, or end what uses it` };
    return { ...said, cause: `${lacks}: ${words.problem}`, remedy: words.remedy };
  }
  const resource = spec.trainer.gpuResource;
  const gpus = pods.reason === 'Unschedulable' && spec.trainer.gpusPerNode > 0 ? await supplyOf(reader, resource) : undefined;
  const details = gpus ? [supplySaid(gpus, resource)] : [];
  const [pod] = pods.reason === 'PodsStarting' ? ((await reader.others(PODS, { namespace: metadata.namespace ?? '', labels: `${RUN_LABEL}=${metadata.name}` })) ?? []).filter((each) => !each.status?.conditions?.some(({ type, status: holding }) => type === 'Ready' && holding === 'True')) : [];
  const remedy = pod ? `Wait until they are ready; gyre cluster why pod/${pod.metadata.name} says what one of them waits for` : words.remedy;
  return { ...said, cause: `waits for its pods: ${words.problem}`, remedy, details };
}

function running(run: Run, nowMs: number): Said {
  const { spec, status } = run;
  const { progress, restarts = 0 } = status ?? {};
  const heard = progress ? `; the last report came ${spanOf(nowMs - Date.parse(progress.reportTime))} ago` : '; it has not reported yet';
  const good = conditionOf(status?.conditions, 'CheckpointReady');
  return {
    state: status?.summary ?? 'Running',
    waits: false,
    since: status?.activeStartTime,
    cause: `runs: ${progress?.update ?? 0} of ${counted(spec.batch.updates, 'update')} finished${heard}`,
    remedy: NOTHING_TO_DO,
    details: [...(good ? [wordsOf(good).problem] : []), ...(restarts > 0 ? [`it was restarted ${restarts} of at most ${counted(spec.maxRestarts, 'time')}`] : [])],
  };
}
