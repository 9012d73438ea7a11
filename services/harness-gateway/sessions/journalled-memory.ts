import type { MemoryOutcome } from '../memory/memory.ts';
import type { MemoryScope } from '../memory/scope.ts';
import type { SessionJournal } from './journal.ts';

/**
 * Persistent memory whose outcomes go into the session's journal: memory may change after the call, so a rebuilt session takes what
 * the call returned then and not what it would return now.
 */
export function journalledMemory(scope: MemoryScope, journal: SessionJournal, session: string, known: ReadonlyMap<string, MemoryOutcome>): MemoryScope {
  if (scope.replayable || !journal.durable) return scope;
  return {
    replayable: true,
    async call(tool, args, origin) {
      const earlier = known.get(origin.call);
      if (earlier) return earlier;
      return journal.outcome(session, origin.call, await scope.call(tool, args, origin));
    },
  };
}
