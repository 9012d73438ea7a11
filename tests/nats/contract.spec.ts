import { busContract } from '#tests/contract/bus.contract.ts';
import { describeWithServer } from '#tests/servers/server.testkit.ts';
import { openProxy } from './proxy.ts';
import { deleteStreams, loggingBus } from './testkit.ts';

await describeWithServer('nats', 'NATS', (server) => {
  busContract('NATS JetStream', async () => {
    const ends: (() => Promise<void>)[] = [];
    return {
      async connect() {
        const proxy = await openProxy(server().url);
        const { bus } = await loggingBus(proxy.url);
        ends.push(async () => {
          await bus.close();
          await proxy.close();
        });
        // Like a process that dies: the server sees the connection end, and nobody comes back.
        return { bus, kill: () => void proxy.close() };
      },
      async close() {
        await Promise.all(ends.map((end) => end()));
        await deleteStreams(server().url);
      },
    };
  });
});
