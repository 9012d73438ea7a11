import { MessageChannel } from 'node:worker_threads';
import { openMemoryBus } from '#kit/bus/memory.ts';
import { connectBusPort, serveBusPort } from '#kit/bus/thread-port.ts';
import { busContract } from './bus.contract.ts';

busContract('memory', async () => {
  const bus = openMemoryBus();
  return { connect: async () => ({ bus }), close: () => bus.close() };
});

busContract('thread port', async () => {
  const bus = openMemoryBus();
  const ends: { close(): Promise<void> }[] = [];
  return {
    async connect() {
      const { port1, port2 } = new MessageChannel();
      ends.push(serveBusPort(bus, port1));
      const connected = connectBusPort(port2);
      return { bus: connected, kill: () => port2.close() };
    },
    async close() {
      await Promise.all(ends.map((end) => end.close()));
      await bus.close();
    },
  };
});
