import type { Operation, StateChange } from '#protos/core/v1/evidence.ts';
import type { MemoryUnit } from '#protos/core/v1/task.ts';
import { z } from 'zod';
import { canonicalJson } from '#kit/digest.ts';
import { ADD, DEFAULT_CATEGORY, REMOVE, REPLACE, writesMemory } from './tools.ts';

/** The pseudo-table that memory appears as beside the tables of a world. */
export const MEMORY_TABLE = 'memory';

type Content = Pick<MemoryUnit, 'category' | 'content'>;

const argumentsSchema = z.looseObject({ content: z.string().optional(), category: z.string().optional() });

/** One row's change; fields beside category and content (when, by whom) are bookkeeping and not compared. */
export function change(memoryId: string, before: Content | undefined, after: Content | undefined): StateChange {
  return { table: MEMORY_TABLE, rowId: memoryId, beforeJson: row(before), afterJson: row(after), bookkeeping: false };
}

/**
 * The net difference that logged memory operations made to the units an episode began with, in order of first change. Derived from
 * the operations alone (arguments, status, memory id), so that whoever holds the log can tell without asking the harness.
 */
export function memoryChanges(initial: readonly MemoryUnit[], operations: readonly Operation[]): StateChange[] {
  const before = new Map<string, Content>(initial.map((unit) => [unit.memoryId, unit]));
  const after = new Map(before);
  const touched = new Set<string>();
  for (const operation of operations) {
    const id = operation.memoryIds[0];
    if (!writesMemory(operation.tool) || operation.status !== 200 || id === undefined) continue;
    touched.add(id);
    const args = argumentsSchema.parse(JSON.parse(operation.argumentsJson));
    const content = (args.content ?? '').trim();
    if (operation.tool === ADD) after.set(id, { category: args.category || DEFAULT_CATEGORY, content });
    else if (operation.tool === REPLACE) after.set(id, { category: after.get(id)?.category ?? DEFAULT_CATEGORY, content });
    else if (operation.tool === REMOVE) after.delete(id);
  }
  return [...touched].map((id) => change(id, before.get(id), after.get(id))).filter((changed) => changed.beforeJson !== changed.afterJson);
}

function row(content: Content | undefined): string {
  return content ? canonicalJson({ category: content.category, content: content.content }) : '';
}
