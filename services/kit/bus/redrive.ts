import { GyreError } from '../errors.ts';
import type { Bus, DeadLetter, QueueSpec } from './types.ts';

const AGAIN = / again #\d+$/;

/**
 * Publishes the message of a dead letter again and then discards the letter; a crash between the two leaves it, and nothing is lost.
 * The message comes under an id made of its own and the letter's number: the same wake-up published again is dropped within the
 * duplicate window, a redrive is another one, and the same redrive twice is one. NOT_FOUND if there is no such letter,
 * FAILED_PRECONDITION if its message is lost, RESOURCE_EXHAUSTED, and the letter stays, if the queue is full.
 */
export async function redrive(bus: Bus, queue: QueueSpec, number: number): Promise<DeadLetter> {
  const letter = await deadLetter(bus, queue, number);
  if (!letter.whole) {
    const remedy = 'purge the letter; what is to be done stands in the store, and a sweep wakes it';
    throw new GyreError('FAILED_PRECONDITION', `the message of dead letter ${number} of ${queue.name} is lost`, { boundary: 'bus', field: 'number', remedy, details: { queue: queue.name, message: letter.id } });
  }
  const { id, data, headers } = letter;
  await bus.publish(queue, { id: `${id.replace(AGAIN, '')} again #${number}`, data, headers: { ...headers } });
  await bus.discard(queue, number);
  return letter;
}

/** One letter by its number; NOT_FOUND if there is none. */
export async function deadLetter(bus: Bus, queue: QueueSpec, number: number): Promise<DeadLetter> {
  const [letter] = await bus.deadLetters(queue, 1, number - 1);
  if (letter?.number === number) return letter;
  throw new GyreError('NOT_FOUND', `${queue.name} has no dead letter ${number}`, { boundary: 'caller', field: 'number', remedy: 'see gyre jobs dead list', details: { queue: queue.name } });
}
