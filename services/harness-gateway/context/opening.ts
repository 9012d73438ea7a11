import type { Message } from '#protos/core/v1/message.ts';
import type { Opening } from '#protos/core/v1/context.ts';
import type { Budget, Exposure } from '#protos/core/v1/task.ts';
import { invalid } from '#kit/errors.ts';
import { isMemoryTool, MEMORY_TOOLS, SEARCH } from '../memory/tools.ts';
import type { SkillLoader } from '../skills/loader.ts';
import type { ToolCatalogue, ToolEntry } from '../tools/catalogue.ts';
import type { HarnessRuntime } from '../versions/runtime.ts';

/** Steps at most, where a budget does not say (T of the benchmark). */
const DEFAULT_STEPS = 15;

/** What a caller brings to a session. */
export interface OpeningRequest {
  readonly locale: string;
  readonly now: string;
  readonly timeZone: string;
  readonly history: readonly Message[];
  readonly request: string;
  readonly exposure: Exposure | undefined;
  readonly budget: Budget | undefined;
  /** Whether the session has a memory scope; without one no memory tool is exposed. */
  readonly hasMemory: boolean;
  readonly guidanceSeed: string;
}

export interface AssembledOpening {
  readonly opening: Opening;
  /** Entries of `opening.tools`, in order. */
  readonly entries: readonly ToolEntry[];
  /** Exposed skill loaders by name. */
  readonly loaders: ReadonlyMap<string, SkillLoader>;
}

/**
 * Assembles what the policy knows before its first action, `H_eta(x, ...)` of section 2.1: exposed or recalled tools, skill loaders,
 * instructions with the adapter's guidance, and the notes that match. Throws INVALID_ARGUMENT for tools or skills that do not exist.
 */
export function assembleOpening(request: OpeningRequest, runtime: HarnessRuntime, catalogue: ToolCatalogue): AssembledOpening {
  const loaders = exposedLoaders(request.exposure, runtime);
  const tools = exposedTools(request, catalogue);
  const entries = [...tools, ...[...loaders.values()].map((loader) => loader.entry)];
  const exposed = new Set(entries.map((entry) => entry.spec.name));
  const loadable = new Set([...loaders.values()].flatMap((loader) => loader.skill.families.flatMap((family) => family.tools)));
  const guidance = runtime.adapter.adapt({ exposed, request: request.request, multiTurn: request.history.length > 0, skillTools: loaders.size > 0 });
  const notes = runtime.notes.select({
    request: request.request,
    reachable: (tool) => exposed.has(tool) || loadable.has(tool),
    limit: runtime.adapter.artifact.limits.notes,
    ...(request.guidanceSeed === '' ? {} : { seed: request.guidanceSeed }),
  });
  const opening: Opening = {
    locale: request.locale,
    now: request.now,
    timeZone: request.timeZone,
    history: [...request.history],
    request: request.request,
    tools: entries.map((entry) => entry.spec),
    notes: [...notes, ...guidance.notes],
    skills: [...loaders.values()].map((loader) => loader.card),
    instructions: [runtime.version.instructions, guidance.text].filter((part) => part !== '').join('\n\n'),
    budget: { steps: request.budget?.steps || DEFAULT_STEPS, tokens: request.budget?.tokens ?? 0, wallMs: request.budget?.wallMs ?? 0 },
  };
  return { opening, entries, loaders };
}

function exposedLoaders(exposure: Exposure | undefined, runtime: HarnessRuntime): Map<string, SkillLoader> {
  const loaders = new Map<string, SkillLoader>();
  for (const id of [...(exposure?.skills ?? [])].sort()) {
    const loader = runtime.loaders.get(id);
    if (!loader) throw invalid('exposure.skills', `there is no skill ${id}`, `use ${[...runtime.loaders.keys()].join(', ') || 'none: the adapter has no skills'}`);
    loaders.set(loader.entry.spec.name, loader);
  }
  return loaders;
}

function exposedTools(request: OpeningRequest, catalogue: ToolCatalogue): ToolEntry[] {
  const { exposure, hasMemory } = request;
  const named = exposure?.tools ?? [];
  if (named.length > 0) {
    // In name order: the order in which a task lists its tools must not tell which ones it needs.
    return [...new Set(named)].sort().map((name) => {
      const entry = catalogue.entries.get(name);
      if (!entry) throw invalid('exposure.tools', `there is no tool ${name}`, 'name tools of the session or of its world');
      if (isMemoryTool(name) && !hasMemory) throw invalid('exposure.tools', `${name} needs a memory scope`, 'give memory_scope');
      return entry;
    });
  }
  const withheld = new Set([...(exposure?.withheld ?? []), ...(hasMemory ? [] : MEMORY_TOOLS.map((tool) => tool.name))]);
  const names = catalogue.recall.recall({
    request: request.request,
    history: request.history,
    count: exposure?.recall ?? 0,
    withheld,
    always: hasMemory ? [SEARCH] : [],
  });
  return names.flatMap((name) => catalogue.entries.get(name) ?? []);
}
