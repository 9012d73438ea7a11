import { z } from 'zod';
import { invalid } from '../errors.ts';
import { withoutCredentials } from '../url.ts';

/** Where blobs are kept in an S3 service. */
export interface S3Address {
  readonly bucket: string;
  /** Put before every key; empty or ending in a slash. */
  readonly prefix: string;
  /** Undefined for AWS itself. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** For people. */
  readonly shown: string;
}

const VARIABLE = 'GYRE_BLOBS_URL';
const REMEDY = 'write s3://BUCKET/PREFIX?endpoint=https://HOST:PORT&region=REGION; prefix, endpoint and region may be left out';
const SHAPE = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w.\/-]*))?(?:\?(?<query>.*))?$/;
/** What services of others than AWS take for a region, unless told otherwise. */
const ANY_REGION = 'us-east-1';

const options = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'write endpoint=http://HOST:PORT or endpoint=https://HOST:PORT' })
    .refine((url) => !url.includes('@'), 'credentials belong in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
    .optional(),
  region: z.string().regex(/^[a-z0-9-]+$/, 'write the name of a region, for example region=eu-central-1').optional(),
});

/** Reads an `s3://` URL. INVALID_ARGUMENT, naming GYRE_BLOBS_URL, where it is not one or no region is known. */
export function s3Address(url: string, env: Readonly<Record<string, string | undefined>>): S3Address {
  const shown = withoutCredentials(url.replace(/\?.*$/, ''));
  if (/^s3:\/\/[^/?]*@/.test(url)) throw invalid(VARIABLE, `${shown} holds credentials`, 'put them into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  const { bucket, prefix = '', query } = SHAPE.exec(url)?.groups ?? {};
  if (bucket === undefined) throw invalid(VARIABLE, `${shown} names no bucket`, REMEDY);
  const checked = options.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (!checked.success) {
    const { path, message } = checked.error.issues[0] ?? { path: [], message: '' };
    throw invalid(VARIABLE, `${shown} has a wrong ${path.join('.') || 'option'}`, path.length > 0 ? message : REMEDY);
  }
  const { endpoint } = checked.data;
  const region = checked.data.region ?? env['AWS_REGION'] ?? env['AWS_DEFAULT_REGION'] ?? (endpoint === undefined ? undefined : ANY_REGION);
  if (region === undefined) throw invalid(VARIABLE, `${shown} names no region`, 'add ?region=REGION, or set AWS_REGION');
  const folder = prefix.replace(/\/+$/, '');
  return { bucket, prefix: folder === '' ? '' : `${folder}/`, endpoint, region, shown };
}
