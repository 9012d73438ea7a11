import type { Blobs } from '#kit/blobs/types.ts';
import type { Clock } from '#kit/clock.ts';
import type { GyreError } from '#kit/errors.ts';
import type { Store } from '#kit/store/types.ts';
import type { RegistrySources } from './registry.ts';

export interface TrainedOptions {
  /** Where trained versions act, as GYRE_POLICY_URL says: `local:` in this process, `triton://…` on that server. */
  readonly policyUrl: string;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** Digest of a version's checkpoint; undefined if there is no such version. */
  readonly checkpointOf: (version: string) => Promise<string | undefined>;
  /** The version that training says is to serve; undefined before there is one. */
  readonly serving: () => Promise<string | undefined>;
  /** Told of a version that could not be published in the background. */
  readonly onFailure: (error: GyreError) => void;
}

/** Trained policies, for the registry. */
export interface TrainedPolicies {
  readonly sources: Pick<RegistrySources, 'checkpointOf' | 'serving' | 'served'>;
  /** What has to answer for a process that uses them to be healthy. */
  readonly dependencies: Readonly<Record<string, () => Promise<void>>>;
  close(): Promise<void>;
}

/** Opens what GYRE_POLICY_URL names, for every process that hosts a harness. INVALID_ARGUMENT naming the variable. */
export async function openTrainedPolicies(options: TrainedOptions): Promise<TrainedPolicies> {
  const { policyUrl: url, checkpointOf, serving } = options;
  if (url === 'local:') return { sources: { checkpointOf, serving }, dependencies: {}, close: async () => undefined };
  const { openTriton } = await import('./triton/open.ts');
  const triton = openTriton({ ...options, url, wanted: serving });
  return {
    sources: { checkpointOf, serving: () => triton.serving(), served: (version) => triton.policy(version) },
    dependencies: { policy: () => triton.ping() },
    close: () => triton.close(),
  };
}
