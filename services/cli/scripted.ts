import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Script } from '#harness-gateway/policy/scripted/mod.ts';
import { IngestRequest } from '#protos/curator/v1/curator_service.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { Trajectory } from '#protos/core/v1/trajectory.ts';
import type { TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';
import { type ClaimedSlot, runAttempt, unpack } from '#rollout-worker/mod.ts';
import { groupName } from '#trainer-controller/mod.ts';
import type { Services } from './services.ts';
import { type ShownCheck, shownChecks } from './shown-checks.ts';

export interface RejectedCall {
  /** Step, from 0. */
  readonly step: number;
  readonly tool: string;
  readonly code: string;
  readonly message: string;
}

/** One task played by hand, with what the verifier said of it. */
export interface ScriptedOutcome {
  readonly outcome: TaskOutcome;
  /** As they may be printed; empty where no verdict could be given, or there was no script. */
  readonly checks: readonly ShownCheck[];
  /** Calls that were refused before they ran, as the policy was told. */
  readonly rejected: readonly RejectedCall[];
}

export interface ScriptedRun {
  readonly services: Services;
  readonly clock: Clock;
  /** Names the run; part of every episode's id. */
  readonly id: string;
  readonly harnessVersion: string;
  readonly seed: number;
}

/**
 * Puts a script through harness, environment and verifier, as a rollout does, and keeps nothing but the verdict. A model's own
 * error is part of the outcome; an infrastructure fault is thrown, because nobody retries here.
 */
export async function playScript(task: Task, script: Script | undefined, run: ScriptedRun): Promise<ScriptedOutcome> {
  if (script === undefined) return { outcome: missing(task), checks: [], rejected: [] };
  const { services, clock, id, harnessVersion, seed } = run;
  const slot: ClaimedSlot = {
    ...{ _id: `${id}/${task.id}`, groupId: id, purpose: 'evaluation', taskId: task.id, policy: `scripted:${task.id}`, harnessVersion },
    ...{ temperature: 0, seed, guidanceSeed: '', attempt: 1, workerId: 'cli' },
  };
  const attempt = await runAttempt(slot, task, { environments: services.environments, harness: services.harness, verifier: services.verifier, clock });
  if (attempt.kind === 'fault') throw new GyreError('UNAVAILABLE', `${task.id}: ${attempt.fault}`, { boundary: 'environment', details: { task: task.id } });
  const { summary, result } = attempt;
  const valid = summary.valid && summary.success !== null;
  const outcome = { ...missing(task), valid, success: valid && summary.success === true, progress: summary.progress, steps: summary.steps, cost: summary.tokens + summary.toolCalls };
  const { verdict, trajectory } = IngestRequest.decode(unpack(result));
  return { outcome, checks: shownChecks(task, verdict?.checks ?? []), rejected: rejectedCalls(trajectory) };
}

function rejectedCalls(trajectory: Trajectory | undefined): RejectedCall[] {
  const steps = trajectory?.steps ?? [];
  return steps.flatMap(({ index, turn }) => (turn?.results ?? []).flatMap(({ tool, error }) => (error === undefined ? [] : [{ step: index, tool, code: error.code, message: error.message }])));
}

/** A task without a prediction fails, over the full denominator. */
function missing(task: Task): TaskOutcome {
  return { taskId: task.id, family: task.family, abilityGroup: groupName(task.abilityGroup), valid: false, success: false, progress: 0, steps: 0, cost: 0 };
}
