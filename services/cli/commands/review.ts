import type { Command } from 'commander';
import { curatorCollections } from '#curator/mod.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { Attribution, FailureCause } from '#protos/core/v1/record.ts';
import { storedDigest } from '../digests.ts';
import { recordDocument } from '../documents.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { plainText, shortDigest, table } from '../text.ts';

const DECISIONS = ['approve', 'correct', 'reject', 'quarantine'] as const;

interface DecideFlags {
  readonly by: string;
  readonly reason?: string;
  readonly cause?: FailureCause;
  readonly step?: number;
}

/** `gyre review list|approve|correct|reject|quarantine`: records that the curator is unsure of. */
export function reviewCommand(program: Command, invocation: Invocation): void {
  const review = program.command('review').description('records that wait for a person');

  review
    .command('list')
    .description('what waits, oldest first')
    .option('--limit <n>', 'at most so many', integer('--limit', 1, 10_000), 100)
    .action(async ({ limit }: { limit: number }) => {
      const { records } = await (await invocation.services()).curator.listReviews({ limit });
      const rows = records.map((record) => [shortDigest(record.digest), record.trajectory?.taskId ?? '', record.verdict?.success ? 'success' : 'failure', causeName(record.attribution?.cause), record.decisionReason]);
      invocation.print({ records: records.map(recordDocument) }, () => table(['record', 'task', 'outcome', 'cause', 'why it waits'], rows));
    });

  for (const decision of DECISIONS) {
    const command = review.command(decision).description(`${decision} one record`).argument('<digest>').requiredOption('--by <who>', 'who decides; kept with the decision').option('--reason <text>', 'why');
    if (decision === 'correct') {
      command.requiredOption('--cause <name>', 'the cause that is right, for example grounding', causeOf).option('--step <n>', 'first step at fault', integer('--step', -1));
    }
    command.action(async (given: string, { by, reason = '', cause, step = -1 }: DecideFlags) => {
      if (by.trim() === '') throw invalid('--by', 'is empty', 'say who decides');
      const attribution = cause === undefined ? undefined : Attribution.fromPartial({ cause, step, reason, confidence: 1, method: 'review' });
      const services = await invocation.services();
      const recordDigest = await storedDigest([curatorCollections(services.store).records], given, 'digest');
      const { record } = await services.curator.decideReview({ recordDigest, decision, by, reason, attribution });
      if (record === undefined) throw new GyreError('INTERNAL', 'the curator gave no record back', { boundary: 'harness' });
      invocation.print(recordDocument(record), () => plainText(`${shortDigest(record.digest)}  ${record.decision.toLowerCase()}  by ${record.decidedBy}`));
    });
  }
}

const PREFIX = 'FAILURE_CAUSE_';

function causeOf(text: string): FailureCause {
  const known = Object.values(FailureCause).filter((cause) => cause !== FailureCause.UNSPECIFIED && cause !== FailureCause.UNRECOGNIZED);
  const found = known.find((cause) => causeName(cause) === text.toLowerCase());
  if (found !== undefined) return found;
  throw invalid('--cause', `${JSON.stringify(text)} is not known`, `give ${known.map(causeName).join(', ')}`);
}

/** `grounding` for FAILURE_CAUSE_GROUNDING. */
function causeName(cause: FailureCause | undefined): string {
  if (cause === undefined || cause === FailureCause.UNSPECIFIED) return '';
  return cause.replace(PREFIX, '').toLowerCase();
}
