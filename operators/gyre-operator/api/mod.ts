/** What others may import of the operator's API: types, conditions, reasons, the preflight. */
export * from './conditions.ts';
export * from './device-reasons.ts';
export type * from './gen/device-lease.ts';
export type * from './gen/device-pool.ts';
export type * from './gen/device.ts';
export type * from './gen/training-run.ts';
export { DEVICE_LEASE_RESOURCE } from './gen/device-lease.ts';
export { DEVICE_POOL_RESOURCE } from './gen/device-pool.ts';
export { DEVICE_RESOURCE } from './gen/device.ts';
export { TRAINING_RUN_RESOURCE } from './gen/training-run.ts';
export type * from './metadata.ts';
export * from './preflight.ts';
export * from './run-reasons.ts';
export * from './summary.ts';
