import { type StorageSettings, storageSettings } from '../config.ts';
import { invalid } from '../errors.ts';
import { schemeOf, withoutCredentials } from '../url.ts';
import type { Blobs } from './types.ts';

type Opener = (url: string, settings: StorageSettings) => Promise<Blobs>;

/** Drivers by URL scheme, each loaded only when its scheme is used. */
const OPENERS: Readonly<Record<string, Opener>> = {
  'file:': async (url) => {
    const { openFileBlobs } = await import('./files.ts');
    const dir = url.slice('file:'.length);
    if (dir === '') throw invalid('GYRE_BLOBS_URL', `${url} names no folder`, 'write file:DIR');
    return openFileBlobs(dir);
  },
  's3:': async (url, { blobsTimeoutMs }) => (await import('./s3.ts')).openS3Blobs(url, { timeoutMs: blobsTimeoutMs, env: process.env }),
};

/**
 * Opens the blobs that `url` names: `file:DIR` or `s3://BUCKET/PREFIX?endpoint=…&region=…`. INVALID_ARGUMENT, naming GYRE_BLOBS_URL,
 * for a scheme without a driver.
 */
export async function openBlobs(url: string, settings = storageSettings(process.env)): Promise<Blobs> {
  const opener = OPENERS[schemeOf(url)];
  if (opener) return opener(url, settings);
  throw invalid('GYRE_BLOBS_URL', `no blob driver for ${withoutCredentials(url)}`, 'use file:DIR or s3://BUCKET/PREFIX');
}
