import type { Json } from '#kit/store/types.ts';
import type { RefusalReason } from '#protos/core/v1/action.ts';
import type { ChoiceBuilder } from './builder.ts';
import type { Candidate } from './candidates.ts';
import type { ReplyKind } from './features/kind.ts';
import type { ChoiceBatch } from './network/mod.ts';
import type { State } from './state.ts';
import type { CompiledParameter } from './tool-text.ts';
import type { View } from './view.ts';

/** What every rule of the grammar shares: the options of a choice, and who chooses. */

/** Which layers of the network score a token. */
export const HEADS = { kind: 0, enum: 1, value: 2, text: 3, more: 4, answer: 5, target: 6, parameter: 7 } as const;

/** What a choice is about, in terms an action can be matched against. */
export type Option =
  | { readonly kind: 'tool'; readonly name: string }
  | { readonly kind: 'reply'; readonly reply: ReplyKind }
  | { readonly kind: 'argument'; readonly parameter: string; readonly value: Json | undefined; readonly candidate: Candidate; readonly specification: CompiledParameter }
  | { readonly kind: 'more'; readonly more: boolean }
  | { readonly kind: 'answer'; readonly value: string | undefined; readonly candidate: Candidate | undefined }
  | { readonly kind: 'target'; readonly subject: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'reason'; readonly reason: RefusalReason };

/** Picks one of the options; the batch holds their features and is valid only during the call. */
export type Chooser = (options: readonly Option[], batch: ChoiceBatch) => number;

/** One token to be chosen. The batch is valid until the grammar, or another one over the same builder, goes on. */
export interface OpenChoice {
  readonly options: readonly Option[];
  readonly batch: ChoiceBatch;
}

/** A rule of the grammar: yields each choice, is given the index of the chosen option, and returns what the tokens spell. */
export type Rule<T> = Generator<OpenChoice, T, number>;

/** What a rule of the grammar writes with: the state and its view, and the buffers of features. */
export interface Pen {
  readonly state: State;
  readonly view: View;
  readonly builder: ChoiceBuilder;
}

/** The option that is chosen; RangeError for an index outside them. */
export function* pick<T extends Option>(options: readonly T[], batch: ChoiceBatch): Rule<T> {
  const chosen = options[yield { options, batch }];
  if (chosen === undefined) throw new RangeError('a chooser returned an index outside the options');
  return chosen;
}
