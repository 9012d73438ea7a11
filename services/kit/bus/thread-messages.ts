import type { Message, QueueSpec } from './types.ts';

/** What crosses the port between a worker thread's bus and the bus it stands for. Failures cross as status bytes. */

export interface Outgoing {
  readonly id: string;
  readonly data: Uint8Array;
  readonly headers?: Record<string, string> | undefined;
}

/** Calls from the worker; each is answered once. */
export type Call =
  | { readonly method: 'publish'; readonly queue: QueueSpec; readonly message: Outgoing; readonly trace: Record<string, string> }
  | { readonly method: 'consume'; readonly queue: QueueSpec; readonly concurrency: number; readonly consumption: number }
  | { readonly method: 'stop'; readonly consumption: number }
  | { readonly method: 'depth'; readonly queue: QueueSpec }
  | { readonly method: 'deadLetters'; readonly queue: QueueSpec; readonly limit: number; readonly after: number | undefined }
  | { readonly method: 'discard'; readonly queue: QueueSpec; readonly number: number }
  | { readonly method: 'ping' }
  | { readonly method: 'ack' | 'working'; readonly delivery: number }
  | { readonly method: 'nak'; readonly delivery: number; readonly delayMs: number | undefined }
  | { readonly method: 'term'; readonly delivery: number; readonly reason: string };

export type FromWorker =
  | { readonly kind: 'call'; readonly call: number; readonly body: Call }
  /** The worker's handler of a delivery is done; with `error` if it threw. */
  | { readonly kind: 'handled'; readonly delivery: number; readonly error: Uint8Array | undefined };

export type FromBus =
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly call: number; readonly error: Uint8Array }
  | {
      readonly kind: 'delivery';
      readonly consumption: number;
      readonly delivery: number;
      readonly message: Message;
      /** The context of the span in which the message is handled. */
      readonly trace: Record<string, string>;
    };
