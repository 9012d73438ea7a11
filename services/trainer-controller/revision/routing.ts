import { FailureCause } from '#protos/core/v1/record.ts';
import type { CandidateNote } from './editor.ts';
import type { TrainEpisode } from './evidence.ts';
import { routingWords } from './words.ts';

/** Failures of routing towards a tool before anything is said about it. */
const LEAST_FAILURES = 2;
/** Tasks and families that a word must have been seen in together with the tool. */
const LEAST_TASKS = 4;
const LEAST_FAMILIES = 2;
const LEAST_LOG_ODDS = 2.5;
/** Share of the tasks with the word that want the tool. */
const LEAST_PRECISION = 0.8;
const MOST_WORDS = 8;

const ROUTING: ReadonlySet<FailureCause> = new Set([FailureCause.ROUTING, FailureCause.MISSING_GUIDANCE, FailureCause.DECOMPOSITION]);

interface TaskSeen {
  readonly family: string;
  readonly words: ReadonlySet<string>;
  /** Tools that the task wants: called in a success, or missed in a failure. */
  readonly tools: Set<string>;
}

/** Notes that send words to tools, for tools that were missed: association over train tasks by log-odds, with minimum counts. */
export function routingNotes(episodes: readonly TrainEpisode[], weightOf: (episode: TrainEpisode) => number): CandidateNote[] {
  const missed = Map.groupBy(
    episodes.filter((episode) => !episode.success && episode.expectedTool !== '' && ROUTING.has(episode.cause)),
    (episode) => episode.expectedTool,
  );
  const tasks = [...tasksSeen(episodes).values()];
  return [...missed].flatMap(([tool, failures]) => {
    if (failures.length < LEAST_FAILURES) return [];
    const words = wordsFor(tool, tasks);
    if (words.length === 0) return [];
    const note = {
      ...{ id: `rev.route.${tool}`, text: `Requests that speak of these words usually need ${tool}.` },
      ...{ prefers: [tool], avoids: [], words, afterTool: '', afterStatus: 0 },
    };
    const weight = failures.reduce((sum, failure) => sum + weightOf(failure), 0);
    return [{ note, weight, records: failures.map((failure) => failure.record), reason: `${tool} was missed ${failures.length} times; it goes with ${words.join(', ')}` }];
  });
}

function tasksSeen(episodes: readonly TrainEpisode[]): Map<string, TaskSeen> {
  const tasks = new Map<string, TaskSeen>();
  for (const { taskId, family, request, success, expectedTool, turns } of episodes) {
    const task = tasks.get(taskId) ?? { family, words: routingWords(request), tools: new Set<string>() };
    tasks.set(taskId, task);
    if (success) for (const call of turns.flat()) if (call.status >= 200 && call.status < 300) task.tools.add(call.tool);
    if (!success && expectedTool !== '') task.tools.add(expectedTool);
  }
  return tasks;
}

/** Words that tell tasks which want the tool from those which do not, most telling first. */
function wordsFor(tool: string, tasks: readonly TaskSeen[]): string[] {
  const wanting = tasks.filter((task) => task.tools.has(tool));
  const others = tasks.filter((task) => !task.tools.has(tool) && task.tools.size > 0);
  const scored = [...new Set(wanting.flatMap((task) => [...task.words]))].flatMap((word) => {
    const having = wanting.filter((task) => task.words.has(word));
    const without = others.filter((task) => task.words.has(word)).length;
    const families = new Set(having.map((task) => task.family)).size;
    if (having.length < LEAST_TASKS || families < LEAST_FAMILIES || having.length / (having.length + without) < LEAST_PRECISION) return [];
    const odds = logOdds(having.length, wanting.length) - logOdds(without, others.length);
    return odds < LEAST_LOG_ODDS ? [] : [{ word, odds }];
  });
  return scored.sort((a, b) => b.odds - a.odds || (a.word < b.word ? -1 : 1)).slice(0, MOST_WORDS).map(({ word }) => word);
}

/** Log-odds of `count` in `total`, with half a case added to either side. */
function logOdds(count: number, total: number): number {
  return Math.log((count + 0.5) / (total - count + 0.5));
}
