import { parseScripts } from '#harness-gateway/policy/scripted/mod.ts';
import { invalid } from '#kit/errors.ts';
import type { Action } from '#protos/core/v1/action.ts';

/** Stands for the task where lines name none. */
const BY_HAND = 'by hand';

/**
 * Actions as JSON Lines, in the format of scripted policies (`{"task", "actions": […]}`, one task a line), or without a task: one
 * action (`{"calls": […]}`, `{"finish": {…}}`, …) or one call (`{"name", "arguments"}`) a line.
 *
 * Of several tasks the one named is taken. INVALID_ARGUMENT naming the line.
 */
export function handActions(text: string, task: string | undefined): readonly Action[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) throw invalid('--calls', 'is empty', 'give one call, action or script a line');
  if (!lines.some((line) => /"task"\s*:/.test(line) && /"actions"\s*:/.test(line))) return withoutTask(lines);
  const scripts = parseScripts(text, '--calls');
  const found = task === undefined && scripts.length === 1 ? scripts[0] : scripts.find((script) => script.task === task);
  if (found !== undefined) return found.actions;
  throw invalid('--calls', task === undefined ? `holds ${scripts.length} tasks` : `has no line for task ${task}`, 'name one of its tasks with --task');
}

function withoutTask(lines: readonly string[]): readonly Action[] {
  return lines.flatMap((line, i) => {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (thrown) {
      throw invalid(`--calls: line ${i + 1}`, `is no JSON (${thrown instanceof Error ? thrown.message : String(thrown)})`, 'write one object a line');
    }
    const action = typeof value === 'object' && value !== null && 'name' in value ? { calls: [value] } : value;
    try {
      return parseScripts(JSON.stringify({ task: BY_HAND, actions: [action] }), '--calls').flatMap(({ actions }) => actions);
    } catch {
      throw invalid(`--calls: line ${i + 1}`, 'is neither a call nor an action', 'write {"name": …, "arguments": {…}}, {"calls": […]}, {"finish": {…}}, {"clarify": {…}} or {"refuse": {…}}');
    }
  });
}
