import type { Span } from '@opentelemetry/api';
import { metering, record, secondsSince } from '#kit/metrics.ts';
import { codeOf } from '#kit/rpc/spans.ts';
import { safeName, startOperation, toolAnswered } from '#kit/telemetry-genai.ts';
import { type AttributeTypes, METRICS } from '#kit/telemetry-names.ts';
import { failSpan, tracing } from '#kit/telemetry.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { Backend } from '#protos/core/v1/task.ts';
import type { LiveEpisode } from './live-episodes.ts';

const BACKENDS: ReadonlyMap<string, AttributeTypes['gyre.environment.backend']> = new Map([
  [Backend.SANDBOX, 'sandbox'],
  [Backend.SIMULATED, 'simulated'],
  [Backend.DEVICE, 'device'],
]);

/** Measures how long an environment is waited for. */
export async function leased<R>(backend: Backend, open: () => Promise<R>): Promise<R> {
  if (!metering()) return open();
  const on = { 'gyre.environment.backend': BACKENDS.get(backend) ?? 'unspecified' };
  const startMs = performance.now();
  try {
    const opened = await open();
    record(METRICS.environmentLeaseWait, secondsSince(startMs), on);
    return opened;
  } catch (thrown) {
    record(METRICS.environmentLeaseWait, secondsSince(startMs), { ...on, 'error.type': codeOf(thrown) });
    throw thrown;
  }
}

/**
 * Runs a block with a span for each of its calls, and one inside it for the agent that a call goes to. The calls of a block are at work
 * at the same time, and so are their spans.
 */
export async function observedBlock(live: Pick<LiveEpisode, 'id' | 'environment'>, calls: readonly ToolCall[], run: () => Promise<readonly ToolResult[]>): Promise<readonly ToolResult[]> {
  if (!tracing() || calls.length === 0) return run();
  const spans = calls.map((call) => spansOf(live, call));
  const each = (change: (span: Span, index: number) => void) => {
    for (const [index, pair] of spans.entries()) for (const span of pair) change(span, index);
  };
  try {
    const results = await run();
    each((span, index) => toolAnswered(span, results[index]?.status ?? 0));
    return results;
  } catch (thrown) {
    each((span) => failSpan(span, thrown));
    throw thrown;
  } finally {
    each((span) => span.end());
  }
}

/** The spans of one call, inner one first. */
function spansOf({ id, environment }: Pick<LiveEpisode, 'id' | 'environment'>, { name, callId }: ToolCall): Span[] {
  const tool = safeName(name);
  const episode = { 'gyre.episode.id': id };
  const { span, inside } = startOperation('execute_tool', tool, { ...episode, 'gen_ai.tool.name': tool, 'gen_ai.tool.type': 'function', 'gen_ai.tool.call.id': safeName(callId) });
  if (!environment.agents?.has(name)) return [span];
  return [startOperation('invoke_agent', tool, { ...episode, 'gen_ai.agent.name': tool }, inside).span, span];
}
