import type { Action } from '#protos/core/v1/action.ts';
import type { Opening, Turn } from '#protos/core/v1/context.ts';
import type { Option, State } from '../compact/mod.ts';
import { absorb, ChoiceBuilder, openState, View, walkTurn } from '../compact/mod.ts';
import type { Policy, PolicyInput, PolicyOutput, PolicySession } from '../types.ts';
import { bestAnswer } from './grounding.ts';

/** Smallest table: the yardsticks look at options, not at features. */
const ROWS = 1024;

/** What a yardstick hands back for an action: no tokens, since it has no distribution. */
export function outputOf(action: Action): PolicyOutput {
  const toolCalls = action.turn?.$case === 'calls' ? action.turn.value.calls.length : 0;
  return { action, tokens: [], usage: { tokens: 0, toolCalls, reasoningTokens: 0 } };
}

/** A policy without weights: each turn is decided from the state that the compact policy keeps as well. */
export abstract class StatePolicy implements Policy {
  abstract readonly name: string;
  protected readonly builder = new ChoiceBuilder(ROWS);

  protected abstract act(state: State): Action;

  decide({ context }: PolicyInput): Promise<PolicyOutput> | PolicyOutput {
    if (context.opening === undefined) throw new RangeError('a context has an opening');
    return this.open(context.opening).decide(context.turns, { temperature: 0, seed: 0 });
  }

  open(opening: Opening): PolicySession {
    const state = openState(opening);
    return {
      decide: (turns: readonly Turn[]) => {
        for (const turn of turns.slice(state.turns)) absorb(state, turn);
        return outputOf(this.act(state));
      },
    };
  }
}

/**
 * The lexical yardstick: the tool whose text shares most with the request, the first typed span for each argument (the same
 * candidates as the compact policy), then finish.
 */
export class LexicalPolicy extends StatePolicy {
  readonly name = 'lexical';

  protected override act(state: State): Action {
    const view = new View(state);
    let given = 0;
    return walkTurn(state, this.builder, (options) => {
      const [first] = options;
      switch (first?.kind) {
        case 'tool':
          if (state.calls.length > 0) return options.findIndex((o) => o.kind === 'reply' && o.reply === 'finish');
          return bestTool(view, state, options.map((o) => (o.kind === 'tool' ? o.name : undefined)));
        case 'argument':
          return Math.max(0, options.findIndex((option) => isSaid(state, option)));
        case 'answer':
          return bestAnswer(state, options, given++);
        default:
          return 0;
      }
    });
  }
}

/** Whether an argument has a value and, if it is one of a list, the request has a word of it. */
function isSaid(state: State, option: Option): boolean {
  if (option.kind !== 'argument' || option.candidate.origin === 'omit') return false;
  const { enumValue } = option.candidate;
  return enumValue === undefined || state.request.words.some((word) => enumValue.words.has(word.hash));
}

/** Index of the named tool nearest to the request; ties go to the first. */
function bestTool(view: View, state: State, names: readonly (string | undefined)[]): number {
  let best = 0;
  let bestScore = -1;
  for (const [i, name] of names.entries()) {
    const tool = name === undefined ? undefined : state.tools.get(name);
    const score = tool === undefined ? -1 : view.wholeSimilarity(tool);
    if (score > bestScore) {
      best = i;
      bestScore = score;
    }
  }
  return best;
}
