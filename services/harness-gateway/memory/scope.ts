import type { MemoryUnit } from '#protos/core/v1/task.ts';
import { invalid } from '#kit/errors.ts';
import type { Args } from '../executor/arguments.ts';
import { createMemory, type MemoryOutcome } from './memory.ts';

/** Where a call came from: its ids make a repeated call the same call. */
export interface CallOrigin {
  readonly session: string;
  readonly call: string;
}

/** Memory as a session uses it. */
export interface MemoryScope {
  /** Whether running all calls again from the start gives the same state and results. */
  readonly replayable: boolean;
  /** Runs a memory tool; arguments have passed its schema. */
  call(tool: string, args: Args, origin: CallOrigin): MemoryOutcome | Promise<MemoryOutcome>;
}

/** Where persistent scopes come from. */
export interface MemoryScopes {
  /** The scope `workspace/user/agent` at an ISO 8601 instant. */
  open(scope: string, now: string): MemoryScope;
}

/** Memory that lives and dies with an episode: preloaded, deterministic, and part of every replay. */
export function episodeScope(units: readonly MemoryUnit[], now: string): MemoryScope {
  const memory = createMemory(units, now);
  return { replayable: true, call: (tool, args) => memory.call(tool, args) };
}

const PART = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,127}$/;

/** Whether the scope belongs to an episode or to a user. Throws INVALID_ARGUMENT on any other text. */
export function scopeKind(scope: string): 'episode' | 'user' {
  const parts = scope.split('/');
  if (parts.every((part) => PART.test(part))) {
    if (parts.length === 3) return 'user';
    if (parts.length === 2 && parts[0] === 'episode') return 'episode';
  }
  // Episode ids may hold what slot ids hold, separators included.
  if (parts[0] === 'episode' && scope.length > 'episode/'.length && scope.length <= 512) return 'episode';
  throw invalid('memory_scope', `${JSON.stringify(scope.slice(0, 64))} is not a scope`, 'use episode/<id> or workspace/user/agent');
}
