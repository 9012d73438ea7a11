import type { Message } from '#protos/core/v1/message.ts';
import type { Exposure } from '#protos/core/v1/task.ts';
import type { RecallIndex } from '#harness-gateway/recall/recall.ts';
import type { Random } from '#kit/random.ts';
import type { Draft } from './draft.ts';
import { MEMORY_TOOLS, type WorldIndex } from './world-index.ts';

/** How many tools a task starts with (N of the benchmark). */
export const CANDIDATES = 15;

const RECALL_SHARE = 0.32;
/** Share of the other tasks that show the memory search though they do not need it. */
const SEARCH_SHARE = 0.4;

const isLoader = (tool: string) => tool.startsWith('skill__');

/** The candidates that the harness recalls for a session with a memory: the search is always among them. */
export function recalledTools(recall: RecallIndex, query: { readonly request: string; readonly history: readonly Message[]; readonly count: number; readonly withheld: readonly string[] }): string[] {
  return recall.recall({ ...query, withheld: new Set(query.withheld), always: [MEMORY_TOOLS[0]] });
}

/** Tools that a task's solution needs at the start, those that only a skill loads left out. */
function neededTools(draft: Draft): string[] {
  const withheld = new Set(draft.withheld);
  const called = draft.turns.flat().map((call) => call.tool);
  const needed = [...new Set([...called, ...(draft.alsoExposed ?? [])])].filter((tool) => !isLoader(tool) && !withheld.has(tool));
  return needed;
}

/**
 * What the policy sees at the start. Either the harness recalls 15 candidates for the request (only where that finds all that is
 * needed), or 15 are named: the needed ones among look-alikes of the request and others.
 */
export function chooseExposure(random: Random, world: WorldIndex, recall: RecallIndex, draft: Draft, history: readonly Message[]): Exposure {
  const barred = new Set(draft.barredDomains);
  const withheld = [...new Set([...(draft.withheld ?? []), ...[...world.tools.keys()].filter((tool) => barred.has(world.domainOf.get(tool) ?? ''))])].sort();
  const needed = neededTools(draft);
  const skills = [...(draft.skills ?? [])];
  const query = { request: draft.request, history, withheld };
  const recalled = recalledTools(recall, { ...query, count: CANDIDATES });
  // Found with a margin, so that a small change of the recall does not leave the task without its tools.
  const sure = recalledTools(recall, { ...query, count: CANDIDATES - 3 });
  if (random.next() < RECALL_SHARE && needed.every((tool) => sure.includes(tool))) return { tools: [], recall: CANDIDATES, skills, withheld };
  const free = (tool: string) => !needed.includes(tool) && !withheld.includes(tool);
  const room = Math.max(0, CANDIDATES - needed.length);
  const search = MEMORY_TOOLS[0];
  const memory = free(search) && random.next() < SEARCH_SHARE ? [search] : [];
  const alike = [...memory, ...recalled.filter((tool) => free(tool) && tool !== search).slice(0, Math.ceil(room * 0.6) - memory.length)];
  const others = random.shuffle([...world.tools.keys()].filter((tool) => free(tool) && !alike.includes(tool))).slice(0, room - alike.length);
  return { tools: random.shuffle([...needed, ...alike, ...others]), recall: 0, skills, withheld };
}
