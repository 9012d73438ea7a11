import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { createLogger } from '#kit/logs.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { serveRollouts } from '#rollout-worker/threads.ts';
import { openEpisodePlant } from './embedded-plant.ts';

/** What the main thread tells a rollout thread. */
const threadData = z.object({
  storeUrl: z.string(),
  evidenceUrl: z.string(),
  blobsUrl: z.string(),
  policyUrl: z.string(),
  logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']),
  otlpEndpoint: z.string().optional(),
});

/** A rollout thread of the embedded profile: services of its own over the same files, attempts one after another. */
if (parentPort) {
  const { logLevel, otlpEndpoint, ...config } = threadData.parse(workerData);
  const logger = createLogger('rollout-thread', logLevel);
  const telemetry = await startTelemetry('rollout-thread', { otlpEndpoint });
  const onFailure = (err: GyreError) => logger.error({ err }, 'background work failed');
  const plant = await openEpisodePlant({ config, clock: systemClock, journal: 'memory', onFailure });
  const { environments, harness, verifier } = plant;
  serveRollouts(parentPort, { environments, harness, verifier, clock: systemClock }, () => telemetry.stop());
}
