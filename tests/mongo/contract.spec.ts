import { openStore } from '#kit/store/open.ts';
import { storeContract } from '#tests/contract/store.contract.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';

const describeMongo = await withServers('mongo');

describeMongo('the store on MongoDB', () => {
  const server = withServer('mongo', { memory: true });
  let databases = 0;

  storeContract(
    'MongoDB',
    async () => {
      const url = `${server().url}/contract-${databases++}`;
      return { open: () => openStore(url), cleanup: async () => undefined };
    },
    // Of mongo-java-server; MongoDB itself lacks none of it.
    { codePointOrder: true, partialIndexes: true, nullIsNoObject: true },
  );
});
