import { openMemoryBus } from '#kit/bus/memory.ts';
import { busContract } from './bus.contract.ts';

busContract('memory', async () => {
  const bus = openMemoryBus();
  return { connect: async () => ({ bus }), close: () => bus.close() };
});
