import type { Action } from '#protos/core/v1/action.ts';
import { type ChoiceBuilder, type State, writeTurn } from '../compact/mod.ts';
import type { ChoiceBatch } from '../compact/network/mod.ts';

/** Picks one of `candidates` options, later. The batch is valid only until the first await: who needs it longer copies it before. */
export type LaterChooser = (candidates: number, batch: ChoiceBatch) => Promise<number>;

/** Walks the grammar of one turn with choices that are made elsewhere. Many walks may share a builder. */
export async function walkLater(state: State, builder: ChoiceBuilder, choose: LaterChooser): Promise<Action> {
  const turn = writeTurn(state, builder);
  let next = turn.next();
  while (!next.done) next = turn.next(await choose(next.value.options.length, next.value.batch));
  return next.value;
}
