import { mkdir } from 'node:fs/promises';
import type { RunningServer } from '#deploy/servers/mod.ts';
import { startServer } from '#deploy/servers/mod.ts';
import type { Authority } from './authority.ts';
import type { Foundations } from './layout.ts';

/** Real servers on this machine for a cluster to stand on. */
export interface LocalFoundations {
  readonly foundations: Foundations;
  readonly nats: RunningServer<'nats'>;
  readonly mongo: RunningServer<'mongo'>;
  readonly otelcol?: RunningServer<'otelcol'>;
  stop(): Promise<void>;
}

export interface FoundationOptions {
  /** State of the servers, and blobs. */
  readonly folder: string;
  /** Starts a collector too, which writes what it receives to files. */
  readonly telemetry: boolean;
  /** Signs the certificate of NATS, which then turns away clients that have none of it. */
  readonly authority?: Authority | undefined;
}

/** Finds or installs NATS and MongoDB's wire-compatible server and starts them over `folder`. Errors as `startServer`. */
export async function startFoundations({ folder, telemetry, authority }: FoundationOptions): Promise<LocalFoundations> {
  const started: { stop(): Promise<void> }[] = [];
  const place = async (name: string) => {
    await mkdir(`${folder}/${name}`, { recursive: true });
    return `${folder}/${name}`;
  };
  const stop = async () => {
    for (const server of started.toReversed()) await server.stop();
  };
  try {
    const tls = authority === undefined ? {} : { tls: { ...(await authority.issue('nats')), ca: authority.ca } };
    const nats = await startServer('nats', { folder: await place('nats'), ...tls });
    started.push(nats);
    const mongo = await startServer('mongo', { folder: await place('mongo') });
    started.push(mongo);
    const otelcol = telemetry ? await startServer('otelcol', { folder: await place('otelcol') }) : undefined;
    if (otelcol !== undefined) started.push(otelcol);
    const foundations = {
      storeUrl: `${mongo.url}/gyre`,
      evidenceUrl: `${mongo.url}/evidence`,
      busUrl: authority === undefined ? nats.url : nats.url.replace('nats://127.0.0.1', 'tls://localhost'),
      blobsUrl: `file:${await place('blobs')}`,
      policyUrl: 'local:',
      ...(otelcol === undefined ? {} : { otlpEndpoint: `http://${otelcol.addresses.grpc}` }),
    };
    return { foundations, nats, mongo, ...(otelcol === undefined ? {} : { otelcol }), stop };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}
