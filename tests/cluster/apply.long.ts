import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '#operator/runtime/client.ts';
import { type Widget, WIDGETS } from '#operator/runtime/testkit/world.ts';
import type { Writer } from '#operator/runtime/writer.ts';
import { EPOCH_ANNOTATION } from '#operator/runtime/writer.ts';
import { define, describeWithKubernetes } from './cluster.testkit.ts';
import { openWidgets, WIDGET_DEFINITION } from './widgets.ts';

await describeWithKubernetes('writes on a real API server', { control: false }, ({ cluster, admin }) => {
  beforeAll(() => define(admin(), WIDGET_DEFINITION));
  const open = () => openWidgets(cluster(), admin());

  it('creates, updates and applies bear the epoch; a status bears the version', async () => {
    const { place, writer, client } = await open();
    const [metadata, leader] = [place('a'), writer({ fence: () => 4 })];
    const created = await leader.create(WIDGETS, { metadata, spec: { size: 1 } });
    expect(epochOf(created)).toBe('4');
    const updated = await writer({ fence: () => 5 }).update(WIDGETS, { ...created, spec: { size: 2 } });
    expect([epochOf(updated), updated.spec?.size, updated.metadata.generation]).toEqual(['5', 2, 2]);
    const status = await leader.apply(WIDGETS, { metadata, status: { seen: 2 } }, { seen: updated, subresource: 'status' });
    expect([status.status?.seen, epochOf(status), status.metadata.generation]).toEqual([2, '5', 2]);
    expect(await client.get(WIDGETS, metadata)).toEqual(status);
  });

  it("an update sends no managedFields, and takes nobody else's fields by that", async () => {
    const { place, writer, client } = await open();
    const metadata = place('a');
    await writer({ manager: 'one' }).apply(WIDGETS, { metadata: { ...metadata, labels: { own: 'x' } } });
    const seen = await client.get(WIDGETS, metadata);
    await writer({ manager: 'two' }).update(WIDGETS, { ...seen, spec: { size: 2 } });
    await writer({ manager: 'one' }).apply(WIDGETS, { metadata });
    const { metadata: after, spec } = await client.get(WIDGETS, metadata);
    expect([after.labels, spec?.size]).toEqual([undefined, 2]);
  });

  it.each<[string, (w: Writer, seen: Widget) => Promise<unknown>]>([
    ['update', (w, seen) => w.update(WIDGETS, seen)],
    ['apply', (w, seen) => w.apply(WIDGETS, { metadata: placeOf(seen), spec: { size: 9 } }, { seen, force: true })],
    ['status', (w, seen) => w.apply(WIDGETS, { metadata: placeOf(seen), status: { seen: 9 } }, { seen, subresource: 'status' })],
    ['patch', (w, seen) => w.patch(WIDGETS, seen, { spec: { size: 9 } })],
    ['delete', (w, seen) => w.delete(WIDGETS, seen)],
  ])('%s of what has changed since is ABORTED, and works on what is there', async (_, write) => {
    const { client, writer, put, resize, place } = await open();
    await put('a', 1);
    const seen = await client.get(WIDGETS, place('a'));
    await resize('a', 2);
    await expect(write(writer(), seen)).rejects.toMatchObject({ code: 'ABORTED', details: { status: '409' } });
    expect(await sizeOf(client, place('a'))).toBe(2);
    await write(writer(), await client.get(WIDGETS, place('a')));
  });

  it('a delete meets no other object of the same name', async () => {
    const { client, writer, put, remove, place } = await open();
    await put('a');
    const seen = await client.get(WIDGETS, place('a'));
    await remove('a');
    await put('a');
    const { resourceVersion } = (await client.get(WIDGETS, place('a'))).metadata;
    await expect(writer().delete(WIDGETS, { metadata: { ...seen.metadata, resourceVersion } })).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('a second create is ALREADY_EXISTS', async () => {
    const { writer, place } = await open();
    await writer().create(WIDGETS, { metadata: place('a') });
    await expect(writer().create(WIDGETS, { metadata: place('a') })).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
  });

  describe('server-side apply', () => {
    it('creates what is not there; takes back what is no longer in the intent, and that alone', async () => {
      const { client, writer, place } = await open();
      const metadata = place('a');
      await writer().apply(WIDGETS, { metadata: { ...metadata, labels: { own: 'x', both: 'y' } }, spec: { size: 1 } });
      await writer({ manager: 'other' }).patch(WIDGETS, await client.get(WIDGETS, metadata), { metadata: { labels: { other: 'z' } } });
      await writer().apply(WIDGETS, { metadata: { ...metadata, labels: { both: 'y' } }, spec: { size: 1 } });
      expect((await client.get(WIDGETS, metadata)).metadata.labels).toEqual({ both: 'y', other: 'z' });
    });

    it('two managers: a field of the other is refused, unless forced, and forced it changes hands', async () => {
      const { client, writer, place } = await open();
      const metadata = place('a');
      const [one, two] = [writer({ manager: 'one' }), writer({ manager: 'two' })];
      await one.apply(WIDGETS, { metadata, spec: { size: 1 } });
      await expect(two.apply(WIDGETS, { metadata, spec: { size: 2 } })).rejects.toMatchObject({ code: 'ABORTED', field: 'spec.size' });
      await two.apply(WIDGETS, { metadata, spec: { size: 2 } }, { force: true });
      await expect(one.apply(WIDGETS, { metadata, spec: { size: 1 } })).rejects.toMatchObject({ code: 'ABORTED' });
      expect(await sizeOf(client, metadata)).toBe(2);
    });

    it('never sends what was read: no managedFields, and no version but that of `seen`', async () => {
      const { client, writer, put, resize, place } = await open();
      await put('a');
      const read = await client.get(WIDGETS, place('a'));
      await resize('a', 3);
      expect(read.metadata).toHaveProperty('managedFields');
      const written = await writer().apply(WIDGETS, { metadata: read.metadata, spec: { size: 4 } }, { force: true });
      expect(written.spec?.size).toBe(4);
    });
  });
});

const placeOf = ({ metadata: { namespace, name } }: Widget) => ({ namespace, name });
const epochOf = ({ metadata }: Widget) => metadata.annotations?.[EPOCH_ANNOTATION];
const sizeOf = async (client: Client, place: { namespace: string; name: string }) => (await client.get(WIDGETS, place)).spec?.size;
