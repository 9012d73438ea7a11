import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '#kit/clock.ts';
import { serveRollouts } from '../threads.ts';
import { plantOf } from './plant.ts';

/** A rollout thread over the small plant. Its worker data names an episode that kills the thread. */
const plant = plantOf((method, id) => {
  if (method === 'step 0' && id === workerData.deadly) process.exit(3);
});
if (parentPort) serveRollouts(parentPort, { ...plant, clock: systemClock });
