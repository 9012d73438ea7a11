import { type Json, metaOf, type ObjectStore } from '../../runtime/testkit/object-store.ts';
import { secondTime } from '../../runtime/micro-time.ts';
import { isRecord, type Resource } from '../../runtime/objects.ts';
import { DEPLOYMENTS, JOB_SETS, JOBS, PODS, SERVICE_ACCOUNTS, SERVICES, WORKLOADS } from '../cluster-resources.ts';
import { INDEX_LABEL, QUEUE_LABEL, ROLE_LABEL } from '../names.ts';
import { TRAINING_RUNS } from '../run.ts';
import { at } from './runs.ts';

/**
 * FAKES, for specs: what the garbage collector, the Job and Deployment controllers, the JobSet controller, the kubelet and Kueue do to
 * the objects of a run, as far as the reconciler can tell. They move only when a spec says so, and know nothing of nodes. That the real
 * ones do the same is shown by tests/cluster, but for JobSet and Kueue.
 */

const KINDS: readonly Resource[] = [JOB_SETS, JOBS, DEPLOYMENTS, SERVICES, SERVICE_ACCOUNTS, PODS, WORKLOADS];
const TRACKING = 'batch.kubernetes.io/job-tracking';
const NS = 'ml';

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export class FakeCluster {
  readonly #store: ObjectStore;
  readonly #now: () => number;
  #pods = 0;
  /** Pods that are to go stay until {@link reap}. */
  lingering = false;
  /** The API server takes no pods of Jobs, as where a quota is used up. */
  refusesPods = false;
  /** Makes the Workload of a Job with a queue, as Kueue does. */
  kueue = false;

  constructor(store: ObjectStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  list(resource: Resource): readonly Json[] {
    return this.#store.list(resource, NS);
  }

  /** Pods of a role that have not ended, by name. */
  pods(role: 'trainer' | 'rollout' = 'trainer'): readonly Json[] {
    return this.list(PODS).filter((pod) => metaOf(pod).labels?.[ROLE_LABEL] === role && !isOver(pod));
  }

  /** The controllers act until there is nothing left to do. */
  step(): void {
    for (let before = -1; before !== this.#store.version; ) {
      before = this.#store.version;
      this.#collectGarbage();
      for (const set of this.list(JOB_SETS)) this.#jobSet(set);
      for (const job of this.list(JOBS)) this.#job(job);
      for (const deployment of this.list(DEPLOYMENTS)) this.#deployment(deployment);
      if (this.kueue) for (const job of [...this.list(JOBS), ...this.list(JOB_SETS)]) this.#workload(job);
      if (!this.lingering) this.reap();
    }
  }

  /** The kubelet is through with pods that are to go. */
  reap(): void {
    for (const pod of this.list(PODS)) if (metaOf(pod).deletionTimestamp) this.#store.write(PODS, NS, metaOf(pod).name, { kind: 'merge', body: { metadata: { finalizers: [] } } }, undefined);
  }

  /** All pods that are there run and are ready. */
  ready(): void {
    for (const role of ['trainer', 'rollout'] as const) for (const pod of this.pods(role)) this.pod(pod, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: secondTime(this.#now()) }] });
  }

  pod(pod: Json, status: Json): void {
    this.#status(PODS, pod, status);
  }

  /** The trainer's container of a pod ends. */
  exit(pod: Json | undefined, exitCode: number, message = ''): void {
    if (!pod) throw new Error('there is no such pod');
    const phase = exitCode === 0 ? 'Succeeded' : 'Failed';
    this.pod(pod, { ...status(pod), phase, containerStatuses: [{ name: 'trainer', state: { terminated: { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', message } } }] });
  }

  /** The node of a pod is drained: the pod fails without fault of its own. */
  disrupt(pod: Json | undefined): void {
    if (!pod) throw new Error('there is no such pod');
    this.pod(pod, { phase: 'Failed', conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' }] });
  }

  /** Kueue's conditions of the run's Workload; the Job is let go, or held back, with them. */
  quota(conditions: readonly Condition[], suspend: boolean): void {
    for (const workload of this.list(WORKLOADS)) this.#status(WORKLOADS, workload, { conditions: conditions.map((each) => ({ lastTransitionTime: '2026-01-31T12:00:00Z', ...each })) });
    for (const resource of [JOBS, JOB_SETS]) {
      for (const job of this.list(resource).filter((each) => QUEUE_LABEL in (metaOf(each).labels ?? {}))) this.#store.write(resource, NS, metaOf(job).name, { kind: 'merge', body: { spec: { suspend } } }, undefined);
    }
  }

  #status(resource: Resource, object: Json, next: Json): void {
    this.#store.write(resource, NS, metaOf(object).name, { kind: 'merge', body: { status: next } }, 'status');
  }

  #collectGarbage(): void {
    const living = new Set([TRAINING_RUNS, ...KINDS].flatMap((resource) => this.list(resource)).map((object) => metaOf(object).uid));
    for (const resource of KINDS) {
      for (const object of this.list(resource)) {
        const { name, ownerReferences = [] } = metaOf(object);
        if (ownerReferences.length > 0 && ownerReferences.every(({ uid }) => !living.has(uid))) this.#store.delete(resource, NS, name);
      }
    }
  }

  #jobSet(set: Json): void {
    const { name, uid = '' } = metaOf(set);
    const template = at(set, 'spec', 'replicatedJobs', 0, 'template');
    const own = this.list(JOBS).find((job) => ownedBy(job, uid));
    const spec = at(template, 'spec');
    const suspend = at(set, 'spec', 'suspend') === true;
    if (!own) {
      this.#store.create(JOBS, NS, { metadata: { ...record(at(template, 'metadata')), namespace: NS, name: `${name}-t-0`, ownerReferences: [{ apiVersion: JOB_SETS.apiVersion, kind: 'JobSet', name, uid, controller: true }] }, spec: { ...record(spec), suspend } });
    } else if ((at(own, 'spec', 'suspend') === true) !== suspend) {
      this.#store.write(JOBS, NS, metaOf(own).name, { kind: 'merge', body: { spec: { suspend } } }, undefined);
    } else if (conditions(set).length === 0) {
      const end = conditions(own).find(({ type }) => type === 'Failed' || type === 'Complete');
      if (end) this.#status(JOB_SETS, set, { conditions: [{ type: end.type === 'Failed' ? 'Failed' : 'Completed', status: 'True', reason: end.type === 'Failed' ? 'FailedJobs' : 'AllJobsCompleted', message: 'jobset is over' }] });
    }
  }

  #job(job: Json): void {
    const { name, uid = '' } = metaOf(job);
    const pods = this.list(PODS).filter((pod) => ownedBy(pod, uid));
    const alive = pods.filter((pod) => !isOver(pod) && !metaOf(pod).deletionTimestamp);
    if (conditions(job).length > 0 || at(job, 'spec', 'suspend') === true) {
      for (const pod of alive) this.#store.delete(PODS, NS, metaOf(pod).name);
      return;
    }
    for (const pod of pods.filter((each) => status(each)['phase'] === 'Failed')) {
      const action = actionOn(job, pod);
      if (action === 'Ignore') continue;
      const [reason, message] = action === 'FailJob' ? ['PodFailurePolicy', `Container trainer for pod ${NS}/${metaOf(pod).name} failed matching FailJob rule`] : ['BackoffLimitExceeded', 'Job has reached the specified backoff limit'];
      return this.#status(JOBS, job, { conditions: [{ type: 'Failed', status: 'True', reason, message }] });
    }
    const size = Number(at(job, 'spec', 'completions'));
    if (pods.filter((pod) => status(pod)['phase'] === 'Succeeded').length === size) return this.#status(JOBS, job, { conditions: [{ type: 'Complete', status: 'True', reason: 'CompletionsReached', message: '' }] });
    if (this.refusesPods) return;
    for (let index = 0; index < size; index++) {
      const mine = pods.filter((pod) => metaOf(pod).labels?.[INDEX_LABEL] === String(index));
      if (mine.every((pod) => status(pod)['phase'] === 'Failed')) this.#newPod(job, 'Job', `${name}-${index}`, { [INDEX_LABEL]: String(index) });
    }
  }

  #deployment(deployment: Json): void {
    const { name, uid = '' } = metaOf(deployment);
    const pods = this.list(PODS).filter((pod) => ownedBy(pod, uid) && !metaOf(pod).deletionTimestamp);
    const replicas = Number(at(deployment, 'spec', 'replicas'));
    for (let i = pods.length; i < replicas; i++) this.#newPod(deployment, 'Deployment', name, {});
    for (const pod of pods.slice(replicas)) this.#store.delete(PODS, NS, metaOf(pod).name);
  }

  #newPod(owner: Json, kind: string, prefix: string, labels: Record<string, string>): void {
    const { name, uid = '' } = metaOf(owner);
    const template = at(owner, 'spec', 'template');
    const metadata = { namespace: NS, name: `${prefix}-${(++this.#pods).toString(36).padStart(5, '0')}`, labels: { ...record(at(template, 'metadata', 'labels')), ...labels }, finalizers: [TRACKING], ownerReferences: [{ apiVersion: 'v1', kind, name, uid, controller: true }] };
    this.#store.create(PODS, NS, { metadata, spec: record(at(template, 'spec')) });
  }

  #workload(job: Json): void {
    const { name, uid = '', labels = {}, ownerReferences = [] } = metaOf(job);
    if (!(QUEUE_LABEL in labels) || this.list(WORKLOADS).some((each) => ownedBy(each, uid)) || !ownerReferences.some(({ kind }) => kind === 'TrainingRun')) return;
    this.#store.create(WORKLOADS, NS, { metadata: { namespace: NS, name: `job-${name}-${uid}`, ownerReferences: [{ apiVersion: 'batch/v1', kind: String(job['kind']), name, uid, controller: true }] } });
  }
}

const isOver = (pod: Json) => status(pod)['phase'] === 'Failed' || status(pod)['phase'] === 'Succeeded';
const status = (object: Json): Json => record(object['status']);
const record = (value: unknown): Json => (isRecord(value) ? value : {});
const ownedBy = (object: Json, uid: string) => (metaOf(object).ownerReferences ?? []).some((each) => each.uid === uid && each.controller === true);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function conditions(object: Json): { type: string; status: string; reason: string }[] {
  return list(at(object, 'status', 'conditions')).map((each) => ({ type: String(at(each, 'type')), status: String(at(each, 'status')), reason: String(at(each, 'reason')) }));
}

/** The first rule of the Job's podFailurePolicy that matches; without one the failure counts. */
function actionOn(job: Json, pod: Json): string {
  const codes = list(at(pod, 'status', 'containerStatuses')).map((each) => Number(at(each, 'state', 'terminated', 'exitCode')));
  const rule = list(at(job, 'spec', 'podFailurePolicy', 'rules')).find((each) => {
    const values = list(at(each, 'onExitCodes', 'values'));
    if (values.length > 0) return codes.some((code) => code !== 0 && values.includes(code) === (at(each, 'onExitCodes', 'operator') === 'In'));
    return list(at(each, 'onPodConditions')).some((wanted) => conditions(pod).some(({ type, status: held }) => type === at(wanted, 'type') && held === at(wanted, 'status')));
  });
  return String(at(rule, 'action') ?? 'Count');
}

export const CLUSTER_KINDS: readonly Resource[] = [TRAINING_RUNS, ...KINDS];
