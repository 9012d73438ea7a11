import type { Msg } from '@nats-io/transport-node';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../clock.ts';
import type { Calls } from './nats-calls.ts';
import { Handing } from './nats-delivery.ts';
import type { Letters } from './nats-letters.ts';

/** A delivery whose acknowledgement timer is a second; `answer` answers what says that the work goes on. */
function handed() {
  const clock = new ManualClock(0);
  const sent: string[] = [];
  const working = Promise.withResolvers<boolean>();
  const calls: Pick<Calls, 'send'> = {
    send: (_, __, payload) => {
      sent.push(payload);
      return payload === '+WPI' ? working.promise : Promise.resolve(true);
    },
  };
  const raw: Pick<Msg, 'reply' | 'data' | 'headers'> = { reply: '$JS.ACK.S.C.1.5.5.1000000.0', data: new Uint8Array() };
  const spec = { name: 'q', ackWaitMs: 1_000, maxDeliver: 5, maxMessages: 10, duplicateWindowMs: 1_000 };
  const handing = new Handing(raw as Msg, { spec, letters: {} as Letters, calls: calls as Calls, clock });
  return { clock, sent, handing, answer: () => working.resolve(true) };
}

describe('what says that the work goes on, answered late', () => {
  it('does not take a message back that has been delivered again', async () => {
    const { handing, sent, answer } = handed();
    const working = handing.delivery.working();
    handing.lapse();
    answer();
    await working;
    await handing.delivery.nak();
    expect(sent).toEqual(['+WPI']);
  });

  it('nor one that was given back', async () => {
    const { handing, sent, answer } = handed();
    const working = handing.delivery.working();
    await handing.delivery.nak();
    answer();
    await working;
    await handing.giveBack('its handler failed');
    expect(sent).toEqual(['+WPI', '-NAK']);
  });
});

it('a message is given back only in the first nine tenths of its time: the rest may have been its way here', async () => {
  const { clock, handing, sent } = handed();
  clock.advance(899);
  expect(handing.held).toBe(true);
  clock.advance(1);
  await handing.delivery.nak();
  expect([handing.held, sent]).toEqual([false, []]);
});
