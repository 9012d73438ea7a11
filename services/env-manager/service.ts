import { invalid } from '#kit/errors.ts';
import { type Access, type Authenticate, guarded } from '#kit/rpc/roles.ts';
import type { Handlers } from '#kit/rpc/types.ts';
import { EnvManagerServiceService, type EpisodeSummary } from '#protos/env/v1/env_manager_service.ts';
import type { Episodes } from './episodes.ts';
import type { EpisodeDoc } from './journal.ts';

const DEFAULT_LIMIT = 100;
const LONGEST_LIST = 10_000;
const LONGEST_ID = 256;

/**
 * Who may call what. Evidence is written by the harness and read by the verifier; a policy, a learner or a worker can do
 * neither. What is not listed is closed to everybody.
 */
export const ENV_MANAGER_ACCESS: Access<EnvManagerServiceService> = {
  createEpisode: ['worker', 'admin'],
  step: ['worker', 'admin'],
  resetEpisode: ['worker', 'admin'],
  renewLease: ['worker', 'admin'],
  appendEvidence: ['harness'],
  getEvidence: ['verifier'],
  closeEpisode: ['worker', 'admin'],
  listEpisodes: ['worker', 'admin'],
  listTools: ['worker', 'harness', 'verifier', 'curator', 'admin'],
};

/** The handlers behind their role check. */
export function envManagerHandlers(episodes: Episodes, authenticate: Authenticate): Handlers<EnvManagerServiceService> {
  return guarded(EnvManagerServiceService, openHandlers(episodes), ENV_MANAGER_ACCESS, authenticate);
}

function openHandlers(episodes: Episodes): Handlers<EnvManagerServiceService> {
  return {
    async createEpisode({ episodeId, task, seed, leaseMs, slotId, attempt }) {
      const id = idOf(episodeId);
      if (!task) throw invalid('task', 'is missing', 'send the task');
      return { episodeId: id, ...(await episodes.create({ id, task, seed, leaseMs, slotId, attempt })) };
    },
    async step({ episodeId, step, calls }) {
      if (step < 0) throw invalid('step', `${step} is negative`, 'count steps from 0');
      return { results: [...(await episodes.step(idOf(episodeId), step, calls))] };
    },
    async resetEpisode({ episodeId }) {
      return { initialStateDigest: await episodes.reset(idOf(episodeId)) };
    },
    async renewLease({ episodeId, leaseMs }) {
      await episodes.renew(idOf(episodeId), leaseMs);
      return {};
    },
    async appendEvidence({ episodeId, offset, operations, finalAction }) {
      if (offset < 0) throw invalid('offset', `${offset} is negative`, 'count entries from 0');
      await episodes.appendEvidence(idOf(episodeId), offset, operations, finalAction);
      return {};
    },
    async getEvidence({ episodeId }) {
      return { evidence: await episodes.evidence(idOf(episodeId)) };
    },
    async closeEpisode({ episodeId, reason }) {
      return { finalStateDigest: await episodes.close(idOf(episodeId), reason) };
    },
    async listEpisodes({ openOnly, limit }) {
      const docs = await episodes.list(openOnly, limit > 0 ? Math.min(limit, LONGEST_LIST) : DEFAULT_LIMIT);
      return { episodes: docs.map(summaryOf) };
    },
    async listTools({ world }) {
      return { tools: [...episodes.tools(world)] };
    },
  };
}

function summaryOf(doc: EpisodeDoc): EpisodeSummary {
  return {
    episodeId: doc._id,
    taskId: doc.task_id,
    slotId: doc.slot_id,
    attempt: doc.attempt,
    open: doc.open,
    leaseUntilMs: doc.lease_until_ms,
    steps: doc.steps,
  };
}

function idOf(text: string): string {
  if (text !== '' && text.length <= LONGEST_ID) return text;
  throw invalid('episode_id', text === '' ? 'is empty' : 'is too long', `give 1 to ${LONGEST_ID} characters`);
}
