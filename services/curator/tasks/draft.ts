import type { RefusalReason } from '#protos/core/v1/action.ts';
import type { Fault, MemoryUnit, ScriptedReply } from '#protos/core/v1/task.ts';
import type { SolutionCall, TargetChange } from '#env-manager/worlds/intent.ts';
import type { Row, StateOverrides } from '#env-manager/worlds/world.ts';

/**
 * What a pattern makes of drawn intents: everything of a task but its ids, exposure and budget. `assemble` turns it into the
 * task, its criteria and its witness.
 */

/** One entry of the conversation before the request. */
export type Line =
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly SolutionCall[] }
  | { readonly role: 'tool'; readonly results: readonly { readonly callId: string; readonly tool: string; readonly status: number; readonly body: Row }[] };

/** How the witness ends. */
export type Reply =
  | { readonly kind: 'finish'; readonly answers: readonly string[] }
  | { readonly kind: 'clarify'; readonly target: string }
  | { readonly kind: 'refuse'; readonly reason: RefusalReason };

/** A memory change that must result; `rowId` is absent where a memory is added. */
export interface MemoryChange {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly rowId?: string;
  /** What the content must hold. */
  readonly fragment?: string;
}

/** The free text of a call must hold these fragments, and the payload fields must be as given. */
export interface HandOffTarget {
  readonly agent: string;
  readonly payload: Row;
  readonly fragments: readonly { readonly argument: string; readonly text: string }[];
}

export interface Draft {
  readonly history: readonly Line[];
  readonly request: string;
  readonly setup: StateOverrides;
  /** The witness's calls: each inner list is one turn. */
  readonly turns: readonly (readonly SolutionCall[])[];
  readonly reply: Reply;
  readonly changes: readonly TargetChange[];
  /** Calls whose order matters: checked by tool and `action`. */
  readonly ordered?: readonly SolutionCall[];
  /** Calls without a trace in the state that must have been made: checked by tool and `action`, in any order. */
  readonly required?: readonly SolutionCall[];
  readonly handOffs?: readonly HandOffTarget[];
  readonly memory?: readonly MemoryUnit[];
  readonly memoryChanges?: readonly MemoryChange[];
  /** Memories that a search must have returned. */
  readonly goldMemories?: readonly string[];
  readonly goldSkills?: readonly string[];
  /** Skill loaders shown, the gold ones among them. */
  readonly skills?: readonly string[];
  readonly denied?: readonly string[];
  readonly faults?: readonly Fault[];
  readonly replies?: readonly ScriptedReply[];
  /** Tools that must be exposed beyond those that the witness calls. */
  readonly alsoExposed?: readonly string[];
  /** Tools that must not be exposed or recalled. */
  readonly withheld?: readonly string[];
  /** Domains whose tools may not be exposed as distractors. */
  readonly barredDomains?: readonly string[];
  readonly capabilities: readonly string[];
  readonly frictions: readonly string[];
  /** Base difficulty of the pattern, 0 to 1; the length of the witness adds to it. */
  readonly difficulty: number;
}
