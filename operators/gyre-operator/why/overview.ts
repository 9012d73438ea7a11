import { keyOf, type KubeObject } from '../runtime/objects.ts';
import { DEVICE_LEASES, DEVICE_POOLS } from '../devices/resources.ts';
import { stateOf } from '../devices/lease-status.ts';
import type { Client } from '../runtime/client.ts';
import { TRAINING_RUNS } from '../training/run.ts';
import type { Explanation } from './explanation.ts';
import { explainLease } from './lease.ts';
import { Reader } from './lookup.ts';
import { type OperatorState, operatorState, operatorStates } from './operator-state.ts';
import { explainPool } from './pool.ts';
import { explainRun } from './run.ts';

/** What a cluster has of trainings and devices, at one look. */
export interface Overview {
  readonly operator: OperatorState;
  /** How many are in each state, by its word. */
  readonly trainingRuns: Readonly<Record<string, number>>;
  readonly deviceLeases: Readonly<Record<string, number>>;
  readonly pools: readonly Explanation[];
  /** Runs and leases that wait, the longest first, as many as were asked for; `waiting` is how many there are. */
  readonly waits: readonly Explanation[];
  readonly waiting: number;
}

export interface OverviewOptions {
  /** Undefined: all namespaces. */
  readonly namespace: string | undefined;
  readonly nowMs: number;
  /** Explanations of waits at most; each may cost a few requests. */
  readonly most: number;
  readonly signal?: AbortSignal | undefined;
}

const OVER: ReadonlySet<string> = new Set(['Succeeded', 'Failed']);

/** NOT_FOUND if the namespace that was asked about is not there. */
export async function overview(client: Pick<Client, 'get' | 'find' | 'list'>, { namespace, nowMs, most, signal }: OverviewOptions): Promise<Overview> {
  const reader = new Reader(client, signal);
  const selection = namespace === undefined ? {} : { namespace };
  const runs = await reader.installed(TRAINING_RUNS, selection);
  const leases = await reader.installed(DEVICE_LEASES, selection);
  const pools = await reader.installed(DEVICE_POOLS, selection);
  const objects: readonly KubeObject[] = [...runs, ...leases, ...pools];
  if (namespace !== undefined && objects.length === 0) await reader.namespaceIsThere(namespace);
  const waitingRuns = runs.filter(({ status }) => !OVER.has(status?.summary ?? '') && status?.summary !== 'Running');
  const waitingLeases = leases.filter((lease) => stateOf(lease) === 'waiting');
  const asked = [
    ...waitingRuns.map((run) => ({ object: run, ask: () => explainRun(run, reader, nowMs) })),
    ...waitingLeases.map((lease) => ({ object: lease, ask: () => explainLease(lease, reader, nowMs) })),
  ].sort((a, b) => created(a.object) - created(b.object) || (keyOf(a.object) < keyOf(b.object) ? -1 : 1));
  const waits: Explanation[] = [];
  for (const { ask } of asked.slice(0, most)) waits.push(await ask());
  const explained: Explanation[] = [];
  for (const pool of pools) explained.push(await explainPool(pool, reader, nowMs));
  const operator = namespace === undefined ? await operatorStates(reader, nowMs, [...new Set(objects.map((each) => each.metadata.namespace ?? ''))].sort()) : await operatorState(reader, nowMs, namespace);
  return { operator, trainingRuns: counts(runs), deviceLeases: counts(leases), pools: explained, waits, waiting: asked.length };
}

const created = ({ metadata }: KubeObject) => Date.parse(metadata.creationTimestamp ?? '1970-01-01T00:00:00Z');

function counts(objects: readonly { readonly status?: { readonly summary?: string | undefined } | undefined }[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { status } of objects) found[status?.summary ?? 'Pending'] = (found[status?.summary ?? 'Pending'] ?? 0) + 1;
  return found;
}
