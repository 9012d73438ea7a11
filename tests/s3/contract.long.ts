import { S3_KEY } from '#deploy/servers/s3/launch.ts';
import { openBlobs } from '#kit/blobs/open.ts';
import { blobsContract } from '#tests/contract/blobs.contract.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { beforeAll, vi } from 'vitest';

const describeS3 = await withServers('s3');

describeS3('the blobs in S3', () => {
  const server = withServer('s3');
  beforeAll(() => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_KEY.id).stubEnv('AWS_SECRET_ACCESS_KEY', S3_KEY.secret);
    return () => vi.unstubAllEnvs();
  });
  let prefixes = 0;

  blobsContract('S3', async () => {
    const url = server().url.replace('?', `/contract-${prefixes++}?`);
    return { open: () => openBlobs(url), cleanup: async () => undefined };
  });
});
