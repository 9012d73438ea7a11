import { z } from 'zod';

/** What the process `device-operator.ts` is told, as JSON. */
export const DeviceOperatorOptions = z.strictObject({
  kubeconfig: z.string(),
  namespace: z.string(),
  identity: z.string(),
  /** Where its watches go by another way than its other calls. */
  watchServer: z.string().optional(),
  /** Works when it leads; or else when its parent tells it to, whoever else does. */
  elects: z.boolean().default(true),
  /** Takes a device, and then stands still before it tells the lease. */
  haltsBetween: z.boolean().default(false),
  /** Each of its writes is late by so much at most, milliseconds: where two processes are to meet. */
  lateMs: z.number().default(0),
});
export type DeviceOperatorOptions = z.input<typeof DeviceOperatorOptions>;
