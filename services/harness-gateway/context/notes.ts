import type { Note } from '#protos/core/v1/context.ts';
import { random } from '#kit/random.ts';
import { holdsPhrase, phrase, phraseText } from '../text/words.ts';

/** What a note may prefer or avoid beside tools. */
export const REPLY_KINDS: ReadonlySet<string> = new Set(['finish', 'clarify', 'refuse']);

const KEPT = 0.7;
const PREFERENCE_DROPPED = 0.15;

export interface NoteQuery {
  readonly request: string;
  /** Tools that can be called, or be reached by a skill that can be loaded. */
  readonly reachable: (tool: string) => boolean;
  /** Most notes selected. */
  readonly limit: number;
  /** Label of a training session: a random subset of the matching notes is given, so that a policy learns how far to trust them. */
  readonly seed?: string;
}

/** Notes of a harness version with their words prepared. */
export interface PreparedNotes {
  select(query: NoteQuery): Note[];
}

export function prepareNotes(notes: readonly Note[]): PreparedNotes {
  const prepared = notes.map((note) => ({ note, phrases: note.words.map(phrase) }));
  return {
    select({ request, reachable, limit, seed }) {
      const said = phraseText(request);
      const selected: Note[] = [];
      for (const { note, phrases } of prepared) {
        if (selected.length >= limit) break;
        if (phrases.length > 0 && !phrases.some((each) => holdsPhrase(said, each))) continue;
        const pruned = prune(note, reachable);
        const given = pruned && seed ? varied(pruned, seed) : pruned;
        if (given) selected.push(given);
      }
      return selected;
    },
  };
}

/** The note without unreachable tools; undefined where nothing that it speaks of can be reached. */
function prune(note: Note, reachable: (tool: string) => boolean): Note | undefined {
  const holds = (name: string) => REPLY_KINDS.has(name) || reachable(name);
  if (note.afterTool !== '' && !reachable(note.afterTool)) return undefined;
  const prefers = note.prefers.filter(holds);
  const avoids = note.avoids.filter(holds);
  const spoke = note.prefers.length + note.avoids.length;
  const left = prefers.length + avoids.length;
  if (spoke > 0 && left === 0) return undefined;
  return left === spoke ? note : { ...note, prefers, avoids };
}

/** Depends on the seed and the note alone, so that one note's fate does not hang on which others matched. */
function varied(note: Note, seed: string): Note | undefined {
  const chance = random(seed, note.id);
  if (chance.next() >= KEPT) return undefined;
  return chance.next() < PREFERENCE_DROPPED ? { ...note, prefers: [], avoids: [] } : note;
}
