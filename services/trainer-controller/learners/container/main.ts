import { setImmediate } from 'node:timers/promises';
import { openBlobs } from '#kit/blobs/open.ts';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { untilTold } from '#kit/process.ts';
import { containerSettings } from './environment.ts';
import { Progress } from './progress.ts';
import { train } from './trainer.ts';

/** Exit codes of the container contract: what would be wrong again, told to end, and any other failure. */
const [WRONG, CANCELLED, FAILED] = [78, 143, 1];

/** The compact learner as the container of a trainer pod. The last line on standard error says why it ended, if not because it was done. */
async function main(): Promise<number> {
  const told = new AbortController();
  void untilTold().then(() => told.abort());
  try {
    const settings = containerSettings(process.env);
    const blobs = await openBlobs(settings.blobsUrl);
    const progress = new Progress({ url: settings.progressUrl, tokenFile: settings.tokenFile, clock: systemClock });
    const end = await train({ settings, progress, blobs, rest: () => setImmediate(), told: told.signal });
    if (end === 'finished') return 0;
    console.error('told to end; the last whole pass is on record');
    return CANCELLED;
  } catch (thrown) {
    const error = GyreError.from(thrown, 'harness');
    console.error(error.message);
    return !error.retryable && ['INVALID_ARGUMENT', 'NOT_FOUND', 'FAILED_PRECONDITION'].includes(error.code) ? WRONG : FAILED;
  }
}

process.exit(await main());
