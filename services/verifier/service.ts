import { GyreError, invalid } from '#kit/errors.ts';
import { type Access, type Authenticate, guarded } from '#kit/rpc/roles.ts';
import type { Client, Handlers } from '#kit/rpc/types.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Store } from '#kit/store/types.ts';
import { annotate, tracing } from '#kit/telemetry.ts';
import { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import type { Evidence, Operation, StateChange } from '#protos/core/v1/evidence.ts';
import type { MemoryUnit, Task } from '#protos/core/v1/task.ts';
import { Verdict, VerdictMethod } from '#protos/core/v1/verdict.ts';
import type { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { VerifierServiceService, type VerifyRequest } from '#protos/verifier/v1/verifier_service.ts';
import { criteriaOf, verdictsOf } from './collections.ts';
import { unverifiable } from './parsing.ts';
import { MEMORY_TABLE, verify } from './verify.ts';

export interface VerifierDependencies {
  /** The env-manager, called with the verifier's own credential: nobody else's opens evidence. */
  readonly environments: Pick<Client<EnvManagerServiceService>, 'getEvidence'>;
  /** Where the criteria are kept (GYRE_EVIDENCE_URL). */
  readonly evidenceStore: Store;
  /** Where verdicts are kept. */
  readonly store: Store;
  /** The task, for the memory it started with. */
  readonly taskOf: (id: string) => Promise<Task | undefined>;
  /** Difference that the harness's memory operations made to the initial memory, as rows of the table `memory`. */
  readonly memoryChanges: (initial: readonly MemoryUnit[], operations: readonly Operation[]) => readonly StateChange[];
}

/** Who may ask for a verdict. The answer says how an episode was judged, so no policy and no harness may. */
export const VERIFIER_ACCESS: Access<VerifierServiceService> = { verify: ['worker', 'admin'] };

const CACHED_CRITERIA = 10_000;

/** Handlers of VerifierService behind their role check. */
export function verifierHandlers(dependencies: VerifierDependencies, authenticate: Authenticate): Handlers<VerifierServiceService> {
  return guarded(VerifierServiceService, openVerifierHandlers(dependencies), VERIFIER_ACCESS, authenticate);
}

/** The same handlers without a role check: gather criteria, evidence and initial memory, judge, keep the verdict. */
export function openVerifierHandlers(dependencies: VerifierDependencies): Handlers<VerifierServiceService> {
  const verdicts = verdictsOf(dependencies.store);
  const criteriaFor = criteriaReader(dependencies.evidenceStore);

  const judged = async (request: VerifyRequest): Promise<Verdict> => {
    const criteria = await criteriaFor(request.taskId, request.taskRevision);
    const evidence = await evidenceFor(request, dependencies);
    return verify(criteria, evidence, { trajectoryId: request.trajectoryId, taskRevision: request.taskRevision, episodeId: request.episodeId });
  };

  return {
    async verify(request) {
      for (const field of ['trajectoryId', 'episodeId', 'taskId'] as const) {
        if (request[field] === '') throw invalid(field, 'is empty', 'name what is to be judged');
      }
      const { trajectoryId, episodeId, taskId, taskRevision } = request;
      let kept = await verdicts.get(trajectoryId);
      if (kept === undefined) {
        const verdict = await judged(request);
        describe(verdict);
        const doc = { episode_id: episodeId, task_id: taskId, task_revision: taskRevision, success: verdict.success, verdict: jsonOf(Verdict.toJSON(verdict)) };
        // Of two judgements at once one is kept, and both callers get that one.
        if (await verdicts.insert({ _id: trajectoryId, ...doc })) return { verdict };
        kept = await verdicts.get(trajectoryId);
      }
      if (kept?.episode_id !== episodeId || kept.task_id !== taskId || kept.task_revision !== taskRevision) {
        throw new GyreError('ALREADY_EXISTS', `${trajectoryId} has a verdict of another episode or task`, {
          boundary: 'caller',
          details: { trajectory: trajectoryId, episode: kept?.episode_id ?? '', task: kept?.task_id ?? '' },
        });
      }
      return { verdict: Verdict.fromJSON(kept.verdict) };
    },
  };
}

/** Writes what was found into the span of the call. */
function describe({ success, method, progress }: Verdict): void {
  if (!tracing()) return;
  const how = method === VerdictMethod.RULE ? 'rule' : method === VerdictMethod.RUBRIC ? 'rubric' : 'unspecified';
  annotate({ 'gyre.verdict.outcome': success ? 'success' : 'failure', 'gyre.verdict.method': how, 'gyre.verdict.progress': progress });
}

/** Evidence with the changes of the harness's memory in it, whether the env-manager already put them there or not. */
async function evidenceFor(request: VerifyRequest, { environments, taskOf, memoryChanges }: VerifierDependencies): Promise<Evidence> {
  const { evidence } = await environments.getEvidence({ episodeId: request.episodeId }).catch((thrown: unknown) => {
    const error = GyreError.from(thrown, 'environment');
    if (error.code === 'NOT_FOUND') throw unverifiable(`episode ${request.episodeId} has left no evidence`, { episode: request.episodeId, task: request.taskId });
    throw error;
  });
  if (evidence === undefined) throw unverifiable(`episode ${request.episodeId} has left no evidence`, { episode: request.episodeId });
  if (evidence.changes.some(({ table }) => table === MEMORY_TABLE)) return evidence;
  const task = await taskOf(request.taskId);
  if (task === undefined) throw unverifiable(`task ${request.taskId} is not known`, { task: request.taskId });
  return { ...evidence, changes: [...evidence.changes, ...memoryChanges(task.memory, evidence.operations)] };
}

function criteriaReader(evidenceStore: Store): (taskId: string, revision: number) => Promise<CompletionCriteria> {
  const stored = criteriaOf(evidenceStore);
  const cache = new Map<string, CompletionCriteria>();
  return async (taskId, revision) => {
    const key = `${taskId}@${revision}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const doc = await stored.get(taskId);
    if (doc === undefined) throw unverifiable(`task ${taskId} has no completion criteria`, { task: taskId });
    const criteria = CompletionCriteria.fromJSON(doc.criteria);
    if (criteria.taskRevision !== revision) {
      throw unverifiable(`the criteria of ${taskId} are of revision ${criteria.taskRevision}, not of ${revision}`, { task: taskId });
    }
    if (cache.size >= CACHED_CRITERIA) cache.clear();
    cache.set(key, criteria);
    return criteria;
  };
}
