import type { Intent, Locale, SolutionCall, SplitName } from '#env-manager/worlds/intent.ts';
import type { Row, StateOverrides } from '#env-manager/worlds/world.ts';
import type { Draft } from '../draft.ts';
import type { Scene } from '../drawing.ts';
import type { WorldIndex } from '../world-index.ts';

export type Ability = 'tool_use' | 'memory' | 'skills' | 'sub_agent';

/** What an intent of a composition must be. */
export type Role = Intent['kind'];

/** What a pattern is given to build one instance. */
export interface Build {
  readonly scene: Scene;
  readonly intents: readonly Intent[];
  /** One of the pattern's variants for the split; empty if it has none. */
  readonly variant: string;
  /** All intents of the world, for stray claims and alternatives. */
  readonly pool: readonly Intent[];
  /** Runs calls that refer to no results on the world with `setup` over it, as an earlier turn did. */
  perform(setup: StateOverrides, calls: readonly SolutionCall[]): readonly Performed[];
}

/** What an earlier call came back with. */
export interface Performed {
  readonly status: number;
  readonly body: Row;
}

/** A pattern turns intents into tasks of one interaction kind (report section 2.3: interaction patterns and frictions). */
export interface Pattern {
  /** Snake case, for example `state_conflict`. */
  readonly id: string;
  readonly ability: Ability;
  /** Kinds of the intents it composes, in order; empty where a pattern brings its own requests. */
  readonly roles: readonly Role[];
  /** Share of the families of its ability, relative to its siblings. */
  readonly weight: number;
  /** Sentence frames by use; those of two splits are disjoint. */
  readonly frames: { readonly [use: string]: Frames };
  /** Own themes where there are no intents; a theme belongs to one split. */
  readonly variants?: { readonly [S in SplitName]: readonly string[] };
  /** What is said for each theme. */
  readonly themes?: { readonly [variant: string]: { readonly [L in Locale]: readonly string[] } };
  /** Puts values into instances that their intents did not draw: whether the world agrees is tried out when families are planned. */
  readonly tried?: true;
  /** Whether the intents allow it at all; says nothing of single draws. */
  accepts?(intents: readonly Intent[], world: WorldIndex): boolean;
  /** Undefined where this draw does not fit (the states clash, no other value was found); another draw may. */
  build(build: Build): Draft | undefined;
}

/** Sentence frames of one use. Train frames grow while patterns are registered, and not afterwards. */
export type Frames = { readonly [L in Locale]: { readonly train: string[]; readonly dev: readonly string[]; readonly test: readonly string[] } };

/** Short form of frames: `[train, dev, test]` for each locale. */
export function frames(en: readonly [readonly string[], readonly string[], readonly string[]], zh: readonly [readonly string[], readonly string[], readonly string[]]): Frames {
  return { en: { train: [...en[0]], dev: en[1], test: en[2] }, zh: { train: [...zh[0]], dev: zh[1], test: zh[2] } };
}

/** Appends further train frames; those that say what a held-out frame says are left out. */
export function extendFrames(frames: Frames, more: { readonly en: readonly string[]; readonly zh: readonly string[] }): void {
  for (const locale of ['en', 'zh'] as const) {
    const { train, dev, test } = frames[locale];
    const taken = new Set([...train, ...dev, ...test].map((frame) => frame.toLowerCase()));
    train.push(...more[locale].filter((frame) => !taken.has(frame.toLowerCase())));
  }
}
