import { absorb, ChoiceBuilder, openState, walkTurn } from '#harness-gateway/policy/compact/mod.ts';
import { GyreError } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import type { Clip } from '../../care/mod.ts';
import { tokenSurrogateGradient } from '../../care/mod.ts';
import type { AdvantagedEpisode } from './episode.ts';
import type { Trainee } from './trainee.ts';

/**
 * One policy update: the clipped group-relative surrogate (eq. 10) over the trajectories of a batch. Ratios come from the stored
 * log-probabilities, so trajectories of an older policy version are weighed as what they are.
 */

export interface UpdateOptions {
  readonly learningRate: number;
  readonly clip: Clip;
  /** Weight of the entropy bonus, per token. */
  readonly entropy: number;
  /** Gradient steps over the batch: the trajectories are dealt out into that many parts. */
  readonly minibatches: number;
  readonly seed: number;
}

export interface UpdateStatistics {
  readonly trajectories: number;
  readonly tokens: number;
  /** Share of tokens whose ratio the clip held. */
  readonly clipped: number;
  readonly meanRatio: number;
  readonly gradientNorm: number;
}

/** Trajectories without tokens cannot carry a gradient and are left out before the mean is taken. */
export function updatePolicy(trainee: Trainee, episodes: readonly AdvantagedEpisode[], options: UpdateOptions): UpdateStatistics {
  const builder = new ChoiceBuilder(trainee.parameters.shape.rows);
  const order = random('update', options.seed).shuffle(episodes.filter((e) => e.advantage !== 0 && e.steps.some((s) => s.tokens.length > 0)));
  const size = Math.max(1, Math.ceil(order.length / options.minibatches));
  const totals = { tokens: 0, clipped: 0, ratio: 0, norm: 0, steps: 0 };
  for (let i = 0; i < order.length; i += size) {
    const part = order.slice(i, i + size);
    for (const episode of part) addEpisode(trainee, builder, episode, part.length, options, totals);
    totals.norm += trainee.step(options.learningRate);
    totals.steps++;
  }
  return {
    trajectories: order.length,
    tokens: totals.tokens,
    clipped: totals.tokens === 0 ? 0 : totals.clipped / totals.tokens,
    meanRatio: totals.tokens === 0 ? 1 : totals.ratio / totals.tokens,
    gradientNorm: totals.steps === 0 ? 0 : totals.norm / totals.steps,
  };
}

function addEpisode(
  trainee: Trainee,
  builder: ChoiceBuilder,
  episode: AdvantagedEpisode,
  trajectories: number,
  options: UpdateOptions,
  totals: { tokens: number; clipped: number; ratio: number },
): void {
  const all = episode.steps.reduce((n, s) => n + s.tokens.length, 0);
  const share = 1 / (all * trajectories);
  const state = openState(episode.opening);
  for (const step of episode.steps) {
    let t = 0;
    if (step.tokens.length > 0) {
      walkTurn(state, builder, (choices, choice) => {
        const token = step.tokens[t++];
        if (token === undefined || token.candidates !== choices.length) {
          throw new GyreError('FAILED_PRECONDITION', `step ${step.index}: the recorded tokens do not fit the context`, { boundary: 'policy', details: { trajectory: episode.id } });
        }
        trainee.accumulate(
          choice,
          token.id,
          (logProb) => {
            const ratio = Math.exp(Math.min(20, logProb - token.logProb));
            const slope = tokenSurrogateGradient(episode.advantage, ratio, options.clip);
            totals.tokens++;
            totals.ratio += ratio;
            if (slope === 0) totals.clipped++;
            return -slope * share;
          },
          episode.temperature,
          -options.entropy * share,
        );
        return token.id;
      });
    }
    if (step.turn !== undefined) absorb(state, step.turn);
  }
}
