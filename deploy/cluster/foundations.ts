import { mkdir } from 'node:fs/promises';
import { type Missing, provideProgram, type RunningServer, startServer } from '#deploy/servers/mod.ts';
import { GyreError } from '#kit/errors.ts';
import type { Authority } from '../authority.ts';
import type { Foundations } from './layout.ts';

/** Where trained policies act: on Triton, in the harness processes, or on Triton if it can be had. */
export type PolicyServing = 'triton' | 'local' | 'either';

/** Real servers on this machine for a cluster to stand on. */
export interface LocalFoundations {
  readonly foundations: Foundations;
  readonly nats: RunningServer<'nats'>;
  readonly mongo: RunningServer<'mongo'>;
  readonly otelcol?: RunningServer<'otelcol'>;
  /** Absent where policies act in the harness processes. Killed and started again it is brought back to work by the harness. */
  readonly triton?: RunningServer<'triton'>;
  /** Why there is no Triton although one was looked for. */
  readonly tritonMissing?: Missing;
  stop(): Promise<void>;
}

export interface FoundationOptions {
  /** State of the servers, and blobs. */
  readonly folder: string;
  /** Starts a collector too, which writes what it receives to files. */
  readonly telemetry: boolean;
  /** Default `local`. */
  readonly policy?: PolicyServing;
  /** Signs the certificate of NATS, which then turns away clients that have none of it. */
  readonly authority?: Authority | undefined;
}

/**
 * Finds or installs the servers and starts them over `folder`: NATS, MongoDB's wire-compatible server, and what the options ask for.
 * Errors as `startServer`; UNAVAILABLE if Triton is asked for and cannot be had.
 */
export async function startFoundations({ folder, telemetry, policy = 'local', authority }: FoundationOptions): Promise<LocalFoundations> {
  const looked = policy === 'local' ? undefined : await provideProgram('triton');
  const tritonMissing = looked?.kind === 'missing' ? looked : undefined;
  if (policy === 'triton' && tritonMissing !== undefined) throw unavailable(tritonMissing);
  const started: { stop(): Promise<void> }[] = [];
  const place = async (name: string) => {
    await mkdir(`${folder}/${name}`, { recursive: true });
    return `${folder}/${name}`;
  };
  const running = async <S extends { stop(): Promise<void> }>(starting: Promise<S>): Promise<S> => {
    const server = await starting;
    started.push(server);
    return server;
  };
  const stop = async () => {
    for (const server of started.toReversed()) await server.stop();
  };
  try {
    const tls = authority === undefined ? {} : { tls: { ...(await authority.issue('nats')), ca: authority.ca } };
    const nats = await running(startServer('nats', { folder: await place('nats'), ...tls }));
    const mongo = await running(startServer('mongo', { folder: await place('mongo') }));
    const otelcol = telemetry ? await running(startServer('otelcol', { folder: await place('otelcol') })) : undefined;
    const models = await place('models');
    const traces = otelcol && `http://${otelcol.addresses.http}/v1/traces`;
    const triton = looked?.kind === 'ready' ? await running(startServer('triton', { folder: await place('triton'), models, ...(traces === undefined ? {} : { traces }) })) : undefined;
    const foundations = {
      storeUrl: `${mongo.url}/gyre`,
      evidenceUrl: `${mongo.url}/evidence`,
      busUrl: authority === undefined ? nats.url : nats.url.replace('nats://127.0.0.1', 'tls://localhost'),
      blobsUrl: `file:${await place('blobs')}`,
      policyUrl: triton === undefined ? 'local:' : `${triton.url}/policy?repository=${encodeURIComponent(models)}`,
      ...(otelcol === undefined ? {} : { otlpEndpoint: `http://${otelcol.addresses.grpc}` }),
    };
    return { foundations, nats, mongo, ...(otelcol && { otelcol }), ...(triton && { triton }), ...(tritonMissing && { tritonMissing }), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

function unavailable({ reason }: Missing): GyreError {
  const remedy = 'mend that, or write local, so that policies act in the harness processes';
  return new GyreError('UNAVAILABLE', `policy: Triton cannot be had (${reason}); ${remedy}`, { boundary: 'harness', retryable: false, field: 'policy', remedy });
}
