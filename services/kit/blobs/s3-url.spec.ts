import { expect, it } from 'vitest';
import { s3Address } from './s3-url.ts';

it.each([
  ['s3://gyre-blobs?region=eu-central-1', { bucket: 'gyre-blobs', prefix: '', endpoint: undefined, region: 'eu-central-1' }],
  ['s3://gyre-blobs/team/a/', { bucket: 'gyre-blobs', prefix: 'team/a/', endpoint: undefined, region: 'us-west-2' }],
  ['s3://gyre/p?endpoint=http%3A%2F%2Fhost%3A9000&region=r1', { bucket: 'gyre', prefix: 'p/', endpoint: 'http://host:9000', region: 'r1' }],
  ['s3://gyre/?endpoint=https://host', { bucket: 'gyre', prefix: '', endpoint: 'https://host', region: 'us-west-2' }],
])('reads %s', (url, address) => {
  expect(s3Address(url, { AWS_REGION: 'us-west-2' })).toMatchObject(address);
});

it('takes any region for a service of its own', () => {
  expect(s3Address('s3://gyre?endpoint=https://host', {}).region).toBe('us-east-1');
});

it.each([
  ['s3://', 'names no bucket'],
  ['s3://Gyre', 'names no bucket'],
  ['s3://gyre/a b', 'names no bucket'],
  ['s3://gyre', 'set AWS_REGION'],
  ['s3://gyre?region=EU', 'wrong region'],
  ['s3://gyre?endpoint=ftp://host', 'wrong endpoint'],
  ['s3://gyre?endpoint=http://key:hidden@host', 'AWS_ACCESS_KEY_ID'],
  ['s3://key:hidden@gyre', 'AWS_ACCESS_KEY_ID'],
  ['s3://gyre?secret=hidden', 'wrong option'],
])('refuses %s', (url, problem) => {
  const refused = () => s3Address(url, {});
  expect(refused).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field: 'GYRE_BLOBS_URL', message: expect.stringContaining(problem) }));
  expect(refused).not.toThrow('hidden');
});
