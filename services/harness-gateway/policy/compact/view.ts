import { hashText } from './hashing.ts';
import { rowMatch } from './candidates.ts';
import { Similarity } from './features/similarity.ts';
import type { RequestWord } from './request.ts';
import type { State } from './state.ts';
import type { Word } from './text.ts';
import { isFunctionWord } from './text.ts';
import type { CompiledParameter, CompiledTool } from './tool-text.ts';

/** Derived quantities of a state that every candidate of a turn's first token looks at; computed once a turn. */

const MEMORY_CUE = /\busual|\balways|\bnormal|\bfavou?rite|\bprefer|\bremember|\bmy (?:home|work|office)|as i (?:said|told|mentioned)|平时|平常|通常|一般|习惯|常用|老样子|惯例|记得|记住|喜欢|上次|之前说/;
const NO_TOOL = hashText('');

/** A part of the user's words that may be what a choice answers to. */
export interface ReadingWords {
  /** `clause`: one clause not yet served; `open`: all of them; `history`: what was said in earlier turns. */
  readonly kind: 'clause' | 'open' | 'history';
  /** The how many-th open clause. */
  readonly place: number;
  /** Index of the clause in the request; -1 if it is not one clause. */
  readonly clause: number;
  readonly words: readonly Word[];
  /** Without function words and numbers. */
  readonly content: readonly Word[];
  /** Share of the content that earlier turns of the user held already, in [0, 1]. */
  readonly repeated: number;
}

/** Clauses beyond these are read together with the last. */
const MAX_CLAUSES = 4;

export class View {
  readonly similarity: Similarity;
  /** Never empty. */
  readonly readings: readonly ReadingWords[];
  /** The first clause that is not yet served; without words when all are. */
  readonly focus: ReadingWords;
  /** Words of all clauses that are not yet served. */
  readonly openWords: readonly Word[];
  readonly servedWords: readonly Word[];
  readonly historyWords: readonly Word[];
  /** All words of the request but those of values. */
  readonly requestWords: readonly Word[];
  readonly unserved: number;
  readonly unservedShare: number;
  readonly writes: number;
  readonly repairs: number;
  /** Whether another call has succeeded since the failure that is pending. */
  readonly repaired: boolean;
  /** How well the best tool fits a clause that is not yet served. */
  readonly openSimilarity: number;
  /** The same among tools that no call has used with success. */
  readonly openUnused: number;
  readonly lastTool: number;
  readonly secondLastTool: number;
  readonly lastReads: boolean;
  readonly lastEmpty: boolean;
  readonly stepsLeft: number;
  readonly memoryCue: boolean;
  readonly bestSimilarity: number;
  readonly bestFillable: number;
  /** Rows of the latest result that the user's words name. */
  readonly rowsNamed: number;
  readonly ambiguous: boolean;
  /** Whether the tool nearest to the request has a parameter that is spoken of and given no value. */
  readonly asked: boolean;
  /** Whether a result has named an id that a call could take. */
  readonly idsOffered: boolean;
  readonly #state: State;
  readonly #fits = new Map<ReadingWords, Map<CompiledTool, number>>();
  readonly #whole = new Map<CompiledTool, number>();
  readonly #ranks = new Map<CompiledTool, number>();
  readonly #offers = new Map<string, boolean>();
  readonly #preferred = new Map<string, number>();

  constructor(state: State) {
    this.#state = state;
    const { request, calls } = state;
    const tools = [...state.tools.values()];
    this.similarity = new Similarity(tools);
    const open = request.clauses.filter((c) => !state.servedClauses.has(c.index));
    const plain = (words: readonly RequestWord[]) => words.filter((w) => !w.entity || (!w.numeric && this.similarity.knows(w.hash)));
    this.openWords = plain(open.flatMap((c) => c.words));
    this.servedWords = plain(request.clauses.filter((c) => state.servedClauses.has(c.index)).flatMap((c) => c.words));
    this.historyWords = plain(request.historyWords).slice(0, 24);
    this.requestWords = plain(request.words);
    const said = new Set(request.historyWords.map((w) => w.hash));
    const reading = (kind: ReadingWords['kind'], place: number, clause: number, words: readonly Word[]): ReadingWords => {
      const content = words.filter((w) => !w.numeric && !isFunctionWord(w.text));
      return { kind, place, clause, words, content, repeated: content.filter((w) => said.has(w.hash)).length / Math.max(1, content.length) };
    };
    const clauses = open.slice(0, MAX_CLAUSES).map((c, place) => {
      return reading('clause', place, c.index, plain(place + 1 < MAX_CLAUSES ? c.words : open.slice(place).flatMap((rest) => rest.words)));
    });
    this.focus = clauses[0] ?? reading('open', 0, -1, []);
    this.readings = [
      ...clauses,
      ...(clauses.length === 1 ? [] : [reading('open', 0, -1, this.openWords)]),
      ...(this.historyWords.length === 0 ? [] : [reading('history', 0, -1, this.historyWords)]),
    ];
    this.unserved = open.length;
    this.unservedShare = open.length / Math.max(1, request.clauses.length);
    this.writes = calls.filter((c) => c.status < 400 && !c.reads && !c.repair).length;
    this.repairs = calls.filter((c) => c.repair).length;
    const failed = calls.findLastIndex((c) => c.status >= 400);
    this.repaired = state.pending !== undefined && calls.slice(failed + 1).some((c) => c.status < 400);
    const last = calls.at(-1);
    this.lastTool = last?.tool.hash ?? NO_TOOL;
    this.secondLastTool = calls.at(-2)?.tool.hash ?? NO_TOOL;
    this.lastReads = last?.reads ?? false;
    this.lastEmpty = last?.empty ?? false;
    const steps = state.opening.budget?.steps ?? 15;
    this.stepsLeft = Math.max(0, 1 - state.turns / Math.max(1, steps));
    this.memoryCue = MEMORY_CUE.test(request.text.toLowerCase());
    for (const tool of tools) this.#whole.set(tool, this.similarity.words(request.words, tool));
    const ranked = [...this.#whole].sort((a, b) => b[1] - a[1]);
    ranked.forEach(([tool], i) => this.#ranks.set(tool, 1 / (1 + i)));
    const used = new Set(calls.filter((c) => c.status < 400).map((c) => c.tool));
    const nearest = (among: readonly CompiledTool[]) => Math.max(0, ...clauses.flatMap((c) => among.map((tool) => this.fit(c, tool))));
    this.openSimilarity = nearest(tools);
    this.openUnused = nearest(tools.filter((tool) => !used.has(tool)));
    this.bestSimilarity = ranked[0]?.[1] ?? 0;
    this.asked = ranked[0]?.[0].parameters.some((p) => this.namedOnly(p)) ?? false;
    this.bestFillable = ranked[0] === undefined ? 0 : this.fillable(ranked[0][0]);
    const latest = state.leaves.filter((l) => l.call === calls.length - 1 && !l.memory);
    const rows = new Map(latest.map((l) => [l.row, l]));
    const scores = [...rows.values()].map((l) => rowMatch(state, l));
    const top = Math.max(0, ...scores);
    this.rowsNamed = top < 1.5 ? 0 : scores.filter((s) => s >= top - 0.25).length;
    this.ambiguous = this.rowsNamed > 1;
    this.idsOffered = idsOffered(state);
    for (const note of state.notes) this.#readNote(note);
  }

  #readNote(note: State['notes'][number]): void {
    const state = this.#state;
    const last = state.calls.at(-1);
    if (note.afterTool !== '' && (last?.tool.name !== note.afterTool || (note.afterStatus !== 0 && last.status !== note.afterStatus))) return;
    if (note.words.length > 0) {
      const lower = state.request.text.toLowerCase();
      if (!note.words.some((w) => lower.includes(w))) return;
    }
    for (const name of note.prefers) this.#preferred.set(name, Math.max(1, this.#preferred.get(name) ?? 0));
    for (const name of note.avoids) this.#preferred.set(name, -1);
  }

  /** How well a part of the request fits a tool: asked for by every candidate that is read there, so it is computed once. */
  fit(reading: ReadingWords, tool: CompiledTool): number {
    let fits = this.#fits.get(reading);
    if (fits === undefined) this.#fits.set(reading, (fits = new Map()));
    let fit = fits.get(tool);
    if (fit === undefined) fits.set(tool, (fit = this.similarity.words(reading.words, tool)));
    return fit;
  }

  /** Share of the required parameters for which the user, a memory or a result offers a value of the right type. */
  fillable(tool: CompiledTool): number {
    const required = tool.parameters.filter((p) => p.required);
    return required.length === 0 ? 1 : required.filter((p) => this.offers(p)).length / required.length;
  }

  /** 1 if a note that applies now recommends the tool or reply, -1 if one warns of it. */
  note(name: string): number {
    return this.#preferred.get(name) ?? 0;
  }

  wholeSimilarity(tool: CompiledTool): number {
    return this.#whole.get(tool) ?? this.similarity.words(this.#state.request.words, tool);
  }

  historySimilarity(tool: CompiledTool): number {
    return this.similarity.words(this.historyWords, tool);
  }

  /** 1 for the tool nearest to the request, 1/2 for the second, … */
  rank(tool: CompiledTool): number {
    return this.#ranks.get(tool) ?? 0;
  }

  past(tool: CompiledTool): { ok: number; failed: number } {
    let ok = 0;
    let failed = 0;
    for (const call of this.#state.calls) {
      if (call.tool !== tool) continue;
      if (call.status < 400) ok++;
      else failed++;
    }
    return { ok, failed };
  }

  /** How early the clause stands that names the tool best: 1 first, 1/2 second, 0 none. */
  bestClause(tool: CompiledTool): number {
    let best = 0;
    let at = -1;
    let position = 0;
    for (const clause of this.#state.request.clauses) {
      if (this.#state.servedClauses.has(clause.index)) continue;
      const score = this.similarity.words(clause.words, tool);
      if (score > best) {
        best = score;
        at = position;
      }
      position++;
    }
    return at < 0 ? 0 : 1 / (1 + at);
  }

  /** Whether the tool has failed twice by what was asked of it and nothing has been done or learned since: it would fail again. */
  exhausted(tool: CompiledTool): boolean {
    const { calls } = this.#state;
    const since = calls.slice(1 + calls.findLastIndex((c) => c.status < 400));
    return since.filter((c) => c.tool === tool && c.status >= 400 && c.status < 500).length >= 2;
  }

  addedBySkill(tool: CompiledTool): boolean {
    return this.#state.loadedSkills.size > 0 && !this.#state.opening.tools.some((t) => t.name === tool.name);
  }

  /** Whether anything in the context has the parameter's type: a value the user, a memory or a result gave. */
  offers(p: CompiledParameter): boolean {
    if (p.enumValues.length > 0) return true;
    const key = `${p.type}:${p.format}`;
    let offered = this.#offers.get(key);
    if (offered === undefined) {
      offered = offersType(this.#state, p);
      this.#offers.set(key, offered);
    }
    return offered;
  }

  /** Whether the open clauses speak of the parameter without giving it a value: then it is what to ask about. */
  namedOnly(p: CompiledParameter): boolean {
    if (this.nameOverlap(p) === 0) return false;
    if (p.enumValues.length > 0) return !p.enumValues.some((v) => this.openWords.some((w) => v.words.has(w.hash)));
    return !this.offers(p);
  }

  /** Share of the parameter's name that the open clauses mention. */
  nameOverlap(p: CompiledParameter): number {
    if (p.nameWords.size === 0) return 0;
    let hit = 0;
    for (const hash of p.nameWords) if (this.openWords.some((w) => w.hash === hash)) hit++;
    return hit / p.nameWords.size;
  }
}

const TYPE_OF_FORMAT: { readonly [format: string]: readonly string[] } = {
  time: ['time'],
  date: ['date'],
  'date-time': ['date-time'],
  'duration-minutes': ['minutes'],
  'duration-seconds': ['seconds'],
  percent: ['percent', 'number'],
  phone: ['phone'],
  email: ['email'],
  name: ['name', 'quoted'],
};

function idsOffered(state: State): boolean {
  return state.leaves.some((l) => /id$/i.test(l.field));
}

function offersType(state: State, p: CompiledParameter): boolean {
  const numeric = p.type === 'number' || p.type === 'integer';
  const types = TYPE_OF_FORMAT[p.format] ?? (numeric ? ['number', 'percent', 'minutes', 'seconds'] : ['quoted', 'name']);
  const fits = (s: { type: string; value: unknown }) => types.includes(s.type) && !state.servedValues.has(String(s.value));
  if (p.format === 'id') return idsOffered(state);
  return state.request.spans.some(fits) || state.memorySpans.some(fits);
}
