import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { CallContext, Handlers } from '#kit/rpc/types.ts';
import { type EchoRequest, EchoServiceService } from '#protos/testing/v1/echo_service.ts';

const NO_BYTES = Buffer.alloc(0);

export type EchoHandlers = Handlers<typeof EchoServiceService>;

/** Handlers of the test service that note what they saw; single methods can be replaced. */
export function echoHandlers(replaced: Partial<EchoHandlers> = {}): { handlers: EchoHandlers; calls: CallContext[]; requests: EchoRequest[] } {
  const calls: CallContext[] = [];
  const requests: EchoRequest[] = [];
  const handlers: EchoHandlers = {
    async echo(request, context) {
      calls.push(context);
      requests.push(request);
      const { text, payload, numbers, nested } = request;
      return { text, payload, numbers, nested, metadata: { ...context.metadata }, remainingMs: Math.round(context.deadline - systemClock.now()) };
    },
    async *count({ limit, intervalMs, failAt }, context) {
      calls.push(context);
      for (let number = 0; number < limit; number++) {
        if (intervalMs > 0) await systemClock.sleep(intervalMs, context.signal);
        if (failAt > 0 && number === failAt) throw new GyreError('NOT_FOUND', `no number ${number}`, { boundary: 'tool' });
        yield { number, padding: NO_BYTES };
      }
    },
    ...replaced,
  };
  return { handlers, calls, requests };
}

export function echoRequest(fields: Partial<EchoRequest> = {}): EchoRequest {
  return { text: '', payload: NO_BYTES, numbers: [], nested: undefined, ...fields };
}
