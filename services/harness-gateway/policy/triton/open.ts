import { fileURLToPath } from 'node:url';
import type { Blobs } from '#kit/blobs/types.ts';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Store } from '#kit/store/types.ts';
import type { Policy } from '../types.ts';
import { tritonAddress } from './address.ts';
import { Batcher, type BatcherOptions } from './batcher.ts';
import { InferenceServer } from './inference.ts';
import { patiently } from './patience.ts';
import { TritonPolicy, type TritonPolicyOptions } from './policy.ts';
import { Publisher } from './publisher.ts';
import { ModelRepository, versionNumber } from './repository.ts';
import { scoring, type ScoringOptions } from './scoring.ts';
import { Serving } from './serving.ts';

export interface TritonOptions {
  /** `triton://HOST:PORT[/MODEL][?repository=DIR]` */
  readonly url: string;
  readonly store: Store;
  readonly blobs: Blobs;
  readonly clock: Clock;
  /** Digest of a version's checkpoint; undefined if there is no such version. */
  readonly checkpointOf: (version: string) => Promise<string | undefined>;
  /** The version that training wants served; undefined before there is one. */
  readonly wanted: () => Promise<string | undefined>;
  /** Told of a version that could not be published in the background. */
  readonly onFailure: (error: GyreError) => void;
  readonly batching?: Partial<Omit<BatcherOptions, 'clock'>>;
  /** How long a decision may take, and how long loading and scoring are tried again, milliseconds. */
  readonly patience?: Pick<ScoringOptions, 'patienceMs' | 'tryMs'> & Pick<TritonPolicyOptions, 'decideMs'>;
  readonly mostLoaded?: number;
}

/** Policy versions served by an inference server. */
export interface TritonPolicies {
  readonly server: InferenceServer;
  readonly publisher: Publisher;
  /** The policy of that version, loaded and proven, as patiently as it decides afterwards. Errors as {@link Publisher.bring}. */
  policy(version: string): Promise<Policy>;
  /**
   * The version that serves. A newer one that training wants is published beside it, and serves once its canary has passed; one that was
   * refused or rolled back does not come back by itself. Waits only for the first version ever.
   */
  serving(): Promise<string | undefined>;
  /**
   * Resolves if the server answers, and has what serves loaded: whoever watches the health of a process brings a server that has
   * restarted back to work. UNAVAILABLE otherwise.
   */
  ping(): Promise<void>;
  /** Waits for a publication on its way. */
  close(): Promise<void>;
}

/** Where the model's program lies in the project. */
const TEMPLATE = fileURLToPath(new URL('../../../../deploy/triton/policy', import.meta.url));
/** After a failure a publication is not begun anew at every session. */
const HOLD_OFF_MS = 5_000;

export function openTriton(options: TritonOptions): TritonPolicies {
  const { store, blobs, clock, checkpointOf, wanted, onFailure, mostLoaded } = options;
  const { address, model, repository: folder } = tritonAddress(options.url);
  const server = new InferenceServer(address);
  const repository = folder === undefined ? undefined : new ModelRepository(folder, model, TEMPLATE, clock);
  const publisher = new Publisher({ server, model, repository, serving: new Serving(store, model), blobs, checkpointOf, mostLoaded });
  let publishing: Promise<unknown> | undefined;
  let notBefore = 0;

  /** Publishes in the background unless that is being done, or failed a moment ago. */
  function follow(version: string, instead: string): void {
    if (publishing !== undefined || clock.now() < notBefore) return;
    publishing = publisher
      .publish(version, instead)
      .catch((error: unknown) => {
        notBefore = clock.now() + HOLD_OFF_MS;
        onFailure(GyreError.from(error, 'harness'));
      })
      .finally(() => (publishing = undefined));
  }

  return {
    server,
    publisher,
    async policy(version) {
      const { rows } = await patiently(() => publisher.bring(version), { clock, ...options.patience });
      const send = scoring({ server, model, number: versionNumber(version), bring: () => publisher.bring(version), clock, ...options.patience });
      const batcher = new Batcher(send, { clock, ...options.batching });
      return new TritonPolicy(version, { rows, clock, decideMs: options.patience?.decideMs, score: (choice) => batcher.score(choice) });
    },
    async serving() {
      const [sought, state] = await Promise.all([wanted(), publisher.state()]);
      if (sought !== undefined && sought !== state.serving && !state.refused.some((each) => each.version === sought)) {
        if (state.serving === '') return (await publisher.publish(sought, '')).serving;
        follow(sought, state.serving);
      }
      return state.serving === '' ? undefined : state.serving;
    },
    async ping() {
      if (!(await server.live())) throw new GyreError('UNAVAILABLE', `the inference server at ${address} does not answer`, { boundary: 'harness', field: 'GYRE_POLICY_URL' });
      const { serving } = await publisher.state();
      if (serving !== '') await publisher.bring(serving);
    },
    async close() {
      await publishing;
    },
  };
}
