import type { Action } from '#protos/core/v1/action.ts';
import type { Turn } from '#protos/core/v1/context.ts';
import type { Policy, PolicyInput, PolicyOutput } from '../types.ts';
import { resolveAction, resultsById } from './references.ts';

/** One prepared turn; `erroneous` marks a deliberate mistake. */
export interface ScriptedTurn {
  readonly action: Action;
  readonly erroneous: boolean;
}

/** What is said after the last prepared action: no turn, which the harness answers with a notice. To declare completion is the script's to do. */
const NOTHING: Action = { reasoning: '', turn: undefined };

/** Plays prepared actions in order, whatever the context; says nothing when they are used up, until the budget is spent. */
export class ScriptedPolicy implements Policy {
  readonly name: string;
  readonly #turns: readonly ScriptedTurn[];
  readonly #actions: readonly Action[];

  constructor(name: string, turns: readonly ScriptedTurn[]) {
    this.name = name;
    this.#turns = turns;
    this.#actions = turns.map((t) => t.action);
  }

  decide({ context }: PolicyInput): PolicyOutput {
    return this.#play(context.turns);
  }

  #play(turns: readonly Turn[]): PolicyOutput {
    const next = this.#turns[turns.length];
    const action = next === undefined ? NOTHING : resolveAction(next.action, resultsById(this.#actions, turns));
    const toolCalls = action.turn?.$case === 'calls' ? action.turn.value.calls.length : 0;
    return { action, tokens: [], usage: { tokens: 0, toolCalls, reasoningTokens: 0 }, erroneous: next?.erroneous ?? false };
  }
}
