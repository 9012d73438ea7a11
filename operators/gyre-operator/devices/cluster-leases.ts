import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Ids } from '#kit/ids.ts';
import { RELEASES } from '#kit/leases/endings.ts';
import { fenced, leaseEnded, notTaken } from '#kit/leases/failures.ts';
import { checkReason, type FullRequest, fullRequest } from '#kit/leases/request.ts';
import type { Command, Lease, LeaseRequest, Leases, ReportedFault } from '#kit/leases/types.ts';
import type { Logger } from '#kit/logs.ts';
import type { Random } from '#kit/random.ts';
import { openScope, orAborted } from '#kit/rpc/call-scope.ts';
import type { Client } from '../runtime/client.ts';
import { isAlreadyThere, isConflict, isMissing, saidByPolicy } from '../runtime/failure.ts';
import { Informer } from '../runtime/informer.ts';
import type { Writer } from '../runtime/writer.ts';
import { statusOfDevice } from './device-status.ts';
import { LEASE_FINALIZER } from './lease-reconciler.ts';
import { stateOf } from './lease-status.ts';
import { DEVICE_LEASES, type DeviceLeaseObject, DEVICES } from './resources.ts';

export interface ClusterLeasesOptions {
  readonly client: Client;
  /** Without a fence: every write of a holder is a creation, or on what it read. */
  readonly writer: Writer;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly namespace: string;
  /** Who this process is, as the value of a label, and nobody else; it watches the leases with it. */
  readonly instance: string;
}

/** Label with the process that took the lease. */
export const INSTANCE_LABEL = 'gyre.dev/lease-holder';
const TRIES = 5;
/** Beyond the longest wait the operator has had its time; there is none then. */
const GRACE_MS = 30_000;
/** Commands count as renewals at most so often, as a part of the lease's ttlSeconds. */
const RENEW_PART = 0.1;
const REMEMBERED = 4_096;

/**
 * The devices port on DeviceLease objects, for who wants devices in a cluster. One watch serves all leases of the process, so nothing
 * happens unless {@link run} runs.
 */
export class ClusterLeases implements Leases {
  readonly #options: ClusterLeasesOptions;
  readonly #informer: Informer<DeviceLeaseObject>;
  readonly #watchers = new Map<string, (lease: DeviceLeaseObject | undefined) => void>();
  /** When commands under a lease last counted as a renewal. */
  readonly #counted = new Map<string, number>();

  constructor(options: ClusterLeasesOptions) {
    this.#options = options;
    const { client, clock, random, log, namespace, instance } = options;
    this.#informer = new Informer({ client, resource: DEVICE_LEASES, clock, random, log, selection: { namespace, labels: `${INSTANCE_LABEL}=${instance}` } });
    const tell = (lease: DeviceLeaseObject) => this.#watchers.get(lease.metadata.name)?.(lease);
    this.#informer.handle({ added: tell, updated: tell, deleted: (lease) => this.#watchers.get(lease.metadata.name)?.(undefined) });
  }

  /** Hears of leases until the signal ends it. */
  run(signal: AbortSignal): Promise<void> {
    return this.#informer.run(signal);
  }

  async take(given: LeaseRequest, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Lease> {
    const request = fullRequest(given);
    signal?.throwIfAborted();
    const { clock, ids } = this.#options;
    const id = ids.next('lease');
    const news = Promise.withResolvers<DeviceLeaseObject>();
    const scope = openScope(`take of ${id}`, clock.now() + request.maxWaitSeconds * 1000 + GRACE_MS, clock, 'device', [signal]);
    news.promise.catch(() => undefined);
    this.#watchers.set(id, (lease) => {
      const refused = lease && refusalOf(lease);
      if (!lease || refused) news.reject(refused ?? leaseEnded(id, RELEASES.holderDeleted()));
      else if (stateOf(lease) === 'held') news.resolve(lease);
    });
    try {
      this.#informer.created(await this.#create(id, request, scope.signal));
      const lease = await orAborted(news.promise, scope.signal);
      return await this.#handle(lease, request, scope.signal);
    } catch (error) {
      this.#watchers.delete(id);
      await this.#delete(id);
      throw error;
    } finally {
      scope.dispose();
    }
  }

  async admit(command: Command, signal?: AbortSignal): Promise<void> {
    const { client, namespace, clock } = this.#options;
    const device = await client.find(DEVICES, { namespace, name: command.device }, { signal });
    if (!device || device.spec.poolRef.name !== command.pool) throw new GyreError('NOT_FOUND', `device ${command.pool}/${command.device} does not exist`, { boundary: 'device', field: 'device' });
    const { leaseRef, fencingToken } = statusOfDevice(device);
    if (!leaseRef || fencingToken !== command.fencingToken) throw fenced(command, leaseRef ? fencingToken : undefined);
    const counted = clock.now() < (this.#counted.get(leaseRef.uid) ?? Number.NEGATIVE_INFINITY);
    // A lease that ends is told so before its device is freed, so both are asked.
    const lease = counted ? await client.find(DEVICE_LEASES, { namespace, name: leaseRef.name }, { signal }) : await this.#renew(leaseRef.name, signal);
    if (!lease || lease.metadata.uid !== leaseRef.uid || !obeys(lease)) throw fenced(command, undefined);
    if (counted) return;
    this.#counted.delete(leaseRef.uid);
    this.#counted.set(leaseRef.uid, clock.now() + lease.spec.ttlSeconds * 1000 * RENEW_PART);
    for (const oldest of this.#counted.keys()) {
      if (this.#counted.size <= REMEMBERED) return;
      this.#counted.delete(oldest);
    }
  }

  /** Creates the lease under its name; one whose answer was lost is found by it. */
  async #create(name: string, { pool, ...spec }: FullRequest, signal: AbortSignal): Promise<DeviceLeaseObject> {
    const { writer, client, namespace, instance } = this.#options;
    const object = { metadata: { name, namespace, labels: { [INSTANCE_LABEL]: instance }, finalizers: [LEASE_FINALIZER] }, spec: { poolRef: { name: pool }, ...spec } };
    for (let tries = 1; ; tries++) {
      try {
        return await writer.create(DEVICE_LEASES, object, { signal });
      } catch (error) {
        if (isAlreadyThere(error)) return client.get(DEVICE_LEASES, { namespace, name }, { signal });
        if (!(error instanceof GyreError) || !error.retryable || tries >= TRIES || signal.aborted) throw refusalAtOnce(name, pool, error);
      }
    }
  }

  async #handle(bound: DeviceLeaseObject, request: FullRequest, signal: AbortSignal): Promise<Lease> {
    const { client, namespace } = this.#options;
    const id = bound.metadata.name;
    const { deviceName = '', fencingToken = 0 } = bound.status ?? {};
    const device = await client.get(DEVICES, { namespace, name: deviceName }, { signal });
    const ended = new AbortController();
    let over: GyreError | undefined;
    const end = (why: Parameters<typeof leaseEnded>[1]): GyreError => {
      over ??= leaseEnded(id, why);
      this.#watchers.delete(id);
      ended.abort(over);
      return over;
    };
    const see = (lease: DeviceLeaseObject | undefined) => {
      if (lease && stateOf(lease) === 'held' && !lease.metadata.deletionTimestamp) return;
      end(lease?.status?.release ?? RELEASES.holderDeleted());
    };
    this.#watchers.set(id, see);
    // What the watch has shown while the device was asked for.
    see(this.#informer.cache.get(`${namespace}/${id}`));
    return {
      id,
      request,
      device: { name: deviceName, serial: device.spec.serial, endpoint: device.spec.endpoint },
      fencingToken,
      ended: ended.signal,
      renew: async (renewing) => {
        if (over) throw over;
        const lease = await this.#renew(id, renewing);
        if (!lease || !obeys(lease)) throw end(lease?.status?.release ?? RELEASES.holderDeleted());
      },
      release: async (reason, fault) => {
        if (over) return;
        checkReason(reason);
        await this.#change(id, (lease) => (lease.spec.release || stateOf(lease) === 'ended' ? undefined : { spec: { release: { reason, ...(fault && { fault: toldFault(fault) }) } } }));
        end(RELEASES.completed(reason));
      },
    };
  }

  /** Counts a renewal; the lease as it is then, and as it is where it has ended. */
  #renew(name: string, signal?: AbortSignal): Promise<DeviceLeaseObject | undefined> {
    return this.#change(name, (lease) => (obeys(lease) ? { status: { renewals: (lease.status?.renewals ?? 0) + 1 } } : undefined), signal);
  }

  /** Changes a lease by compare-and-swap, of the spec or of the status; undefined if it is gone. A change that is undefined is none. */
  async #change(name: string, change: (lease: DeviceLeaseObject) => { readonly spec: object } | { readonly status: object } | undefined, signal?: AbortSignal): Promise<DeviceLeaseObject | undefined> {
    const { client, writer, namespace } = this.#options;
    let lease = this.#informer.cache.get(`${namespace}/${name}`);
    for (let tries = 1; ; tries++) {
      try {
        lease ??= await client.get(DEVICE_LEASES, { namespace, name }, { signal });
        const wanted = change(lease);
        return wanted ? await writer.patch(DEVICE_LEASES, lease, wanted, { signal, ...('status' in wanted ? { subresource: 'status' } : {}) }) : lease;
      } catch (error) {
        if (isMissing(error)) return undefined;
        const again = isConflict(error) || (error instanceof GyreError && error.retryable);
        if (!again || tries >= TRIES || signal?.aborted) throw error;
        lease = undefined;
      }
    }
  }

  /** Takes back a lease that nobody waits for any more; where that fails, its own limits end it. */
  async #delete(name: string): Promise<void> {
    const { client, writer, namespace, log } = this.#options;
    for (let tries = 1; ; tries++) {
      try {
        const lease = await client.find(DEVICE_LEASES, { namespace, name });
        if (lease) await writer.delete(DEVICE_LEASES, lease);
        return;
      } catch (error) {
        if (isMissing(error)) return;
        if (isConflict(error) && tries < TRIES) continue;
        log.warn({ err: error, lease: name }, 'a lease that nobody waits for could not be deleted');
        return;
      }
    }
  }
}

/** A fault as a lease tells it. */
const toldFault = ({ reason, message }: ReportedFault) => ({ reason, message: message.slice(0, 1024) });

/** Holds its device, and nobody has asked for its end. */
const obeys = (lease: DeviceLeaseObject) => stateOf(lease) === 'held' && !lease.spec.release && !lease.metadata.deletionTimestamp;

/** Why it will hold no device, if so. */
function refusalOf(lease: DeviceLeaseObject): GyreError | undefined {
  const { release, conditions = [] } = lease.status ?? {};
  const accepted = conditions.find(({ type }) => type === 'Accepted');
  const id = lease.metadata.name;
  if (release) return notTaken(id, release, accepted?.reason === 'OverLimit' ? /^spec\.(\w+)/.exec(accepted.message)?.[1] : undefined);
  if (accepted?.reason === 'PoolMissing') return new GyreError('FAILED_PRECONDITION', `lease ${id}: ${accepted.message}`, { boundary: 'device', field: 'pool' });
  return undefined;
}

/** What a policy refuses before the operator sees it, in the words that the operator has for it; any other failure as it is. */
function refusalAtOnce(id: string, pool: string, error: unknown): unknown {
  const said = error instanceof GyreError ? saidByPolicy(error.message) : undefined;
  const field = error instanceof GyreError ? /^spec\.(\w+)/.exec(error.field ?? '')?.[1] : undefined;
  if (said === undefined || field === undefined) return error;
  return field === 'poolRef' ? notTaken(id, RELEASES.poolDraining(pool)) : notTaken(id, RELEASES.refused(said), field);
}
