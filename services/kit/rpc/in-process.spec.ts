import { expect, it } from 'vitest';
import { echoHandlers, echoRequest } from '#tests/contract/echo.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { ManualClock } from '../clock.ts';
import type { GyreError } from '../errors.ts';
import { inProcessClient } from './in-process.ts';

it('measures deadlines by the clock it was given', async () => {
  const clock = new ManualClock(1_000);
  const { handlers, calls } = echoHandlers({ echo: (_, context) => new Promise((_resolve, reject) => context.signal.addEventListener('abort', () => reject(context.signal.reason))) });
  const client = inProcessClient(EchoServiceService, handlers, { clock, timeoutMs: 5_000 });
  const pending = client.echo(echoRequest());
  const rejected = expect(pending).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'harness' });
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(5_000);
  await rejected;
  expect(calls).toEqual([]);
});

it('tells the listener of unexpected failures with their cause, which the caller does not get', async () => {
  const failures: [string, GyreError][] = [];
  const bug = new TypeError('undefined is not a function');
  const { handlers } = echoHandlers({ echo: () => Promise.reject(bug) });
  const client = inProcessClient(EchoServiceService, handlers, { onFailure: (...failure) => failures.push(failure) });
  const received = await client.echo(echoRequest()).catch((thrown: unknown) => thrown);
  expect(received).toMatchObject({ code: 'INTERNAL', message: bug.message });
  expect(failures).toMatchObject([['gyre.testing.v1.EchoService/Echo', { cause: bug }]]);
});

it('starts a streaming call with its first iteration only', async () => {
  const { handlers, calls } = echoHandlers();
  const stream = inProcessClient(EchoServiceService, handlers).count({ limit: 2, intervalMs: 0, failAt: 0 });
  await new Promise((resolve) => setImmediate(resolve));
  expect(calls).toHaveLength(0);
  const numbers: number[] = [];
  for await (const { number } of stream) numbers.push(number);
  expect(numbers).toEqual([0, 1]);
  expect(calls).toHaveLength(1);
});
