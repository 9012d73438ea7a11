import { invalid } from '../errors.ts';
import type { QueueSpec } from './types.ts';

/** INVALID_ARGUMENT, naming the field, if one queue is opened by two definitions. */
export function checkSame(known: QueueSpec, given: QueueSpec): void {
  for (const field of ['maxMessages', 'ackWaitMs', 'maxDeliver', 'duplicateWindowMs'] as const) {
    if (known[field] !== given[field]) {
      throw invalid(`${given.name}.${field}`, `is ${given[field]}, but the queue was opened with ${known[field]}`, 'keep one definition of the queue');
    }
  }
}
