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
import type { JournalledSession } from './journal.ts';
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
  readonly session: Session;
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
    const held = await (this.#find(request.sessionId) ?? this.#once(request.sessionId, () => this.#openOrRebuild(request)));
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

  /** `caller` is the subject of the caller's token; sessions over a user's memory belong to that user alone. */
  async plan(request: PlanRequest, caller: string): Promise<PlanResponse> {
    const held = owned(await this.#get(request.sessionId), caller);
    const { journal } = this.#sources;
    const record = async (planned: PlannedStep) => {
      try {
        await journal.planned(request.sessionId, planned);
      } catch (error) {
        // Another replica may have gone on with the session: what is held here is rebuilt by the next call.
        this.#held.delete(request.sessionId);
        throw error;
      }
    };
    return this.#alone(held, () => held.session.plan(request.step, request.results, journal.durable ? record : undefined));
  }

  /** Ends a session and returns everything that it was; repeating it returns the same. */
  async close(request: CloseSessionRequest, caller: string): Promise<CloseSessionResponse> {
    const known = this.#closed.get(request.sessionId);
    if (known) return owned(known, caller).response;
    const held = owned(await this.#get(request.sessionId, true), caller);
    return this.#alone(held, async () => {
      const { session } = held;
      const lastResults = session.awaiting ? request.results : [];
      if (lastResults.length > 0) session.report(lastResults);
      await session.flush();
      await this.#sources.journal.closed(request.sessionId, lastResults);
      const response = { opening: session.opening, steps: [...session.steps] };
      this.#held.delete(request.sessionId);
      const [oldest] = this.#closed.keys();
      if (this.#closed.size >= MOST_CLOSED && oldest !== undefined) this.#closed.delete(oldest);
      this.#closed.set(request.sessionId, { request: held.request, response });
      return response;
    });
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
    const { session, policy, harnessVersion } = await openSession(request, this.#sources);
    const openingDigest = session.parts.openingDigest;
    await journal.opened(request.sessionId, { request, policy, harnessVersion, openingDigest });
    return this.#hold(session, request, { sessionId: request.sessionId, openingDigest, policy, harnessVersion });
  }

  /** Replays the journalled outputs through the same code; the policy is asked nothing. */
  async #rebuild(id: string, { record, steps, outcomes, lastResults }: JournalledSession): Promise<Held> {
    this.#makeRoom();
    const { policy, harnessVersion, openingDigest } = record;
    const { session } = await openSession({ ...record.request, policy, harnessVersion }, this.#sources, outcomes);
    if (session.parts.openingDigest !== openingDigest) {
      throw new GyreError('FAILED_PRECONDITION', `session ${id} cannot be rebuilt: its tools have changed since it was opened`, {
        boundary: 'harness',
        remedy: 'open a new session',
        details: { session: id },
      });
    }
    for (const { step, results, output } of steps) await session.plan(step, results, undefined, output);
    if (lastResults.length > 0) session.report(lastResults);
    return this.#hold(session, record.request, { sessionId: id, openingDigest, policy, harnessVersion });
  }

  #hold(session: Session, request: OpenSessionRequest, response: OpenSessionResponse): Held {
    const held: Held = { session, request, response, usedAt: this.#sources.clock.now(), tail: undefined };
    this.#held.set(response.sessionId, held);
    return held;
  }

  /** The session, rebuilt from the journal if it is not here. NOT_FOUND if there is none, or if it is closed. */
  async #get(id: string, closing = false): Promise<Held> {
    const held = this.#find(id) ?? (await this.#opening.get(id));
    if (held) return held;
    const journalled = this.#closed.has(id) ? undefined : await this.#sources.journal.load(id);
    if (journalled && (closing || !journalled.closed)) return this.#once(id, () => this.#rebuild(id, journalled));
    throw new GyreError('NOT_FOUND', `no open session ${id}`, {
      boundary: 'caller',
      field: 'session_id',
      remedy: 'open the session first; idle sessions are let go',
      details: { session: id },
    });
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
