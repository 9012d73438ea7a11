import { BOUNDARIES, type Boundary } from '#kit/errors.ts';
import { count, metering, record, secondsSince } from '#kit/metrics.ts';
import { type AttributeTypes, METRICS } from '#kit/telemetry-names.ts';
import { tracing, withSpan } from '#kit/telemetry.ts';
import { AbilityGroup, type Task } from '#protos/core/v1/task.ts';
import type { AttemptOutcome, ClaimedSlot } from './attempt.ts';
import type { Purpose, SlotState } from './collections.ts';

const ABILITIES: ReadonlyMap<string, AttributeTypes['gyre.ability.group']> = new Map([
  [AbilityGroup.TOOL_USE, 'tool_use'],
  [AbilityGroup.MEMORY, 'memory'],
  [AbilityGroup.SKILLS, 'skills'],
  [AbilityGroup.SUB_AGENT, 'sub_agent'],
  [AbilityGroup.GENERAL, 'general'],
]);

/** Runs one attempt in its span. An attempt that ends in a fault has not failed as a span does: its outcome says so. */
export function observedAttempt(slot: ClaimedSlot, run: () => Promise<AttemptOutcome>): Promise<AttemptOutcome> {
  if (!tracing() && !metering()) return run();
  const attributes = { 'gyre.slot.id': slot._id, 'gyre.attempt.number': slot.attempt, 'gyre.slot.purpose': slot.purpose, 'gyre.task.id': slot.taskId };
  return withSpan('attempt', attributes, async (span) => {
    const startMs = performance.now();
    const outcome = await run();
    const { kind } = outcome;
    record(METRICS.attemptDuration, secondsSince(startMs), { 'gyre.attempt.outcome': kind, 'gyre.slot.purpose': slot.purpose });
    span.setAttribute('gyre.attempt.outcome', kind);
    if (kind === 'completed') span.setAttribute('gyre.verdict.outcome', verdictOf(outcome));
    else span.setAttribute('gyre.error.boundary', boundaryOf(outcome.fault));
    return outcome;
  });
}

/** Counts an attempt that has ended, wherever it ran. */
export function countAttempt({ purpose }: ClaimedSlot, outcome: AttemptOutcome): void {
  if (!metering()) return;
  const ended = { 'gyre.attempt.outcome': outcome.kind, 'gyre.slot.purpose': purpose };
  count(METRICS.attempts, 1, outcome.kind === 'fault' ? { ...ended, 'gyre.error.boundary': boundaryOf(outcome.fault) } : ended);
}

/** Counts the verdict on a trajectory that its slot has accepted. */
export function countVerdict({ purpose }: ClaimedSlot, outcome: AttemptOutcome & { kind: 'completed' }, task: Task | undefined): void {
  if (!metering()) return;
  const verdict = { 'gyre.verdict.outcome': verdictOf(outcome) };
  const group = (task && ABILITIES.get(task.abilityGroup)) ?? 'unspecified';
  count(METRICS.verdicts, 1, { ...verdict, 'gyre.ability.group': group, 'gyre.slot.purpose': purpose });
  for (const capability of task?.capabilities ?? []) count(METRICS.capabilityVerdicts, 1, { ...verdict, 'gyre.capability': capability });
}

export function countSlots(state: SlotState, purpose: Purpose, by: number): void {
  if (metering()) count(METRICS.slotTransitions, by, { 'gyre.slot.state': state, 'gyre.slot.purpose': purpose });
}

function verdictOf({ summary }: AttemptOutcome & { kind: 'completed' }): AttributeTypes['gyre.verdict.outcome'] {
  if (summary.success === null) return 'none';
  return summary.success ? 'success' : 'failure';
}

/** Whose fault it was: faults are kept as `<boundary>: <message>`. */
function boundaryOf(fault: string): Boundary {
  return BOUNDARIES.find((boundary) => fault.startsWith(`${boundary}:`)) ?? 'harness';
}
