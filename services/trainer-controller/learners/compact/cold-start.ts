import type { Random } from '#kit/random.ts';
import { random } from '#kit/random.ts';
import { ChoiceBuilder, forcedChooser, NotSpellable, openState, absorb, walkTurn } from '#harness-gateway/policy/compact/mod.ts';
import type { ChoiceBatch } from '#harness-gateway/policy/compact/network/mod.ts';
import type { Episode } from './episode.ts';
import type { Trainee } from './trainee.ts';

/**
 * The masked cold start (report section 2.4): cross-entropy over the tokens of demonstrations. Erroneous turns (E_i) carry no
 * loss while their feedback stays in the context of what follows; Z is the number of unmasked tokens.
 */

interface Target {
  readonly choice: ChoiceBatch;
  readonly chosen: number;
}

export interface Spelling {
  /** Tokens of one demonstration that carry loss. */
  readonly targets: readonly Target[];
  /** Turns that were masked as erroneous. */
  readonly masked: number;
  /** Turns that hold a value no candidate offers; they are left out. */
  readonly unspellable: readonly string[];
}

function copy(choice: ChoiceBatch): ChoiceBatch {
  return {
    head: choice.head,
    candidateOffsets: choice.candidateOffsets.slice(),
    rowOffsets: choice.rowOffsets.slice(),
    features: choice.features.slice(),
    dense: choice.dense.slice(),
  };
}

/** The tokens that spell a demonstration, with their features. */
export function spell(episode: Episode, builder: ChoiceBuilder): Spelling {
  const state = openState(episode.opening);
  const targets: Target[] = [];
  const unspellable: string[] = [];
  let masked = 0;
  for (const step of episode.steps) {
    const { turn } = step;
    if (turn?.action === undefined) continue;
    if (step.erroneous) masked++;
    else {
      const found: Target[] = [];
      try {
        let batch: ChoiceBatch | undefined;
        const forced = forcedChooser(turn.action, (_options, chosen) => {
          if (batch !== undefined) found.push({ choice: copy(batch), chosen });
        });
        walkTurn(state, builder, (options, choice) => {
          batch = choice;
          return forced(options, choice);
        });
        targets.push(...found);
      } catch (error) {
        if (!(error instanceof NotSpellable)) throw error;
        // The tokens before the missing value are right all the same.
        targets.push(...found);
        unspellable.push(error.message);
      }
    }
    absorb(state, turn);
  }
  return { targets, masked, unspellable };
}

export interface ColdStartOptions {
  readonly epochs: number;
  /** Demonstrations per update. */
  readonly batch: number;
  readonly learningRate: number;
  /** Share of the hashed features left out of each row at each visit, so that no single word is relied on. */
  readonly dropout: number;
  readonly seed: number;
}

export interface ColdStartStatistics {
  readonly demonstrations: number;
  readonly tokens: number;
  readonly maskedTurns: number;
  readonly unspellableTurns: number;
  /** Mean cross-entropy per token in the last epoch, nats. */
  readonly loss: number;
  /** Share of tokens whose likeliest candidate was the demonstrated one, in the last epoch. */
  readonly accuracy: number;
}

/** The choice with a random share of its hashed features left out. */
function thinned(choice: ChoiceBatch, share: number, stream: Random): ChoiceBatch {
  if (share <= 0) return choice;
  const rows = choice.rowOffsets.length - 1;
  const rowOffsets = new Int32Array(rows + 1);
  const features = new Int32Array(choice.features.length);
  let count = 0;
  for (let r = 0; r < rows; r++) {
    for (let k = choice.rowOffsets[r] ?? 0; k < (choice.rowOffsets[r + 1] ?? 0); k++) {
      if (stream.next() >= share) features[count++] = choice.features[k] ?? 0;
    }
    rowOffsets[r + 1] = count;
  }
  return { head: choice.head, candidateOffsets: choice.candidateOffsets, rowOffsets, features: features.subarray(0, count), dense: choice.dense };
}

/** Trains in place; the same demonstrations and seed give the same weights. */
export function coldStart(trainee: Trainee, demonstrations: readonly Episode[], options: ColdStartOptions): ColdStartStatistics {
  const builder = new ChoiceBuilder(trainee.parameters.shape.rows);
  const spelled = demonstrations.map((d) => spell(d, builder));
  const stream = random('cold-start', options.seed);
  let loss = 0;
  let right = 0;
  let tokens = 0;
  for (let epoch = 0; epoch < options.epochs; epoch++) {
    loss = right = tokens = 0;
    const order = stream.shuffle(spelled);
    // The rate falls linearly to a tenth, so that the last epochs settle.
    const rate = options.learningRate * (1 - (0.9 * epoch) / Math.max(1, options.epochs));
    for (let i = 0; i < order.length; i += options.batch) {
      const targets = order.slice(i, i + options.batch).flatMap((s) => s.targets);
      if (targets.length === 0) continue;
      for (const { choice, chosen } of targets) {
        const seen = trainee.accumulate(thinned(choice, options.dropout, stream), chosen, -1 / targets.length, 1);
        loss -= seen.logProb;
        if (seen.likeliest === chosen) right++;
      }
      tokens += targets.length;
      trainee.step(rate);
    }
  }
  return {
    demonstrations: demonstrations.length,
    tokens: spelled.reduce((n, s) => n + s.targets.length, 0),
    maskedTurns: spelled.reduce((n, s) => n + s.masked, 0),
    unspellableTurns: spelled.reduce((n, s) => n + s.unspellable.length, 0),
    loss: tokens === 0 ? 0 : loss / tokens,
    accuracy: tokens === 0 ? 0 : right / tokens,
  };
}
