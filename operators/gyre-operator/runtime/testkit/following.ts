import type { InformerOptions } from '../informer.ts';
import { advanceToNext, openWorld, until, type Widget, WIDGETS } from './world.ts';

/** Waits between reconnects, as the informer's backoff has them at first. */
export const BACKOFF = [250, 500] as const;

/** A world with an informer that follows it, and what it tells its handlers. `before` the informer begins, the world may be filled. */
export async function following(options: Partial<InformerOptions<Widget>> = {}, before: (world: Awaited<ReturnType<typeof openWorld>>) => void = () => undefined) {
  const world = await openWorld();
  before(world);
  const informer = world.informer(options);
  const told: string[] = [];
  informer.handle({
    added: (object) => told.push(`+${object.metadata.name}`),
    updated: (object, from) => told.push(object === from ? `=${object.metadata.name}` : `~${object.metadata.name}`),
    deleted: (object, { missed }) => told.push(`-${object.metadata.name}${missed ? ' missed' : ''} size ${object.spec?.size}`),
  });
  void world.run(informer.run(world.signal));
  const { server, clock } = world;
  return {
    ...world,
    server,
    informer,
    told,
    asked: () => ({ lists: server.asked(WIDGETS).lists, watches: server.asked(WIDGETS).watches }),
    standing: () => until('one watch stands', () => server.watching(WIDGETS) === 1 && informer.failure === undefined && informer.hasSynced),
    reconnect: async () => {
      await advanceToNext(clock, BACKOFF);
      await until('one watch stands', () => server.watching(WIDGETS) === 1);
    },
  };
}
