import type { Note } from '#protos/core/v1/context.ts';
import type { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import type { AdapterArtifact } from '../adapter/artifact.ts';
import { REPLY_KINDS } from '../context/notes.ts';
import { isMemoryTool } from '../memory/tools.ts';
import { loaderName } from '../skills/loader.ts';
import { runs } from '../text/words.ts';

const LIMITS = { instructions: 8000, notes: 200, text: 400, words: 24, word: 40, names: 8 } as const;

/** What looks like somebody's data: e-mail addresses, long digit runs, memory ids. */
const PERSONAL = /[\w.+-]+@[\w-]+\.\w+|\d[\d -]{6,}\d|\bmem_[0-9a-z]+\b/i;
/** A run this long in common with a private text is a quotation. */
const QUOTED_WORDS = 5;
const QUOTED_HAN = 10;

/**
 * The rule checks that every proposed revision has to pass (report, section 2.5); returns what is wrong, nothing if all is well.
 * `privateTexts` are user turns and memories behind the failures that motivated the revision: none of their words may be quoted.
 */
export function checkRevision(revision: HarnessVersion, artifact: AdapterArtifact, privateTexts: readonly string[] = []): string[] {
  const problems: string[] = [];
  const known = new Set([...Object.keys(artifact.tools), ...artifact.skills.map((skill) => loaderName(skill.id)), ...REPLY_KINDS]);
  const exists = (name: string) => known.has(name) || isMemoryTool(name);
  if (revision.instructions.trim() === '') problems.push('the instructions are empty');
  if (revision.instructions.length > LIMITS.instructions) problems.push(`the instructions exceed ${LIMITS.instructions} characters`);
  if (revision.notes.length > LIMITS.notes) problems.push(`more than ${LIMITS.notes} notes`);
  const ids = new Set<string>();
  for (const note of revision.notes) {
    if (note.id === '') problems.push('a note has no id');
    if (ids.has(note.id)) problems.push(`note ${note.id} is given twice`);
    ids.add(note.id);
    problems.push(...noteProblems(note, exists).map((problem) => `note ${note.id}: ${problem}`));
  }
  const quotes = privateTexts.flatMap(shingles);
  for (const [place, text] of texts(revision)) {
    if (!text.isWellFormed()) problems.push(`${place} holds half of a surrogate pair`);
    if (PERSONAL.test(text)) problems.push(`${place} holds what looks like personal data`);
    const own = new Set(shingles(text));
    if (quotes.some((quote) => own.has(quote))) problems.push(`${place} quotes a user or a memory`);
  }
  return problems;
}

function noteProblems(note: Note, exists: (name: string) => boolean): string[] {
  const problems: string[] = [];
  if (note.text.trim() === '') problems.push('no text');
  if (note.text.length > LIMITS.text) problems.push(`the text exceeds ${LIMITS.text} characters`);
  if (note.words.length > LIMITS.words) problems.push(`more than ${LIMITS.words} words`);
  if (note.words.some((word) => word.length > LIMITS.word || runs(word).length === 0)) problems.push(`a word is empty or exceeds ${LIMITS.word} characters`);
  if (note.prefers.length + note.avoids.length > LIMITS.names) problems.push(`names more than ${LIMITS.names} tools`);
  for (const name of [...note.prefers, ...note.avoids, ...(note.afterTool === '' ? [] : [note.afterTool])]) {
    if (!exists(name)) problems.push(`${name} is neither a tool nor a kind of reply`);
  }
  for (const name of note.prefers) if (note.avoids.includes(name)) problems.push(`prefers and avoids ${name}`);
  if ((note.afterTool === '') !== (note.afterStatus === 0)) problems.push('after_tool and after_status belong together');
  return problems;
}

function* texts(revision: HarnessVersion): Generator<[place: string, text: string]> {
  yield ['the instructions', revision.instructions];
  for (const note of revision.notes) {
    yield [`note ${note.id}`, note.text];
    for (const word of note.words) yield [`a word of note ${note.id}`, word];
  }
}

function shingles(text: string): string[] {
  const parts = runs(text).flatMap((run) => (run.han ? [...run.text].map((character) => ({ text: character, han: true })) : [run]));
  const found: string[] = [];
  for (let from = 0; from < parts.length; from++) {
    const length = parts[from]?.han ? QUOTED_HAN : QUOTED_WORDS;
    if (from + length <= parts.length) found.push(parts.slice(from, from + length).map((part) => part.text).join(' '));
  }
  return found;
}
