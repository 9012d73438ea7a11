import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { canonicalJson } from '#kit/digest.ts';
import { invalid } from '#kit/errors.ts';
import { buildRecallIndex, type RecallIndex } from '../recall/recall.ts';
import { type ArgumentCheck, compileSchema } from './schema.ts';

/** A tool with everything about it that never changes, computed once and shared by all sessions. */
export interface ToolEntry {
  readonly spec: ToolSpec;
  /** Canonical JSON of the spec, a ready piece of an opening's digest. */
  readonly canonical: string;
  readonly parameters: ReadonlySet<string>;
  /** What is wrong with validated JSON as arguments of this tool; undefined if nothing is. */
  readonly check: ArgumentCheck;
}

/** The tools of a world or of a caller, ready for recall and validation. */
export interface ToolCatalogue {
  readonly entries: ReadonlyMap<string, ToolEntry>;
  readonly recall: RecallIndex;
}

/**
 * Prepares one tool. Throws INVALID_ARGUMENT naming the tool if its schema is not a JSON Schema of an object.
 * Compiling costs milliseconds and is put off to the first call of `check`.
 */
export function toolEntry(spec: ToolSpec): ToolEntry {
  const schema = compileSchema(spec);
  return { spec, canonical: canonicalJson(spec), parameters: schema.parameters, check: schema.check };
}

/** Prepares a set of tools. Throws INVALID_ARGUMENT on a name that appears twice or a schema that cannot be used. */
export function toolCatalogue(specs: readonly ToolSpec[]): ToolCatalogue {
  const entries = new Map<string, ToolEntry>();
  for (const spec of specs) {
    if (spec.name === '') throw invalid('tools', 'a tool has no name', 'name every tool');
    if (entries.has(spec.name)) throw invalid('tools', `${spec.name} is given twice`, 'give each tool once');
    entries.set(spec.name, toolEntry(spec));
  }
  return { entries, recall: buildRecallIndex(specs) };
}
