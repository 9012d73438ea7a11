import { expect, it } from 'vitest';
import { systemClock } from './clock.ts';
import { withinDeadline } from './deadline.ts';
import { cancelled, insideCall, openScope } from './rpc/call-scope.ts';

it('gives the result or the failure of what it runs', async () => {
  expect(await withinDeadline('read', 5_000, 'store', async (signal) => signal.aborted)).toBe(false);
  await expect(withinDeadline('read', 5_000, 'store', () => Promise.reject(new RangeError('no')))).rejects.toThrow(RangeError);
});

it('ends at its deadline whatever the operation does, and tells it', async () => {
  const told: AbortSignal[] = [];
  const ended = withinDeadline('read', 20, 'store', (signal) => new Promise<never>(() => told.push(signal)));
  await expect(ended).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'store', retryable: true, message: expect.stringContaining('read') });
  expect(told.map(({ aborted }) => aborted)).toEqual([true]);
});

it('goes on where the caller of the call being served has given up', async () => {
  const call = openScope('Serve', systemClock.now() + 60_000, systemClock, 'caller', []);
  call.abort(cancelled('Serve'));
  const context = { deadline: call.deadline, signal: call.signal, metadata: {} };
  expect(await insideCall(context, () => withinDeadline('write', 5_000, 'store', async () => 'written'))).toBe('written');
  call.dispose();
});
