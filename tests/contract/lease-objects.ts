import type { PoolChoices } from '#kit/leases/store/leases.ts';

/** A device of the suite: what its spec says. */
export const deviceOf = (name: string) => ({ name, serial: `serial-${name}`, endpoint: `http://${name}.lab:4723` });

/** A pool's choices in the words of DevicePool. */
export const poolSpecOf = ({ open, queue: { tenants, ...queue } = {}, check, ...rest }: PoolChoices) => ({
  platform: 'Simulated',
  admission: open === false ? 'Draining' : 'Open',
  ...rest,
  ...(check ? { healthCheck: check } : {}),
  queue: { ...queue, ...(tenants ? { tenants: Object.entries(tenants).map(([tenant, limit]) => ({ tenant, ...limit })) } : {}) },
});

/** The taints of people, as a Device's spec has them. */
export const taintsOf = (effect: 'NoLease' | 'EndLease' | undefined) => (effect ? [{ key: 'Draining', effect, reason: 'Because.' }] : null);
