import type { ToolSpec } from '#protos/core/v1/tool.ts';
import type { Clock } from '#kit/clock.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { invalid } from '#kit/errors.ts';
import { isMemoryTool, MEMORY_TOOLS } from '../memory/tools.ts';
import { isLoader } from '../skills/loader.ts';
import { type ToolCatalogue, toolCatalogue } from './catalogue.ts';

/** The tools of a world by its name. */
export type WorldTools = (world: string) => Promise<readonly ToolSpec[]>;

const MOST_INLINE = 64;
/** A world served under the same name may change its tools when the environment manager is replaced. */
const WORLD_FRESH_MS = 300_000;

/**
 * Catalogues of the tools that sessions may use, each prepared once: a world's, or a caller's own list. The harness's memory tools are
 * part of every catalogue; a caller's tool of the same name gives way, since the harness executes those calls itself.
 */
export class ToolCatalogues {
  readonly #worldTools: WorldTools;
  readonly #clock: Clock;
  readonly #worlds = new Map<string, { readonly until: number; readonly catalogue: Promise<ToolCatalogue> }>();
  readonly #inline = new Map<string, ToolCatalogue>();

  constructor(worldTools: WorldTools, clock: Clock) {
    this.#worldTools = worldTools;
    this.#clock = clock;
  }

  /** The catalogue for a session: of `tools`, or of the world where there are none. */
  get(tools: readonly ToolSpec[], world: string): ToolCatalogue | Promise<ToolCatalogue> {
    if (tools.length > 0) return this.#own(tools);
    if (world === '') throw invalid('tools', 'neither tools nor a world are given', 'give the tools of the session or the name of a world');
    const known = this.#worlds.get(world);
    if (known && known.until > this.#clock.now()) return known.catalogue;
    const catalogue = this.#worldTools(world).then(prepared);
    this.#worlds.set(world, { until: this.#clock.now() + WORLD_FRESH_MS, catalogue });
    // A lookup that failed is tried again by the next session.
    catalogue.catch(() => this.#worlds.delete(world));
    return catalogue;
  }

  #own(tools: readonly ToolSpec[]): ToolCatalogue {
    const key = digestOfBytes(JSON.stringify(tools));
    const known = this.#inline.get(key);
    if (known) return known;
    const made = prepared(tools);
    const [oldest] = this.#inline.keys();
    if (this.#inline.size >= MOST_INLINE && oldest !== undefined) this.#inline.delete(oldest);
    this.#inline.set(key, made);
    return made;
  }
}

function prepared(tools: readonly ToolSpec[]): ToolCatalogue {
  const loader = tools.find((tool) => isLoader(tool.name));
  if (loader) throw invalid('tools', `${loader.name} has the name of a skill loader`, 'name skills in exposure.skills');
  return toolCatalogue([...tools.filter((tool) => !isMemoryTool(tool.name)), ...MEMORY_TOOLS]);
}
