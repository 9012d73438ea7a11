import type { Row, ToolRun } from '../../../world.ts';

/** Writes a hand-off into the books and returns its session id. */
export function handOff(run: ToolRun, agent: string, status: 'pending' | 'running', payload: Row): string {
  return run.tables.insert('agent_sessions', { agent, status, started_at: run.now, ...payload });
}
