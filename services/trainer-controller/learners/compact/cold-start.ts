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

/** A cold start pass by pass, in place. The same demonstrations and seed give the same weights, wherever it was interrupted between passes. */
export class ColdStart {
  readonly #trainee: Trainee;
  readonly #options: ColdStartOptions;
  readonly #spelled: readonly Spelling[];
  readonly #stream: Random;
  #passed: number;
  #last = { loss: 0, right: 0, tokens: 0 };

  /** `passed`: passes that the trainee has behind it. */
  constructor(trainee: Trainee, demonstrations: readonly Episode[], options: ColdStartOptions, passed = 0) {
    const builder = new ChoiceBuilder(trainee.parameters.shape.rows);
    this.#trainee = trainee;
    this.#options = options;
    this.#spelled = demonstrations.map((d) => spell(d, builder));
    this.#stream = random('cold-start', options.seed);
    this.#passed = passed;
    for (let pass = 0; pass < passed; pass++) this.#skip();
  }

  /** One pass over the demonstrations; yields after each update of the weights. */
  *pass(): Generator<undefined, void> {
    const { epochs, batch, learningRate, dropout } = this.#options;
    const seen = { loss: 0, right: 0, tokens: 0 };
    const order = this.#stream.shuffle(this.#spelled);
    // The rate falls linearly to a tenth, so that the last epochs settle.
    const rate = learningRate * (1 - (0.9 * this.#passed) / Math.max(1, epochs));
    for (let i = 0; i < order.length; i += batch) {
      const targets = order.slice(i, i + batch).flatMap((s) => s.targets);
      if (targets.length === 0) continue;
      for (const { choice, chosen } of targets) {
        const { logProb, likeliest } = this.#trainee.accumulate(thinned(choice, dropout, this.#stream), chosen, -1 / targets.length, 1);
        seen.loss -= logProb;
        if (likeliest === chosen) seen.right++;
      }
      seen.tokens += targets.length;
      this.#trainee.step(rate);
      yield;
    }
    this.#last = seen;
    this.#passed++;
  }

  get statistics(): ColdStartStatistics {
    const { loss, right, tokens } = this.#last;
    const sum = (of: (spelling: Spelling) => number) => this.#spelled.reduce((n, each) => n + of(each), 0);
    return {
      demonstrations: this.#spelled.length,
      tokens: sum(({ targets }) => targets.length),
      maskedTurns: sum(({ masked }) => masked),
      unspellableTurns: sum(({ unspellable }) => unspellable.length),
      loss: tokens === 0 ? 0 : loss / tokens,
      accuracy: tokens === 0 ? 0 : right / tokens,
    };
  }

  /** Moves the stream as a pass does, without computing anything. */
  #skip(): void {
    const order = this.#stream.shuffle(this.#spelled);
    if (this.#options.dropout <= 0) return;
    for (const { targets } of order) for (const { choice } of targets) for (let k = choice.rowOffsets[0] ?? 0; k < (choice.rowOffsets.at(-1) ?? 0); k++) this.#stream.next();
  }
}

/** All passes at once. */
export function coldStart(trainee: Trainee, demonstrations: readonly Episode[], options: ColdStartOptions): ColdStartStatistics {
  const work = new ColdStart(trainee, demonstrations, options);
  for (let epoch = 0; epoch < options.epochs; epoch++) for (const _ of work.pass());
  return work.statistics;
}
