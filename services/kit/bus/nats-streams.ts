import { AckPolicy, type ConsumerConfig, DeliverPolicy, DiscardPolicy, ReplayPolicy, RetentionPolicy, type StreamConfig, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { invalid } from '../errors.ts';
import type { QueueSpec } from './types.ts';

/** What a queue is made of on JetStream: names, and every limit of its streams and consumers. */

const DAY_MS = 86_400_000;
const MIB = 1024 * 1024;

/** A wake-up that nobody took for that long says nothing any more; what is to be done stands in the store. */
const WORK_AGE_MS = 7 * DAY_MS;
const DEAD_AGE_MS = 30 * DAY_MS;
/** JetStream sets this much storage aside for each stream when it makes it. */
const WORK_BYTES = 256 * MIB;
const DEAD_BYTES = 256 * MIB;
const NOTICES_BYTES = 32 * MIB;
/** Most pull requests that wait at one queue; each consuming process has one. */
const MAX_WAITING = 10_000;
/** The time that looking after one notice may take. */
const NOTICE_WAIT_MS = 30_000;
const MAX_NOTICES_IN_HAND = 64;
/** The shortest that JetStream takes. */
const SHORTEST_WINDOW_MS = 100;

/** Streams, subjects and consumers of one queue. */
export interface QueueNames {
  /** The messages that wait or are in hand. */
  readonly work: string;
  readonly workSubject: string;
  readonly workers: string;
  /** The dead letters, each under a subject of its own: see {@link deadSubject}. */
  readonly dead: string;
  /** What the server says about messages that were delivered too often or given up, kept until somebody has looked after it. */
  readonly notices: string;
  readonly undertakers: string;
}

/** INVALID_ARGUMENT for a queue that JetStream cannot hold. */
export function namesOf({ name }: Pick<QueueSpec, 'name'>): QueueNames {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name)) throw invalid('queue.name', `is ${JSON.stringify(name)}`, 'use letters, digits, _ and -, at most 64');
  return {
    work: `gyre_work_${name}`,
    workSubject: `gyre.work.${name}`,
    workers: 'workers',
    dead: `gyre_dead_${name}`,
    notices: `gyre_notices_${name}`,
    undertakers: 'undertakers',
  };
}

/** The subject of the letter about one message. A stream that was made anew counts from 1 again, hence the time. */
export function deadSubject(queue: string, sequence: number, storedMs: number | '*'): string {
  return `gyre.dead.${queue}.${sequence}.${storedMs}`;
}

/** The subject under which a queue's letters lie. */
export function deadSubjects(queue: string): string {
  return `gyre.dead.${queue}.*.*`;
}

export interface StreamParts {
  readonly stream: Partial<StreamConfig> & { readonly name: string };
  readonly consumers: readonly (Partial<ConsumerConfig> & { readonly durable_name: string })[];
}

/** The declarations of a queue's streams and consumers, in the order in which they are to be made: notices are kept before there can be any. */
export function partsOf(spec: QueueSpec, replicas: number): readonly StreamParts[] {
  if (spec.duplicateWindowMs < SHORTEST_WINDOW_MS) throw invalid(`${spec.name}.duplicateWindowMs`, `is ${spec.duplicateWindowMs}`, `JetStream takes ${SHORTEST_WINDOW_MS} or more`);
  const names = namesOf(spec);
  const common = { storage: StorageType.File, num_replicas: replicas, max_msgs: spec.maxMessages };
  const advisories = ['MAX_DELIVERIES', 'MSG_TERMINATED'].map((kind) => `$JS.EVENT.ADVISORY.CONSUMER.${kind}.${names.work}.${names.workers}`);
  const pulling = { ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All, replay_policy: ReplayPolicy.Instant, max_waiting: MAX_WAITING };
  return [
    {
      stream: {
        ...common,
        name: names.dead,
        description: `what was given up of ${spec.name}`,
        subjects: [deadSubjects(spec.name)],
        retention: RetentionPolicy.Limits,
        // The oldest letters have had the longest time to be read.
        discard: DiscardPolicy.Old,
        max_bytes: DEAD_BYTES,
        max_age: nanos(DEAD_AGE_MS),
      },
      consumers: [],
    },
    {
      stream: {
        ...common,
        name: names.notices,
        description: `messages of ${spec.name} that the server gave up`,
        subjects: advisories,
        retention: RetentionPolicy.Workqueue,
        discard: DiscardPolicy.Old,
        max_bytes: NOTICES_BYTES,
        max_age: nanos(DEAD_AGE_MS),
      },
      consumers: [{ ...pulling, durable_name: names.undertakers, ack_wait: nanos(NOTICE_WAIT_MS), max_deliver: -1, max_ack_pending: MAX_NOTICES_IN_HAND }],
    },
    {
      stream: {
        ...common,
        name: names.work,
        description: `messages of ${spec.name}`,
        subjects: [names.workSubject],
        retention: RetentionPolicy.Workqueue,
        // A full queue refuses, so that nothing that was accepted is lost.
        discard: DiscardPolicy.New,
        max_bytes: WORK_BYTES,
        max_age: nanos(WORK_AGE_MS),
        duplicate_window: nanos(spec.duplicateWindowMs),
      },
      // What one consuming process has in hand is bounded by the size of its pull request; here only the queue is the bound.
      consumers: [{ ...pulling, durable_name: names.workers, ack_wait: nanos(spec.ackWaitMs), max_deliver: spec.maxDeliver, max_ack_pending: spec.maxMessages }],
    },
  ];
}
