import { describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { openWorld, type Widget, WIDGETS } from './testkit/world.ts';
import { EPOCH_ANNOTATION } from './writer.ts';

const PLACE = { namespace: 'n', name: 'a' };
const epochOf = (object: Widget) => object.metadata.annotations?.[EPOCH_ANNOTATION];

describe('every write carries a version or an epoch', () => {
  it('creates, updates and applies of a leader bear its epoch; a status bears the version', async () => {
    const { client, writer } = await openWorld();
    const leader = writer({ fence: () => 4 });
    const created = await leader.create(WIDGETS, { metadata: PLACE, spec: { size: 1 } });
    expect(epochOf(created)).toBe('4');
    const updated = await writer({ fence: () => 5 }).update(WIDGETS, { ...created, spec: { size: 2 } });
    expect([epochOf(updated), updated.spec?.size, updated.metadata.generation]).toEqual(['5', 2, 2]);
    const status = await leader.apply(WIDGETS, { metadata: PLACE, status: { seen: 2 } }, { seen: updated, subresource: 'status' });
    expect([status.status?.seen, epochOf(status)]).toEqual([2, '5']);
    expect(await client.get(WIDGETS, PLACE)).toEqual(status);
  });

  it.each([
    ['an update without a version', (w: Writes) => w.update(WIDGETS, { apiVersion: '', kind: '', metadata: PLACE }), 'metadata.resourceVersion'],
    ['a patch without a version', (w: Writes) => w.patch(WIDGETS, { metadata: PLACE }, { spec: {} }), 'metadata.resourceVersion'],
    ['a delete without a version', (w: Writes) => w.delete(WIDGETS, { metadata: PLACE }), 'metadata.resourceVersion'],
    ['a status of what was not read', (w: Writes) => w.apply(WIDGETS, { metadata: PLACE, status: {} }, { subresource: 'status' }), 'seen'],
  ])('refuses %s', async (_, write, field) => {
    const { server, writer } = await openWorld();
    await expect((async () => write(writer()))()).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field });
    expect(server.asked(WIDGETS).writes).toBe(0);
  });

  it('refuses to apply without version and epoch', async () => {
    const { server, writer } = await openWorld();
    await expect(writer({ fence: undefined }).apply(WIDGETS, { metadata: PLACE })).rejects.toMatchObject({ field: 'seen' });
    expect(server.asked(WIDGETS).writes).toBe(0);
  });

  it.each<[string, (w: Writes, seen: Widget) => Promise<unknown>]>([
    ['update', (w, seen) => w.update(WIDGETS, seen)],
    ['apply', (w, seen) => w.apply(WIDGETS, { metadata: PLACE, spec: { size: 9 } }, { seen })],
    ['status', (w, seen) => w.apply(WIDGETS, { metadata: PLACE, status: { seen: 9 } }, { seen, subresource: 'status' })],
    ['patch', (w, seen) => w.patch(WIDGETS, seen, { spec: { size: 9 } })],
    ['delete', (w, seen) => w.delete(WIDGETS, seen)],
  ])('%s of what has changed since is ABORTED', async (_, write) => {
    const { client, writer, put, resize } = await openWorld();
    put('a', 1);
    const seen = await client.get(WIDGETS, PLACE);
    resize('a', 2);
    await expect(write(writer(), seen)).rejects.toMatchObject({ code: 'ABORTED', details: { status: '409' } });
    expect((await client.get(WIDGETS, PLACE)).spec?.size).toBe(2);
    await write(writer(), await client.get(WIDGETS, PLACE));
  });

  it('a delete meets no other object of the same name', async () => {
    const { client, writer, put, remove } = await openWorld();
    put('a');
    const seen = await client.get(WIDGETS, PLACE);
    remove('a');
    put('a');
    const { resourceVersion } = (await client.get(WIDGETS, PLACE)).metadata;
    await expect(writer().delete(WIDGETS, { metadata: { ...seen.metadata, resourceVersion } })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('one that does not lead sends nothing', async () => {
    const { server, writer } = await openWorld();
    const fence = () => {
      throw new GyreError('ABORTED', 'does not lead', { boundary: 'cluster' });
    };
    await expect((async () => writer({ fence }).create(WIDGETS, { metadata: PLACE }))()).rejects.toThrow('does not lead');
    expect(server.asked(WIDGETS).writes).toBe(0);
  });

  it('where a lower epoch is not admitted, what a deposed leader sent late does nothing', async () => {
    const { client, writer } = await openWorld();
    await writer({ fence: () => 2 }).apply(WIDGETS, { metadata: PLACE, spec: { size: 2 } });
    await expect(writer({ fence: () => 1 }).apply(WIDGETS, { metadata: PLACE, spec: { size: 1 } }, { force: true })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: EPOCH_ANNOTATION });
    expect((await client.get(WIDGETS, PLACE)).spec?.size).toBe(2);
  });
});

describe('server-side apply', () => {
  it('creates what is not there; takes back what is no longer in the intent, and that alone', async () => {
    const { client, writer, server } = await openWorld();
    await writer().apply(WIDGETS, { metadata: { ...PLACE, labels: { own: 'x', both: 'y' } }, spec: { size: 1 } });
    server.store.write(WIDGETS, 'n', 'a', { kind: 'merge', body: { metadata: { labels: { other: 'z' } } } }, undefined);
    await writer().apply(WIDGETS, { metadata: { ...PLACE, labels: { both: 'y' } }, spec: { size: 1 } });
    expect((await client.get(WIDGETS, PLACE)).metadata.labels).toEqual({ both: 'y', other: 'z' });
  });

  it('two managers: a field of the other is refused, unless forced, and forced it changes hands', async () => {
    const { client, writer } = await openWorld();
    const [one, two] = [writer({ manager: 'one' }), writer({ manager: 'two' })];
    await one.apply(WIDGETS, { metadata: PLACE, spec: { size: 1 } });
    await expect(two.apply(WIDGETS, { metadata: PLACE, spec: { size: 2 } })).rejects.toMatchObject({ code: 'ABORTED', field: 'spec.size' });
    await two.apply(WIDGETS, { metadata: PLACE, spec: { size: 2 } }, { force: true });
    await expect(one.apply(WIDGETS, { metadata: PLACE, spec: { size: 1 } })).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await client.get(WIDGETS, PLACE)).spec?.size).toBe(2);
  });

  it('never sends what was read: no managedFields, and no version but that of `seen`', async () => {
    const { client, writer, put, resize } = await openWorld();
    put('a');
    const read = await client.get(WIDGETS, PLACE);
    resize('a', 3);
    const written = await writer().apply(WIDGETS, { metadata: { ...read.metadata, managedFields: [{ manager: 'x' }] }, spec: { size: 4 } }, { force: true });
    expect(written.spec?.size).toBe(4);
    expect(written.metadata).not.toHaveProperty('managedFields');
  });
});

type Writes = ReturnType<Awaited<ReturnType<typeof openWorld>>['writer']>;
