import type { Note } from '#protos/core/v1/context.ts';
import type { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import type { Score } from '#protos/core/v1/round.ts';
import type { TrainEpisode } from './evidence.ts';
import { instructionChanges } from './instructions.ts';
import { repairNotes } from './repair.ts';
import { routingNotes } from './routing.ts';

export interface EditorInput {
  readonly current: HarnessVersion;
  /** Judged episodes of train tasks; nothing of dev or test is among them. */
  readonly episodes: readonly TrainEpisode[];
  /** Dev success by capability: names and numbers only, never a dev text. */
  readonly devRates: readonly Score[];
  readonly limits: EditorLimits;
}

export interface EditorLimits {
  /** Notes that one revision may add. */
  readonly added: number;
  /** Notes of a version altogether. */
  readonly notes: number;
}

export interface EditorProposal {
  readonly instructions: string;
  readonly notes: readonly Note[];
  /** Digests of the records that motivate it. */
  readonly motivatedBy: readonly string[];
  readonly reasons: readonly string[];
  /** Who proposes; stored with the decision. */
  readonly method: 'rule' | 'language-model';
}

/** Proposes the next harness version (eq. 12), or nothing. A rule or a language model fills the port. */
export interface HarnessEditor {
  propose(input: EditorInput): Promise<EditorProposal | undefined>;
}

/** A note with what speaks for it. */
export interface CandidateNote {
  readonly note: Note;
  /** Failures that it answers, the more the sooner it is taken. */
  readonly weight: number;
  readonly records: readonly string[];
  readonly reason: string;
}

export const DEFAULT_LIMITS: EditorLimits = { added: 16, notes: 80 };
/** Failures count twice at capabilities whose dev success is this far below the mean. */
const WEAK_BY = 0.05;

/** The default editor: what words mean which tool, what repairs which error, and which failures keep coming. */
export function proposeByRule({ current, episodes, devRates, limits }: EditorInput): EditorProposal | undefined {
  const weak = weakCapabilities(devRates);
  const weightOf = (episode: TrainEpisode) => (episode.capabilities.some((capability) => weak.has(capability)) ? 2 : 1);
  const known = new Set(current.notes.map((note) => note.id));
  const candidates = [...routingNotes(episodes, weightOf), ...repairNotes(episodes, weightOf)]
    .filter(({ note }) => !known.has(note.id))
    .sort((a, b) => b.weight - a.weight || (a.note.id < b.note.id ? -1 : 1))
    .slice(0, Math.max(0, Math.min(limits.added, limits.notes - current.notes.length)));
  const { instructions, reasons, records } = instructionChanges(current.instructions, episodes);
  if (candidates.length === 0 && instructions === current.instructions) return undefined;
  return {
    instructions,
    notes: [...current.notes, ...candidates.map(({ note }) => note)],
    motivatedBy: [...new Set([...candidates.flatMap((candidate) => candidate.records), ...records])].sort(),
    reasons: [...candidates.map(({ reason }) => reason), ...reasons],
    method: 'rule',
  };
}

/** {@link proposeByRule} behind the port. */
export const ruleBasedEditor: HarnessEditor = { propose: (input) => Promise.resolve(proposeByRule(input)) };

function weakCapabilities(rates: readonly Score[]): ReadonlySet<string> {
  const samples = rates.reduce((sum, rate) => sum + rate.count, 0);
  const mean = samples === 0 ? 0 : rates.reduce((sum, rate) => sum + rate.value * rate.count, 0) / samples;
  return new Set(rates.filter((rate) => rate.value < mean - WEAK_BY).map((rate) => rate.name));
}
