import type { TableData, TableSpec } from '../../world.ts';

/** What was handed to sub-agents. Bookkeeping: hand-offs are checked by their payload, never by these rows. */
export const tables: readonly TableSpec[] = [{ name: 'agent_sessions', idPrefix: 'session', bookkeeping: true }];

export const base: TableData = { agent_sessions: {} };
