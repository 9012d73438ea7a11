import pLimit from 'p-limit';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import type { Client } from '#kit/rpc/types.ts';
import { Backend, Task } from '#protos/core/v1/task.ts';
import { EnvManagerServiceService } from '#protos/env/v1/env_manager_service.ts';
import { HarnessServiceService, OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';

/** What a client of the harness and the environments is told. */
export interface Told {
  readonly environments: string;
  readonly harness: string;
  readonly token: string;
  readonly leaseMs: number;
}

const AT_A_TIME = 32;
const REQUEST = 'Set an alarm for half past seven.';

/** Opens sessions, each with an environment of its own, as a product service or a rollout worker does. */
export class SessionClient {
  readonly #environments: Client<EnvManagerServiceService>;
  readonly #harness: Client<HarnessServiceService>;
  readonly #leaseMs: number;

  constructor({ environments, harness, token, leaseMs }: Told) {
    this.#environments = grpcClient(EnvManagerServiceService, environments, { token: () => token });
    this.#harness = grpcClient(HarnessServiceService, harness, { token: () => token });
    this.#leaseMs = leaseMs;
  }

  async open(id: string): Promise<void> {
    const task = Task.fromPartial({ id: `task-${id}`, world: 'phone', backend: Backend.SANDBOX, request: REQUEST, now: '2026-03-02T07:00:00Z', timeZone: 'Europe/Berlin', locale: 'en' });
    await this.#environments.createEpisode({ episodeId: id, task, seed: 1, leaseMs: this.#leaseMs, slotId: '', attempt: 1 });
    const { locale, now, timeZone, request, world } = task;
    await this.#harness.openSession(OpenSessionRequest.fromPartial({ sessionId: id, episodeId: id, memoryScope: `episode/${id}`, locale, now, timeZone, request, world, policy: 'rule-planner' }));
  }

  /** The first turn of a session: one action, carried out. */
  async act(id: string): Promise<void> {
    const { environmentCalls } = await this.#harness.plan({ sessionId: id, step: 0, results: [] });
    await this.#environments.step({ episodeId: id, step: 0, calls: environmentCalls });
  }
}

/** `node client.ts NAME COUNT`, {@link Told} as JSON in TOLD: opens sessions `NAME-0` and on, says so, and keeps them until it is killed. */
if (import.meta.main) {
  const [, , name = '', count = ''] = process.argv;
  const told: Told = JSON.parse(process.env['TOLD'] ?? '{}');
  const client = new SessionClient(told);
  const limit = pLimit(AT_A_TIME);
  await Promise.all(Array.from({ length: Number(count) }, (_, i) => limit(() => client.open(`${name}-${i}`))));
  process.stdout.write('opened\n');
  setInterval(() => undefined, 60_000);
}
