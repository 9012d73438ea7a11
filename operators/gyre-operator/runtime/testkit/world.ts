import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { ManualClock } from '#kit/clock.ts';
import { createLogger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import { openAccess } from '../access.ts';
import { Client } from '../client.ts';
import { EVENTS } from '../events.ts';
import { Informer, type InformerOptions } from '../informer.ts';
import { LEASES } from '../lease.ts';
import { kubeObject, type Resource } from '../objects.ts';
import { Writer, type WriterOptions } from '../writer.ts';
import { ApiServer } from './api-server.ts';

const widget = kubeObject.extend({ spec: z.looseObject({ size: z.number().optional() }).optional(), status: z.looseObject({ seen: z.number().optional() }).optional() });
export type Widget = z.infer<typeof widget>;

/** Resources that specs make up. */
export const WIDGETS: Resource<Widget> = { apiVersion: 'test.gyre.dev/v1', kind: 'Widget', plural: 'widgets', namespaced: true, schema: widget };
export const FARMS: Resource<Widget> = { apiVersion: 'test.gyre.dev/v1', kind: 'Farm', plural: 'farms', namespaced: false, schema: widget };

export const silent = createLogger('spec', 'silent');
export const chance = () => random('runtime');

/** An API server that knows `resources`, and clients of it; all is closed after the test. */
export async function openServer(resources: readonly Resource[], clock: ManualClock, seed: string) {
  const server = new ApiServer(resources, () => clock.now());
  await server.start();
  const over = new AbortController();
  const clients: Client[] = [];
  const running: Promise<unknown>[] = [];
  onTestFinished(async () => {
    over.abort();
    for (const client of clients) client.close();
    await server.stop();
    await Promise.allSettled(running);
  });
  return {
    server,
    signal: over.signal,
    /** A client with connections of its own. */
    open: () => {
      const client = new Client({ access: openAccess(server.url), clock, random: random(seed) });
      clients.push(client);
      return client;
    },
    /** Lets something run until the test is over. */
    run<R>(promise: Promise<R>): Promise<R> {
      running.push(promise);
      return promise;
    },
  };
}

/** An API server, a clock that moves only when told to, and what a process is made of; all is closed after the test. It knows `resources` too. */
export async function openWorld(resources: readonly Resource[] = []) {
  const clock = new ManualClock(Date.UTC(2026, 0, 31, 12));
  const { server, signal, open, run } = await openServer([WIDGETS, FARMS, LEASES, EVENTS, ...resources], clock, 'runtime');
  const client = open();
  return {
    clock,
    server,
    client,
    open,
    signal,
    run,
    writer: (options: Partial<WriterOptions> = {}) => new Writer({ client, manager: 'spec', fence: () => 1, ...options }),
    informer: (options: Partial<InformerOptions<Widget>> = {}) => new Informer({ client, resource: WIDGETS, clock, random: chance(), log: silent, ...options }),
    /** Puts a widget into the server, as somebody else would. */
    put: (name: string, size = 1, labels: Record<string, string> = {}) => server.store.create(WIDGETS, 'n', { metadata: { name, labels }, spec: { size } }),
    remove: (name: string) => server.store.delete(WIDGETS, 'n', name),
    resize: (name: string, size: number) => server.store.write(WIDGETS, 'n', name, { kind: 'merge', body: { spec: { size } } }, undefined),
  };
}

/** Waits for something that takes input and output, not time. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`it never came to be that ${what}`);
}

/** Lets what is under way go on for a while, where nothing is expected to happen. */
export function settle(ms = 40): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Moves the clock from sleeper to sleeper, among those due `[from, to]` milliseconds ahead, until the condition holds. */
export async function advanceUntil(what: string, clock: ManualClock, [from, to]: readonly [number, number], condition: () => boolean): Promise<void> {
  await until(what, () => {
    if (condition()) return true;
    const next = clock.due.find((at) => at - clock.now() >= from && at - clock.now() <= to);
    if (next !== undefined) clock.advance(next - clock.now());
    return false;
  });
}

/** Moves the clock to when the next sleeper of `[from, to]` milliseconds ahead is due, as soon as there is one. */
export async function advanceToNext(clock: ManualClock, [from, to]: readonly [number, number]): Promise<number> {
  const due = () => clock.due.find((at) => at - clock.now() >= from && at - clock.now() <= to);
  await until(`somebody waits for ${from} to ${to} ms`, () => due() !== undefined);
  const ms = (due() ?? clock.now()) - clock.now();
  clock.advance(ms);
  return ms;
}
