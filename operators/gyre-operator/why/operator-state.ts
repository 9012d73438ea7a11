import { type Lease, LEASES, LOOKS_AFTER } from '../runtime/lease.ts';
import type { KubeObject } from '../runtime/objects.ts';
import { type Said, spanOf } from './explanation.ts';
import type { Reader } from './lookup.ts';

/** Whether an operator looks after a namespace, by its Lease: it says so, somebody holds it and has renewed it lately. */
export interface OperatorState {
  readonly state: 'leads' | 'gone' | 'unknown';
  /** What of it is worth telling. */
  readonly said: string;
  /** What helps where it has not looked at something. */
  readonly remedy: string;
}

const LEASE_NAME = 'gyre-operator';
/** Renewals are seconds apart; clocks of two machines may differ. */
const STALE_MS = 60_000;
const ALL = '*';
const START = 'Start the operator (operator.enabled of the chart), or look at the logs of its pods';
const WAIT = 'Wait a few seconds; if that does not help, look at the logs of the operator';

/** Of one namespace. */
export async function operatorState(reader: Reader, nowMs: number, namespace: string): Promise<OperatorState> {
  const leases = await leasesOf(reader);
  return leases === undefined ? HIDDEN : judged(leases, nowMs, namespace);
}

/** Of several at once: each thing that is to be said of them once, and whether one of them has none. Of no namespace: whether any operator leads. */
export async function operatorStates(reader: Reader, nowMs: number, namespaces: readonly string[]): Promise<OperatorState> {
  const leases = await leasesOf(reader);
  if (leases === undefined) return HIDDEN;
  const states = namespaces.length === 0 ? [held(leases, nowMs)] : namespaces.map((each) => judged(leases, nowMs, each));
  const [worst = held(leases, nowMs)] = (['gone', 'unknown', 'leads'] as const).flatMap((state) => states.find((each) => each.state === state) ?? []);
  return { ...worst, said: [...new Set(states.map(({ said }) => said))].join('; ') };
}

const HIDDEN: OperatorState = { state: 'unknown', said: 'whether an operator leads is not for this user to see (Leases of all namespaces)', remedy: 'Wait a few seconds; if that does not help, ask an administrator whether an operator looks after this namespace' };

async function leasesOf(reader: Reader): Promise<readonly Lease[] | undefined> {
  return (await reader.others(LEASES, { fields: `metadata.name=${LEASE_NAME}` }))?.filter(({ metadata }) => metadata.name === LEASE_NAME);
}

const scopeOf = ({ metadata }: Lease) => metadata.annotations?.[LOOKS_AFTER];

/** A Lease that does not say what its operator looks after, an older one's, is believed to be for its own namespace; of others nobody knows. */
function judged(leases: readonly Lease[], nowMs: number, namespace: string): OperatorState {
  const covering = leases.filter((lease) => [ALL, namespace].includes(scopeOf(lease) ?? lease.metadata.namespace ?? ''));
  const own = held(covering, nowMs);
  if (own.state === 'leads') return own;
  const silent = held(leases.filter((lease) => scopeOf(lease) === undefined), nowMs);
  if (silent.state === 'leads') return { state: 'unknown', said: `${silent.said}, which does not say whether its operator looks after namespace ${namespace}`, remedy: `${WAIT}, and which namespace it looks after (operator.namespace of the chart)` };
  if (covering.length > 0 || leases.length === 0) return own;
  const others = leases.map((lease) => `that of Lease ${placeOf(lease)} looks after ${scopeOf(lease) ?? lease.metadata.namespace}`);
  return { state: 'gone', said: `no operator looks after namespace ${namespace}: ${others.sort().join(', ')}`, remedy: `Start an operator that looks after namespace ${namespace} (operator.namespace of the chart: empty for that of the release, "*" for all)` };
}

const placeOf = ({ metadata }: Lease) => `${metadata.namespace}/${metadata.name}`;

/** By the Lease that was renewed last. */
function held(leases: readonly Lease[], nowMs: number): OperatorState {
  const [newest] = [...leases].sort((a, b) => ((a.spec.renewTime ?? '') < (b.spec.renewTime ?? '') ? 1 : -1));
  if (newest === undefined) return { state: 'gone', said: `no operator has led here yet: there is no Lease ${LEASE_NAME}`, remedy: START };
  const { holderIdentity, renewTime } = newest.spec;
  const where = `Lease ${placeOf(newest)}`;
  if (!holderIdentity || !renewTime) return { state: 'gone', said: `no operator leads: nobody holds ${where}`, remedy: START };
  const age = nowMs - Date.parse(renewTime);
  if (age > STALE_MS) return { state: 'gone', said: `no operator leads: ${holderIdentity} has not renewed ${where} for ${spanOf(age)}`, remedy: START };
  return { state: 'leads', said: `${holderIdentity} leads (${where})`, remedy: WAIT };
}

/** What is said of an object without a status. */
export function unseen({ metadata }: KubeObject, { said, remedy }: OperatorState): Said {
  return { state: 'Pending', waits: true, since: metadata.creationTimestamp ?? undefined, cause: `has not been looked at: ${said}`, remedy };
}

/** What is said of an object with a status. Where no operator looks after it that comes first: nobody knows whether the rest still holds. */
export function attended(said: Said, operator: OperatorState): Said {
  if (operator.state !== 'gone') return said;
  return { ...said, waits: true, cause: `is looked after by nobody: ${operator.said}`, remedy: operator.remedy, details: [`an operator said last that it ${said.cause}`, ...(said.details ?? [])] };
}
