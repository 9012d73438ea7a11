import type { Clock } from '#kit/clock.ts';
import { random } from '#kit/random.ts';
import { orAborted, startScope } from '#kit/rpc/call-scope.ts';
import type { Opening, Turn } from '#protos/core/v1/context.ts';
import type { Token } from '#protos/core/v1/trajectory.ts';
import { absorb, ChoiceBuilder, openState, type State } from '../compact/mod.ts';
import type { ChoiceBatch } from '../compact/network/mod.ts';
import { argmax, logProbabilities, sample } from '../compact/network/mod.ts';
import type { Policy, PolicyInput, PolicyOutput, PolicySampling, PolicySession } from '../types.ts';
import { walkLater } from './walk.ts';

export interface TritonPolicyOptions {
  /** Rows of the hashed table. */
  readonly rows: number;
  /** The logits of a choice's candidates. The choice is copied before this returns. */
  readonly score: (choice: ChoiceBatch) => Promise<Float64Array>;
  readonly clock: Clock;
  /** Time for one decision, milliseconds; the deadline of the call that asks for it cuts it short. Default 25,000. */
  readonly decideMs?: number;
}

/**
 * The compact policy with its network elsewhere: grammar, features and sampling are here, logits come from the inference server. Tokens,
 * log-probabilities and draws are those of the compact policy with the same weights. Failures of the server are thrown; a session may be
 * asked again afterwards and decides as if nothing had happened.
 */
export class TritonPolicy implements Policy {
  readonly name: string;
  readonly #options: TritonPolicyOptions;
  readonly #builder: ChoiceBuilder;

  constructor(name: string, options: TritonPolicyOptions) {
    this.name = name;
    this.#options = options;
    this.#builder = new ChoiceBuilder(options.rows);
  }

  async decide({ context, sampling }: PolicyInput): Promise<PolicyOutput> {
    if (context.opening === undefined) throw new RangeError('a context has an opening');
    return this.open(context.opening).decide(context.turns, sampling);
  }

  open(opening: Opening): PolicySession {
    const state = openState(opening);
    return {
      decide: async (turns: readonly Turn[], sampling: PolicySampling) => {
        for (const turn of turns.slice(state.turns)) absorb(state, turn);
        return this.#act(state, sampling);
      },
    };
  }

  async #act(state: State, { temperature, seed }: PolicySampling): Promise<PolicyOutput> {
    const { score, clock, decideMs = 25_000 } = this.#options;
    const tokens: Token[] = [];
    const stream = temperature > 0 ? random(seed, state.turns) : undefined;
    const scope = startScope('policy decision', {}, clock, 'harness', decideMs);
    try {
      const action = await walkLater(state, this.#builder, async (candidates, batch) => {
        const logits = await orAborted(score(batch), scope.signal);
        const logProbs = new Float64Array(candidates);
        logProbabilities(logits, candidates, temperature > 0 ? temperature : 1, logProbs);
        const id = stream === undefined ? argmax(logits, candidates) : sample(logProbs, candidates, stream);
        tokens.push({ id, logProb: logProbs[id] ?? 0, candidates });
        return id;
      });
      const toolCalls = action.turn?.$case === 'calls' ? action.turn.value.calls.length : 0;
      return { action, tokens, usage: { tokens: tokens.length, toolCalls, reasoningTokens: 0 } };
    } finally {
      scope.dispose();
    }
  }
}
