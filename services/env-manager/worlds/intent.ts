import type { Random } from '#kit/random.ts';
import type { Json } from '#kit/store/types.ts';
import type { Row, StateOverrides } from './world.ts';

/**
 * An intent is one thing a user may want, reached by one main tool: the unit that task families are composed of. A domain folder
 * holds its intents beside its tools; the curator composes them with patterns and frictions into families.
 */

export type SplitName = 'train' | 'dev' | 'test';
export type Locale = 'en' | 'zh';

/** Wordings by split: a held-out wording never appears in a train family. `{slot}` is replaced by what the user says for the slot. */
export type Wordings = { readonly [L in Locale]: { readonly [S in SplitName]: readonly string[] } };

/** What an intent may draw from when an instance is made. */
export interface Draw {
  readonly random: Random;
  readonly split: SplitName;
  readonly locale: Locale;
  /** Virtual local time, `YYYY-MM-DDTHH:MM:SS`. */
  readonly now: string;
  /** One entity of a kind from the split's own pool (pools of the splits are disjoint); never the same twice in one task. */
  entity(kind: 'person' | 'app' | 'wifi' | 'device' | 'event' | 'message' | 'label' | 'place' | 'todo' | 'email_subject'): string;
}

/** A value the user gives, in words and as the tool wants it. */
export interface SlotValue {
  /** What the user says, in the task's locale: `half past seven`, `7:30 pm`, `明早八点`. */
  readonly said: string;
  /** The canonical value as it stands in the arguments. */
  readonly value: Json;
}

/** A call of the solution. A string argument `$c1.data.items.0.id` is taken from the result of the call with id `c1`. */
export interface SolutionCall {
  readonly id: string;
  readonly tool: string;
  readonly args: Row;
  /** A read that the solution needs (to find an id, a state); reads never count as side effects. */
  readonly read?: boolean;
}

/** One row of the target difference. `id` is absent for inserts. */
export interface TargetChange {
  readonly table: string;
  readonly kind: 'insert' | 'update' | 'delete';
  readonly id?: string;
  readonly fields?: Row;
  /** Fields that may take any value (made by the tool). */
  readonly free?: readonly string[];
}

export interface IntentInstance {
  readonly slots: { readonly [slot: string]: SlotValue };
  /** Rows that must be there (or away) so that the intent can be done, plus look-alike rows that must not be touched. */
  readonly setup: StateOverrides;
  readonly calls: readonly SolutionCall[];
  /** Target difference of the business tables; empty for questions. */
  readonly changes: readonly TargetChange[];
  /** Questions only: canonical answer values. */
  readonly answers?: readonly string[];
  /** Hand-offs only: payload fields that the sub-agent must receive, and fragments its text must hold. */
  readonly handOff?: { readonly agent: string; readonly payload: Row; readonly fragments: readonly { readonly argument: string; readonly text: string }[] };
}

/** A way in which the state stands in the way and can be put right. */
export interface Conflict {
  /** For example `airplane_mode`. */
  readonly id: string;
  readonly status: 403 | 409;
  readonly setup: StateOverrides;
  /** Calls that put it right before the main call is repeated. */
  readonly repair: readonly SolutionCall[];
  readonly repairChanges: readonly TargetChange[];
}

export interface Intent {
  /** `<domain>.<noun>.<verb>`, for example `time.alarm.create`. */
  readonly id: string;
  readonly domain: string;
  /** The tool of the main call. */
  readonly tool: string;
  /** `write` changes state, `question` only reads and is answered by values, `hand_off` goes to a sub-agent. */
  readonly kind: 'write' | 'question' | 'hand_off';
  draw(draw: Draw): IntentInstance;
  /** Clauses without a final stop that can stand alone or in a longer sentence: `set an alarm for {time}`, `把亮度调到{level}`. */
  readonly wordings: Wordings;
  /**
   * Wordings that leave a required slot out. The right thing is then to ask: target `<tool>.<parameter>`.
   * Key: the slot; `parameter` is the tool's parameter it fills.
   */
  readonly omissions?: { readonly [slot: string]: { readonly parameter: string; readonly wordings: Wordings } };
  /** Ways the state may stand in the way (built from the drawn instance). */
  conflicts?(instance: IntentInstance): readonly Conflict[];
  /** Slot whose entity may be ambiguous: setup that adds a second match, and the parameter to ask about. */
  ambiguity?(instance: IntentInstance, draw: Draw): { readonly slot: string; readonly parameter: string; readonly setup: StateOverrides } | undefined;
  /** Setup under which the goal already holds: the right thing is to do nothing and finish. Absent where that cannot be. */
  alreadyDone?(instance: IntentInstance): StateOverrides;
  /** Permission that the main call needs, if any. */
  readonly permission?: string;
  /** Slots that can sensibly be remembered (habits, facts): a sentence for the memory in each locale, with `{value}`, and how the user refers to it. */
  readonly memorable?: {
    readonly [slot: string]: {
      readonly category: string;
      /** `Usually gets up at {value}.` */
      readonly content: { readonly [L in Locale]: readonly string[] };
      /** How the request refers to it instead of the value: `my usual wake-up time`. */
      readonly reference: Wordings;
    };
  };
}
