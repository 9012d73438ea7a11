import type { Notice, ToolResult } from '#protos/core/v1/observation.ts';

/** Steps left at which the policy is told. */
const LOW_BUDGET: readonly number[] = [3, 1];

/** Counts failures and empty results per tool within the user's task. */
export interface FailureCounter {
  /** Takes a turn's results, in order; returns a notice for the tools that have now failed or come back empty at least twice. */
  observe(results: readonly ToolResult[]): Notice | undefined;
}

export function failureCounter(): FailureCounter {
  const counts = new Map<string, number>();
  return {
    observe(results) {
      const repeated = new Set<string>();
      for (const result of results) {
        if (!failed(result) && !emptyResult(result.resultJson)) continue;
        const count = (counts.get(result.tool) ?? 0) + 1;
        counts.set(result.tool, count);
        if (count >= 2) repeated.add(result.tool);
      }
      if (repeated.size === 0) return undefined;
      const tools = [...repeated];
      const told = tools.map((tool) => `${tool} (${counts.get(tool)} times)`).join(', ');
      const text = `Failed or empty in this task: ${told}. Stop guessing variants: change the approach, ask the user, or say what is unavailable.`;
      return { code: 'repeated_failure', text, tools };
    },
  };
}

export function invalidAction(problem: string): Notice {
  return { code: 'invalid_action', text: `The last output was not an action: ${problem}. Call tools that are exposed, or finish, clarify or refuse.`, tools: [] };
}

/** Tells when few steps are left after a step; undefined at all other times. */
export function budgetLow(stepsLeft: number): Notice | undefined {
  if (!LOW_BUDGET.includes(stepsLeft)) return undefined;
  return { code: 'budget_low', text: `${stepsLeft} ${stepsLeft === 1 ? 'step is' : 'steps are'} left.`, tools: [] };
}

function failed(result: ToolResult): boolean {
  return result.error !== undefined || result.status >= 400;
}

const MAYBE_EMPTY = /"(?:total|count)"\s*:\s*0\b|\[\s*\]/;
const LISTS = ['items', 'results', 'records', 'list'];

/** Whether a successful result says that nothing was found: no total, or an empty list, at the top or one block below. */
export function emptyResult(resultJson: string): boolean {
  // Nearly all results fail this test, and it is far cheaper than reading them.
  if (!MAYBE_EMPTY.test(resultJson)) return false;
  let body: unknown;
  try {
    body = JSON.parse(resultJson);
  } catch {
    return false;
  }
  if (typeof body !== 'object' || body === null) return false;
  return [body, ...Object.values(body)].some(saysNothing);
}

function saysNothing(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return false;
  const fields = new Map(Object.entries(block));
  if (fields.get('total') === 0 || fields.get('count') === 0) return true;
  return LISTS.some((name) => {
    const list: unknown = fields.get(name);
    return Array.isArray(list) && list.length === 0;
  });
}
