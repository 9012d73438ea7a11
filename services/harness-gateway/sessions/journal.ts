import { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { ToolResult } from '#protos/core/v1/observation.ts';
import { Step } from '#protos/core/v1/trajectory.ts';
import { z } from 'zod';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { jsonOf } from '#kit/store/json.ts';
import type { Collection, Doc, Json, Store } from '#kit/store/types.ts';
import type { MemoryOutcome } from '../memory/memory.ts';
import type { PolicyOutput } from '../policy/types.ts';
import type { PlannedStep } from './session.ts';

/** A session as it was opened, with what its empty fields were resolved to. */
export interface SessionRecord {
  readonly request: OpenSessionRequest;
  readonly policy: string;
  readonly harnessVersion: string;
  readonly openingDigest: string;
  readonly openedAtMs: number;
}

export interface JournalledSession {
  readonly record: SessionRecord;
  readonly closed: boolean;
  /** Counts the steps that were begun, if any; a close holds only for what it has read. */
  readonly revision: number | undefined;
  /** Results that came with the close. */
  readonly lastResults: readonly ToolResult[];
  readonly steps: readonly PlannedStep[];
  /** Outcomes of calls of persistent memory, by call id: they cannot be had again by running the call again. */
  readonly outcomes: ReadonlyMap<string, MemoryOutcome>;
}

const outcomeSchema = z.object({
  status: z.number(),
  body: z.record(z.string(), z.json()),
  memoryIds: z.array(z.string()),
  changes: z.array(z.object({ table: z.string(), rowId: z.string(), beforeJson: z.string(), afterJson: z.string(), bookkeeping: z.boolean() })),
});

/** Where sessions are written down, so that another replica can rebuild them. */
export interface SessionJournal {
  /** Whether sessions outlive the process. */
  readonly durable: boolean;
  /** Records an opened session; false if there is one of that id. */
  opened(id: string, record: SessionRecord): Promise<boolean>;
  /** Records a decided step before it is carried out. ABORTED if another replica has decided that step, NOT_FOUND if the session is closed. */
  planned(id: string, planned: PlannedStep): Promise<void>;
  /** Records what came of a call of persistent memory; returns what stands, which is what was recorded first. */
  outcome(id: string, call: string, outcome: MemoryOutcome): Promise<MemoryOutcome>;
  /** Closes a session that is still as it was `seen`; false if another replica has planned a step since, or closed it. */
  closed(id: string, seen: JournalledSession | undefined, lastResults: readonly ToolResult[]): Promise<boolean>;
  load(id: string): Promise<JournalledSession | undefined>;
  /** Deletes sessions untouched since `beforeMs`, oldest first; returns how many. */
  purge(beforeMs: number, limit: number): Promise<number>;
}

/** Writes nothing: a restart loses open sessions, which is what a rollout wants, since its attempt starts anew anyway. */
export function memorySessionJournal(): SessionJournal {
  return {
    durable: false,
    opened: async () => true,
    planned: async () => undefined,
    outcome: async (_id, _call, outcome) => outcome,
    closed: async () => true,
    load: async () => undefined,
    purge: async () => 0,
  };
}

interface SessionDoc extends Doc {
  readonly request: Json;
  readonly policy: string;
  readonly harness_version: string;
  readonly opening_digest: string;
  readonly opened_at_ms?: number;
  readonly revision?: number;
  readonly closed: boolean;
  /** Steps of a closed session; what was recorded after them was never carried out. */
  readonly steps?: number;
  readonly last_results_json?: string;
  readonly touched_at_ms: number;
}

interface EntryDoc extends Doc {
  readonly session: string;
  readonly step: number;
  /** JSON as text: what a policy wrote may hold half surrogate pairs, which no store keeps in a plain string. */
  readonly step_json?: string;
  readonly results_json?: string;
  readonly call?: string;
  readonly outcome_json?: string;
}

/** One small document a step, written before the step is carried out. */
export function storeSessionJournal(store: Store, clock: Clock): SessionJournal {
  const sessions: Collection<SessionDoc> = store.collection({ name: 'harness_sessions', indexes: [{ fields: ['touched_at_ms'] }] });
  const entries: Collection<EntryDoc> = store.collection({ name: 'harness_session_entries', indexes: [{ fields: ['session', 'step'] }] });
  return {
    durable: true,
    opened(id, { request, policy, harnessVersion, openingDigest, openedAtMs }) {
      return sessions.insert({
        _id: id,
        request: jsonOf(OpenSessionRequest.toJSON(request)),
        policy,
        harness_version: harnessVersion,
        opening_digest: openingDigest,
        opened_at_ms: openedAtMs,
        closed: false,
        touched_at_ms: clock.now(),
      });
    },
    async planned(id, { step, results, output }) {
      const doc: EntryDoc = {
        _id: `${id}#${step}`,
        session: id,
        step,
        results_json: resultsJson(results),
        ...(output ? { step_json: outputJson(output) } : {}),
      };
      if (!(await entries.insert(doc))) {
        throw new GyreError('ABORTED', `session ${id}: another replica has planned step ${step}`, {
          boundary: 'harness',
          retryable: true,
          remedy: 'plan the step again',
          details: { session: id, step: String(step) },
        });
      }
      if (!(await sessions.update(id, { closed: false }, { set: { touched_at_ms: clock.now() }, inc: { revision: 1 } }))) throw notOpen(id);
    },
    async outcome(id, call, outcome) {
      const doc: EntryDoc = { _id: `${id}#${call}`, session: id, step: -1, call, outcome_json: JSON.stringify(outcome) };
      return (await entries.insert(doc)) ? outcome : outcomeOf((await entries.get(doc._id)) ?? doc);
    },
    async closed(id, seen, lastResults) {
      const set = { closed: true, steps: seen?.steps.length, touched_at_ms: clock.now(), ...(lastResults.length > 0 && { last_results_json: resultsJson(lastResults) }) };
      return (await sessions.update(id, { closed: false, revision: seen?.revision ?? null }, { set })) !== undefined;
    },
    async load(id) {
      const doc = await sessions.get(id);
      if (!doc) return undefined;
      const found = await entries.find({ session: id }, { sort: [['step', 1]] });
      return {
        record: {
          request: OpenSessionRequest.fromJSON(doc.request),
          policy: doc.policy,
          harnessVersion: doc.harness_version,
          openingDigest: doc.opening_digest,
          openedAtMs: doc.opened_at_ms ?? doc.touched_at_ms,
        },
        closed: doc.closed,
        revision: doc.revision,
        lastResults: resultsOf(doc.last_results_json),
        steps: found.flatMap((entry) => (entry.call === undefined ? [plannedOf(entry)] : [])).slice(0, doc.steps),
        outcomes: new Map(found.flatMap((entry) => (entry.call === undefined ? [] : [[entry.call, outcomeOf(entry)] as const]))),
      };
    },
    async purge(beforeMs, limit) {
      const due = await sessions.find({ touched_at_ms: { lt: beforeMs } }, { sort: [['touched_at_ms', 1]], limit });
      for (const doc of due) {
        for (const entry of await entries.find({ session: doc._id })) await entries.delete(entry._id);
        await sessions.delete(doc._id, { touched_at_ms: doc.touched_at_ms });
      }
      return due.length;
    },
  };
}

/** What a caller is told of a session that does not exist, is closed, or has been let go. */
export function notOpen(id: string): GyreError {
  return new GyreError('NOT_FOUND', `no open session ${id}`, {
    boundary: 'caller',
    field: 'session_id',
    remedy: 'open the session first; idle sessions are let go',
    details: { session: id },
  });
}

function outcomeOf(entry: EntryDoc): MemoryOutcome {
  return outcomeSchema.parse(JSON.parse(entry.outcome_json ?? '{}'));
}

function plannedOf(entry: EntryDoc): PlannedStep {
  const planned = { step: entry.step, results: resultsOf(entry.results_json) };
  return entry.step_json === undefined ? planned : { ...planned, output: outputOf(entry.step_json) };
}

function outputJson({ action, tokens, usage, erroneous }: PolicyOutput): string {
  return JSON.stringify(Step.toJSON(Step.fromPartial({ turn: { action }, tokens: [...tokens], usage, erroneous: erroneous ?? false })));
}

function outputOf(text: string): PolicyOutput {
  const { turn, tokens, usage, erroneous } = Step.fromJSON(JSON.parse(text));
  return { action: turn?.action ?? { reasoning: '', turn: undefined }, tokens, usage: usage ?? { tokens: 0, toolCalls: 0, reasoningTokens: 0 }, erroneous };
}

function resultsJson(results: readonly ToolResult[]): string {
  return JSON.stringify(results.map((result) => ToolResult.toJSON(result)));
}

function resultsOf(text = '[]'): ToolResult[] {
  const results: unknown[] = JSON.parse(text);
  return results.map((result) => ToolResult.fromJSON(result));
}
