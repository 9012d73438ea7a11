import type { ToolCall } from '#protos/core/v1/action.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { GyreError } from '#kit/errors.ts';

/**
 * Holds a caller's results to the calls that it was asked to execute: as many, with the same ids, in the same order, each with a result
 * or an error. Throws INVALID_ARGUMENT saying which call is missing or was not asked for.
 */
export function matchResults(session: string, step: number, asked: readonly ToolCall[], results: readonly ToolResult[]): void {
  const wrong = (problem: string) =>
    new GyreError('INVALID_ARGUMENT', `results of step ${step}: ${problem}`, {
      boundary: 'caller',
      field: 'results',
      remedy: `report, in order, one result each for ${asked.length === 0 ? 'no call' : asked.map((call) => call.callId).join(', ')}`,
      details: { session, step: String(step) },
    });
  if (results.length !== asked.length) throw wrong(`${asked.length} were asked for, ${results.length} came`);
  asked.forEach((call, at) => {
    const result = results[at];
    if (result?.callId !== call.callId) throw wrong(`result ${at + 1} is of ${JSON.stringify(result?.callId ?? '')}, not of ${call.callId}`);
    if (result.tool !== call.name) throw wrong(`${call.callId} called ${call.name}, not ${JSON.stringify(result.tool)}`);
    if (result.error === undefined && (result.status === 0 || result.resultJson === '')) throw wrong(`${call.callId} has neither a result with its status nor an error`);
  });
}
