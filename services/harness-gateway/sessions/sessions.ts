import {
  type CloseSessionRequest,
  type CloseSessionResponse,
  OpenSessionRequest,
  type OpenSessionResponse,
  type PlanRequest,
  type PlanResponse,
} from '#protos/harness/v1/harness_service.ts';
import { GyreError } from '#kit/errors.ts';
import { scopeKind } from '../memory/scope.ts';
import { type JournalledSession, notOpen } from './journal.ts';
import { openSession, type SessionSources } from './open.ts';
import type { PlannedStep, Session } from './session.ts';

export interface SessionLimits {
  /** Most sessions held at once. */
  readonly sessions: number;
  /** A session not spoken to for so long may be let go. */
  readonly idleMs: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = { sessions: 10_000, idleMs: 900_000 };

/** Answers to closed sessions that are kept for callers whose answer was lost. */
const MOST_CLOSED = 256;

interface Held {
  /** This replica's copy. */
  session: Session;
  /** Whether the copy may differ from the journal, which then has to be read before the copy is used. */
  stale: boolean;
  readonly request: OpenSessionRequest;
  readonly response: OpenSessionResponse;
  usedAt: number;
  /** Work under way; the next call waits for it. */
  tail: Promise<unknown> | undefined;
}

/**
 * All sessions of a replica: opened, planned and closed by id, one call at a time each, bounded in number. Sessions with a durable
 * journal may be let go at any time, since they are rebuilt from it; others are let go only after they have been idle.
 */
export class Sessions {
  readonly #sources: SessionSources;
  readonly #limits: SessionLimits;
  /** Least recently used first. */
  readonly #held = new Map<string, Held>();
  readonly #opening = new Map<string, Promise<Held>>();
  readonly #closed = new Map<string, { readonly request: OpenSessionRequest; readonly response: CloseSessionResponse }>();

  constructor(sources: SessionSources, limits: SessionLimits = DEFAULT_SESSION_LIMITS) {
    this.#sources = sources;
    this.#limits = limits;
  }

  get size(): number {
    return this.#held.size;
  }

  /** Idempotent by id: the same request returns the same session; ALREADY_EXISTS for another request under a known id. */
  async open(request: OpenSessionRequest, caller: string): Promise<OpenSessionResponse> {
    owned({ request }, caller);
    const known = this.#find(request.sessionId);
    if (known && this.#sources.journal.durable) await this.#alone(known, () => this.#catchUp(known, alreadyClosed));
    const held = known ?? (await this.#once(request.sessionId, () => this.#openOrRebuild(request)));
    if (held.request !== request && !sameRequest(held.request, request)) {
      throw new GyreError('ALREADY_EXISTS', `session ${request.sessionId} was opened with another request`, {
        boundary: 'caller',
        field: 'session_id',
        remedy: 'give every session an id of its own',
        details: { session: request.sessionId },
      });
    }
    return held.response;
  }

  /**
   * `caller` is the subject of the caller's token; sessions over a user's memory belong to that user alone. A step beyond what this
   * replica has is one that others have gone on to: the journal is read before the step is refused.
   */
  async plan(request: PlanRequest, caller: string): Promise<PlanResponse> {
    const held = owned(await this.#get(request.sessionId), caller);
    const { journal } = this.#sources;
    if (!journal.durable) return this.#alone(held, () => held.session.plan(request.step, request.results));
    const record = async (planned: PlannedStep) => {
      held.stale = true;
      await journal.planned(request.sessionId, planned);
      held.stale = false;
    };
    return this.#alone(held, async () => {
      if (held.stale || request.step > held.session.planned) await this.#catchUp(held, notOpen);
      return held.session.plan(request.step, request.results, record);
    });
  }

  /** Ends a session and returns everything that it was; repeating it, here or at another replica, returns the same. */
  async close(request: CloseSessionRequest, caller: string): Promise<CloseSessionResponse> {
    const id = request.sessionId;
    const known = this.#closed.get(id);
    if (known) return owned(known, caller).response;
    const held = owned(await this.#get(id, true), caller);
    return this.#alone(held, async () => {
      const { journal } = this.#sources;
      for (let closed = false; !closed; ) {
        const seen = journal.durable ? await this.#catchUp(held) : undefined;
        closed = seen?.closed === true || (await this.#end(held, seen, request.results));
      }
      const { session } = held;
      const response = { opening: session.opening, steps: [...session.steps] };
      this.#held.delete(id);
      const [oldest] = this.#closed.keys();
      if (this.#closed.size >= MOST_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
      this.#closed.set(id, { request: held.request, response });
      return response;
    });
  }

  /** Completes the session with its last results and closes it in the journal; false if others have gone on with it since it was `seen`. */
  async #end(held: Held, seen: JournalledSession | undefined, results: CloseSessionRequest['results']): Promise<boolean> {
    const { session, response } = held;
    const lastResults = session.awaiting ? results : [];
    // From here until it is closed the copy is ahead of the journal.
    held.stale = true;
    if (lastResults.length > 0) session.report(lastResults);
    await session.flush();
    return this.#sources.journal.closed(response.sessionId, seen, lastResults);
  }

  /**
   * Brings the copy to where the journal has the session, whichever replicas have gone on with it, and returns what was read. What is
   * closed goes; the caller is told so by `refusal`, if there is one.
   */
  async #catchUp(held: Held, refusal?: (id: string) => GyreError): Promise<JournalledSession> {
    const id = held.response.sessionId;
    const journalled = await this.#sources.journal.load(id);
    if (!journalled || (journalled.closed && refusal)) {
      this.#held.delete(id);
      throw (refusal ?? notOpen)(id);
    }
    if (held.stale || journalled.closed || journalled.steps.length !== held.session.planned) held.session = await this.#replayed(id, journalled);
    held.stale = false;
    return journalled;
  }

  async #openOrRebuild(request: OpenSessionRequest): Promise<Held> {
    const { journal } = this.#sources;
    if (journal.durable) {
      const journalled = await journal.load(request.sessionId);
      if (journalled?.closed) throw alreadyClosed(request.sessionId);
      if (journalled) return this.#rebuild(request.sessionId, journalled);
    }
    if (this.#closed.has(request.sessionId)) throw alreadyClosed(request.sessionId);
    this.#makeRoom();
    const openedAtMs = this.#sources.clock.now();
    const { session, policy, harnessVersion } = await openSession(request, this.#sources, openedAtMs);
    const openingDigest = session.parts.openingDigest;
    // Another replica was faster; its session counts.
    if (!(await journal.opened(request.sessionId, { request, policy, harnessVersion, openingDigest, openedAtMs }))) return this.#openOrRebuild(request);
    return this.#hold(session, request, { sessionId: request.sessionId, openingDigest, policy, harnessVersion });
  }

  async #rebuild(id: string, journalled: JournalledSession): Promise<Held> {
    this.#makeRoom();
    const { request, policy, harnessVersion, openingDigest } = journalled.record;
    return this.#hold(await this.#replayed(id, journalled), request, { sessionId: id, openingDigest, policy, harnessVersion });
  }

  /** Replays the journalled outputs through the same code; the policy is asked nothing. */
  async #replayed(id: string, { record, steps, outcomes, lastResults }: JournalledSession): Promise<Session> {
    const { request, policy, harnessVersion, openingDigest, openedAtMs } = record;
    const { session } = await openSession({ ...request, policy, harnessVersion }, this.#sources, openedAtMs, outcomes);
    if (session.parts.openingDigest !== openingDigest) {
      throw new GyreError('FAILED_PRECONDITION', `session ${id} cannot be rebuilt: its tools have changed since it was opened`, {
        boundary: 'harness',
        remedy: 'open a new session',
        details: { session: id },
      });
    }
    for (const { step, results, output } of steps) await session.plan(step, results, undefined, output);
    if (lastResults.length > 0) session.report(lastResults);
    return session;
  }

  #hold(session: Session, request: OpenSessionRequest, response: OpenSessionResponse): Held {
    const held: Held = { session, stale: false, request, response, usedAt: this.#sources.clock.now(), tail: undefined };
    this.#held.set(response.sessionId, held);
    return held;
  }

  /** The session, rebuilt from the journal if it is not here. NOT_FOUND if there is none, or if it is closed. */
  async #get(id: string, closing = false): Promise<Held> {
    const held = this.#find(id) ?? (await this.#opening.get(id));
    if (held) return held;
    const journalled = this.#closed.has(id) ? undefined : await this.#sources.journal.load(id);
    if (journalled && (closing || !journalled.closed)) return this.#once(id, () => this.#rebuild(id, journalled));
    throw notOpen(id);
  }

  #find(id: string): Held | undefined {
    const held = this.#held.get(id);
    if (!held) return undefined;
    held.usedAt = this.#sources.clock.now();
    this.#held.delete(id);
    this.#held.set(id, held);
    return held;
  }

  #once(id: string, make: () => Promise<Held>): Promise<Held> {
    const known = this.#opening.get(id);
    if (known) return known;
    // Entered among those being opened before anything is made, so that it is counted.
    const made = Promise.resolve()
      .then(make)
      .finally(() => this.#opening.delete(id));
    this.#opening.set(id, made);
    return made;
  }

  async #alone<R>(held: Held, work: () => Promise<R>): Promise<R> {
    const mine = held.tail ? held.tail.then(work, work) : work();
    held.tail = mine;
    try {
      return await mine;
    } finally {
      if (held.tail === mine) held.tail = undefined;
    }
  }

  /** Lets go of the sessions that have been idle for too long. */
  expire(): void {
    const idleBefore = this.#sources.clock.now() - this.#limits.idleMs;
    this.#letGo((held) => held.usedAt < idleBefore);
  }

  /** Room for one more: idle sessions go, and at the bound the oldest that can be rebuilt. RESOURCE_EXHAUSTED if all are in use. */
  #makeRoom(): void {
    const full = () => this.#held.size + this.#opening.size > this.#limits.sessions;
    this.expire();
    if (this.#sources.journal.durable) this.#letGo(full);
    if (!full()) return;
    throw new GyreError('RESOURCE_EXHAUSTED', `${this.#limits.sessions} sessions are open, the most this replica holds`, {
      boundary: 'harness',
      remedy: 'close sessions that are done, wait for idle ones to expire, or add replicas',
    });
  }

  /** Drops sessions, least recently used first, as long as `wanted` holds; those with work under way stay. */
  #letGo(wanted: (held: Held) => boolean): void {
    for (const [id, held] of this.#held) {
      if (!wanted(held)) return;
      if (!held.tail) this.#held.delete(id);
    }
  }
}

/** What `caller` asked for, if it is its own or nobody's (sessions without a user's memory). */
function owned<T extends { readonly request: OpenSessionRequest }>(session: T, caller: string): T {
  const { memoryScope, sessionId } = session.request;
  if (memoryScope === '' || scopeKind(memoryScope) === 'episode' || memoryScope === caller) return session;
  throw new GyreError('PERMISSION_DENIED', `session ${sessionId} belongs to another user`, { boundary: 'caller', details: { session: sessionId } });
}

function alreadyClosed(id: string): GyreError {
  return new GyreError('FAILED_PRECONDITION', `session ${id} is closed`, {
    boundary: 'caller',
    field: 'session_id',
    remedy: 'open a session under another id',
    details: { session: id },
  });
}

function sameRequest(a: OpenSessionRequest, b: OpenSessionRequest): boolean {
  return Buffer.compare(OpenSessionRequest.encode(a).finish(), OpenSessionRequest.encode(b).finish()) === 0;
}
