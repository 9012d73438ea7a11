import { RUN_REASONS } from '../../api/mod.ts';
import type { Statement } from '../../api/conditions.ts';
import type { Client } from '../../runtime/client.ts';
import { isAlreadyThere, isMissing, isRefused } from '../../runtime/failure.ts';
import { keyOf, type KubeObject, type Resource } from '../../runtime/objects.ts';
import { controllerOf } from '../../runtime/owners.ts';
import type { Intent, Writer } from '../../runtime/writer.ts';
import { type Child, rolloutChildren, trainerSurroundings } from '../children/children.ts';
import type { Endpoint } from '../children/environment.ts';
import { trainerWorkload } from '../children/trainer.ts';
import { CLAIMS, DEPLOYMENTS, type Installed, type Job, JOB_SETS, JOBS, PODS, SERVICE_ACCOUNTS, SERVICES } from '../cluster-resources.ts';
import { DIGEST_ANNOTATION, idOf, selectorOf, workloadName } from '../names.ts';
import type { Run } from '../run.ts';
import type { Wanted } from './decide.ts';
import type { Caches, Observation } from './observation.ts';
import { isOver } from './pods.ts';

export interface CarryOutOptions {
  readonly client: Client;
  readonly writer: Writer;
  readonly caches: Caches;
  readonly endpoint: Endpoint;
}

/** A child, and what is there of it: undefined if nothing is. */
interface Planned extends Child {
  readonly there: KubeObject | undefined;
}

/** Children that are applied, by what they are for. */
interface Plan {
  readonly trainer: readonly Planned[];
  readonly rollouts: readonly Planned[];
}

export const NO_PLAN: Plan = { trainer: [], rollouts: [] };

export interface Survey {
  readonly plan: Plan;
  /** The Job or JobSet of the run that the cache does not show yet. */
  readonly found: { readonly kind: 'Job' | 'JobSet'; readonly object: Job } | undefined;
  /** Why nothing can be made: a name that is taken, or something missing that the run refers to. */
  readonly obstacle: Statement<'TrainingRun'> | undefined;
}

/** The API server has understood a child and lets nobody make it; `cause` is its refusal. */
export class ChildRefused extends Error {
  readonly refused: NonNullable<Observation['refusedChild']>;

  constructor(child: string, cause: Error) {
    super(cause.message, { cause });
    // Before that comes the call: "POST /api/v1/…: ".
    this.refused = { child, said: cause.message.replace(/^[^:]*: /, '') };
  }
}

/** Makes what was decided come true, step by step; each step may be the last, and the next reconcile goes on from what is there. */
export class CarryOut {
  readonly #options: CarryOutOptions;

  constructor(options: CarryOutOptions) {
    this.#options = options;
  }

  /** What is there of what a running run needs. What the cache does not show is asked for by name before it is made. */
  async survey(run: Run, installed: Installed, hasWorkload: boolean, signal: AbortSignal): Promise<Survey> {
    const { client, caches } = this.#options;
    const { namespace, uid } = idOf(run);
    const planned = (children: readonly Child[]) => Promise.all(children.map(async (child) => ({ ...child, there: await this.#thereOf(child, signal) })));
    const plan: Plan = { trainer: await planned(trainerSurroundings(run)), rollouts: await planned(rolloutChildren(run)) };
    const taken = [...plan.trainer, ...plan.rollouts].find(({ there }) => there && controllerOf(there)?.uid !== uid);
    if (taken) return { plan: NO_PLAN, found: undefined, obstacle: RUN_REASONS.nameTaken(taken.resource.kind, taken.intent.metadata.name) };
    if (hasWorkload) return { plan, found: undefined, obstacle: undefined };

    const kind = installed.jobSet && caches.jobSets ? 'JobSet' : 'Job';
    const name = workloadName(idOf(run), kind);
    const object = await client.find(kind === 'Job' ? JOBS : JOB_SETS, { namespace, name }, { signal });
    if (object && controllerOf(object)?.uid !== uid) return { plan, found: undefined, obstacle: RUN_REASONS.nameTaken(kind, name) };
    return { plan, found: object && { kind, object }, obstacle: object ? undefined : await this.#missing(run, signal) };
  }

  /** `attempt`: the one that the trainer is to be at. */
  async carryOut(seen: Observation, wanted: Wanted, attempt: number, { plan }: Pick<Survey, 'plan'>, signal: AbortSignal): Promise<void> {
    if (wanted.kind === 'nothing') return this.#remove(seen.children, signal);
    if (wanted.kind === 'remains') {
      // The pods of a Job that is over hold nothing, and their logs are of use.
      const over = seen.workload !== undefined && seen.workload.outcome.state !== 'active' ? seen.workload.object : undefined;
      return this.#remove(seen.children.filter(({ object }) => object !== over), signal);
    }
    for (const child of plan.trainer) await this.#ensure(child, signal);
    await this.#trainer(seen, attempt, signal);
    if (wanted.rollouts) for (const child of plan.rollouts) await this.#ensure(child, signal);
    else await this.#remove(seen.children.filter(({ resource }) => resource.plural === DEPLOYMENTS.plural), signal);
  }

  async #trainer({ run, workload, installed }: Observation, attempt: number, signal: AbortSignal): Promise<void> {
    const { client, writer, caches, endpoint } = this.#options;
    if (workload?.leaving || workload?.attempt === attempt) return;
    if (workload) return this.#remove([{ resource: workload.kind === 'Job' ? JOBS : JOB_SETS, object: workload.object }], signal);
    // Two attempts never overlap: the old one's last pod has gone before the new one's first is made. Its going wakes us again.
    const { namespace } = idOf(run);
    const { items } = await client.list(PODS, { namespace, labels: selectorOf(idOf(run), 'trainer') }, { signal });
    if (items.some((pod) => !isOver(pod))) return;
    const kind = installed.jobSet && caches.jobSets ? 'JobSet' : 'Job';
    const reads = kind === 'JobSet' ? caches.jobSets : caches.jobs;
    const resource = kind === 'Job' ? JOBS : JOB_SETS;
    const intent = trainerWorkload(run, kind, attempt, endpoint);
    reads?.created(await made(resource, intent, writer.create(resource, intent, { signal })));
  }

  async #thereOf({ resource, intent: { metadata } }: Child, signal: AbortSignal): Promise<KubeObject | undefined> {
    const { namespace, name } = metadata;
    return this.#cacheOf(resource)?.cache.get(keyOf({ metadata: { namespace, name } })) ?? this.#options.client.find(resource, { namespace, name }, { signal });
  }

  async #ensure({ resource, intent, there }: Planned, signal: AbortSignal): Promise<void> {
    const { writer } = this.#options;
    if (there === undefined) {
      try {
        this.#cacheOf(resource)?.created(await made(resource, intent, writer.create(resource, intent, { signal })));
      } catch (error) {
        // Made in between: the next reconcile finds out by whom.
        if (!isAlreadyThere(error)) throw error;
      }
    } else if (!there.metadata.deletionTimestamp && !isAsApplied(there, intent)) {
      await writer.apply(resource, intent, { seen: there, force: true, signal });
    }
  }

  async #remove(children: Observation['children'], signal: AbortSignal): Promise<void> {
    for (const { resource, object } of children) {
      if (object.metadata.deletionTimestamp) continue;
      try {
        await this.#options.writer.delete(resource, object, { signal });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    }
  }

  /** The first thing that pods would be refused for, and that nobody would say of a Job. */
  async #missing(run: Run, signal: AbortSignal): Promise<Statement<'TrainingRun'> | undefined> {
    const { namespace } = idOf(run);
    const groups = [run.spec.trainer.pods, ...(run.spec.rollout.pods ? [run.spec.rollout.pods] : [])];
    const referred = groups.flatMap(({ serviceAccountName, volumeClaims = [] }) => [
      ...(serviceAccountName === undefined ? [] : [{ resource: SERVICE_ACCOUNTS, name: serviceAccountName }]),
      ...volumeClaims.map(({ claimName }) => ({ resource: CLAIMS, name: claimName })),
    ]);
    for (const { resource, name } of referred) {
      if (!(await this.#options.client.find(resource, { namespace, name }, { signal }))) return RUN_REASONS.missing(resource.kind, name);
    }
    return undefined;
  }

  #cacheOf({ plural }: Resource) {
    const { services, accounts, deployments } = this.#options.caches;
    return { [SERVICES.plural]: services, [SERVICE_ACCOUNTS.plural]: accounts, [DEPLOYMENTS.plural]: deployments }[plural];
  }
}

/** ChildRefused if the API server lets nobody create this child. */
async function made<T>({ kind }: Resource, { metadata: { name } }: Intent, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof Error && isRefused(error) ? new ChildRefused(`${kind} ${name}`, error) : error;
  }
}

/** Whether what was applied last is what is wanted now; of what others may change, the number of replicas is looked at. */
function isAsApplied(there: KubeObject, { metadata, spec }: Child['intent']): boolean {
  const digest = fieldOf(metadata['annotations'], DIGEST_ANNOTATION);
  const replicas = fieldOf(spec, 'replicas');
  return there.metadata.annotations?.[DIGEST_ANNOTATION] === digest && (replicas === undefined || fieldOf(there['spec'], 'replicas') === replicas);
}

const fieldOf = (value: unknown, field: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined);
