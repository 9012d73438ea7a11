import type { Json } from '#kit/store/types.ts';

export type Args = { readonly [parameter: string]: Json };

export type ArgumentProblem = 'malformed_json' | 'not_an_object' | 'too_large' | 'too_deep' | 'duplicate_key' | 'lone_surrogate' | 'inexact_number';

export type ParsedArguments =
  | { readonly ok: true; readonly args: Args }
  | { readonly ok: false; readonly code: ArgumentProblem; readonly message: string };

/** 64 KiB of UTF-8. */
export const MAX_ARGUMENT_BYTES = 65_536;
const MAX_DEPTH = 16;

/**
 * Reads a policy's argument text as exactly one JSON object, or says why it is none. Nothing is repaired: a text that two parsers
 * could read differently (duplicate keys, lone surrogates, numbers that do not fit) is refused like one that none can read.
 */
export function parseArguments(text: string): ParsedArguments {
  if (text.length > MAX_ARGUMENT_BYTES || Buffer.byteLength(text) > MAX_ARGUMENT_BYTES) {
    return refused('too_large', `the arguments exceed ${MAX_ARGUMENT_BYTES} bytes`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused('malformed_json', 'the arguments are not one complete JSON value');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('not_an_object', `the arguments are ${value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`}, not a JSON object`);
  }
  const tree = { members: 0 };
  const problem = inspect(value, 1, tree);
  if (problem) return problem;
  if (members(text) !== tree.members) return refused('duplicate_key', 'the arguments name a key twice');
  if (!isObject(value)) return refused('not_an_object', 'the arguments are not a JSON object');
  return { ok: true, args: value };
}

function isObject(value: object): value is Args {
  return !Array.isArray(value);
}

function refused(code: ArgumentProblem, message: string): { ok: false; code: ArgumentProblem; message: string } {
  return { ok: false, code, message };
}

function inspect(value: unknown, depth: number, tree: { members: number }): ReturnType<typeof refused> | undefined {
  if (typeof value === 'string') {
    return value.isWellFormed() ? undefined : refused('lone_surrogate', 'the arguments hold half of a surrogate pair');
  }
  if (typeof value === 'number') {
    const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
    return exact ? undefined : refused('inexact_number', 'the arguments hold a number that cannot be kept exactly');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) return refused('too_deep', `the arguments are nested deeper than ${MAX_DEPTH}`);
  const list = Array.isArray(value);
  for (const [key, item] of Object.entries(value)) {
    if (!list) {
      tree.members++;
      if (!key.isWellFormed()) return refused('lone_surrogate', 'a key holds half of a surrogate pair');
    }
    const problem = inspect(item, depth + 1, tree);
    if (problem) return problem;
  }
  return undefined;
}

/** Members written in a valid JSON text: its colons outside strings. More than the parsed tree has means a key was written twice. */
function members(text: string): number {
  let count = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 92) at++;
      else if (character === 34) inString = false;
    } else if (character === 34) inString = true;
    else if (character === 58) count++;
  }
  return count;
}
