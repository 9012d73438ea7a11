import type { CandidateNote } from './editor.ts';
import type { CallSeen, TrainEpisode } from './evidence.ts';

/** Tasks and families that a recovery must have been seen in. */
const LEAST_TASKS = 3;
const LEAST_FAMILIES = 2;
/** Share of the recoveries from an error that used the tool. */
const LEAST_SHARE = 0.6;

interface Recovery {
  readonly failed: CallSeen;
  readonly repair: string;
  readonly episode: TrainEpisode;
}

/** Notes that name what repairs an error of a tool, as seen in successes: the error, another tool, then the first tool with success. */
export function repairNotes(episodes: readonly TrainEpisode[], weightOf: (episode: TrainEpisode) => number): CandidateNote[] {
  const recoveries = episodes.filter((episode) => episode.success).flatMap(recoveriesOf);
  const byError = Map.groupBy(recoveries, ({ failed }) => `${failed.tool} ${failed.status}`);
  return [...byError].flatMap(([error, seen]) => {
    const byRepair = [...Map.groupBy(seen, ({ repair }) => repair)].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
    const [best] = byRepair;
    if (!best) return [];
    const [repair, list] = best;
    const tasks = new Set(list.map(({ episode }) => episode.taskId));
    const families = new Set(list.map(({ episode }) => episode.family));
    const [first] = list;
    if (!first || tasks.size < LEAST_TASKS || families.size < LEAST_FAMILIES || list.length / seen.length < LEAST_SHARE) return [];
    const { tool, status } = first.failed;
    const stranded = episodes.filter((episode) => !episode.success && meets(episode, first.failed));
    const note = {
      ...{ id: `rev.repair.${tool}.${status}`, text: `When ${tool} answers ${status}, ${repair} usually clears the way; then call ${tool} again.` },
      ...{ prefers: [repair], avoids: [], words: [], afterTool: tool, afterStatus: status },
    };
    const weight = stranded.reduce((sum, episode) => sum + weightOf(episode), 0);
    const records = [...new Set([...stranded, ...list.map(({ episode }) => episode)].map((episode) => episode.record))];
    return [{ note, weight, records, reason: `${error} was repaired by ${repair} in ${tasks.size} tasks; ${stranded.length} failures met it` }];
  });
}

function recoveriesOf(episode: TrainEpisode): Recovery[] {
  const calls = episode.turns.flat();
  const found: Recovery[] = [];
  for (const [at, failed] of calls.entries()) {
    // 400 is a wrong argument and 500 passes by itself: neither is repaired by another tool.
    if (![403, 404, 409].includes(failed.status)) continue;
    const again = calls.findIndex((call, i) => i > at && call.tool === failed.tool && call.status < 300);
    const between = calls.slice(at + 1, again === -1 ? at + 1 : again).filter((call) => call.tool !== failed.tool && call.status < 300);
    // The last call before the retry is what made the difference.
    const repair = between.at(-1);
    if (repair) found.push({ failed, repair: repair.tool, episode });
  }
  return found;
}

function meets(episode: TrainEpisode, { tool, status }: CallSeen): boolean {
  return episode.turns.flat().some((call) => call.tool === tool && call.status === status);
}
