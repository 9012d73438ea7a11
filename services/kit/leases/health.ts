/** What a device's faults lead to, and what it needs next. Pure; both sides of the port keep its records in their own form. */

export interface Fault {
  /** Milliseconds. */
  readonly atMs: number;
  readonly reason: 'CheckFailed' | 'ResetFailed' | 'ResetTimedOut' | 'CommandFailed' | 'Disconnected';
  readonly message: string;
  /** The lease it happened under. */
  readonly lease?: string | undefined;
}

/** Taints that the keeper of a pool sets by itself. */
export type TaintKey = 'Offline' | 'NeedsReset' | 'Quarantined';

export interface Taint {
  readonly key: TaintKey;
  readonly reason: string;
  readonly sinceMs: number;
}

export interface Health {
  /** Reset, and checked, since its last lease. */
  readonly clean: boolean;
  /** Whether the last check passed; undefined before the first. */
  readonly healthy: boolean | undefined;
  readonly taints: readonly Taint[];
  /** The newest first. */
  readonly faults: readonly Fault[];
  /** Faults within the window, those that no longer fit into `faults` included. */
  readonly recentFaults: number;
}

export interface HealthRules {
  readonly check: { readonly intervalSeconds: number; readonly failureThreshold: number };
  readonly quarantine: { readonly faults: number; readonly windowSeconds: number; readonly releaseAfterSeconds?: number | undefined };
}

export const NEW_DEVICE: Health = { clean: false, healthy: undefined, taints: [], faults: [], recentFaults: 0 };

/** As many as a Device's status has room for. */
export const KEPT_FAULTS = 16;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;

const without = (taints: readonly Taint[], ...keys: readonly TaintKey[]) => taints.filter(({ key }) => !keys.includes(key));
const has = ({ taints }: Health, key: TaintKey) => taints.some((taint) => taint.key === key);

/** Notes a fault, and the quarantine that it leads to where it is one too many. A device in quarantine stays there anew from this fault on. */
export function withFault(health: Health, fault: Fault, rules: HealthRules): Health {
  const { faults: most, windowSeconds } = rules.quarantine;
  const recentFaults = recent(health, fault.atMs, windowSeconds) + 1;
  const faults = [{ ...fault, message: fault.message.slice(0, 1024) }, ...health.faults].slice(0, KEPT_FAULTS);
  const due = recentFaults >= most || has(health, 'Quarantined');
  const quarantine = { key: 'Quarantined', reason: `${recentFaults} fault${recentFaults === 1 ? '' : 's'} within ${windowSeconds} s, last ${fault.reason}.`, sinceMs: fault.atMs } as const;
  return { ...health, faults, recentFaults, taints: due ? [...without(health.taints, 'Quarantined'), quarantine] : health.taints };
}

/** After a reset or check that passed: what a passed reset heals is healed, and a passed check brings a device back online. */
export function afterPass(health: Health, kind: 'reset' | 'check', nowMs: number, rules: HealthRules): Health {
  const taints = kind === 'reset' ? [] : without(health.taints, 'Offline');
  return { ...health, clean: kind === 'reset' || health.clean, healthy: true, taints, recentFaults: recent(health, nowMs, rules.quarantine.windowSeconds) };
}

/**
 * After a reset or check that failed. Of checks that fail in a row, `inARow` with this one, only the first counts as a fault, and as many
 * as the pool allows make the device offline.
 */
export function afterFailure(health: Health, kind: 'reset' | 'check', fault: Fault, inARow: number, rules: HealthRules): Health {
  const counted = kind === 'reset' || inARow <= 1 ? withFault(health, fault, rules) : health;
  const add = (key: TaintKey, reason: string) => [...without(counted.taints, key), { key, reason: reason.slice(0, 256), sinceMs: counted.taints.find((taint) => taint.key === key)?.sinceMs ?? fault.atMs }];
  if (kind === 'reset') return { ...counted, clean: false, healthy: fault.reason === 'CheckFailed' ? false : counted.healthy, taints: add('NeedsReset', fault.message) };
  return { ...counted, healthy: false, taints: inARow >= rules.check.failureThreshold ? add('Offline', `${inARow} checks in a row failed: ${fault.message}`) : counted.taints };
}

/** Whether it can be leased, as far as its health goes. */
export function isFit(health: Health): boolean {
  return health.clean && health.healthy === true && health.taints.length === 0;
}

export type Need = { readonly need: 'reset' | 'check' } | { readonly need: 'nothing'; readonly againMs?: number };

/** What a device that nobody holds needs now, or when to look again. `checkedMs`: when it was last checked, undefined for never. */
export function needOf(health: Health, checkedMs: number | undefined, nowMs: number, rules: HealthRules): Need {
  const quarantine = health.taints.find(({ key }) => key === 'Quarantined');
  const after = rules.quarantine.releaseAfterSeconds;
  if (quarantine && after === undefined) return { need: 'nothing' };
  if (quarantine && after !== undefined) return later('reset', quarantine.sinceMs + after * 1000 - nowMs);
  if (!health.clean || has(health, 'NeedsReset')) {
    const last = has(health, 'NeedsReset') ? health.faults[0] : undefined;
    return later('reset', last ? last.atMs + retryMs(health.recentFaults) - nowMs : 0);
  }
  return later('check', checkedMs === undefined ? 0 : checkedMs + rules.check.intervalSeconds * 1000 - nowMs);
}

/** How long a failed reset waits for the next try: longer with each fault within the window. */
export function retryMs(recentFaults: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(16, Math.max(0, recentFaults - 1)));
}

function later(need: 'reset' | 'check', ms: number): Need {
  return ms <= 0 ? { need } : { need: 'nothing', againMs: ms };
}

/** Faults within the window before `nowMs`; where all that are kept lie within it, those counted earlier stay counted. */
function recent({ faults, recentFaults }: Health, nowMs: number, windowSeconds: number): number {
  const within = faults.filter(({ atMs }) => nowMs - atMs < windowSeconds * 1000).length;
  return within === KEPT_FAULTS ? Math.max(within, recentFaults) : within;
}
