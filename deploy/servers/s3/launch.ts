import { join } from 'node:path';
import { makeFolder } from '#kit/folder.ts';
import { answersOk } from '../probes.ts';
import type { Launcher } from '../running.ts';

export interface S3Options {
  /** The key of its one account; `S3_KEY` by default. */
  readonly key?: { readonly id: string; readonly secret: string };
}

/** For clients, as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
export const S3_KEY = { id: 'gyre', secret: 'gyre-on-loopback' } as const;

const BUCKET = 'gyre';
const HEALTH = '/health';

/** versitygw with one bucket, `gyre`. Objects are files in its folder: a restart keeps them, also after SIGKILL. */
export const s3Launcher: Launcher<'s3'> = {
  name: 's3',
  program: 's3',
  ports: ['http'],
  boundary: 'store',
  url: ({ http }) => `s3://${BUCKET}?endpoint=http://127.0.0.1:${http}`,
  files: () => ({}),
  async prepare({ folder, ports }, { key = S3_KEY }) {
    const [objects, metadata] = [join(folder, 'objects'), join(folder, 'metadata')];
    makeFolder(join(objects, BUCKET));
    makeFolder(metadata);
    // Beside the objects, as not every file system has extended attributes.
    const args = ['--port', `127.0.0.1:${ports.http}`, '--health', HEALTH, '--quiet', 'posix', '--sidecar', metadata, objects];
    return { args, env: { ROOT_ACCESS_KEY_ID: key.id, ROOT_SECRET_ACCESS_KEY: key.secret } };
  },
  isReady: ({ ports }) => answersOk(ports.http, HEALTH),
};
