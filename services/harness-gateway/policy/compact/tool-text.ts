import { z } from 'zod';
import type { Json } from '#kit/store/types.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { hashText } from './hashing.ts';
import { identifierWords, isFunctionWord, plainWordsOf } from './text.ts';

/** What the policy knows of a tool: its words and its parameters, compiled once from the specification. */

export interface CompiledParameter {
  readonly name: string;
  readonly hash: number;
  readonly required: boolean;
  readonly type: string;
  readonly format: string;
  readonly enumValues: readonly EnumValue[];
  readonly default: Json | undefined;
  /** Words of name and description. */
  readonly words: ReadonlySet<number>;
  readonly nameWords: ReadonlySet<number>;
  readonly array: boolean;
  readonly minimum: number;
  readonly maximum: number;
}

export interface EnumValue {
  readonly value: Json;
  readonly hash: number;
  readonly words: ReadonlySet<number>;
  /** Words that the parameter's description says of this value: those of the stretch that names it. */
  readonly described: ReadonlySet<number>;
}

export interface CompiledTool {
  readonly name: string;
  readonly hash: number;
  /** Word hash to weight: name 3, enum values 1.5, description 1, parameters 0.5. */
  readonly words: ReadonlyMap<number, number>;
  /** The same for four-letter prefixes, which tie `vibrate` to `vibration`. */
  readonly prefixes: ReadonlyMap<number, number>;
  readonly nameWords: readonly number[];
  /** Required first, then in schema order. */
  readonly parameters: readonly CompiledParameter[];
  readonly reads: boolean;
  readonly skill: boolean;
  readonly memory: boolean;
  /** Whether a parameter takes an id, which only a result can give. */
  readonly takesId: boolean;
}

const parameterSchema = z.object({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  default: z.json().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  items: z.object({ type: z.string().optional(), enum: z.array(z.union([z.string(), z.number()])).optional(), format: z.string().optional() }).optional(),
});
const objectSchema = z.object({ properties: z.record(z.string(), parameterSchema).optional(), required: z.array(z.string()).optional() });

const READ_NAME = /^(query|search|get|list|check|find|read)_|_(query|search|lookup)$/;
const READ_ACTION = /^(query|list|get|status|search|check|view|read)/;

export function prefixHash(word: string): number {
  return hashText(`^${word.slice(0, 4)}`);
}

/** Whether a call with this `action` only reads, as far as its words say. */
export function isReadCall(tool: CompiledTool, args: { readonly [key: string]: unknown }): boolean {
  return tool.reads || (typeof args.action === 'string' && READ_ACTION.test(args.action));
}

/** The content words of those stretches of a description that name the value. */
function describedBy(value: string, description: string): Set<number> {
  const own = new Set(identifierWords(value));
  const found = new Set<number>();
  for (const stretch of description.split(/[,;.:]|\bor\b/)) {
    const words = plainWordsOf(stretch);
    if (!words.some((w) => own.has(w.text))) continue;
    for (const word of words) if (!own.has(word.text) && (!isFunctionWord(word.text) || word.text === 'on')) found.add(word.hash);
  }
  return found;
}

/** Words of a value as they meet the user's: `4G` is said as one word and read as a number and a letter. */
function valueWords(text: string): number[] {
  return [...identifierWords(text).map(hashText), ...plainWordsOf(text).filter((w) => w.text.length > 1).map((w) => w.hash)];
}

function enumValueOf(value: string | number | boolean, description: string): EnumValue {
  const text = String(value);
  return { value, hash: hashText(text), words: new Set(valueWords(text)), described: describedBy(text, description) };
}

function compileParameter(name: string, schema: z.infer<typeof parameterSchema>, required: boolean): CompiledParameter {
  const values = schema.enum ?? schema.items?.enum ?? (schema.type === 'boolean' ? [true, false] : []);
  const nameWords = new Set(identifierWords(name).map(hashText));
  return {
    name,
    hash: hashText(name),
    required,
    type: schema.items?.type ?? schema.type ?? 'string',
    format: schema.format ?? schema.items?.format ?? '',
    enumValues: values.map((value) => enumValueOf(value, schema.description ?? '')),
    default: schema.default,
    words: new Set([...nameWords, ...plainWordsOf(schema.description ?? '').map((w) => w.hash)]),
    nameWords,
    array: schema.type === 'array',
    minimum: schema.minimum ?? Number.NEGATIVE_INFINITY,
    maximum: schema.maximum ?? Number.POSITIVE_INFINITY,
  };
}

function compile(spec: ToolSpec): CompiledTool {
  const schema = objectSchema.parse(JSON.parse(spec.inputSchemaJson || '{}'));
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {});
  const parameters = [...entries.filter(([n]) => required.has(n)), ...entries.filter(([n]) => !required.has(n))].map(([name, p]) =>
    compileParameter(name, p, required.has(name)),
  );
  const words = new Map<number, number>();
  const prefixes = new Map<number, number>();
  const add = (text: string, weight: number) => {
    for (const word of identifierWords(text)) {
      if (isFunctionWord(word)) continue;
      const hash = hashText(word);
      words.set(hash, Math.max(words.get(hash) ?? 0, weight));
      const prefix = prefixHash(word);
      prefixes.set(prefix, Math.max(prefixes.get(prefix) ?? 0, weight));
    }
  };
  add(spec.name, 3);
  for (const [name, p] of entries) {
    add(name, 0.5);
    add(p.description ?? '', 0.5);
    for (const value of p.enum ?? []) add(String(value), 1.5);
  }
  add(spec.description, 1);
  return {
    name: spec.name,
    hash: hashText(spec.name),
    words,
    prefixes,
    nameWords: identifierWords(spec.name).map(hashText),
    parameters,
    reads: READ_NAME.test(spec.name),
    skill: spec.name.startsWith('skill__'),
    memory: spec.name.endsWith('_user_memory'),
    takesId: parameters.some((p) => p.format === 'id'),
  };
}

const cache = new Map<string, CompiledTool>();
const CACHE_LIMIT = 5_000;

/** The compiled form of a tool; equal specifications share one. */
export function compileTool(spec: ToolSpec): CompiledTool {
  const key = `${spec.name}\u0000${spec.description}\u0000${spec.inputSchemaJson}`;
  let tool = cache.get(key);
  if (tool === undefined) {
    tool = compile(spec);
    if (cache.size >= CACHE_LIMIT) cache.clear();
    cache.set(key, tool);
  }
  return tool;
}
