import { phoneWorld, setupOf } from '#env-manager/mod.ts';
import { type AdapterArtifact, baseVersion, type Policy } from '#harness-gateway/mod.ts';
import { ToolCatalogues } from '#harness-gateway/tools/catalogues.ts';
import { prepareRuntime } from '#harness-gateway/versions/runtime.ts';
import { systemClock } from '#kit/clock.ts';
import { digestOf } from '#kit/digest.ts';
import type { Client, Handlers } from '#kit/rpc/types.ts';
import { Action } from '#protos/core/v1/action.ts';
import { Evidence } from '#protos/core/v1/evidence.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { Step } from '#protos/core/v1/trajectory.ts';
import { type EnvManagerServiceService, StepResponse } from '#protos/env/v1/env_manager_service.ts';
import { type HarnessServiceService, PlanResponse } from '#protos/harness/v1/harness_service.ts';
import { type NaiveEpisode, NaiveSandbox } from './naive-sandbox.ts';
import { NaivePlanner } from './plan-naive.ts';

/** The obvious env-manager: a deep copy of the world for each episode, kept in this process only; no journal and no evidence on disk. */
export function naiveEnvironments(): Pick<Handlers<EnvManagerServiceService>, 'createEpisode' | 'step' | 'appendEvidence' | 'getEvidence' | 'closeEpisode'> {
  const sandbox = new NaiveSandbox(phoneWorld);
  const open = new Map<string, { readonly episode: NaiveEpisode; readonly taskId: string; readonly initial: string; finalAction: Action | undefined }>();
  const require = (id: string) => {
    const found = open.get(id);
    if (found) return found;
    throw new RangeError(`no episode ${id}`);
  };
  return {
    async createEpisode({ episodeId, task, seed }) {
      if (!task) throw new RangeError('no task');
      const { now, timeZone, state } = setupOf(task);
      const episode = sandbox.open(now, timeZone, seed, state);
      const initial = episode.stateDigest();
      open.set(episodeId, { episode, taskId: task.id, initial, finalAction: undefined });
      return { episodeId, worldBuild: sandbox.world.build, initialStateDigest: initial };
    },
    async step({ episodeId, calls }) {
      return StepResponse.fromPartial({ results: require(episodeId).episode.step(calls) });
    },
    async appendEvidence({ episodeId, finalAction }) {
      require(episodeId).finalAction = finalAction;
      return {};
    },
    async getEvidence({ episodeId }) {
      const { episode, taskId, initial, finalAction } = require(episodeId);
      const changes = episode.changes().map((change) => ({ ...change, bookkeeping: sandbox.world.tables.get(change.table)?.spec.bookkeeping ?? false }));
      const digests = { worldBuild: sandbox.world.build, initialStateDigest: initial, finalStateDigest: episode.stateDigest() };
      return { evidence: Evidence.fromPartial({ episodeId, taskId, ...digests, changes, operations: [...episode.operations()], finalAction }) };
    },
    async closeEpisode({ episodeId }) {
      const finalStateDigest = require(episodeId).episode.stateDigest();
      open.delete(episodeId);
      return { finalStateDigest };
    },
  };
}

/** The obvious harness: the whole context assembled and hashed at each step, and all of it handed to the policy. */
export async function naiveHarness(
  artifact: AdapterArtifact,
  tools: readonly ToolSpec[],
  policyOf: (name: string) => Promise<Policy>,
  environments: Pick<Client<EnvManagerServiceService>, 'appendEvidence'>,
): Promise<Pick<Handlers<HarnessServiceService>, 'openSession' | 'plan' | 'closeSession'>> {
  const runtime = prepareRuntime(baseVersion(artifact.digest), artifact);
  const catalogue = await new ToolCatalogues(async () => tools, systemClock).get([], phoneWorld.id);
  const sessions = new Map<string, { readonly planner: NaivePlanner; readonly episodeId: string }>();
  const require = (id: string) => {
    const found = sessions.get(id);
    if (found) return found;
    throw new RangeError(`no session ${id}`);
  };
  return {
    async openSession(request) {
      const { sessionId, policy, episodeId } = request;
      const planner = new NaivePlanner(request, runtime, catalogue, await policyOf(policy));
      sessions.set(sessionId, { planner, episodeId });
      return { sessionId, openingDigest: digestOf(planner.close([]).opening), policy, harnessVersion: runtime.version.id };
    },
    async plan({ sessionId, step, results }) {
      const { planner, episodeId } = require(sessionId);
      const { action, environmentCalls } = await planner.plan(step, results);
      if (action?.turn !== undefined && action.turn.$case !== 'calls') {
        await environments.appendEvidence({ episodeId, offset: 0, operations: [], finalAction: action });
      }
      return PlanResponse.fromPartial({ action, environmentCalls: [...environmentCalls] });
    },
    async closeSession({ sessionId, results }) {
      const { opening, turns } = require(sessionId).planner.close(results);
      sessions.delete(sessionId);
      return { opening, steps: turns.map((turn, index) => Step.fromPartial({ index, turn })) };
    },
  };
}
