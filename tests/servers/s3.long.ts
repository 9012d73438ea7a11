import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { S3_KEY } from '#deploy/servers/s3/launch.ts';
import { describeWithServer } from './server.testkit.ts';

/** One exchange over a connection of its own. */
async function talk<R>(address: string, what: (client: S3Client) => Promise<R>): Promise<R> {
  const client = new S3Client({ endpoint: `http://${address}`, region: 'us-east-1', forcePathStyle: true, maxAttempts: 1, credentials: { accessKeyId: S3_KEY.id, secretAccessKey: S3_KEY.secret } });
  try {
    return await what(client);
  } finally {
    client.destroy();
  }
}

const put = (address: string, Key: string, Body: string) => talk(address, (client) => client.send(new PutObjectCommand({ Bucket: 'gyre', Key, Body })));
const get = (address: string, Key: string) => talk(address, async (client) => (await client.send(new GetObjectCommand({ Bucket: 'gyre', Key }))).Body?.transformToString());

await describeWithServer('s3', 'a started S3 server', (server) => {
  it('keeps its port and its objects when it restarts or is killed', async () => {
    const { pid, addresses } = server();
    await put(addresses.http, 'a', 'before');
    await server().restart();
    expect(server().pid).not.toBe(pid);
    expect(await get(addresses.http, 'a')).toBe('before');
    await put(addresses.http, 'b', 'between');
    await server().kill();
    await expect(get(addresses.http, 'b')).rejects.toThrow(/ECONNREFUSED/);
    await server().restart();
    expect(server().addresses).toEqual(addresses);
    expect([await get(addresses.http, 'a'), await get(addresses.http, 'b')]).toEqual(['before', 'between']);
  });
});
