import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { S3_KEY } from '#deploy/servers/s3/launch.ts';
import { openBlobs } from '#kit/blobs/open.ts';
import { GyreError } from '#kit/errors.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';

const SETTINGS = { storeTimeoutMs: 5_000, blobsTimeoutMs: 5_000 };
const describeS3 = await withServers('s3');

describeS3('blobs in S3, when something is wrong', () => {
  const server = withServer('s3');
  beforeEach(() => {
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_KEY.id);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_KEY.secret);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  const url = (prefix: string) => server().url.replace('?', `/${prefix}?`);

  it('keeps one object per content, under two levels of the prefix', async () => {
    const blobs = await openBlobs(url('deep/er/'), SETTINGS);
    const bytes = Buffer.from('one content');
    const digests = await Promise.all(Array.from({ length: 6 }, () => blobs.put(bytes)));
    const hex = digests[0]?.slice('sha256:'.length) ?? '';
    const files = await readdir(join(server().folder, 'objects', 'gyre', 'deep', 'er'), { recursive: true, withFileTypes: true });
    const objects = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    expect(objects).toEqual([join(server().folder, 'objects', 'gyre', 'deep', 'er', hex.slice(0, 2), hex.slice(2, 4), hex)]);
    await blobs.close();
  });

  it('notices bytes that changed in the service', async () => {
    const blobs = await openBlobs(url('changed'), SETTINGS);
    const digest = await blobs.put(Buffer.from('checkpoint'));
    const hex = digest.slice('sha256:'.length);
    await writeFile(join(server().folder, 'objects', 'gyre', 'changed', hex.slice(0, 2), hex.slice(2, 4), hex), 'checkpaint');
    await expect(blobs.get(digest)).rejects.toMatchObject({ code: 'INTERNAL', boundary: 'store', details: { digest } });
    await blobs.close();
  });

  it('is UNAVAILABLE while the service is down, and goes on by itself when it is back', async () => {
    const blobs = await openBlobs(url('killed'), SETTINGS);
    const digest = await blobs.put(Buffer.from('kept'));
    await server().kill();
    const down = { code: 'UNAVAILABLE', boundary: 'store', retryable: true, field: 'GYRE_BLOBS_URL' };
    await expect(blobs.get(digest)).rejects.toMatchObject({ ...down, details: { digest } });
    await expect(blobs.has(digest)).rejects.toMatchObject(down);
    await expect(blobs.put(Buffer.from('other'))).rejects.toMatchObject(down);
    await expect(blobs.delete(digest)).rejects.toMatchObject(down);
    await expect(openBlobs(url('killed'), SETTINGS)).rejects.toMatchObject(down);
    await server().restart();
    expect(Buffer.from(await blobs.get(digest)).toString()).toBe('kept');
    expect(await blobs.has(await blobs.put(Buffer.from('other')))).toBe(true);
    await blobs.close();
  });

  it('waits no longer than its deadline for a service that says nothing', async () => {
    const blobs = await openBlobs(url('stopped'), SETTINGS);
    const digest = await blobs.put(Buffer.from('kept'));
    await server().kill('SIGSTOP');
    try {
      await expect(blobs.get(digest)).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'store', retryable: true });
    } finally {
      await server().kill('SIGCONT');
    }
    expect(Buffer.from(await blobs.get(digest)).toString()).toBe('kept');
    await blobs.close();
  });

  it.each([
    ['no key', { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' }],
    ['an unknown key', { AWS_ACCESS_KEY_ID: 'nobody' }],
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'not-the-secret' }],
  ])('names the variable of the key for %s, and shows no secret', async (_, variables) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const error = await openBlobs(server().url, SETTINGS).then(() => undefined, (thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED', boundary: 'store', field: 'AWS_ACCESS_KEY_ID', retryable: false });
    expect(error instanceof GyreError && `${error.message} ${error.remedy}`).not.toMatch(/not-the-secret|gyre-on-loopback/);
  });

  it.each([
    ['a bucket that is not there', (at: string) => at.replace('//gyre', '//another'), 'FAILED_PRECONDITION'],
    ['a host that does not answer', (at: string) => at.replace(/127.0.0.1:\d+/, '127.0.0.1:1'), 'UNAVAILABLE'],
  ])('names its URL for %s', async (_, changed, code) => {
    await expect(openBlobs(changed(server().url), SETTINGS)).rejects.toMatchObject({ code, boundary: 'store', field: 'GYRE_BLOBS_URL' });
  });
});
