import { type MsgHdrs, MsgHdrsImpl } from '@nats-io/transport-node';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeHeaders, decodeLetter, encodeHeaders, encodeLetter, idIn, messageIdOf } from './nats-headers.ts';

/** As the headers arrive after their way over the wire. */
const sent = (headers: MsgHdrs) => MsgHdrsImpl.decode(Buffer.from(headers.toString()));
const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 });

it('brings any id back as it was, and maps no two to one', () => {
  fc.assert(
    fc.property(anything, anything, (id, other) => {
      const headers = encodeHeaders({});
      headers.set('Nats-Msg-Id', messageIdOf(id));
      expect(idIn(sent(headers), 'none')).toBe(id);
      if (id !== other) expect(messageIdOf(id)).not.toBe(messageIdOf(other));
    }),
  );
});

it('leaves plain ids as they are, for whoever reads them on the server', () => {
  expect(messageIdOf('batch-1/group 2 batch-1/group 3')).toBe('batch-1/group 2 batch-1/group 3');
});

it('brings any reason of a letter back, beside the headers of its message', () => {
  fc.assert(
    fc.property(anything, fc.string({ unit: 'binary', maxLength: 200 }), fc.nat({ max: 99 }), fc.boolean(), (id, reason, delivery, whole) => {
      const headers = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', Note: '明早八点' };
      const letter = sent(encodeLetter({ id, headers, delivery, reason, whole }));
      expect(decodeLetter(letter)).toEqual({ id, reason, delivery, whole });
      expect(decodeHeaders(letter)).toEqual(headers);
    }),
  );
});

it('takes text that others wrote as it is', () => {
  const headers = encodeHeaders({});
  headers.set('Nats-Msg-Id', '100% done');
  expect(idIn(sent(headers), 'none')).toBe('100% done');
  expect(idIn(undefined, 'none')).toBe('none');
});
