import { z } from 'zod';
import { invalid } from '#kit/errors.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { RefusalReason } from '#protos/core/v1/action.ts';

/**
 * Hand-written behaviour as JSON Lines: one task a line, with its actions in order. Arguments may be an object, or text where a
 * test wants to hand the harness something that is no JSON. An argument `$c1.data.items.0.id` is taken from the result of the
 * call whose `id` is `c1`.
 */

const callSchema = z.strictObject({
  id: z.string().optional(),
  name: z.string(),
  arguments: z.union([z.record(z.string(), z.json()), z.string()]).default({}),
});
const actionSchema = z.union([
  z.strictObject({ calls: z.array(callSchema).min(1) }),
  z.strictObject({ finish: z.strictObject({ message: z.string().default(''), answers: z.array(z.string()).default([]) }) }),
  z.strictObject({ clarify: z.strictObject({ target: z.string(), question: z.string().default('') }) }),
  z.strictObject({ refuse: z.strictObject({ reason: z.enum(['unsafe', 'unavailable']), message: z.string().default('') }) }),
]);
const lineSchema = z.strictObject({ task: z.string().min(1), actions: z.array(actionSchema).min(1) });

/** The actions of one task; call ids are the script's own. */
export interface Script {
  readonly task: string;
  readonly actions: readonly Action[];
}

const REASONS = { unsafe: RefusalReason.UNSAFE, unavailable: RefusalReason.UNAVAILABLE } as const;

function actionOf(parsed: z.infer<typeof actionSchema>): Action {
  if ('calls' in parsed) {
    const calls = parsed.calls.map((call) => ({
      callId: call.id ?? '',
      name: call.name,
      argumentsJson: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments),
    }));
    return { reasoning: '', turn: { $case: 'calls', value: { calls } } };
  }
  if ('finish' in parsed) return { reasoning: '', turn: { $case: 'finish', value: parsed.finish } };
  if ('clarify' in parsed) return { reasoning: '', turn: { $case: 'clarify', value: parsed.clarify } };
  return { reasoning: '', turn: { $case: 'refuse', value: { reason: REASONS[parsed.refuse.reason], message: parsed.refuse.message } } };
}

/** Parses JSON Lines. INVALID_ARGUMENT naming the source, line and field; a task named twice is an error. */
export function parseScripts(text: string, source: string): Script[] {
  const scripts: Script[] = [];
  const seen = new Set<string>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw invalid(`${source}: line ${i + 1}`, `is no JSON (${error instanceof Error ? error.message : String(error)})`, 'write one object a line');
    }
    const parsed = lineSchema.safeParse(value);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      throw invalid(`${source}: line ${i + 1}: ${issue?.path.join('.') || 'the object'}`, issue?.message ?? 'does not fit', 'give {"task": …, "actions": […]}');
    }
    if (seen.has(parsed.data.task)) throw invalid(`${source}: line ${i + 1}: task`, `${parsed.data.task} stands in an earlier line`, 'give each task once');
    seen.add(parsed.data.task);
    scripts.push({ task: parsed.data.task, actions: parsed.data.actions.map(actionOf) });
  }
  return scripts;
}
