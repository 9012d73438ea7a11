import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answersOk, firstBytes } from '../probes.ts';
import type { Launcher } from '../running.ts';

type Setting = string | number | boolean | readonly Setting[] | { readonly [key: string]: Setting };

export interface NatsOptions {
  /** Paths of PEM files. With `ca`, clients must show a certificate of that authority. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca?: string };
  /** More of nats-server's own configuration by its own names, for example `{authorization: {user: 'a', password: 'b'}}`. */
  readonly settings?: { readonly [key: string]: Setting };
}

/** nats-server with JetStream. Streams and consumers live in the folder: a restart keeps them, also after SIGKILL. */
export const natsLauncher: Launcher<'nats'> = {
  name: 'nats',
  program: 'nats',
  ports: ['client', 'monitor'],
  boundary: 'bus',
  url: ({ client }) => `nats://127.0.0.1:${client}`,
  files: () => ({}),
  async prepare({ folder, ports }, { tls, settings }) {
    const config = {
      server_name: 'gyre',
      listen: `127.0.0.1:${ports.client}`,
      http: `127.0.0.1:${ports.monitor}`,
      jetstream: { store_dir: join(folder, 'jetstream') },
      ...(tls === undefined ? {} : { tls: { cert_file: tls.cert, key_file: tls.key, ...(tls.ca === undefined ? {} : { ca_file: tls.ca, verify: true }) } }),
      ...settings,
    };
    const path = join(folder, 'nats.conf');
    // The format of nats-server's configuration includes JSON.
    await writeFile(path, JSON.stringify(config, undefined, 2));
    return { args: ['--config', path] };
  },
  async isReady({ ports }) {
    const greeting = (await answersOk(ports.monitor, '/healthz')) ? await firstBytes(ports.client) : undefined;
    return greeting?.subarray(0, 5).toString() === 'INFO ';
  },
};
