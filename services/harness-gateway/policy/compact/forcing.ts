import canonicalize from 'canonicalize';
import type { Action } from '#protos/core/v1/action.ts';
import type { Chooser, Option } from './options.ts';
import { plainWordsOf } from './text.ts';

/**
 * Teacher forcing: the tokens that spell a given action. Demonstrations come as actions; the grammar asks for one token at a time,
 * and the action says which option to take.
 */

/** Thrown through the grammar when an action holds what no candidate offers. */
export class NotSpellable extends Error {
  readonly option: string;
  readonly wanted: string;

  constructor(option: string, wanted: string) {
    super(`no candidate for ${option}: ${wanted}`);
    this.name = 'NotSpellable';
    this.option = option;
    this.wanted = wanted;
  }
}

interface WantedCall {
  readonly name: string;
  readonly args: { readonly [parameter: string]: unknown };
}

function wantedCalls(action: Action): WantedCall[] {
  if (action.turn?.$case !== 'calls') return [];
  return action.turn.value.calls.map((call) => {
    const args: unknown = JSON.parse(call.argumentsJson);
    if (typeof args !== 'object' || args === null || Array.isArray(args)) throw new NotSpellable(call.name, call.argumentsJson);
    return { name: call.name, args: { ...args } };
  });
}

const same = (a: unknown, b: unknown) => canonicalize(a) === canonicalize(b);

/** Free text that a demonstration worded itself is spelled by the candidate nearest to it, if one is near enough. */
const NEAR_ENOUGH = 0.6;

/** Index of the argument option nearest to a free text or a count; -1 if none is near. */
function nearestArgument(options: readonly Option[], wanted: unknown): number {
  const specification = options[0]?.kind === 'argument' ? options[0].specification : undefined;
  if (typeof wanted === 'number' && specification !== undefined && !specification.required) {
    // A count that only has to be large enough.
    return options.findIndex((o) => o.kind === 'argument' && o.candidate.origin === 'default' && typeof o.value === 'number' && o.value >= wanted);
  }
  if (typeof wanted !== 'string' || specification?.format === 'id' || specification?.format === 'name') return -1;
  // A search is spelled by the words it shares with what was searched for, whatever it leaves out; other texts have to be near.
  const search = specification?.name === 'query' || specification?.name === 'keyword';
  if (specification?.name === 'reason') return 0;
  const words = new Set(plainWordsOf(wanted).map((w) => w.hash));
  let best = -1;
  let bestScore = search ? 0.2 : NEAR_ENOUGH;
  for (const [i, option] of options.entries()) {
    if (option.kind !== 'argument' || typeof option.value !== 'string') continue;
    const own = new Set(plainWordsOf(option.value).map((w) => w.hash));
    const shared = [...own].filter((h) => words.has(h)).length;
    const score = search ? shared - 0.4 * (own.size - shared) : shared / Math.max(1, words.size) - 0.01 * (own.size - shared);
    if (score > bestScore) {
      best = i;
      bestScore = score;
    }
  }
  return best;
}

/** A chooser that spells `action`; throws {@link NotSpellable} where it cannot. `onToken` sees each choice before it is returned. */
export function forcedChooser(action: Action, onToken: (options: readonly Option[], chosen: number) => void): Chooser {
  const calls = wantedCalls(action);
  let call = 0;
  const answers = action.turn?.$case === 'finish' ? [...action.turn.value.answers] : [];
  const indexOf = (options: readonly Option[], what: string, wanted: unknown, test: (o: Option) => boolean): number => {
    const index = options.findIndex(test);
    if (index < 0) throw new NotSpellable(what, JSON.stringify(wanted) ?? 'nothing');
    return index;
  };
  const choose = (options: readonly Option[]): number => {
    const [first] = options;
    const turn = action.turn;
    if (first === undefined || turn === undefined) throw new NotSpellable('turn', 'an action without a turn');
    switch (first.kind) {
      case 'tool':
      case 'reply':
        if (turn.$case !== 'calls') return indexOf(options, 'reply', turn.$case, (o) => o.kind === 'reply' && o.reply === turn.$case);
        return indexOf(options, 'tool', calls[call]?.name, (o) => o.kind === 'tool' && o.name === calls[call]?.name);
      case 'argument': {
        const wanted = calls[call]?.args[first.parameter];
        const exact = options.findIndex((o) => o.kind === 'argument' && same(o.value, wanted));
        const index = exact >= 0 ? exact : nearestArgument(options, wanted);
        if (index >= 0) return index;
        return indexOf(options, `${calls[call]?.name}.${first.parameter}`, wanted, (o) => o.kind === 'argument' && same(o.value, wanted));
      }
      case 'more': {
        const more = call + 1 < calls.length;
        call++;
        return indexOf(options, 'more', more, (o) => o.kind === 'more' && o.more === more);
      }
      case 'answer': {
        const wanted = answers.shift();
        return indexOf(options, 'answer', wanted, (o) => o.kind === 'answer' && o.value === wanted);
      }
      case 'target': {
        const target = turn.$case === 'clarify' ? turn.value.target : '';
        return indexOf(options, 'target', target, (o) => o.kind === 'target' && o.subject === target.split('.')[0]);
      }
      case 'parameter': {
        const target = turn.$case === 'clarify' ? turn.value.target : '';
        return indexOf(options, 'target', target, (o) => o.kind === 'parameter' && o.name === target.split('.')[1]);
      }
      case 'reason':
        return indexOf(options, 'reason', turn, (o) => o.kind === 'reason' && turn.$case === 'refuse' && o.reason === turn.value.reason);
    }
  };
  return (options) => {
    const index = choose(options);
    onToken(options, index);
    return index;
  };
}
