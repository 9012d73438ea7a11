import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsBusOptions } from '#kit/bus/nats.ts';
import { openNatsBus } from '#kit/bus/nats.ts';
import type { Bus, QueueSpec } from '#kit/bus/types.ts';
import { systemClock } from '#kit/clock.ts';
import { createLogger } from '#kit/logs.ts';

/** A queue that is wide enough for most tests; each test gives it a name of its own. */
export function queue(name: string, changes: Partial<QueueSpec> = {}): QueueSpec {
  return { name, maxMessages: 10_000, ackWaitMs: 5_000, maxDeliver: 20, duplicateWindowMs: 30_000, ...changes };
}

export const message = (id: string, body = id) => ({ id, data: Buffer.from(body) });
export const text = (data: Uint8Array) => Buffer.from(data).toString();

/** A bus, and the lines it has logged. */
export async function loggingBus(url: string, changes: Partial<NatsBusOptions> = {}): Promise<{ bus: Bus; lines: string[] }> {
  const lines: string[] = [];
  const logger = createLogger('bus', 'trace', { write: (line) => void lines.push(line) });
  const bus = await openNatsBus(url, { settings: { tls: { ca: undefined, cert: undefined, key: undefined }, replicas: 1 }, clock: systemClock, logger, ...changes });
  return { bus, lines };
}

/** Somebody with a NATS client of their own, for example an operator. */
export async function operator(url: string): Promise<{ manager: JetStreamManager; close(): Promise<void> }> {
  const connection = await connect({ servers: url.split(',') });
  return { manager: await jetstreamManager(connection), close: () => connection.close() };
}

export async function deleteStreams(url: string): Promise<void> {
  const { manager, close } = await operator(url);
  for await (const { config } of manager.streams.list()) await manager.streams.delete(config.name);
  await close();
}
