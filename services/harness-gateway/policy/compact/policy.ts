import { random } from '#kit/random.ts';
import type { Opening, Turn } from '#protos/core/v1/context.ts';
import type { Token } from '#protos/core/v1/trajectory.ts';
import type { Parameters } from './network/mod.ts';
import { argmax, logProbabilities, sample, Scorer } from './network/mod.ts';
import type { Policy, PolicyInput, PolicyOutput, PolicySampling, PolicySession } from '../types.ts';
import { ChoiceBuilder } from './builder.ts';
import type { State } from './state.ts';
import { absorb, openState } from './state.ts';
import { walkTurn } from './turn.ts';

interface CompactSession extends PolicySession {
  decide(turns: readonly Turn[], sampling: PolicySampling): PolicyOutput;
}

/**
 * The compact policy: a small network over grounded candidates (architecture.md section 6). It sees the context and nothing else;
 * take its weights away and it acts at random.
 */
export class CompactPolicy implements Policy {
  readonly name: string;
  readonly #scorer: Scorer;
  readonly #builder: ChoiceBuilder;
  #logits = new Float64Array(256);
  #logProbs = new Float64Array(256);

  constructor(name: string, parameters: Parameters) {
    this.name = name;
    this.#scorer = new Scorer(parameters);
    this.#builder = new ChoiceBuilder(parameters.shape.rows);
  }

  decide({ context, sampling }: PolicyInput): PolicyOutput {
    if (context.opening === undefined) throw new RangeError('a context has an opening');
    return this.open(context.opening).decide(context.turns, sampling);
  }

  open(opening: Opening): CompactSession {
    const state = openState(opening);
    return {
      decide: (turns, sampling) => {
        for (const turn of turns.slice(state.turns)) absorb(state, turn);
        return this.#act(state, sampling);
      },
    };
  }

  #act(state: State, sampling: PolicySampling): PolicyOutput {
    const tokens: Token[] = [];
    const stream = sampling.temperature > 0 ? random(sampling.seed, state.turns) : undefined;
    const action = walkTurn(state, this.#builder, (options, batch) => {
      if (this.#logits.length < options.length) {
        this.#logits = new Float64Array(options.length * 2);
        this.#logProbs = new Float64Array(options.length * 2);
      }
      const count = this.#scorer.logits(batch, this.#logits);
      logProbabilities(this.#logits, count, sampling.temperature > 0 ? sampling.temperature : 1, this.#logProbs);
      const id = stream === undefined ? argmax(this.#logits, count) : sample(this.#logProbs, count, stream);
      tokens.push({ id, logProb: this.#logProbs[id] ?? 0, candidates: count });
      return id;
    });
    const toolCalls = action.turn?.$case === 'calls' ? action.turn.value.calls.length : 0;
    return { action, tokens, usage: { tokens: tokens.length, toolCalls, reasoningTokens: 0 } };
  }
}
