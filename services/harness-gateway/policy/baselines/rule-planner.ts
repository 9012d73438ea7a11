import type { Action } from '#protos/core/v1/action.ts';
import { RefusalReason } from '#protos/core/v1/action.ts';
import type { CompiledTool, State } from '../compact/mod.ts';
import { View, walkTurn } from '../compact/mod.ts';
import { bestAnswer, bestArgument, purpose } from './grounding.ts';
import { StatePolicy } from './lexical.ts';

/** Below this similarity no exposed tool is taken to be meant. */
const MEANT = 0.12;

/** What is said of harm to others; as crude as a list of words is. */
const UNSAFE = /secretly|without (?:them|him|her) knowing|\bspy\b|\bhack|break into|harass|\bscam|pretend to be|someone else's (?:password|account)|偷偷|监视|跟踪|骚扰|盗|冒充|诈骗|破解/;

const CREATES = /\b(?:add|create|new|set|make|schedule|remind)\b|加|建|设|定|提醒/;

const clarify = (target: string): Action => ({ reasoning: '', turn: { $case: 'clarify', value: { target, question: `${target}?` } } });
const refuse = (reason: RefusalReason): Action => ({ reasoning: '', turn: { $case: 'refuse', value: { reason, message: '' } } });

/**
 * The rule planner: clause by clause, it reads before it writes, repairs 403 and 409 by what the error says, tries once more
 * after a 500, searches memory when the words point to a habit, asks when a required value has no span or a name fits several
 * rows, and finishes when every clause is served. The yardstick that a learned policy has to beat.
 */
export class RulePlanner extends StatePolicy {
  readonly name = 'rule-planner';

  protected override act(state: State): Action {
    const view = new View(state);
    if (state.turns >= 12) return this.#finish(state);
    if (state.pending !== undefined) {
      const repair = this.#repair(state, view);
      if (repair !== undefined) return repair;
    }
    const last = state.calls.at(-1);
    if (state.calls.length === 0 && UNSAFE.test(state.request.text.toLowerCase())) return refuse(RefusalReason.UNSAFE);
    if (view.unserved === 0 || (last !== undefined && !last.reads && view.unserved === 1 && view.focus.content.length < 3)) return this.#finish(state);
    if (view.memoryCue && state.memorySearches === 0 && state.tools.has('search_user_memory')) return this.#call(state, view, 'search_user_memory');
    return this.#next(state, view);
  }

  /** The call that the current clause asks for, or the reply that stands in its way. */
  #next(state: State, view: View): Action {
    const tool = this.#meant(state, view);
    if (tool === undefined) return state.calls.length > 0 ? this.#finish(state) : refuse(RefusalReason.UNAVAILABLE);
    const past = view.past(tool);
    if (past.ok > 0 && (tool.reads || view.unserved === 0)) return this.#finish(state);
    if (past.failed > 1) return this.#finish(state);
    // What is made anew has no id yet.
    const creates = CREATES.test(purpose(state, view, false));
    const id = tool.parameters.find((p) => p.format === 'id' && (p.required || !creates));
    if (id !== undefined && !state.leaves.some((l) => /id$/i.test(l.field))) {
      const reader = this.#reader(state, view, tool);
      if (reader !== undefined && view.past(reader).ok === 0) return this.#call(state, view, reader.name);
    }
    if (id !== undefined && view.ambiguous) return clarify(`${tool.name}.${id.name}`);
    const missing = tool.parameters.find((p) => p.required && !view.offers(p));
    if (missing !== undefined) return clarify(`${tool.name}.${missing.name}`);
    return this.#call(state, view, tool.name);
  }

  #repair(state: State, view: View): Action | undefined {
    const { pending } = state;
    if (pending === undefined) return undefined;
    const again = view.past(pending.tool).failed;
    const last = state.calls.at(-1);
    if (last?.repair && again < 3) return this.#call(state, view, pending.tool.name);
    if (pending.status >= 500) return again < 2 ? this.#call(state, view, pending.tool.name) : this.#finish(state);
    if (pending.status === 400) return this.#missing(state, view, pending.tool);
    if (pending.status === 403) {
      const grants = state.tools.has('manage_app_permission') && again < 2;
      return grants ? this.#call(state, view, 'manage_app_permission', true) : clarify('permission');
    }
    if (pending.status === 409 && again < 2) {
      const cause = this.#best(state, (tool) => (tool === pending.tool || tool.reads ? 0 : view.similarity.hashes(state.errorWords, tool)));
      if (cause !== undefined) return this.#call(state, view, cause.name, true);
    }
    return this.#finish(state);
  }

  /** After a 400: an id is looked up, any other parameter that the error names is asked for. */
  #missing(state: State, view: View, tool: CompiledTool): Action {
    const named = tool.parameters.find((p) => state.errorText.includes(p.name));
    if (named === undefined) return this.#finish(state);
    const reader = named.format === 'id' ? this.#reader(state, view, tool) : undefined;
    if (reader !== undefined && view.past(reader).ok === 0) return this.#call(state, view, reader.name);
    return view.past(tool).failed > 1 || !view.offers(named) ? clarify(`${tool.name}.${named.name}`) : this.#call(state, view, tool.name);
  }

  #best(state: State, score: (tool: CompiledTool) => number): CompiledTool | undefined {
    let best: CompiledTool | undefined;
    let bestScore = 0;
    for (const tool of state.tools.values()) {
      const value = score(tool);
      if (value > bestScore) {
        best = tool;
        bestScore = value;
      }
    }
    return best;
  }

  #meant(state: State, view: View): CompiledTool | undefined {
    const tool = this.#best(state, (t) => (t.memory || t.skill ? 0 : view.similarity.words(view.focus.words, t) + 0.3 * view.wholeSimilarity(t)));
    if (tool !== undefined && view.similarity.words(view.focus.words, tool) + view.wholeSimilarity(tool) > MEANT) return tool;
    return this.#best(state, (t) => (t.skill && !state.loadedSkills.has(t.name) ? 0.01 + view.wholeSimilarity(t) : 0));
  }

  /** The reading tool about the same thing as `tool`. */
  #reader(state: State, view: View, tool: CompiledTool): CompiledTool | undefined {
    return this.#best(state, (t) => (t.reads && !t.memory ? t.nameWords.filter((w) => tool.nameWords.includes(w)).length + view.wholeSimilarity(t) : 0));
  }

  #finish(state: State): Action {
    const asks = state.calls.some((c) => c.reads && c.status < 400) && !state.calls.some((c) => !c.reads && c.status < 400);
    let given = 0;
    return walkTurn(state, this.builder, (options) => {
      const [first] = options;
      if (first?.kind === 'tool') return options.findIndex((o) => o.kind === 'reply' && o.reply === 'finish');
      return asks ? bestAnswer(state, options, given++) : 0;
    });
  }

  #call(state: State, view: View, name: string, repairs = false): Action {
    return walkTurn(state, this.builder, (options) => {
      const [first] = options;
      if (first?.kind === 'tool') return Math.max(0, options.findIndex((o) => o.kind === 'tool' && o.name === name));
      return first?.kind === 'argument' ? bestArgument(view, state, options, repairs) : 0;
    });
  }
}
