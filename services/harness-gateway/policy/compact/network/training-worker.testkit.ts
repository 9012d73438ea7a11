import { parentPort, workerData } from 'node:worker_threads';
import { digestOfBytes } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import { bytesOf, SMALL, train } from './network.testkit.ts';
import { Optimiser } from './optimiser.ts';
import { initialise } from './parameters.ts';

/** Trains in a thread of its own and posts the digest of the checkpoint. Data: `{seed, updates}`. */
const parameters = initialise(SMALL, random(String(workerData.seed)));
const optimiser = new Optimiser(SMALL);
train(parameters, optimiser, 0, Number(workerData.updates));
parentPort?.postMessage(digestOfBytes(bytesOf(parameters, optimiser)));
