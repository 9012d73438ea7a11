import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { retry } from '#kit/retry.ts';
import type { CallOptions, Client } from '#kit/rpc/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { Opening } from '#protos/core/v1/context.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { Task } from '#protos/core/v1/task.ts';
import { EndReason, type Step, type Trajectory, type Usage, Validity } from '#protos/core/v1/trajectory.ts';
import type { Verdict } from '#protos/core/v1/verdict.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import type { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import type { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import type { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import { type AttemptOutcome, attemptId, type ClaimedSlot, faultOf } from './attempt.ts';
import { pack } from './packing.ts';
import { observedAttempt } from './telemetry.ts';

export interface RunnerDependencies {
  readonly environments: Pick<Client<EnvManagerServiceService>, 'createEpisode' | 'step' | 'closeEpisode'>;
  readonly harness: Pick<Client<HarnessServiceService>, 'openSession' | 'plan' | 'closeSession'>;
  readonly verifier: Pick<Client<VerifierServiceService>, 'verify'>;
  readonly clock: Clock;
  /** An attempt longer than this is a fault; the environment's lease ends at the same time. Default 60,000 ms. */
  readonly attemptMs?: number;
  /** Openings packed before, by digest: the members of a group share theirs. */
  readonly packedOpenings?: Map<string, string>;
}

const PACKED_OPENINGS = 256;

/** Runs one attempt at a slot. Never rejects: what goes wrong is either the model's, and part of the trajectory, or a fault. */
export function runAttempt(slot: ClaimedSlot, task: Task, dependencies: RunnerDependencies): Promise<AttemptOutcome> {
  return observedAttempt(slot, () => attempt(slot, task, dependencies));
}

async function attempt(slot: ClaimedSlot, task: Task, dependencies: RunnerDependencies): Promise<AttemptOutcome> {
  const episode = new AttemptRun(slot, task, dependencies);
  try {
    return await episode.run();
  } catch (thrown) {
    return faultOf(slot, thrown, 'harness', episode.unanswered);
  } finally {
    await episode.release();
  }
}

/** How the steps of an episode ended: by the policy's reply, its budget, or output that the harness could not take at all. */
interface Ending {
  readonly reason: EndReason;
  readonly results: ToolResult[];
  readonly malformed: string;
}

class AttemptRun {
  readonly #slot: ClaimedSlot;
  readonly #task: Task;
  readonly #with: RunnerDependencies;
  readonly #id: string;
  readonly #leaseMs: number;
  readonly #until: number;
  #episodeOpen = false;
  #sessionOpen = false;
  #unanswered = false;

  constructor(slot: ClaimedSlot, task: Task, dependencies: RunnerDependencies) {
    this.#slot = slot;
    this.#task = task;
    this.#with = dependencies;
    this.#id = attemptId(slot);
    this.#leaseMs = dependencies.attemptMs ?? 60_000;
    this.#until = dependencies.clock.now() + this.#leaseMs;
  }

  /** Whether it waits for the first answer of a service, or has ended waiting for it. */
  get unanswered(): boolean {
    return this.#unanswered;
  }

  async run(): Promise<AttemptOutcome> {
    const { environments, harness } = this.#with;
    const worldBuild = await this.#first(this.#openEpisode());
    const opened = await this.#first(this.#openSession());
    const ending = await this.#act();
    const { opening, steps } = await harness.closeSession({ sessionId: this.#id, results: ending.results }, this.#call());
    this.#sessionOpen = false;
    if (!opening) throw new GyreError('INTERNAL', `session ${this.#id} gave no opening back`, { boundary: 'harness' });
    const verdict = await this.#first(this.#verdict());
    const { finalStateDigest } = await environments.closeEpisode({ episodeId: this.#id, reason: 'done' }, this.#call());
    this.#episodeOpen = false;

    const { _id: slotId, attempt, taskId, policy, temperature, seed } = this.#slot;
    const trajectory: Trajectory = {
      id: this.#id,
      slotId,
      attempt,
      taskId,
      taskRevision: this.#task.revision,
      episodeId: this.#id,
      policy: opened.policy || policy,
      harnessVersion: opened.harnessVersion,
      worldBuild,
      sampling: { temperature, seed },
      openingDigest: opened.openingDigest,
      steps,
      endReason: ending.reason,
      validity: ending.malformed === '' ? Validity.VALID : Validity.MALFORMED,
      fault: ending.malformed,
      finalStateDigest,
      usage: usageOf(steps),
    };
    return {
      kind: 'completed',
      slotId,
      attempt,
      trajectoryId: this.#id,
      result: pack(IngestRequest.encode({ trajectory, verdict }).finish()),
      openingDigest: opened.openingDigest,
      opening: this.#packed(opened.openingDigest, opening),
      summary: summaryOf(trajectory, verdict),
    };
  }

  #packed(digest: string, opening: Opening): string {
    const cache = this.#with.packedOpenings;
    const known = cache?.get(digest);
    if (known !== undefined) return known;
    const packed = pack(Opening.encode(opening).finish());
    if (cache && cache.size >= PACKED_OPENINGS) cache.clear();
    cache?.set(digest, packed);
    return packed;
  }

  /** Frees whatever is still open. What cannot be told is freed by its lease. */
  async release(): Promise<void> {
    const { environments, harness } = this.#with;
    const timeout = { timeoutMs: 5_000 };
    if (this.#sessionOpen) await harness.closeSession({ sessionId: this.#id, results: [] }, timeout).catch(() => undefined);
    if (this.#episodeOpen) await environments.closeEpisode({ episodeId: this.#id, reason: 'attempt failed' }, timeout).catch(() => undefined);
  }

  async #openEpisode(): Promise<string> {
    const { _id: slotId, attempt, seed } = this.#slot;
    // Set before the call: if only the answer was lost, the episode is open all the same.
    this.#episodeOpen = true;
    const request = { episodeId: this.#id, task: this.#task, seed, leaseMs: this.#leaseMs, slotId, attempt };
    return (await this.#with.environments.createEpisode(request, this.#call())).worldBuild;
  }

  #openSession() {
    const { policy, harnessVersion, temperature, seed, guidanceSeed } = this.#slot;
    const { locale, now, timeZone, history, request, exposure, world, memory, budget } = this.#task;
    this.#sessionOpen = true;
    const session = { sessionId: this.#id, episodeId: this.#id, memoryScope: `episode/${this.#id}`, tools: [], sampling: { temperature, seed } };
    return this.#with.harness.openSession(
      { ...session, locale, now, timeZone, history, request, exposure, world, memory, budget, policy: actingPolicy(policy, this.#task.id), harnessVersion, guidanceSeed },
      this.#call(),
    );
  }

  /** Plan and step until a reply or the end of the budget. Every call block is a step of the environment, if need be an empty one. */
  async #act(): Promise<Ending> {
    const { environments, harness } = this.#with;
    const longest = (this.#task.budget?.steps || 15) + 1;
    let results: ToolResult[] = [];
    for (let step = 0; step <= longest; step++) {
      let planned;
      try {
        planned = await harness.plan({ sessionId: this.#id, step, results }, this.#call());
      } catch (thrown) {
        const error = GyreError.from(thrown, 'harness');
        // The model's own error is part of the episode, which is judged as it stands.
        if (error.boundary === 'policy' || error.boundary === 'tool') return { reason: EndReason.UNSPECIFIED, results, malformed: error.message };
        throw error;
      }
      const reply = replyOf(planned.action);
      if (reply !== undefined) return { reason: reply, results: [], malformed: '' };
      if (planned.budgetSpent && planned.environmentCalls.length === 0) return { reason: EndReason.BUDGET, results: [], malformed: '' };
      const request = { episodeId: this.#id, step, calls: planned.environmentCalls };
      results = (await environments.step(request, this.#call())).results;
      if (planned.budgetSpent) return { reason: EndReason.BUDGET, results, malformed: '' };
    }
    throw new GyreError('INTERNAL', `session ${this.#id} went on after its budget of ${longest - 1} steps`, { boundary: 'harness' });
  }

  /** Undefined where no verdict can be given; a verifier that does not answer is a fault. */
  async #verdict(): Promise<Verdict | undefined> {
    const { verifier, clock } = this.#with;
    const { id: taskId, revision: taskRevision } = this.#task;
    const request = { trajectoryId: this.#id, episodeId: this.#id, taskId, taskRevision };
    try {
      const answer = await retry(() => verifier.verify(request, this.#call()), { clock, attempts: 3 });
      return answer.verdict;
    } catch (thrown) {
      const error = GyreError.from(thrown, 'verifier');
      if (error.code === 'FAILED_PRECONDITION' && error.boundary === 'verifier') return undefined;
      throw error;
    }
  }

  async #first<R>(call: Promise<R>): Promise<R> {
    this.#unanswered = true;
    const answer = await call;
    this.#unanswered = false;
    return answer;
  }

  #call(): CallOptions {
    const left = this.#until - this.#with.clock.now();
    if (left > 0) return { timeoutMs: left };
    throw new GyreError('DEADLINE_EXCEEDED', `attempt ${this.#id} took longer than ${this.#leaseMs} ms`, { boundary: 'environment' });
  }
}

/** Policies that play what was written for one task are asked for by task. */
function actingPolicy(policy: string, taskId: string): string {
  return policy === 'teacher' || policy === 'scripted' ? `${policy}:${taskId}` : policy;
}

function replyOf(action: Action | undefined): EndReason | undefined {
  switch (action?.turn?.$case) {
    case 'finish':
      return EndReason.FINISHED;
    case 'clarify':
      return EndReason.CLARIFIED;
    case 'refuse':
      return EndReason.REFUSED;
    default:
      return undefined;
  }
}

function usageOf(steps: readonly Step[]): Usage {
  const total = { tokens: 0, toolCalls: 0, reasoningTokens: 0 };
  for (const { usage } of steps) {
    total.tokens += usage?.tokens ?? 0;
    total.toolCalls += usage?.toolCalls ?? 0;
    total.reasoningTokens += usage?.reasoningTokens ?? 0;
  }
  return total;
}

function summaryOf({ steps, usage, validity }: Trajectory, verdict: Verdict | undefined) {
  return {
    success: verdict ? verdict.success : null,
    progress: verdict?.progress ?? 0,
    valid: validity === Validity.VALID,
    steps: steps.length,
    tokens: usage?.tokens ?? 0,
    toolCalls: usage?.toolCalls ?? 0,
  };
}
