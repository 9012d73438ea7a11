import { S3_KEY } from '#deploy/servers/s3/launch.ts';
import { beforeAll, expect, it, vi } from 'vitest';
import { below, deleteCheckpoint, readCheckpoint, writeCheckpoint } from '#trainer-controller/learners/checkpoints.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';

const describeS3 = await withServers('s3');

describeS3('checkpoints of training runs in S3', () => {
  const server = withServer('s3');
  beforeAll(() => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_KEY.id).stubEnv('AWS_SECRET_ACCESS_KEY', S3_KEY.secret);
    return () => vi.unstubAllEnvs();
  });

  it('lie in a folder of their own each, at the endpoint that the URI names, and are read from there', async () => {
    const run = below(below(server().url, 'checkpoints'), 'round-u3');
    const bytes = (text: string) => new TextEncoder().encode(text);
    const checkpoint = (update: number) => ({ update, job: `sha256:${'1'.repeat(64)}`, checkpoint: bytes(`weights ${update}`), optimiser: bytes('none'), statistics: { loss: 0.5 } });
    const [first, second] = [await writeCheckpoint(run, checkpoint(1)), await writeCheckpoint(run, checkpoint(2))];
    expect(first.uri).toMatch(/\/checkpoints\/round-u3\/update-1-[0-9a-f]{64}\?endpoint=/);
    expect(await readCheckpoint(second)).toEqual(checkpoint(2));
    await deleteCheckpoint(first, []);
    await expect(readCheckpoint(first)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await readCheckpoint(second)).toEqual(checkpoint(2));
  });
});
