import { GyreError } from '#kit/errors.ts';
import type { Round, Score } from '#protos/core/v1/round.ts';
import { followRound } from '#trainer-controller/mod.ts';
import type { Invocation } from './invocation.ts';
import type { Services } from './services.ts';
import { percent } from './text.ts';

/** Longest that a round is watched in one go, milliseconds. */
const LONGEST_WATCH_MS = 7 * 24 * 3600 * 1000;

/** Phases in which a round waits for a person. */
const WAITING: Readonly<Record<string, string>> = {
  awaiting_release: 'decide on its release with gyre release approve|reject, then gyre round resume',
  awaiting_harness: 'decide on its harness revision with gyre harness approve|reject, then gyre round resume',
};

/** Shows a round's progress until it ends or waits for a person, and returns it as it is then. CANCELLED when the process is to end. */
export async function watchRound(services: Services, roundId: string, invocation: Invocation, label = ''): Promise<Round> {
  const progress = invocation.progress();
  try {
    const { clock, signal } = invocation;
    for await (const { phase, done, total, scores, message } of followRound(services.trainer, roundId, { clock, signal, timeoutMs: LONGEST_WATCH_MS })) {
      progress.update(`${label}${phase}`, done, total, [message, scoreNote(scores)].filter((part) => part !== '').join('  '));
    }
  } finally {
    progress.stop();
  }
  const { round } = await services.trainer.getRound({ roundId });
  if (round !== undefined) return round;
  throw new GyreError('NOT_FOUND', `there is no round ${roundId}`, { boundary: 'caller', field: 'round', remedy: 'name a round that was started' });
}

/** What a person has to do before the round goes on; undefined if nothing. */
export function waitsFor(round: Round): string | undefined {
  // A round that failed where it waited was decided on; its error says what that means.
  return round.error === '' ? WAITING[round.phase] : undefined;
}

function scoreNote(scores: readonly Score[]): string {
  const shown = scores.find(({ name }) => name === 'overall') ?? scores[0];
  return shown === undefined ? '' : `${shown.name} ${percent(shown.value)}`;
}
