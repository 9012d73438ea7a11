import type { Action } from '#protos/core/v1/action.ts';
import type { Opening, PolicyContext, Turn } from '#protos/core/v1/context.ts';
import type { Token, Usage } from '#protos/core/v1/trajectory.ts';

/** How a session's choices are drawn. Temperature 0 is greedy; `seed` is the session's, each step draws from `(seed, turns.length)`. */
export interface PolicySampling {
  readonly temperature: number;
  readonly seed: number;
}

/** What a policy may see: the context and nothing else (report section 2.1). */
export interface PolicyInput {
  /** The opening and all completed turns. */
  readonly context: PolicyContext;
  readonly sampling: PolicySampling;
}

/**
 * What a policy emits: raw text parts that the harness validates. Call ids are given by the harness and may be left empty.
 * Output that cannot be read as an action at all has an action without a turn; the harness answers it with a notice.
 */
export interface PolicyOutput {
  readonly action: Action;
  readonly tokens: readonly Token[];
  readonly usage: Usage;
  /** Only a scripted teacher marks its own deliberate mistakes: the tokens of such a turn are masked in the cold start. */
  readonly erroneous?: boolean;
}

/**
 * One conversation with a policy, so that what was computed for turns already seen need not be computed again.
 *
 * The state a session keeps must be a pure function of `opening` and of the turns given so far: a session opened anew and given
 * all turns at once decides exactly as one that was given them step by step. `turns` always begins with the turns of the call
 * before (same objects, same order) and none of them changes afterwards, so a session may remember how many it has read.
 * The same turns may be asked about twice (a retry) and must get the same answer.
 */
export interface PolicySession {
  decide(turns: readonly Turn[], sampling: PolicySampling): Promise<PolicyOutput> | PolicyOutput;
}

/** A policy: stateless in itself; safe to share between sessions. Failures of its plant are thrown, bad choices are output. */
export interface Policy {
  /** A policy version id, or the name of a scripted policy. */
  readonly name: string;
  decide(input: PolicyInput): Promise<PolicyOutput> | PolicyOutput;
  /** Absent: the harness calls `decide` with the whole context at each step. */
  open?(opening: Opening): PolicySession;
}

/** Where the harness finds policies. */
export interface PolicyRegistry {
  /** The policy of that name or version id; the serving one for an empty name. NOT_FOUND if there is none. */
  get(name: string): Promise<Policy>;
}
