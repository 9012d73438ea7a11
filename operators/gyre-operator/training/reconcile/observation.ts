import type { Cache } from '../../runtime/cache.ts';
import type { Informer } from '../../runtime/informer.ts';
import type { KubeObject, Resource } from '../../runtime/objects.ts';
import { controllerOf } from '../../runtime/owners.ts';
import { type Deployment, DEPLOYMENTS, held, type Installed, type Job, JOB_SETS, JOBS, type Pod, SERVICE_ACCOUNTS, SERVICES, type Workload } from '../cluster-resources.ts';
import { ATTEMPT_LABEL, RUN_UID_LABEL } from '../names.ts';
import type { Run } from '../run.ts';

/** Indexes of the informers that {@link observe} reads. */
export const BY_RUN = 'run';
export const BY_OWNER = 'owner';
export const runIndex = ({ metadata: { labels } }: KubeObject): readonly string[] => (labels?.[RUN_UID_LABEL] ? [labels[RUN_UID_LABEL]] : []);

/** What changes with each try to make a pod says nothing. */
export const FORBIDDEN = /^(?:Error creating: )?(?:pods? "[^"]*" is forbidden: )?/;

type Reads<T extends KubeObject> = Pick<Informer<T>, 'created'> & { readonly cache: Pick<Cache<T>, 'get' | 'byIndex'> };

/** What the reconciler reads without asking the API server. Without JobSet or Kueue their informers are not there. */
export interface Caches {
  readonly jobs: Reads<Job>;
  readonly jobSets: Reads<Job> | undefined;
  readonly pods: Reads<Pod>;
  readonly services: Reads<KubeObject>;
  readonly accounts: Reads<KubeObject>;
  readonly deployments: Reads<Deployment>;
  readonly workloads: Pick<Reads<Workload>, 'cache'> | undefined;
}

export type Outcome =
  /** `suspended`: by Kueue, since a run that is suspended has no Job. */
  | { readonly state: 'active'; readonly suspended: boolean }
  | { readonly state: 'complete' }
  | { readonly state: 'failed'; readonly reason: string; readonly message: string };

/** The Job or JobSet that the trainer is. */
export interface TrainerWorkload {
  readonly kind: 'Job' | 'JobSet';
  readonly object: Job;
  /** The Job that makes the pods: it, or of a JobSet its own; undefined while that is not there. */
  readonly maker: Job | undefined;
  readonly attempt: number;
  /** It is being deleted. */
  readonly leaving: boolean;
  readonly outcome: Outcome;
}

/** Everything that is decided from. */
export interface Observation {
  /** As the API server has it, not a cache. */
  readonly run: Run;
  readonly installed: Installed;
  readonly workload: TrainerWorkload | undefined;
  readonly trainers: readonly Pod[];
  readonly rollouts: readonly Pod[];
  /** Why pods cannot be made, of what makes them: `Job planner`. What is said of trainers is not in a cache. */
  readonly refused: { readonly by: string; readonly said: string } | undefined;
  /** The child that the API server refused at the last try, and its words. */
  readonly refusedChild?: { readonly child: string; readonly said: string } | undefined;
  /** Kueue's, of the present workload. */
  readonly quota: Workload | undefined;
  /** Children that are there: the workload, services, service accounts, the Deployment. */
  readonly children: readonly { readonly resource: Resource; readonly object: KubeObject }[];
}

/** `found`: a Job or JobSet of the run that the API server has and the cache does not show yet. */
export function observe(run: Run, installed: Installed, caches: Caches, found?: { readonly kind: 'Job' | 'JobSet'; readonly object: Job }): Observation {
  const uid = run.metadata.uid ?? '';
  const own = <T extends KubeObject>(reads: Reads<T> | undefined) => (reads?.cache.byIndex(BY_RUN, uid) ?? []).filter((object) => controllerOf(object)?.uid === uid);
  const [jobs, jobSets] = [own(caches.jobs), own(caches.jobSets)];
  const inner = caches.jobs.cache.byIndex(BY_RUN, uid).find((job) => jobSets.some((set) => controllerOf(job)?.uid === set.metadata.uid));
  const [set, job] = [jobSets[0], jobs[0]];
  const workload = set ? workloadOf('JobSet', set, inner) : job ? workloadOf('Job', job) : found && workloadOf(found.kind, found.object);
  const pods = caches.pods.cache.byIndex(BY_RUN, uid);
  const deployments = own(caches.deployments);
  const [refused] = deployments.flatMap(({ metadata, status }) => {
    const failure = held(status?.conditions, 'ReplicaFailure');
    return failure ? [{ by: `Deployment ${metadata.name}`, said: failure.message?.replace(FORBIDDEN, '') ?? '' }] : [];
  });
  return {
    run,
    installed,
    workload,
    trainers: pods.filter(({ metadata }) => metadata.labels?.['gyre.dev/role'] === 'trainer'),
    rollouts: pods.filter(({ metadata }) => metadata.labels?.['gyre.dev/role'] === 'rollout'),
    refused,
    quota: workload && caches.workloads?.cache.byIndex(BY_OWNER, workload.object.metadata.uid ?? '')[0],
    children: [
      ...jobs.map((object) => ({ resource: JOBS, object })),
      ...jobSets.map((object) => ({ resource: JOB_SETS, object })),
      ...(jobs.length + jobSets.length === 0 && found ? [{ resource: found.kind === 'Job' ? JOBS : JOB_SETS, object: found.object }] : []),
      ...deployments.map((object) => ({ resource: DEPLOYMENTS, object })),
      ...own(caches.services).map((object) => ({ resource: SERVICES, object })),
      ...own(caches.accounts).map((object) => ({ resource: SERVICE_ACCOUNTS, object })),
    ],
  };
}

function workloadOf(kind: 'Job' | 'JobSet', object: Job, inner?: Job): TrainerWorkload {
  const { labels, deletionTimestamp } = object.metadata;
  return { kind, object, maker: kind === 'Job' ? object : inner, attempt: Number(labels?.[ATTEMPT_LABEL] ?? 0), leaving: Boolean(deletionTimestamp), outcome: outcomeOf(object, inner) };
}

/** The one authority on how the trainer ended: the Job's conditions, or the JobSet's; of a JobSet, its Job says why. */
function outcomeOf({ spec, status }: Job, inner: Job | undefined): Outcome {
  const conditions = status?.conditions;
  if (held(conditions, 'Complete') ?? held(conditions, 'Completed')) return { state: 'complete' };
  const failed = held(conditions, 'Failed');
  if (!failed) return { state: 'active', suspended: spec.suspend === true };
  const why = held(inner?.status?.conditions, 'Failed') ?? failed;
  return { state: 'failed', reason: why.reason ?? 'Failed', message: why.message ?? '' };
}
