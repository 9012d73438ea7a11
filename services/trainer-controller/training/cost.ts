import { invalid } from '#kit/errors.ts';

/**
 * Execution cost e_i of eq. 5: (policy tokens + tool calls) / budgeted maximum, cut at 1. Tokens are the choices of a compact
 * policy or the output tokens of a language model, reasoning included; a turn that failed costs like any other.
 */
export function normalisedCost(usage: { readonly tokens: number; readonly toolCalls: number }, budgeted: number): number {
  if (!(budgeted > 0)) throw invalid('budgetedCost', `is ${budgeted}`, 'give a number above 0');
  return Math.min(1, (usage.tokens + usage.toolCalls) / budgeted);
}
