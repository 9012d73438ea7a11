import { expect, it } from 'vitest';
import { openStore } from '#kit/store/open.ts';
import { largeContract } from '#tests/contract/large.contract.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';

const describeMongo = await withServers('mongo');

describeMongo('large fields on MongoDB', () => {
  const server = withServer('mongo', { memory: true });
  let databases = 0;
  const newUrl = () => `${server().url}/large-${databases++}`;

  largeContract('MongoDB', newUrl);

  it('is what lets a document be larger than the server takes', async () => {
    const store = await openStore(newUrl());
    const books = store.collection<{ _id: string; text: string }>({ name: 'books', large: ['text'] });
    await expect(books.insert({ _id: 'a', text: 'x'.repeat(17 * 1024 * 1024) })).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', details: { collection: 'books', document: 'a' } });
    await store.close();
  });
});
