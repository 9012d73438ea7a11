import { digestOf } from '#kit/digest.ts';
import { GyreError } from '#kit/errors.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import type { Client, Handlers } from '#kit/rpc/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { Opening } from '#protos/core/v1/context.ts';
import { Record as TrajectoryRecord } from '#protos/core/v1/record.ts';
import { Task } from '#protos/core/v1/task.ts';
import { Step, Trajectory } from '#protos/core/v1/trajectory.ts';
import { Verdict } from '#protos/core/v1/verdict.ts';
import { CuratorServiceService } from '#protos/curator/v1/curator_service.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';

/** Called before each method with the id it is about; throws to inject a failure. */
export type Hook = (method: string, id: string) => void | Promise<void>;

/** What the plant under a worker saw; a test reads it afterwards. */
export interface Plant {
  readonly openEpisodes: Set<string>;
  readonly openSessions: Set<string>;
  readonly created: string[];
  /** Ingested trajectories by id, encoded. */
  readonly ingested: Map<string, string>;
  readonly environments: Client<EnvManagerServiceService>;
  readonly harness: Client<HarnessServiceService>;
  readonly verifier: Client<VerifierServiceService>;
  readonly curator: Client<CuratorServiceService>;
}

/**
 * The services around a rollout worker, reduced to what a worker can see of them: an agent that makes two calls and finishes,
 * an environment that answers 200, a verifier that is pleased, a curator that keeps what it is given.
 */
export function plantOf(hook: Hook = () => undefined): Plant {
  const openEpisodes = new Set<string>();
  const openSessions = new Map<string, { policy: string; harnessVersion: string; steps: Step[] }>();
  const created: string[] = [];
  const ingested = new Map<string, string>();

  const environments = {
    async createEpisode({ episodeId }: { episodeId: string }) {
      await hook('create', episodeId);
      created.push(episodeId);
      openEpisodes.add(episodeId);
      return { episodeId, worldBuild: 'build', initialStateDigest: 'start' };
    },
    async step({ episodeId, step, calls }: { episodeId: string; step: number; calls: { callId: string; name: string }[] }) {
      await hook(`step ${step}`, episodeId);
      return { results: calls.map(({ callId, name }) => ({ callId, tool: name, status: 200, resultJson: '{}', imageRef: '', error: undefined })) };
    },
    async closeEpisode({ episodeId }: { episodeId: string }) {
      await hook('close', episodeId);
      openEpisodes.delete(episodeId);
      return { finalStateDigest: 'end' };
    },
  };
  const opening = Opening.fromPartial({ request: 'wake me', budget: { steps: 4 } });
  const harness = {
    async openSession({ sessionId, policy, harnessVersion }: { sessionId: string; policy: string; harnessVersion: string }) {
      await hook('open', sessionId);
      openSessions.set(sessionId, { policy, harnessVersion, steps: [] });
      return { sessionId, openingDigest: digestOf(opening), policy, harnessVersion };
    },
    async plan({ sessionId, step }: { sessionId: string; step: number }) {
      await hook(`plan ${step}`, sessionId);
      const action = actionAt(step);
      const taken = Step.fromPartial({ index: step, turn: { action }, tokens: [{ id: step, logProb: -0.5, candidates: 3 }], usage: { tokens: 1, toolCalls: step < 2 ? 1 : 0 } });
      openSessions.get(sessionId)?.steps.push(taken);
      const environmentCalls = action.turn?.$case === 'calls' ? action.turn.value.calls : [];
      return { action, environmentCalls, step: taken, previous: undefined, budgetSpent: false };
    },
    async closeSession({ sessionId }: { sessionId: string }) {
      await hook('end', sessionId);
      const session = openSessions.get(sessionId);
      openSessions.delete(sessionId);
      return { opening, steps: session?.steps ?? [] };
    },
  };
  const verifier = {
    async verify({ trajectoryId }: { trajectoryId: string }) {
      await hook('verify', trajectoryId);
      return { verdict: Verdict.fromPartial({ trajectoryId, success: true, progress: 1, confidence: 1 }) };
    },
  };
  const curator = {
    async getTask({ id }: { id: string }) {
      await hook('task', id);
      return { task: Task.fromPartial({ id, revision: 1, budget: { steps: 4 }, world: 'small' }) };
    },
    async ingest({ trajectory }: { trajectory: Trajectory | undefined }) {
      if (!trajectory) throw new GyreError('INVALID_ARGUMENT', 'no trajectory', { boundary: 'caller' });
      await hook('ingest', trajectory.id);
      ingested.set(trajectory.id, Buffer.from(Trajectory.encode(trajectory).finish()).toString('base64'));
      return { record: TrajectoryRecord.fromPartial({ digest: digestOf(trajectory.slotId) }) };
    },
  };
  return {
    openEpisodes,
    get openSessions() {
      return new Set(openSessions.keys());
    },
    created,
    ingested,
    environments: partClient(EnvManagerServiceService, environments, 'environment'),
    harness: partClient(HarnessServiceService, harness, 'harness'),
    verifier: partClient(VerifierServiceService, verifier, 'verifier'),
    curator: partClient(CuratorServiceService, curator, 'caller'),
  };
}

/** A client of a service of which only some methods exist; the others are UNIMPLEMENTED. */
export function partClient<S extends Parameters<typeof inProcessClient>[0]>(service: S, handlers: object, boundary: 'environment' | 'harness' | 'verifier' | 'caller'): Client<S> {
  const missing = async () => {
    throw new GyreError('UNIMPLEMENTED', 'this part has no such method', { boundary });
  };
  const entries = Object.keys(service).map((key) => [key, Reflect.get(handlers, key) ?? missing]);
  return inProcessClient(service, Object.fromEntries(entries) as Handlers<S>, { boundary });
}

function actionAt(step: number): Action {
  if (step >= 2) return { reasoning: '', turn: { $case: 'finish', value: { message: '', answers: [] } } };
  const calls = [{ callId: `c${step}`, name: 'set_alarm', argumentsJson: '{}' }];
  return { reasoning: '', turn: { $case: 'calls', value: { calls } } };
}
