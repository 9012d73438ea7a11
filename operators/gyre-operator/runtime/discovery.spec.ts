import { expect, it } from 'vitest';
import { isServed } from './discovery.ts';
import { openWorld, WIDGETS } from './testkit/world.ts';

it('tells what is installed from what is not, and neither from an API server that is away', async () => {
  const { client, server } = await openWorld();
  expect(await isServed(client, WIDGETS)).toBe(true);
  expect(await isServed(client, { ...WIDGETS, apiVersion: 'other.gyre.dev/v1' })).toBe(false);
  server.refusals.push({ status: 503 });
  await expect(isServed(client, WIDGETS, { tries: 1 })).rejects.toMatchObject({ code: 'UNAVAILABLE', retryable: true });
});
