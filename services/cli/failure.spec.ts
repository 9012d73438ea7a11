import { expect, it } from 'vitest';
import { GyreError, invalid } from '#kit/errors.ts';
import { failureDocument, failureLine } from './failure.ts';

it('does not repeat a field and remedy that the message has', () => {
  expect(failureLine(invalid('--seed', 'is missing', 'give a number'))).toBe('gyre: --seed: is missing; give a number');
});

it('adds a field and remedy that the message lacks', () => {
  const error = new GyreError('NOT_FOUND', 'there is no such round', { boundary: 'caller', field: 'round', remedy: 'see the list' });
  expect(failureLine(error)).toBe('gyre: there is no such round; see the list');
  expect(failureLine(new GyreError('NOT_FOUND', 'no such thing', { boundary: 'caller', field: 'id' }))).toBe('gyre: id: no such thing');
});

it('is one line without control characters, whatever the message holds', () => {
  const error = new GyreError('INTERNAL', 'two:\n  lines\n  \u001b[2J here', { boundary: 'store' });
  expect(failureLine(error)).toBe('gyre: two: lines; \\u001b[2J here');
  expect(failureDocument(error).error).toMatchObject({ code: 'INTERNAL', boundary: 'store', field: null, remedy: null });
});
