import type { Clock } from '#kit/clock.ts';
import type { Logger } from '#kit/logs.ts';
import type { Random } from '#kit/random.ts';
import type { Client } from '../runtime/client.ts';
import { Controller } from '../runtime/controller.ts';
import type { EventRecorder } from '../runtime/events.ts';
import { Informer } from '../runtime/informer.ts';
import { keyOf, type KubeObject, type Resource } from '../runtime/objects.ts';
import { controllerOf, ownerIndex } from '../runtime/owners.ts';
import type { Writer } from '../runtime/writer.ts';
import type { Endpoint } from './children/environment.ts';
import { DEPLOYMENTS, type Installed, JOB_SETS, JOBS, PODS, SERVICE_ACCOUNTS, SERVICES, type Workload, WORKLOADS } from './cluster-resources.ts';
import { CHILDREN_SELECTOR, RUN_LABEL } from './names.ts';
import { BY_OWNER, BY_RUN, type Caches, runIndex } from './reconcile/observation.ts';
import { TrainingReconciler } from './reconcile/reconciler.ts';
import { TRAINING_RUNS } from './run.ts';

export interface TrainingOptions {
  readonly client: Client;
  readonly writer: Writer;
  readonly recorder: Pick<EventRecorder, 'tell'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly installed: Installed;
  readonly endpoint: Endpoint;
  /** The one namespace to look after; absent: all. */
  readonly namespace?: string | undefined;
}

/** The controller of TrainingRuns with the informers that it stands on; who runs them is the process's to say. */
export interface Training {
  readonly controller: Controller;
  readonly reconciler: TrainingReconciler;
  readonly informers: readonly Followed[];
}

/** An informer as those see it who run it and watch over it. */
export type Followed = Pick<Informer<KubeObject>, 'run' | 'synced' | 'resource' | 'hasSynced' | 'silenceMs' | 'failure' | 'cache'>;

export function openTraining({ namespace, ...options }: TrainingOptions): Training {
  const { client, clock, random, log, installed } = options;
  const informers: Followed[] = [];
  const informer = <T extends KubeObject>(resource: Resource<T>, labels?: string) => {
    const made = new Informer({ client, resource, clock, random, log, selection: { namespace, labels }, indexers: { [BY_RUN]: runIndex, [BY_OWNER]: ownerIndex } });
    informers.push(made);
    return made;
  };
  const runs = informer(TRAINING_RUNS);
  const children = {
    jobs: informer(JOBS, CHILDREN_SELECTOR),
    jobSets: installed.jobSet ? informer(JOB_SETS, CHILDREN_SELECTOR) : undefined,
    pods: informer(PODS, CHILDREN_SELECTOR),
    services: informer(SERVICES, CHILDREN_SELECTOR),
    accounts: informer(SERVICE_ACCOUNTS, CHILDREN_SELECTOR),
    deployments: informer(DEPLOYMENTS, CHILDREN_SELECTOR),
  };
  const workloads = installed.kueue ? informer(WORKLOADS) : undefined;
  const caches: Caches = { ...children, workloads };
  const reconciler = new TrainingReconciler({ ...options, caches });
  const controller = new Controller({ name: 'training-runs', reconcile: (key, context) => reconciler.reconcile(key, context), clock, random, log });

  const runOf = ({ metadata: { namespace: place, labels } }: KubeObject) => (place && labels?.[RUN_LABEL] ? [`${place}/${labels[RUN_LABEL]}`] : []);
  /** Kueue's Workload carries no label of ours: the run is that of the Job it was made for. */
  const runOfQuota = (workload: Workload) => {
    const owner = controllerOf(workload);
    const key = keyOf({ metadata: { namespace: workload.metadata.namespace, name: owner?.name ?? '' } });
    const job = caches.jobs.cache.get(key) ?? caches.jobSets?.cache.get(key);
    return job?.metadata.uid === owner?.uid && job ? runOf(job) : [];
  };
  controller.watches(runs, (run) => [keyOf(run)]);
  controller.watches(children.jobs, runOf);
  if (children.jobSets) controller.watches(children.jobSets, runOf);
  controller.watches(children.pods, runOf);
  controller.watches(children.services, runOf);
  controller.watches(children.accounts, runOf);
  controller.watches(children.deployments, runOf);
  if (workloads) controller.watches(workloads, runOfQuota);
  return { controller, reconciler, informers };
}
