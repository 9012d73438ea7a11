import type { Clock } from '#kit/clock.ts';
import type { GyreError } from '#kit/errors.ts';
import type { Ids } from '#kit/ids.ts';
import type { DeviceDriver } from '#kit/leases/driver.ts';
import type { Logger } from '#kit/logs.ts';
import type { Random } from '#kit/random.ts';
import type { Access } from './runtime/access.ts';
import { Client } from './runtime/client.ts';
import { openCaches } from './devices/caches.ts';
import { DeviceControllers } from './devices/controllers.ts';
import type { Controller } from './runtime/controller.ts';
import { isServed } from './runtime/discovery.ts';
import { Election } from './runtime/election.ts';
import { EventRecorder } from './runtime/events.ts';
import { Health } from './runtime/health.ts';
import { LOOKS_AFTER } from './runtime/lease.ts';
import { Writer } from './runtime/writer.ts';
import type { OperatorSettings } from './settings.ts';
import { type Installed, JOB_SETS, WORKLOADS } from './training/cluster-resources.ts';
import { type Followed, openTraining } from './training/controller.ts';
import { ProgressEndpoint } from './training/progress/endpoint.ts';
import { serveProgress } from './training/progress/server.ts';

export interface OperatorOptions {
  readonly access: Access;
  readonly settings: OperatorSettings;
  /** Who this process is; no other, and no later one, has the same. */
  readonly identity: string;
  /** Never set back or forward. */
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** What reaches devices; absent: nobody does, they are leased to nobody, and each says so. */
  readonly driver?: DeviceDriver | undefined;
  /** Leadership is lost: must end the process. */
  readonly onLost: (error: GyreError) => void;
}

/** A replica that serves. */
export interface Operator {
  readonly progressPort: number;
  readonly healthPort: number;
  readonly election: Pick<Election, 'leading'>;
  /** Works until the signal ends it, or what is installed has changed: then a process is to begin anew. Servers are closed after. */
  run(signal: AbortSignal): Promise<void>;
}

/** What looks after one kind of thing, and what it stands on. */
interface Part {
  readonly controllers: readonly Controller[];
  readonly informers: readonly Followed[];
  /** Works while this replica leads. */
  run(leading: AbortSignal): Promise<unknown>;
}

const LOOK_AGAIN_MS = 300_000;

/** Puts a replica of the operator together. All replicas serve and keep their caches; the one that leads reconciles. */
export async function openOperator({ access, settings, identity, clock, random, ids, log, driver, onLost }: OperatorOptions): Promise<Operator> {
  const client = new Client({ access, clock, random });
  const look = async (): Promise<Installed> => ({ jobSet: await isServed(client, JOB_SETS), kueue: await isServed(client, WORKLOADS) });
  const installed = await look();
  const election = new Election({ client, lease: settings.lease, annotations: { [LOOKS_AFTER]: settings.namespace ?? '*' }, identity, clock, random, log, onLost });
  const writer = new Writer({ client, manager: 'gyre-operator', fence: election.fence });
  const recorder = new EventRecorder({ writer, clock, random, ids, log, controller: 'gyre.dev/operator', instance: identity });
  const common = { client, writer, recorder, clock, random, log, namespace: settings.namespace };
  const training = openTraining({ ...common, installed, endpoint: { progressUrl: settings.progress.url } });
  const caches = openCaches(common);
  const devices = new DeviceControllers({ ...common, caches, driver });
  const parts: readonly Part[] = [
    { controllers: [training.controller], informers: training.informers, run: (leading) => training.controller.run(leading) },
    { controllers: devices.controllers, informers: [caches.leases, caches.devices, caches.pools], run: (leading) => devices.run(leading) },
  ];

  const health = new Health();
  health.addElection(election);
  for (const { controllers, informers } of parts) {
    for (const controller of controllers) health.addController(controller);
    for (const informer of informers) health.addInformer(informer);
  }
  // Each write of the endpoint is conditional on what was read: it needs no epoch, and may serve on every replica.
  const endpoint = new ProgressEndpoint({ client, writer: new Writer({ client, manager: 'gyre-progress' }), clock });
  const probes = await health.serve(settings.health.host, settings.health.port);
  const progress = await serveProgress({ endpoint, clock, log }, settings.progress.host, settings.progress.port);
  log.info({ ...installed, identity }, 'serving');

  /** Resolves when JobSet or Kueue have come or gone: informers are chosen at the start. */
  const changed = async (signal: AbortSignal): Promise<void> => {
    for (;;) {
      await clock.sleep(LOOK_AGAIN_MS, signal);
      try {
        const now = await look();
        if (now.jobSet !== installed.jobSet || now.kueue !== installed.kueue) return log.info({ before: installed, now }, 'what is installed has changed');
      } catch (err) {
        log.warn({ err }, 'what is installed could not be looked up');
      }
    }
  };

  return {
    progressPort: progress.port,
    healthPort: probes.port,
    election,
    async run(signal) {
      const over = new AbortController();
      const ending = AbortSignal.any([signal, over.signal]);
      const informing = new AbortController();
      const informers = parts.flatMap(({ informers: own }) => own.map((informer) => informer.run(informing.signal)));
      const leading = election.run((work) => Promise.all([...parts.map((part) => part.run(work)), recorder.run(work)]).then(() => undefined), ending);
      const ended = (promise: Promise<unknown>) => promise.catch((error: unknown) => { if (!ending.aborted) throw error; });
      try {
        await Promise.race([ended(changed(ending)), ended(leading)]);
      } finally {
        over.abort();
        await Promise.allSettled([leading]);
        // Reports are taken until the end; who is cut off reports to another replica.
        await progress.close();
        informing.abort();
        await Promise.allSettled(informers);
        await probes.close();
        client.close();
      }
    },
  };
}
