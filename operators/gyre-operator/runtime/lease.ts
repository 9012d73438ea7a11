import { z } from 'zod';
import { timeText } from './micro-time.ts';
import { kubeObject, type Resource } from './objects.ts';

const lease = kubeObject.extend({
  spec: z
    .looseObject({
      holderIdentity: z.string().nullish(),
      leaseDurationSeconds: z.int().nullish(),
      acquireTime: timeText.nullish(),
      renewTime: timeText.nullish(),
      leaseTransitions: z.int().nullish(),
    })
    .default({}),
});
export type Lease = z.infer<typeof lease>;

export const LEASES: Resource<Lease> = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', plural: 'leases', namespaced: true, schema: lease };

/** Annotation of the Lease of an operator: the namespace that it looks after, `*` for all of them. */
export const LOOKS_AFTER = 'gyre.dev/looks-after';
