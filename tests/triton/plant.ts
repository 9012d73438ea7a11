import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTriton, type TritonOptions, type TritonPolicies } from '#harness-gateway/policy/triton/open.ts';
import { encodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import type { Parameters } from '#harness-gateway/policy/compact/network/mod.ts';
import { openFileBlobs } from '#kit/blobs/files.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import { systemClock } from '#kit/clock.ts';
import type { GyreError } from '#kit/errors.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import type { Store } from '#kit/store/types.ts';

/** An empty model repository, for a server that is about to be started over it. */
export function emptyRepository(): string {
  return mkdtempSync(join(tmpdir(), 'gyre-models-'));
}

/** What processes that use one inference server share: store, blobs, and which versions there are. */
export interface Plant {
  readonly store: Store;
  readonly blobs: Blobs;
  /** Checkpoint of each version. */
  readonly checkpoints: Map<string, string>;
  /** The version that training wants served. */
  wanted: string | undefined;
  /** What could not be published in the background. */
  readonly failures: GyreError[];
  readonly folder: string;
  /** What a process has to be told to use the same. */
  readonly env: Readonly<Record<string, string>>;
  /** Stores a version with these weights, or these bytes in the place of a checkpoint. */
  add(version: string, checkpoint: Parameters | Uint8Array): Promise<string>;
  /** A process of its own, as far as the inference server can see. */
  process(options?: Partial<TritonOptions>): TritonPolicies;
  close(): Promise<void>;
}

export async function openPlant(serverUrl: string, repository: string): Promise<Plant> {
  const folder = await mkdtemp(join(tmpdir(), 'gyre-triton-'));
  const store = openSqliteStore(join(folder, 'gyre.db'));
  const blobs = openFileBlobs(join(folder, 'blobs'));
  const opened: TritonPolicies[] = [];
  const plant: Plant = {
    ...{ store, blobs, folder },
    checkpoints: new Map(),
    wanted: undefined,
    failures: [],
    env: { GYRE_STORE_URL: `sqlite:${join(folder, 'gyre.db')}`, GYRE_BLOBS_URL: `file:${join(folder, 'blobs')}`, GYRE_POLICY_URL: `${serverUrl}/policy?repository=${repository}` },
    async add(version, checkpoint) {
      const bytes = checkpoint instanceof Uint8Array ? checkpoint : encodeCheckpoint(checkpoint);
      plant.checkpoints.set(version, await blobs.put(bytes));
      return version;
    },
    process(options = {}) {
      const triton = openTriton({
        url: plant.env['GYRE_POLICY_URL'] ?? '',
        clock: systemClock,
        checkpointOf: async (version) => plant.checkpoints.get(version),
        wanted: async () => plant.wanted,
        onFailure: (error) => plant.failures.push(error),
        ...{ store, blobs },
        ...options,
      });
      opened.push(triton);
      return triton;
    },
    async close() {
      for (const each of opened) await each.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
  return plant;
}
