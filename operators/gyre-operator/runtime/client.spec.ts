import { describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { isConflict, isExpired, isMissing } from './failure.ts';
import { advanceToNext, FARMS, openWorld, settle, until, WIDGETS } from './testkit/world.ts';

const A = { namespace: 'n', name: 'a' };

describe('reads', () => {
  it('gets what is there, and tells what is not', async () => {
    const { client, put } = await openWorld();
    put('a', 7);
    expect(await client.get(WIDGETS, A)).toMatchObject({ kind: 'Widget', metadata: { name: 'a', namespace: 'n', generation: 1 }, spec: { size: 7 } });
    expect(await client.find(WIDGETS, { namespace: 'n', name: 'b' })).toBeUndefined();
    await expect(client.get(WIDGETS, { namespace: 'n', name: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND', boundary: 'cluster' });
    await expect(client.get(WIDGETS, { name: 'b' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'namespace' });
  });

  it('lists in pages as of one version, items with their kind, and by label', async () => {
    const { client, server, put } = await openWorld();
    for (let i = 0; i < 7; i++) put(`w${i}`, i, { even: String(i % 2 === 0) });
    server.pageLimit = 3;
    const { items, resourceVersion } = await client.list(WIDGETS);
    expect(items.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual(Array.from({ length: 7 }, (_, i) => `Widget w${i}`));
    expect(resourceVersion).toBe(String(server.store.version));
    expect(server.asked(WIDGETS).lists).toBe(3);
    expect((await client.list(WIDGETS, { namespace: 'n', labels: 'even=true' })).items).toHaveLength(4);
    expect((await client.list(WIDGETS, { namespace: 'other' })).items).toEqual([]);
  });

  it('fetches a list once more, in one piece, when its pages expire midway', async () => {
    const { client, server, put } = await openWorld();
    for (let i = 0; i < 5; i++) put(`w${i}`);
    server.pageLimit = 2;
    server.refusals.push({ status: 410, when: (request) => request.url?.includes('continue=') === true });
    expect((await client.list(WIDGETS)).items).toHaveLength(5);
    expect(server.asked(WIDGETS).lists).toBe(3);
  });

  it('gives the items that can be read, and names those that cannot', async () => {
    const { client, server, put } = await openWorld();
    put('a');
    server.store.create(WIDGETS, 'n', { metadata: { name: 'odd' }, spec: { size: 'large' } });
    const { items, unreadable } = await client.list(WIDGETS);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['a']);
    expect(unreadable).toMatchObject([{ details: { object: 'n/odd' } }]);
    expect(unreadable[0]?.message).toContain('spec.size');
  });

  it('refuses an answer that is no list', async () => {
    const { client, server } = await openWorld();
    server.refusals.push(...Array.from({ length: 4 }, () => ({ status: 200, body: 'hello' })));
    await expect(client.list(WIDGETS)).rejects.toThrow('no list');
  });
});

describe('failures', () => {
  it.each([
    [400, 'INVALID_ARGUMENT', false],
    [401, 'UNAUTHENTICATED', false],
    [403, 'PERMISSION_DENIED', false],
    [404, 'NOT_FOUND', false],
    [409, 'ABORTED', false],
    [410, 'FAILED_PRECONDITION', false],
    [415, 'UNIMPLEMENTED', false],
    [422, 'INVALID_ARGUMENT', false],
    [429, 'RESOURCE_EXHAUSTED', true],
    [500, 'INTERNAL', true],
    [502, 'UNAVAILABLE', true],
    [503, 'UNAVAILABLE', true],
    [504, 'DEADLINE_EXCEEDED', true],
  ])('%i is %s, retryable: %s', async (status, code, retryable) => {
    const { server, writer } = await openWorld();
    server.refusals.push({ status });
    const error: unknown = await writer().create(WIDGETS, { metadata: A }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GyreError);
    expect(error).toMatchObject({ code, retryable, boundary: 'cluster', details: { status: String(status) } });
    expect([isMissing(error), isConflict(error), isExpired(error)]).toEqual([status === 404, status === 409, status === 410]);
  });

  it('says what the server says, with reason and field', async () => {
    const { server, writer, put } = await openWorld();
    put('a');
    await expect(writer().create(WIDGETS, { metadata: A })).rejects.toMatchObject({ code: 'ALREADY_EXISTS', details: { reason: 'AlreadyExists' } });
    server.refusals.push({ status: 422, body: { kind: 'Status', code: 422, reason: 'Invalid', message: 'no', details: { causes: [{ field: 'spec.size', reason: 'FieldValueInvalid' }] } } });
    await expect(writer().create(WIDGETS, { metadata: { namespace: 'n', name: 'b' } })).rejects.toMatchObject({ field: 'spec.size', details: { cause: 'FieldValueInvalid' } });
  });

  it('a read is tried again, after as long as the server asks for', async () => {
    const { client, server, clock, put } = await openWorld();
    put('a');
    server.refusals.push({ status: 429, headers: { 'retry-after': '7' } });
    const got = client.get(WIDGETS, A);
    expect(await advanceToNext(clock, [7_000, 8_000])).toBeGreaterThanOrEqual(7_000);
    expect((await got).metadata.name).toBe('a');
    expect(server.asked(WIDGETS).gets).toBe(2);
  });

  it('a read is given up after four tries', async () => {
    const { client, server, clock } = await openWorld();
    server.refusals.push(...Array.from({ length: 9 }, () => ({ status: 503 })));
    const got = client.get(WIDGETS, A).catch((error: unknown) => error);
    for (let i = 0; i < 3; i++) await advanceToNext(clock, [1, 2_000]);
    expect(await got).toMatchObject({ code: 'UNAVAILABLE' });
    expect(server.asked(WIDGETS).gets).toBe(4);
  });

  it('a write is tried again only where the server has refused to begin with it', async () => {
    const { server, clock, writer } = await openWorld();
    server.refusals.push({ status: 503 });
    await expect(writer().create(WIDGETS, { metadata: A })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(server.asked(WIDGETS).writes).toBe(1);
    server.refusals.push({ status: 429, headers: { 'retry-after': '1' } });
    const created = writer().create(WIDGETS, { metadata: A });
    await advanceToNext(clock, [1_000, 2_000]);
    expect((await created).metadata.name).toBe('a');
    expect(server.asked(WIDGETS).writes).toBe(3);
  });

  it('a server that answers nothing costs the deadline, and the next call has a connection of its own', async () => {
    const { client, server, clock, put } = await openWorld();
    put('a');
    await client.get(WIDGETS, A);
    server.blackHole = true;
    const got = client.get(WIDGETS, A).catch((error: unknown) => error);
    await until('the request is there', () => server.asked(WIDGETS).gets === 2);
    clock.advance(15_000);
    expect(await got).toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'cluster' });
    server.blackHole = false;
    expect((await client.get(WIDGETS, A)).metadata.name).toBe('a');
  });

  it('a server that is not there is UNAVAILABLE, a signal ends a call with its reason', async () => {
    const { client, server, writer } = await openWorld();
    server.blackHole = true;
    const abort = new AbortController();
    const reason = new GyreError('CANCELLED', 'enough', { boundary: 'caller' });
    const got = client.get(WIDGETS, A, { signal: abort.signal }).catch((error: unknown) => error);
    await until('the request is there', () => server.asked(WIDGETS).gets === 1);
    abort.abort(reason);
    expect(await got).toBe(reason);
    await server.stop();
    await expect(writer().create(WIDGETS, { metadata: A })).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'cluster' });
  });

  it('connections are used again: fifty calls one after the other need one', async () => {
    const { client, server, put } = await openWorld();
    put('a');
    for (let i = 0; i < 50; i++) await client.get(WIDGETS, A);
    await settle(10);
    expect(server.connections).toBe(1);
  });
});

it('objects without a namespace lie at the top', async () => {
  const { client, writer } = await openWorld();
  await writer().create(FARMS, { metadata: { name: 'f' } });
  expect((await client.get(FARMS, { name: 'f' })).metadata.namespace).toBeUndefined();
});
