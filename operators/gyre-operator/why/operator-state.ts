import { LEASES } from '../runtime/lease.ts';
import { spanOf } from './explanation.ts';
import type { Reader } from './lookup.ts';

/** Whether an operator leads, by its Lease: somebody holds it and has renewed it lately. */
export interface OperatorState {
  readonly state: 'leads' | 'gone' | 'unknown';
  /** What of it is worth telling. */
  readonly said: string;
}

const LEASE_NAME = 'gyre-operator';
/** Renewals are seconds apart; clocks of two machines may differ. */
const STALE_MS = 60_000;

export async function operatorState(reader: Reader, nowMs: number): Promise<OperatorState> {
  const leases = await reader.others(LEASES, { fields: `metadata.name=${LEASE_NAME}` });
  if (leases === undefined) return { state: 'unknown', said: 'whether an operator leads is not for this user to see (Leases of all namespaces)' };
  const [newest] = leases.filter(({ metadata }) => metadata.name === LEASE_NAME).sort((a, b) => ((a.spec.renewTime ?? '') < (b.spec.renewTime ?? '') ? 1 : -1));
  if (newest === undefined) return { state: 'gone', said: `no operator has led here yet: there is no Lease ${LEASE_NAME}` };
  const { holderIdentity, renewTime } = newest.spec;
  const where = `Lease ${newest.metadata.namespace}/${newest.metadata.name}`;
  if (!holderIdentity || !renewTime) return { state: 'gone', said: `no operator leads: nobody holds ${where}` };
  const age = nowMs - Date.parse(renewTime);
  if (age > STALE_MS) return { state: 'gone', said: `no operator leads: ${holderIdentity} has not renewed ${where} for ${spanOf(age)}` };
  return { state: 'leads', said: `${holderIdentity} leads (${where})` };
}

export const START_OPERATOR = 'Start the operator (operator.enabled of the chart), or look at the logs of its pods';
