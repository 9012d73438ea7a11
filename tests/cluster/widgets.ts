import { readFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import type { Kubernetes } from '#deploy/servers/mod.ts';
import { systemClock } from '#kit/clock.ts';
import type { Client } from '#operator/runtime/client.ts';
import { Informer, type InformerOptions } from '#operator/runtime/informer.ts';
import { chance, silent, type Widget, WIDGETS } from '#operator/runtime/testkit/world.ts';
import { Writer, type WriterOptions } from '#operator/runtime/writer.ts';
import { clientOf, eventually, NAMESPACES, sent } from './cluster.testkit.ts';
import { Relay } from './relay.ts';

const AUDIT = new URL('audit.yaml', import.meta.url).pathname;
/** Lets the API server write a line for each request for a widget. */
export const AUDITED = [`--audit-policy-file=${AUDIT}`, '--audit-log-path=-'] as const;

const size = { type: 'object', properties: { size: { type: 'integer' } } };
/** The definition of the resource that the runtime's specs make up. */
export const WIDGET_DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.test.gyre.dev' },
  spec: {
    group: 'test.gyre.dev',
    scope: 'Namespaced',
    names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: size, status: { type: 'object', properties: { seen: { type: 'integer' } } } } } },
      },
    ],
  },
};

/** How many lists and watches the API server has granted. */
export interface Asked {
  readonly lists: number;
  readonly watches: number;
}

let namespaces = 0;

/** A namespace of its own on the cluster, and what a process is made of, with a way to the API server that can be broken. All ends with the test. */
export async function openWidgets(cluster: Kubernetes, admin: Client) {
  const namespace = `n${++namespaces}`;
  const place = (name: string) => ({ namespace, name });
  await sent(admin, NAMESPACES, 'POST', {}, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const relay = new Relay(Number(new URL(cluster.url).port));
  await relay.open();
  const client = await clientOf(cluster.kubeconfig, `https://127.0.0.1:${relay.port}`);
  const over = new AbortController();
  const running: Promise<unknown>[] = [];
  onTestFinished(async () => {
    over.abort();
    client.close();
    await relay.cut();
    await Promise.allSettled(running);
  });
  const direct = new Writer({ client: admin, manager: 'somebody' });
  return {
    namespace,
    place,
    relay,
    client,
    /** Writes of somebody else, past the relay. */
    put: (name: string, size = 1) => direct.create(WIDGETS, { metadata: place(name), spec: { size } }),
    remove: async (name: string) => direct.delete(WIDGETS, await admin.get(WIDGETS, place(name))),
    resize: async (name: string, size: number) => direct.patch(WIDGETS, await admin.get(WIDGETS, place(name)), { spec: { size } }),
    writer: (options: Partial<WriterOptions> = {}) => new Writer({ client, manager: 'spec', fence: () => 1, ...options }),
    /** An informer that follows this namespace, and what it tells. */
    follow(options: Partial<InformerOptions<Widget>> = {}) {
      const informer = new Informer({ client, resource: WIDGETS, selection: { namespace }, clock: systemClock, random: chance(), log: silent, ...options });
      const told: string[] = [];
      informer.handle({
        added: (object) => told.push(`+${object.metadata.name}`),
        updated: (object) => told.push(`~${object.metadata.name}`),
        deleted: (object, { missed }) => told.push(`-${object.metadata.name}${missed ? ' missed' : ''} size ${object.spec?.size}`),
      });
      running.push(informer.run(over.signal));
      return { informer, told };
    },
    /** What the API server has granted in this namespace so far; what it refused while it started is not among it. */
    async asked(): Promise<Asked> {
      const lines = (await readFile(cluster.apiServer.log, 'utf8')).split('\n').filter((line) => line.startsWith('{"kind":"Event"') && line.includes(`/namespaces/${namespace}/widgets`));
      const times = (verb: string, stage: string) => lines.filter((line) => line.includes(`"verb":"${verb}"`) && line.includes(`"stage":"${stage}"`) && line.includes('"code":200')).length;
      return { lists: times('list', 'ResponseComplete'), watches: times('watch', 'ResponseStarted') };
    },
    /** Waits until the API server has exactly one watch of widgets open, and the cache has synced. */
    standing: (informer: Informer<Widget>) => eventually('one watch stands', async () => informer.hasSynced && informer.failure === undefined && (await openWatches(admin)) === 1),
  };
}

/** Watches of widgets that the API server has open, by its own metrics. */
export async function openWatches(admin: Client): Promise<number> {
  const metrics = String(await admin.call('get', WIDGETS, { method: 'GET', path: '/metrics' }));
  const lines = metrics.split('\n').filter((line) => line.startsWith('apiserver_longrunning_requests{') && line.includes('resource="widgets"') && line.includes('verb="WATCH"'));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
