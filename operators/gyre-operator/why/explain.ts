import type { Client } from '../runtime/client.ts';
import { explainDevice } from './device.ts';
import type { Explanation } from './explanation.ts';
import { explainLease } from './lease.ts';
import { ASKED, type AskedKind, Reader } from './lookup.ts';
import { explainPod } from './pod.ts';
import { explainPool } from './pool.ts';
import { explainRun } from './run.ts';

/** What somebody asks about, and when. */
export interface Question {
  readonly kind: AskedKind;
  readonly namespace: string;
  readonly name: string;
  readonly nowMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Explains one object from what the API server has. NOT_FOUND, with near names, if it is not there. */
export async function explain(client: Pick<Client, 'get' | 'find' | 'list'>, { kind, namespace, name, nowMs, signal }: Question): Promise<Explanation> {
  const reader = new Reader(client, signal);
  switch (kind) {
    case 'trainingrun':
      return explainRun(await reader.asked(ASKED.trainingrun.resource, namespace, name), reader, nowMs);
    case 'devicelease':
      return explainLease(await reader.asked(ASKED.devicelease.resource, namespace, name), reader, nowMs);
    case 'device':
      return explainDevice(await reader.asked(ASKED.device.resource, namespace, name), reader, nowMs);
    case 'devicepool':
      return explainPool(await reader.asked(ASKED.devicepool.resource, namespace, name), reader, nowMs);
    case 'pod':
      return explainPod(await reader.asked(ASKED.pod.resource, namespace, name), reader);
  }
}
