import type { Action } from '#protos/core/v1/action.ts';
import { type ChoiceBuilder, type State, walkTurn } from '../compact/mod.ts';
import type { ChoiceBatch } from '../compact/network/mod.ts';

/** Picks one of `candidates` options, later. The batch is valid only until the first await: who needs it longer copies it before. */
export type LaterChooser = (candidates: number, batch: ChoiceBatch) => Promise<number>;

/** Thrown through the grammar at the first choice that has not been made yet. No error: a stack trace each time would cost too much. */
class Unchosen {
  readonly candidates: number;
  readonly batch: ChoiceBatch;

  constructor(candidates: number, batch: ChoiceBatch) {
    this.candidates = candidates;
    this.batch = batch;
  }
}

/**
 * Walks the grammar of one turn with choices that are made elsewhere. The grammar runs in one go, so that it is walked again from its
 * start after each choice, with those that are known.
 */
export async function walkLater(state: State, builder: ChoiceBuilder, choose: LaterChooser): Promise<Action> {
  const known: number[] = [];
  for (;;) {
    let at = 0;
    try {
      return walkTurn(state, builder, (options, batch) => {
        const chosen = known[at++];
        if (chosen === undefined) throw new Unchosen(options.length, batch);
        return chosen;
      });
    } catch (thrown) {
      if (!(thrown instanceof Unchosen)) throw thrown;
      known.push(await choose(thrown.candidates, thrown.batch));
    }
  }
}
