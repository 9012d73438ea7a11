import type { Action } from '#protos/core/v1/action.ts';
import type { ChoiceBuilder } from './builder.ts';
import { chooseKind, chooseMore, MAX_CALLS, writeCall } from './call-grammar.ts';
import type { ReplyKind } from './features/kind.ts';
import type { Chooser, Pen, Rule } from './options.ts';
import { chooseAnswers, chooseReason, chooseTarget } from './reply-grammar.ts';
import type { State } from './state.ts';
import { assume } from './state.ts';
import { View } from './view.ts';

/**
 * The grammar of a turn: a short sequence of tokens, each one choice among candidates grounded in the context. Acting samples
 * the choices; training replays them; both walk this one grammar.
 */

/** What a reply says, in words; only its kind and values are ever judged. */
const WORDS: { readonly [K in ReplyKind]: readonly [en: string, zh: string] } = {
  finish: ['Done.', '好了。'],
  clarify: ['Could you tell me', '请问'],
  refuse: ['Sorry, I cannot do that.', '抱歉，这个我不能做。'],
};

/** Walks the grammar of one turn, asking `choose` at every token, and returns the action it spells. */
export function walkTurn(state: State, builder: ChoiceBuilder, choose: Chooser): Action {
  const turn = writeTurn(state, builder);
  let next = turn.next();
  while (!next.done) next = turn.next(choose(next.value.options, next.value.batch));
  return next.value;
}

/** The grammar of one turn for those who choose later: yields each choice and goes on with the index of the chosen option. */
export function* writeTurn(state: State, builder: ChoiceBuilder): Rule<Action> {
  const pen: Pen = { state, view: new View(state), builder };
  const first = yield* chooseKind(pen, false);
  return { reasoning: '', turn: first.kind === 'reply' ? yield* writeReply(pen, first.reply) : yield* writeCalls(pen, first.name) };
}

function* writeReply(pen: Pen, reply: ReplyKind): Rule<Action['turn']> {
  const message = WORDS[reply][pen.state.request.chinese ? 1 : 0];
  switch (reply) {
    case 'finish': {
      const answers = yield* chooseAnswers(pen);
      return { $case: 'finish', value: { message: [message, ...answers].join(' '), answers } };
    }
    case 'clarify': {
      const target = yield* chooseTarget(pen);
      return { $case: 'clarify', value: { target, question: `${message} ${target}?` } };
    }
    case 'refuse':
      return { $case: 'refuse', value: { reason: yield* chooseReason(pen), message } };
  }
}

/** A parallel block: each further call is chosen as if the ones before it had succeeded. */
function* writeCalls(start: Pen, name: string): Rule<Action['turn']> {
  const calls: { callId: string; name: string; argumentsJson: string }[] = [];
  let pen = start;
  let tool = pen.state.tools.get(name);
  while (tool !== undefined) {
    const args = yield* writeCall(pen, tool);
    calls.push({ callId: '', name: tool.name, argumentsJson: JSON.stringify(args) });
    if (calls.length === MAX_CALLS || !(yield* chooseMore(pen, tool.name, calls.length))) break;
    const state = assume(pen.state, tool, args);
    pen = { ...pen, state, view: new View(state) };
    const another = yield* chooseKind(pen, true);
    tool = another.kind === 'tool' ? state.tools.get(another.name) : undefined;
  }
  return { $case: 'calls', value: { calls } };
}
