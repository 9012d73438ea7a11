import { MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { GyreError } from '../errors.ts';
import { duplicatedIndex, mongoStoreError } from './mongo-errors.ts';
import { mongoAddress } from './mongo-url.ts';

const place = { variable: 'GYRE_EVIDENCE_URL', address: mongoAddress('mongodb://user:hidden@host/evidence', 'GYRE_EVIDENCE_URL') };
const answer = (code: number, errorLabels: string[] = []) => new MongoServerError({ message: `answer ${code}`, code, errorLabels });

it.each([
  [answer(18), 'UNAUTHENTICATED', false, 'GYRE_EVIDENCE_URL'],
  [answer(13), 'PERMISSION_DENIED', false, 'GYRE_EVIDENCE_URL'],
  [answer(10107), 'UNAVAILABLE', true, 'GYRE_EVIDENCE_URL'],
  [answer(91), 'UNAVAILABLE', true, 'GYRE_EVIDENCE_URL'],
  [answer(64), 'UNAVAILABLE', true, 'GYRE_EVIDENCE_URL'],
  [answer(999, ['RetryableWriteError']), 'UNAVAILABLE', true, 'GYRE_EVIDENCE_URL'],
  [answer(50), 'DEADLINE_EXCEEDED', true, undefined],
  [answer(28), 'FAILED_PRECONDITION', false, undefined],
  [answer(100), 'FAILED_PRECONDITION', false, undefined],
  [answer(10334), 'RESOURCE_EXHAUSTED', false, undefined],
  [answer(17419), 'RESOURCE_EXHAUSTED', false, undefined],
  [answer(1), 'INTERNAL', false, undefined],
  [new MongoNetworkError('connection closed'), 'UNAVAILABLE', true, 'GYRE_EVIDENCE_URL'],
  [new TypeError('odd'), 'INTERNAL', false, undefined],
])('%s is %s', (thrown, code, retryable, field) => {
  const error = mongoStoreError(thrown, place);
  expect(error).toMatchObject({ code, boundary: 'store', retryable, field, cause: thrown });
  expect(error.message).toContain(thrown.message);
  expect(error.message).not.toContain('hidden');
});

it('passes on what is in the form of the system already', () => {
  const error = new GyreError('ABORTED', 'as it was', { boundary: 'store' });
  expect(mongoStoreError(error, place)).toBe(error);
});

it.each([
  ['E11000 duplicate key error collection: gyre.slots index: _id_ dup key: { _id: "a" }', '_id'],
  ['E11000 duplicate key error collection: gyre.slots index: unique slots owner n dup key: { owner: "x", n: 1 }', 'unique slots owner n'],
  ['Plan executor error during findAndModify :: caused by :: E11000 duplicate key error collection: a.b index: unique b c collation: { locale: "en" } dup key: { c: 1 }', 'unique b c'],
])('reads the index of %s', (message, index) => {
  const thrown = new MongoServerError({ message, code: 11000 });
  expect(duplicatedIndex(thrown)).toBe(index);
  expect(mongoStoreError(thrown, place)).toMatchObject({ code: 'ALREADY_EXISTS', retryable: false, details: { index } });
});
