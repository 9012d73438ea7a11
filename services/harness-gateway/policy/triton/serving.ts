import { GyreError } from '#kit/errors.ts';
import type { Collection, CollectionSpec, Store } from '#kit/store/types.ts';

/** Why a version may not serve, or not without being asked for by name. */
export interface Refusal {
  readonly version: string;
  /** `broken`: it could not be loaded or its canary failed. `withdrawn`: people or programs rolled it back. */
  readonly kind: 'broken' | 'withdrawn';
  readonly reason: string;
}

/** What one model of an inference server is to serve, for all processes that use it. */
export interface ServingState {
  /** Rises by one with each change. */
  readonly revision: number;
  /** Policy versions that are to be loaded, the one asked for last at the end. */
  readonly loaded: readonly string[];
  /** Empty before the first. */
  readonly serving: string;
  /** The one that served before; empty if there is none to go back to. */
  readonly previous: string;
  readonly refused: readonly Refusal[];
}

type ServingDoc = { readonly _id: string } & ServingState;

export const TRITON_SERVING: CollectionSpec = { name: 'triton_serving' };
const EMPTY: ServingState = { revision: 0, loaded: [], serving: '', previous: '', refused: [] };
const REFUSALS_KEPT = 50;

/** The document of one model, changed by compare-and-set on its revision. */
export class Serving {
  readonly #id: string;
  readonly #docs: Collection<ServingDoc>;

  constructor(store: Store, model: string) {
    this.#id = model;
    this.#docs = store.collection(TRITON_SERVING);
  }

  async read(): Promise<ServingState> {
    return (await this.#docs.get(this.#id)) ?? EMPTY;
  }

  /**
   * Applies `change` to the state as it is, again whenever another process was quicker; `change` returns undefined where nothing is to be
   * done. Returns the state afterwards. ABORTED, retryable, if others were quicker all the time.
   */
  async change(change: (state: ServingState) => Partial<ServingState> | undefined): Promise<ServingState> {
    for (let attempt = 0; attempt < 20; attempt++) {
      await this.#docs.insert({ _id: this.#id, ...EMPTY });
      const state = await this.read();
      const changes = change(state);
      if (changes === undefined) return state;
      const next = { ...state, ...changes, revision: state.revision + 1 };
      const set = { loaded: next.loaded, serving: next.serving, previous: next.previous, refused: next.refused.map((each) => ({ ...each })), revision: next.revision };
      const done = await this.#docs.update(this.#id, { revision: state.revision }, { set });
      if (done) return done;
    }
    throw new GyreError('ABORTED', `what ${this.#id} serves changes all the time`, { boundary: 'harness', retryable: true, remedy: 'try again' });
  }
}

/** `version` becomes the last of those to load; of more than `most`, the ones that neither serve nor served go, the oldest first. */
export function admitted(state: ServingState, version: string, most: number): Partial<ServingState> | undefined {
  const others = state.loaded.filter((each) => each !== version);
  const loaded = [...others, version];
  while (loaded.length > most) {
    const oldest = loaded.findIndex((each) => each !== state.serving && each !== state.previous && each !== version);
    if (oldest < 0) break;
    loaded.splice(oldest, 1);
  }
  return loaded.join() === state.loaded.join() ? undefined : { loaded };
}

/** The refusal goes on record. A broken version is unloaded; if it was serving, the one before it serves again. */
export function refused(state: ServingState, refusal: Refusal): Partial<ServingState> {
  const { version, kind } = refusal;
  const list = [...pardoned(state, version), refusal].slice(-REFUSALS_KEPT);
  if (kind === 'withdrawn') return { refused: list };
  const loaded = state.loaded.filter((each) => each !== version);
  const previous = state.previous === version ? '' : state.previous;
  return state.serving === version ? { loaded, refused: list, serving: previous, previous: '' } : { loaded, refused: list, previous };
}

/** The refusals without those of a version. */
export function pardoned(state: ServingState, version: string): readonly Refusal[] {
  return state.refused.filter((each) => each.version !== version);
}
