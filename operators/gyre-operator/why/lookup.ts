import { z } from 'zod';
import { GyreError, invalid } from '#kit/errors.ts';
import { DEVICE_LEASES, DEVICE_POOLS, DEVICES } from '../devices/resources.ts';
import type { CallOptions, Client, Selection } from '../runtime/client.ts';
import { isMissing } from '../runtime/failure.ts';
import { keyOf, type KubeObject, kubeObject, type Resource } from '../runtime/objects.ts';
import { PODS } from '../training/cluster-resources.ts';
import { TRAINING_RUNS } from '../training/run.ts';

/** What can be asked about, by the names that kubectl takes for it. */
export const ASKED = {
  trainingrun: { resource: TRAINING_RUNS, names: ['trainingrun', 'trainingruns', 'trun'] },
  devicelease: { resource: DEVICE_LEASES, names: ['devicelease', 'deviceleases', 'dlease'] },
  device: { resource: DEVICES, names: ['device', 'devices', 'gdev'] },
  devicepool: { resource: DEVICE_POOLS, names: ['devicepool', 'devicepools', 'dpool'] },
  pod: { resource: PODS, names: ['pod', 'pods', 'po'] },
} as const;
export type AskedKind = keyof typeof ASKED;

const isAsked = (kind: string): kind is AskedKind => Object.hasOwn(ASKED, kind);

/** Reads `KIND/NAME`. INVALID_ARGUMENT naming `resource`, with the kinds there are. */
export function parseAsked(text: string): { readonly kind: AskedKind; readonly name: string } {
  const [given = '', name = '', ...rest] = text.split('/');
  const kind = Object.keys(ASKED).filter(isAsked).find((each) => ASKED[each].names.some((known) => known === given.toLowerCase()));
  const kinds = Object.keys(ASKED).join(', ');
  if (kind === undefined) throw invalid('resource', `${JSON.stringify(given)} is no kind that can be asked about`, `write KIND/NAME with one of ${kinds}`);
  if (rest.length > 0 || name === '') throw invalid('resource', `${JSON.stringify(text)} names no object`, `write ${kind}/NAME`);
  if (!/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/.test(name)) throw invalid('resource', `${JSON.stringify(name)} cannot be the name of an object`, `names have small letters, digits, "-" and "." alone; write ${kind}/NAME`);
  return { kind, name };
}

/** Reads alone; a cluster in which something is not installed, or not allowed, has none of it to tell. */
export class Reader {
  readonly client: Pick<Client, 'get' | 'find' | 'list'>;
  readonly #options: CallOptions;
  /** What was asked for before: an explanation is of one moment, and several ask for the same. */
  readonly #others = new Map<string, Promise<readonly KubeObject[] | undefined>>();

  constructor(client: Pick<Client, 'get' | 'find' | 'list'>, signal?: AbortSignal) {
    this.client = client;
    this.#options = { signal };
  }

  /** The object, or NOT_FOUND with the names nearest to it, and with the namespaces that have one of this name. */
  async asked<T extends KubeObject>(resource: Resource<T>, namespace: string, name: string): Promise<T> {
    const found = await this.client.find(resource, { namespace, name }, this.#options);
    if (found) return found;
    const [here, everywhere] = [await this.installed(resource, { namespace }), (await this.others(resource, {})) ?? []];
    const same = everywhere.filter(({ metadata }) => metadata.name === name).map(({ metadata }) => metadata.namespace ?? '');
    if (same.length === 0 && here.length === 0) await this.namespaceIsThere(namespace);
    const near = nearest(name, here.map(({ metadata }) => metadata.name));
    const remedy = same.length > 0 ? `give --namespace ${same.slice(0, 3).join(' or ')}` : near.length > 0 ? `did you mean ${near.join(', ')}?` : here.length === 0 ? `there is none in namespace ${namespace}; give --namespace` : `there are ${here.slice(0, 5).map(keyOf).join(', ')}`;
    throw new GyreError('NOT_FOUND', `there is no ${resource.kind} ${namespace}/${name}`, { boundary: 'caller', field: 'resource', remedy });
  }

  /** NOT_FOUND naming `--namespace`, with near names, if there is no such namespace; whoever may not see namespaces is not told. */
  async namespaceIsThere(name: string): Promise<void> {
    const names = (await this.others(NAMESPACES, {}))?.map(({ metadata }) => metadata.name);
    if (names === undefined || names.includes(name)) return;
    const near = nearest(name, names);
    throw new GyreError('NOT_FOUND', `there is no namespace ${name}`, { boundary: 'caller', field: '--namespace', remedy: near.length > 0 ? `did you mean ${near.join(', ')}?` : 'name one that kubectl get namespaces has' });
  }

  /** All of a selection. FAILED_PRECONDITION where the cluster does not know the resource. */
  async installed<T extends KubeObject>(resource: Resource<T>, selection: Selection): Promise<readonly T[]> {
    try {
      return (await this.client.list(resource, selection, this.#options)).items;
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new GyreError('FAILED_PRECONDITION', `the cluster knows no ${resource.plural} (${resource.apiVersion})`, { boundary: 'cluster', field: 'KUBECONFIG', remedy: 'install charts/gyre with crds.enabled, or name another cluster' });
    }
  }

  /** The same, of what an explanation can do without: undefined where it is not installed, or not for the caller to see. Each selection is asked for once. */
  async others<T extends KubeObject>(resource: Resource<T>, selection: Selection): Promise<readonly T[] | undefined> {
    const key = JSON.stringify([resource.apiVersion, resource.plural, selection]);
    const asked = this.#others.get(key) ?? this.#list(resource, selection);
    this.#others.set(key, asked);
    // What one resource was read as by its own schema.
    return asked as Promise<readonly T[] | undefined>;
  }

  async #list<T extends KubeObject>(resource: Resource<T>, selection: Selection): Promise<readonly T[] | undefined> {
    try {
      return (await this.client.list(resource, selection, this.#options)).items;
    } catch (error) {
      if (isMissing(error) || (error instanceof GyreError && (error.code === 'PERMISSION_DENIED' || error.code === 'UNIMPLEMENTED'))) return undefined;
      throw error;
    }
  }

  /** Warnings about an object, newest first. */
  async warnings({ kind, metadata }: { readonly kind: string; readonly metadata: { readonly name: string; readonly namespace?: string | undefined; readonly uid?: string | undefined } }): Promise<readonly Warning[]> {
    const { name, namespace = '', uid } = metadata;
    const found = (await this.others(TOLD, { namespace, fields: `regarding.kind=${kind},regarding.name=${name}` })) ?? [];
    const about = found.filter(({ type, regarding }) => type === 'Warning' && regarding?.kind === kind && regarding.name === name && (uid === undefined || regarding.uid === uid));
    const at = (event: ToldEvent) => event.series?.lastObservedTime ?? event.deprecatedLastTimestamp ?? event.eventTime ?? event.metadata.creationTimestamp ?? '';
    return about.map((event) => ({ at: at(event), reason: event.reason ?? '', note: event.note ?? '' })).sort((a, b) => (a.at < b.at ? 1 : -1));
  }
}

const NAMESPACES: Resource = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', namespaced: false, schema: kubeObject };

export interface Warning {
  /** RFC 3339. */
  readonly at: string;
  readonly reason: string;
  readonly note: string;
}

const told = kubeObject.extend({
  type: z.string().optional(),
  reason: z.string().optional(),
  note: z.string().optional(),
  eventTime: z.string().nullish(),
  deprecatedLastTimestamp: z.string().nullish(),
  series: z.looseObject({ lastObservedTime: z.string().nullish() }).nullish(),
  regarding: z.looseObject({ kind: z.string().optional(), name: z.string().optional(), uid: z.string().optional() }).optional(),
});
type ToldEvent = z.infer<typeof told>;
/** Events as they are read, of whoever told them. */
const TOLD: Resource<ToldEvent> = { apiVersion: 'events.k8s.io/v1', kind: 'Event', plural: 'events', namespaced: true, schema: told };

/** Names that one may have meant: those that hold it or are held by it, and those a few letters away, nearest first. */
export function nearest(name: string, names: readonly string[], most = 5): string[] {
  const limit = Math.max(2, Math.floor(name.length / 4));
  const far = (other: string) => (other.includes(name) || name.includes(other) ? 0 : distance(name, other));
  return names.map((other) => [far(other), other] as const).filter(([letters]) => letters <= limit).sort(([a, left], [b, right]) => a - b || (left < right ? -1 : 1)).slice(0, most).map(([, other]) => other);
}

/** Letters to be put in, left out or exchanged to come from one to the other. */
function distance(from: string, to: string): number {
  let before = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) row.push(Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)));
    before = row;
  }
  return before[to.length] ?? 0;
}
