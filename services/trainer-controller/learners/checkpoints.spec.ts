import { expect, it } from 'vitest';
import { below } from './checkpoints.ts';

it.each([
  ['file:///var/checkpoints', 'file:///var/checkpoints/run'],
  ['file:///var/checkpoints/', 'file:///var/checkpoints/run'],
  ['s3://bucket', 's3://bucket/run'],
  ['s3://bucket/p?region=eu-central-1', 's3://bucket/p/run?region=eu-central-1'],
  ['s3://bucket/p/?endpoint=http://host:9000&region=r', 's3://bucket/p/run?endpoint=http://host:9000&region=r'],
])('what is below %s is %s', (uri, expected) => {
  expect(below(uri, 'run')).toBe(expected);
});
