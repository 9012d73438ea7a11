import { FailureCause } from '#protos/core/v1/record.ts';
import type { TrainEpisode } from './evidence.ts';

/** General advice by the cause of failure that it answers. */
const ADVICE: readonly (readonly [cause: FailureCause, line: string])[] = [
  [FailureCause.PREMATURE_END, '- Before finishing, go through the request once more: every part of it must have been carried out.'],
  [FailureCause.RECOVERY, '- When a call fails, read the code: remove the cause first, then repeat the call once.'],
  [FailureCause.STATE_TRACKING, '- Do not repeat a call that succeeded, and do not rely on a state that a later call has changed.'],
  [FailureCause.GROUNDING, '- Take each argument from the words of the user or from a result; leave out optional ones that nobody gave.'],
  [FailureCause.DECOMPOSITION, '- Where the request has several parts, take them one after another in the order given.'],
];

/** A cause with at least this share of the failures, and so many of them, is answered. */
const LEAST_SHARE = 0.2;
const LEAST_FAILURES = 20;
const MOST_LINES = 2;
const MOST_RECORDS = 50;

/** The instructions with a line for each cause of failure that keeps coming and that no line answers yet. */
export function instructionChanges(current: string, episodes: readonly TrainEpisode[]): { instructions: string; reasons: string[]; records: string[] } {
  const failures = episodes.filter((episode) => !episode.success);
  const answered = ADVICE.flatMap(([cause, line]) => {
    const of = failures.filter((episode) => episode.cause === cause);
    const recurs = of.length >= LEAST_FAILURES && of.length / failures.length >= LEAST_SHARE;
    return recurs && !current.includes(line) ? [{ cause, line, of }] : [];
  });
  const chosen = answered.sort((a, b) => b.of.length - a.of.length || (a.cause < b.cause ? -1 : 1)).slice(0, MOST_LINES);
  return {
    instructions: [current, ...chosen.map(({ line }) => line)].join('\n'),
    reasons: chosen.map(({ cause, of }) => `${of.length} of ${failures.length} failures are ${cause.replace('FAILURE_CAUSE_', '').toLowerCase().replaceAll('_', ' ')}`),
    records: chosen.flatMap(({ of }) => of.map((episode) => episode.record).sort().slice(0, MOST_RECORDS)),
  };
}
