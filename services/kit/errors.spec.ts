import { expect, it } from 'vitest';
import { GyreError, invalid } from './errors.ts';

it('knows which codes are worth trying again, unless told otherwise', () => {
  const retryable = (code: 'UNAVAILABLE' | 'DEADLINE_EXCEEDED' | 'RESOURCE_EXHAUSTED' | 'INTERNAL' | 'ABORTED') =>
    new GyreError(code, '', { boundary: 'store' }).retryable;
  expect([retryable('UNAVAILABLE'), retryable('DEADLINE_EXCEEDED'), retryable('RESOURCE_EXHAUSTED')]).toEqual([true, true, true]);
  expect([retryable('INTERNAL'), retryable('ABORTED')]).toEqual([false, false]);
  expect(new GyreError('UNAVAILABLE', '', { boundary: 'store', retryable: false }).retryable).toBe(false);
});

it('converts anything thrown, and leaves its own errors alone', () => {
  const own = new GyreError('NOT_FOUND', 'none', { boundary: 'store' });
  expect(GyreError.from(own, 'bus')).toBe(own);
  const bug = new TypeError('bug');
  expect(GyreError.from(bug, 'verifier')).toMatchObject({ code: 'INTERNAL', boundary: 'verifier', message: 'bug', cause: bug });
  expect(GyreError.from('text', 'tool').message).toBe('text');
});

it('counts the plant as infrastructure, and neither the policy, the tools nor the caller', () => {
  const fault = (boundary: GyreError['boundary']) => new GyreError('INTERNAL', '', { boundary }).isInfrastructureFault;
  expect((['harness', 'environment', 'verifier', 'store', 'bus', 'device', 'cluster'] as const).every(fault)).toBe(true);
  expect((['policy', 'tool', 'caller'] as const).some(fault)).toBe(false);
});

it('names the field and the remedy of a wrong input', () => {
  expect(invalid('group.size', 'is 1', 'use at least 2')).toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: 'group.size: is 1; use at least 2',
    field: 'group.size',
    remedy: 'use at least 2',
    boundary: 'caller',
  });
});
