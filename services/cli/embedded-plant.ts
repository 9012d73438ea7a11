import { randomBytes } from 'node:crypto';
import { curatorCollections, demonstrationReader, privateTextsReader, TaskPool } from '#curator/mod.ts';
import { createSandbox, type EnvManager, sandboxBackend, startEnvManager } from '#env-manager/mod.ts';
import { phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import { compileAdapter, environmentPorts, type Harness, memoryChanges, startHarness, worldSources } from '#harness-gateway/mod.ts';
import { openPolicyRegistry } from '#harness-gateway/policy/registry.ts';
import { openTrainedPolicies, type TrainedPolicies } from '#harness-gateway/policy/trained.ts';
import { openBlobs } from '#kit/blobs/open.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import type { Clock } from '#kit/clock.ts';
import type { Config } from '#kit/config.ts';
import type { GyreError } from '#kit/errors.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import { type Authenticate, tokenTable } from '#kit/rpc/roles.ts';
import type { Client } from '#kit/rpc/types.ts';
import { openCommonStore, openStore } from '#kit/store/open.ts';
import type { Store } from '#kit/store/types.ts';
import type { Action } from '#protos/core/v1/action.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService } from '#protos/harness/v1/harness_service.ts';
import { VerifierServiceService } from '#protos/verifier/v1/verifier_service.ts';
import { Policies } from '#trainer-controller/policies.ts';
import { verifierHandlers } from '#verifier/service.ts';

export interface PlantOptions {
  readonly config: Pick<Config, 'storeUrl' | 'evidenceUrl' | 'blobsUrl' | 'policyUrl'>;
  readonly clock: Clock;
  /** `memory` where an attempt that is cut off starts anew, `store` where episodes and sessions outlive the process. */
  readonly journal: 'store' | 'memory';
  /** Hand-written behaviour by task id, for the policies `scripted:<task id>`. */
  readonly scripts?: ReadonlyMap<string, readonly Action[]>;
  readonly onFailure: (error: GyreError) => void;
}

/** What an episode needs: environments, harness and verifier over the same stores, called as over the network. */
export interface EpisodePlant {
  readonly store: Store;
  readonly evidenceStore: Store;
  readonly blobs: Blobs;
  readonly policies: Policies;
  readonly environments: Client<EnvManagerServiceService>;
  readonly harness: Client<HarnessServiceService>;
  readonly verifier: Client<VerifierServiceService>;
  /** For callers with another role than the worker's. */
  readonly harnessHandlers: Harness['handlers'];
  readonly authenticate: Authenticate;
  /** The bearer token of a role within this process. */
  readonly tokenOf: (role: Role) => () => string;
  close(): Promise<void>;
}

const ROLES = ['worker', 'harness', 'verifier', 'curator', 'trainer', 'admin'] as const;
type Role = (typeof ROLES)[number];

/** Composes env-manager, harness and verifier in this thread, each caller with the credential of its role. */
export async function openEpisodePlant(options: PlantOptions): Promise<EpisodePlant> {
  const { config, clock, journal, onFailure } = options;
  const store = await openCommonStore(config);
  const evidenceStore = await openStore(config.evidenceUrl, 'GYRE_EVIDENCE_URL');
  const blobs = await openBlobs(config.blobsUrl);
  const collections = curatorCollections(store);
  const policies = new Policies(store, blobs, clock);
  const trained = await openTrainedPolicies({
    ...{ policyUrl: config.policyUrl, store, blobs, clock, onFailure },
    checkpointOf: (version) => policies.checkpointOf(version),
    serving: () => policies.serving(),
  });
  const tokens = new Map(ROLES.map((role) => [role, randomBytes(24).toString('hex')]));
  const tokenOf = (role: Role) => () => tokens.get(role) ?? '';
  const authenticate = tokenTable(Object.fromEntries(ROLES.map((role) => [tokenOf(role)(), { subject: `embedded-${role}`, roles: new Set([role]) }])));

  const manager = startEnvManager({ backends: [sandboxBackend([createSandbox(phoneWorld)])], store, evidenceStore, clock, authenticate, journal, onFailure });
  const environmentsOf = (role: Role) => inProcessClient(EnvManagerServiceService, manager.handlers, { boundary: 'environment', clock, token: tokenOf(role) });
  const { tools, skills, options: adapterOptions } = worldSources(phoneWorld);
  const harness = await startHarness({
    ...environmentPorts(environmentsOf('harness')),
    ...{ store, clock, journal, authenticate, onFailure },
    policies: openPolicyRegistry({
      ...{ ...trained.sources, blobs },
      demonstrationOf: demonstrationReader(collections, evidenceStore),
      scriptOf: async (task) => options.scripts?.get(task),
    }),
    artifact: compileAdapter(tools, skills, adapterOptions),
    privateTexts: privateTextsReader(collections),
  });
  const pool = new TaskPool(collections);
  const judging = { environments: environmentsOf('verifier'), evidenceStore, store, taskOf: (id: string) => pool.get(id), memoryChanges };
  return {
    ...{ store, evidenceStore, blobs, policies, authenticate, tokenOf },
    environments: environmentsOf('worker'),
    harness: inProcessClient(HarnessServiceService, harness.handlers, { boundary: 'harness', clock, token: tokenOf('worker') }),
    verifier: inProcessClient(VerifierServiceService, verifierHandlers(judging, authenticate), { boundary: 'verifier', clock, token: tokenOf('worker') }),
    harnessHandlers: harness.handlers,
    close: () => closed({ manager, harness, trained, blobs, store, evidenceStore }),
  };
}

async function closed(parts: { manager: EnvManager; harness: Harness; trained: TrainedPolicies; blobs: Blobs; store: Store; evidenceStore: Store }): Promise<void> {
  await parts.harness.stop();
  await parts.manager.stop();
  await parts.trained.close();
  await parts.blobs.close();
  await parts.evidenceStore.close();
  await parts.store.close();
}
