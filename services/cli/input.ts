import { readFile } from 'node:fs/promises';
import { invalid } from '#kit/errors.ts';
import type { Terminal } from './terminal.ts';

/** Largest file or standard input that a command reads, bytes. */
const LONGEST = 64 * 1024 * 1024;

/** Parses an option that is a whole number. */
export function integer(option: string, min: number, max = 2 ** 31 - 1): (text: string) => number {
  return (text) => {
    const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw invalid(option, `${JSON.stringify(text)} is not a whole number in range`, `give ${min} to ${max}`);
  };
}

/** Parses an option that is a number. */
export function number(option: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw invalid(option, `${JSON.stringify(text)} is not a number in range`, `give ${min} to ${max}`);
  };
}

/** Parses an option that takes one of a few words. */
export function oneOf<const T extends string>(option: string, words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw invalid(option, `${JSON.stringify(text)} is not known`, `give ${words.join(', ')}`);
  };
}

/** Reads a file, or standard input for `-`. INVALID_ARGUMENT naming `what` if it cannot be read. */
export async function readInput(terminal: Terminal, source: string, what: string): Promise<string> {
  if (source === '-') return readAll(terminal, what);
  try {
    return await readFile(source, 'utf8');
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    const problem = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${code || String(thrown)})`;
    throw invalid(what, `${source}: ${problem}`, 'give a file that can be read, or - for standard input');
  }
}

/** Parses JSON text. INVALID_ARGUMENT naming `what`. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw invalid(what, `is not JSON (${thrown instanceof Error ? thrown.message : String(thrown)})`, 'give one JSON document');
  }
}

async function readAll({ stdin }: Terminal, what: string): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > LONGEST) throw invalid(what, 'standard input is too long', `give at most ${LONGEST} bytes`);
    parts.push(bytes);
  }
  return Buffer.concat(parts).toString('utf8');
}
