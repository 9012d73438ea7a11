import { FailureCause as Cause } from '#protos/core/v1/record.ts';
import type { Facts } from './facts.ts';
import { tookEffect } from './facts.ts';
import { because, type Rule } from './rule.ts';

/** Failures whose cause lies in what the harness showed or returned (report section 2.5); no policy could have done better. */

const incompleteFeedback: Rule = ({ calls }) => {
  const bad = calls.find(({ result, status }) => {
    if (result === undefined) return true;
    if (result.error !== undefined) return result.error.boundary === 'harness' || result.error.boundary === 'environment';
    return status >= 200 && status < 300 && result.resultJson === '' && result.imageRef === '';
  });
  if (bad === undefined) return undefined;
  return because(Cause.INCOMPLETE_FEEDBACK, bad.step, 0.7, `${bad.tool} returned nothing to go on`, { tool: bad.tool });
};

const wrongExposure: Rule = ({ expectedTools, reachable, opening }) => {
  if (reachable === undefined || opening === undefined) return undefined;
  const hidden = expectedTools.find((tool) => !reachable.has(tool));
  // A tool behind a skill that was offered and not loaded is the policy's to reach.
  if (hidden === undefined || opening.skills.length > 0) return undefined;
  return because(Cause.WRONG_EXPOSURE, -1, 0.9, `${hidden} was never exposed`, { expectedTool: hidden });
};

const retrieval: Rule = ({ failing, calls }) => {
  const search = calls.findLast((call) => call.tool === MEMORY_SEARCH && tookEffect(call));
  if (search === undefined || !failing.some(({ kind }) => kind === 'memory')) return undefined;
  return because(Cause.RETRIEVAL, search.step, 0.7, 'memory was searched and did not return what it holds', { tool: MEMORY_SEARCH });
};

const staleMemory: Rule = ({ task, calls, unexpected, missing }) => {
  if (unexpected.length + missing.length === 0) return undefined;
  const returned = (id: string) => calls.find((call) => call.tool === MEMORY_SEARCH && call.result?.resultJson.includes(JSON.stringify(id)));
  for (const { supersedes, memoryId } of task.memory) {
    const stale = supersedes === '' ? undefined : returned(supersedes);
    if (stale !== undefined && returned(memoryId) === undefined) {
      return because(Cause.STALE_MEMORY, stale.step, 0.7, `search returned ${supersedes} but not ${memoryId}, which supersedes it`, { tool: MEMORY_SEARCH });
    }
  }
  return undefined;
};

export const MEMORY_SEARCH = 'search_user_memory';

/** Whether any note or loaded skill says what to do after this tool failed so. */
export function isGuided(facts: Facts, tool: string, status: number): boolean {
  const { opening, trajectory } = facts;
  if (opening === undefined) return true;
  const noted = opening.notes.some((note) => {
    if (note.afterTool !== '') return note.afterTool === tool && (note.afterStatus === 0 || note.afterStatus === status);
    return note.afterStatus === status || note.prefers.includes(tool) || note.avoids.includes(tool);
  });
  return noted || trajectory.steps.some((step) => (step.turn?.addedTools.length ?? 0) > 0);
}

export const HARNESS_RULES: readonly Rule[] = [incompleteFeedback, wrongExposure, retrieval, staleMemory];
