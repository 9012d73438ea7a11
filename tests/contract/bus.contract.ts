import { SpanKind } from '@opentelemetry/api';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bus, Delivery, QueueSpec } from '#kit/bus/types.ts';
import { systemClock } from '#kit/clock.ts';
import { installLocalTelemetry, type SpanRecord } from '#kit/local-telemetry.ts';
import { deadLetterContract } from './bus.letters.contract.ts';

/** `connect` twice gives two connections to the same queues; `kill` ends one as a crash would. */
export interface BusFixture {
  connect(): Promise<{ bus: Bus; kill?: () => void }>;
  close(): Promise<void>;
}

const QUEUE: QueueSpec = { name: 'episodes', maxMessages: 50, ackWaitMs: 600, maxDeliver: 3, duplicateWindowMs: 1500 };
const text = (data: Uint8Array) => Buffer.from(data).toString();
const message = (id: string, body = id) => ({ id, data: Buffer.from(body) });

/** What every side of the bus port must do. */
export function busContract(name: string, open: () => Promise<BusFixture>): void {
  describe(`bus contract: ${name}`, () => {
    let under: BusFixture;
    let bus: Bus;
    beforeEach(async () => {
      under = await open();
      ({ bus } = await under.connect());
    });
    afterEach(() => under.close());
    deadLetterContract(QUEUE, () => bus);

    it('delivers each message once, in order, with its headers', async () => {
      const got: [string, string, string | undefined, number][] = [];
      for (let i = 0; i < 20; i++) await bus.publish(QUEUE, { ...message(`m${i}`, `body ${i}`), headers: { 'x-round': `${i}` } });
      expect(await bus.depth(QUEUE)).toBe(20);
      const consumption = await bus.consume(QUEUE, 1, async (delivery) => {
        got.push([delivery.id, text(delivery.data), delivery.headers['x-round'], delivery.delivery]);
        await delivery.ack();
      });
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      await consumption.stop();
      expect(got).toEqual(Array.from({ length: 20 }, (_, i) => [`m${i}`, `body ${i}`, `${i}`, 1]));
    });

    it('keeps to the concurrency asked for, and shares the work among consumers', async () => {
      let [active, most] = [0, 0];
      const handled: string[] = [];
      const { bus: other } = await under.connect();
      const work = (who: string) => async (delivery: Delivery) => {
        most = Math.max(most, ++active);
        await systemClock.sleep(3);
        active--;
        handled.push(who);
        await delivery.ack();
      };
      await bus.consume(QUEUE, 2, work('a'));
      await other.consume(QUEUE, 3, work('b'));
      await Promise.all(Array.from({ length: 40 }, (_, i) => bus.publish(QUEUE, message(`m${i}`))));
      await vi.waitFor(() => expect(handled).toHaveLength(40), { timeout: 30_000 });
      expect(most).toBe(5);
      expect(new Set(handled)).toEqual(new Set(['a', 'b']));
    });

    it('refuses what does not fit and loses nothing of it', async () => {
      for (let i = 0; i < 50; i++) await bus.publish(QUEUE, message(`m${i}`));
      await expect(bus.publish(QUEUE, message('over'))).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', boundary: 'bus', retryable: true });
      // What is there already is no more than it was.
      await bus.publish(QUEUE, message('m49'));
      expect(await bus.depth(QUEUE)).toBe(50);
      const got = new Set<string>();
      await bus.consume(QUEUE, 5, async (delivery) => {
        got.add(delivery.id);
        await delivery.ack();
      });
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      await bus.publish(QUEUE, message('over'));
      await vi.waitFor(() => expect(got.size).toBe(51), { timeout: 30_000 });
    });

    it('drops a message id published again within the window', async () => {
      const got: string[] = [];
      await bus.consume(QUEUE, 1, async (delivery) => {
        got.push(text(delivery.data));
        await delivery.ack();
      });
      await bus.publish(QUEUE, message('m', 'first'));
      await bus.publish(QUEUE, message('m', 'second'));
      await vi.waitFor(() => expect(got).toEqual(['first']), { timeout: 30_000 });
      await bus.publish(QUEUE, message('m', 'third'));
      await systemClock.sleep(2000);
      await bus.publish(QUEUE, message('m', 'fourth'));
      await vi.waitFor(() => expect(got).toEqual(['first', 'fourth']), { timeout: 30_000 });
    });

    it('delivers again what was not acknowledged in time, and not what is being worked on', async () => {
      const seen: [string, number][] = [];
      await bus.publish(QUEUE, message('silent'));
      await bus.publish(QUEUE, message('slow'));
      await bus.consume(QUEUE, 3, async (delivery) => {
        seen.push([delivery.id, delivery.delivery]);
        if (delivery.id === 'silent') {
          if (delivery.delivery === 2) await delivery.ack();
          return;
        }
        for (let i = 0; i < 5; i++) {
          await systemClock.sleep(250);
          await delivery.working();
        }
        await delivery.ack();
      });
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      expect(seen.filter(([id]) => id === 'silent')).toEqual([['silent', 1], ['silent', 2]]);
      expect(seen.filter(([id]) => id === 'slow')).toEqual([['slow', 1]]);
    });

    it('delivers again after a nak, not before its delay, and at once after a throw', async () => {
      const naks: number[] = [];
      const again: string[] = [];
      await bus.consume(QUEUE, 2, async (delivery) => {
        if (delivery.id === 'nak') naks.push(performance.now());
        if (delivery.delivery === 2) again.push(delivery.id);
        if (delivery.delivery === 2) return delivery.ack();
        if (delivery.id === 'throw') throw new Error('broken');
        await delivery.nak(400);
      });
      await bus.publish(QUEUE, message('nak'));
      await bus.publish(QUEUE, message('throw'));
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      const [first = 0, second = 0] = naks;
      expect(second - first).toBeGreaterThan(390);
      expect(again).toEqual(['throw', 'nak']);
    });

    it('lets the same work come again at once under a new id', async () => {
      const got: string[] = [];
      await bus.consume(QUEUE, 1, async (delivery) => {
        got.push(delivery.id);
        await delivery.ack();
      });
      await bus.publish(QUEUE, message('group-1', 'wake up'));
      await vi.waitFor(() => expect(got).toEqual(['group-1']), { timeout: 30_000 });
      await bus.publish(QUEUE, message('group-1', 'wake up'));
      await bus.publish(QUEUE, message('group-1 again', 'wake up'));
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      expect(got).toEqual(['group-1', 'group-1 again']);
    });

    it('keeps nothing back from others while its hands are full', async () => {
      const { bus: other } = await under.connect();
      const release = Promise.withResolvers<void>();
      const taken: [string, string, number][] = [];
      await bus.consume(QUEUE, 1, async (delivery) => {
        taken.push(['slow', delivery.id, delivery.delivery]);
        if (delivery.id === 'long') await release.promise;
        await delivery.ack();
      });
      await bus.publish(QUEUE, message('long'));
      await vi.waitFor(() => expect(taken).toEqual([['slow', 'long', 1]]), { timeout: 30_000 });
      for (let i = 0; i < 5; i++) await bus.publish(QUEUE, message(`m${i}`));
      await other.consume(QUEUE, 1, async (delivery) => {
        taken.push(['other', delivery.id, delivery.delivery]);
        await delivery.ack();
      });
      await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(6), { timeout: 30_000 });
      release.resolve();
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      expect(taken.slice(1, 6)).toEqual(Array.from({ length: 5 }, (_, i) => ['other', `m${i}`, 1]));
    });

    it('hands out the next message when a handler returns, and lets it settle the one before later', async () => {
      const taken: Delivery[] = [];
      const consumption = await bus.consume(QUEUE, 1, async (delivery) => void taken.push(delivery));
      for (const id of ['a', 'b', 'c']) await bus.publish(QUEUE, message(id));
      await vi.waitFor(() => expect(taken.map(({ id }) => id)).toEqual(['a', 'b', 'c']), { timeout: 30_000 });
      for (let i = 0; i < 4; i++) {
        await systemClock.sleep(250);
        for (const delivery of taken) await delivery.working();
      }
      expect(await bus.depth(QUEUE)).toBe(3);
      await consumption.stop();
      for (const delivery of taken) await delivery.ack();
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      expect(taken.map(({ delivery }) => delivery)).toEqual([1, 1, 1]);
    });

    it('counts what is in hand as not done, and makes room with each acknowledgement', async () => {
      const small: QueueSpec = { ...QUEUE, name: 'small', maxMessages: 2, ackWaitMs: 60_000 };
      const got: string[] = [];
      const finish = new Map(['a', 'b', 'c'].map((id) => [id, Promise.withResolvers<void>()]));
      await bus.consume(small, 2, async (delivery) => {
        got.push(delivery.id);
        await finish.get(delivery.id)?.promise;
        await delivery.ack();
        await delivery.ack();
      });
      await bus.publish(small, message('a'));
      await bus.publish(small, message('b'));
      await vi.waitFor(() => expect(got).toEqual(['a', 'b']), { timeout: 30_000 });
      expect(await bus.depth(small)).toBe(2);
      await expect(bus.publish(small, message('c'))).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED' });
      finish.get('a')?.resolve();
      await vi.waitFor(async () => expect(await bus.depth(small)).toBe(1), { timeout: 30_000 });
      await bus.publish(small, message('c'));
      await vi.waitFor(() => expect(got).toEqual(['a', 'b', 'c']), { timeout: 30_000 });
      for (const { resolve } of finish.values()) resolve();
      await vi.waitFor(async () => expect(await bus.depth(small)).toBe(0), { timeout: 30_000 });
    });

    it('carries ids, headers and bytes of any kind unchanged', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
      const sent: { id: string; data: Uint8Array; headers: Record<string, string> }[] = [
        { id: 'group 1 group 2', data: bytes, headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'X-Mixed': 'a: b, c=d' } },
        { id: ' 100%25 of 明早八点 \n', data: new Uint8Array(), headers: { note: '明早八点叫醒我', empty: '' } },
      ];
      const got: { id: string; data: Uint8Array; headers: Readonly<Record<string, string>> }[] = [];
      await bus.consume(QUEUE, 1, async (delivery) => {
        if (delivery.delivery === 1) return delivery.nak();
        got.push({ id: delivery.id, data: delivery.data, headers: delivery.headers });
        await (delivery.id === sent[0]?.id ? delivery.ack() : delivery.term(' “genug”:\n100%25 明 '));
      });
      for (const each of sent) await bus.publish(QUEUE, each);
      await vi.waitFor(() => expect(got).toHaveLength(2), { timeout: 30_000 });
      expect(got.map(({ id, data }) => [id, [...data]])).toEqual(sent.map(({ id, data }) => [id, [...data]]));
      for (const [i, { headers }] of sent.entries()) expect(got[i]?.headers).toMatchObject(headers);
      await vi.waitFor(async () => expect(await bus.deadLetters(QUEUE, 10)).toMatchObject([{ id: sent[1]?.id, headers: sent[1]?.headers, reason: ' “genug”:\n100%25 明 ' }]), { timeout: 30_000 });
    });

    it('hands the messages of a consumer that dies to another one', async () => {
      const { bus: doomed, kill } = await under.connect();
      const held: string[] = [];
      await doomed.consume(QUEUE, 2, async (delivery) => {
        held.push(delivery.id);
        await new Promise(() => undefined);
      });
      await bus.publish(QUEUE, message('a'));
      await bus.publish(QUEUE, message('b'));
      await vi.waitFor(() => expect(held).toEqual(['a', 'b']), { timeout: 30_000 });
      kill?.();
      const got = new Map<string, number>();
      await bus.consume(QUEUE, 2, async (delivery) => {
        got.set(delivery.id, delivery.delivery);
        await delivery.ack();
      });
      await vi.waitFor(() => expect(got).toEqual(new Map([['a', 2], ['b', 2]])), { timeout: 30_000 });
    });

    it('lets an acknowledgement count that comes after the redelivery', async () => {
      const seen: number[] = [];
      const late = Promise.withResolvers<void>();
      await bus.consume(QUEUE, 2, async (delivery) => {
        seen.push(delivery.delivery);
        if (delivery.delivery === 1) {
          await late.promise;
          await delivery.ack();
        } else {
          late.resolve();
          await systemClock.sleep(1500);
        }
      });
      await bus.publish(QUEUE, message('m'));
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      await systemClock.sleep(1200);
      expect(seen).toEqual([1, 2]);
    });

    it('does not deliver again what was acknowledged while it waited to be', async () => {
      const seen: string[] = [];
      await bus.consume(QUEUE, 1, async (delivery) => {
        seen.push(`${delivery.id} ${delivery.delivery}`);
        if (delivery.id === 'slow') await systemClock.sleep(1200);
        await delivery.ack();
      });
      await bus.publish(QUEUE, message('slow'));
      await bus.publish(QUEUE, message('next'));
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      await systemClock.sleep(300);
      expect(seen).toEqual(['slow 1', 'next 1']);
    });

    it('takes no notice of a nak or term that comes after the redelivery', async () => {
      // The second delivery has the time to be acknowledged, however busy the machine is.
      const unhurried = { ...QUEUE, ackWaitMs: 3_000 };
      const seen: number[] = [];
      const late = Promise.withResolvers<void>();
      const refused = Promise.withResolvers<void>();
      await bus.consume(unhurried, 3, async (delivery) => {
        seen.push(delivery.delivery);
        if (delivery.delivery > 1) {
          late.resolve();
          await refused.promise;
          return delivery.ack();
        }
        await late.promise;
        await delivery.nak();
        await delivery.term('too late');
        refused.resolve();
      });
      await bus.publish(unhurried, message('m'));
      await vi.waitFor(async () => expect(await bus.depth(unhurried)).toBe(0), { timeout: 30_000 });
      await systemClock.sleep(300);
      expect(seen).toEqual([1, 2]);
      expect(await bus.deadLetters(unhurried, 1)).toEqual([]);
    });

    it('stops after the messages in hand are done, and takes no more', async () => {
      const done: string[] = [];
      const begun = Promise.withResolvers<void>();
      const consumption = await bus.consume(QUEUE, 1, async (delivery) => {
        begun.resolve();
        await systemClock.sleep(300);
        await delivery.ack();
        done.push(delivery.id);
      });
      await bus.publish(QUEUE, message('a'));
      await bus.publish(QUEUE, message('b'));
      await begun.promise;
      await consumption.stop();
      expect(done).toEqual(['a']);
      expect(await bus.depth(QUEUE)).toBe(1);
    });

    it('leaves the rest untouched for others when it stops', async () => {
      const { bus: other } = await under.connect();
      const first = await bus.consume(QUEUE, 4, async (delivery) => {
        await systemClock.sleep(20);
        await delivery.ack();
      });
      for (let i = 0; i < 30; i++) await bus.publish(QUEUE, message(`m${i}`));
      await first.stop();
      const left = await bus.depth(QUEUE);
      const rest: [string, number][] = [];
      await other.consume(QUEUE, 1, async (delivery) => {
        rest.push([delivery.id, delivery.delivery]);
        await delivery.ack();
      });
      await vi.waitFor(async () => expect(await bus.depth(QUEUE)).toBe(0), { timeout: 30_000 });
      expect(left).toBeGreaterThan(0);
      expect(rest).toEqual(Array.from({ length: left }, (_, i) => [`m${30 - left + i}`, 1]));
    });

    it('shares no bytes between sender, store and receivers', async () => {
      const data = Buffer.from('clean');
      await bus.publish(QUEUE, { id: 'm', data });
      data.fill(0);
      const got: string[] = [];
      await bus.consume(QUEUE, 1, async (delivery) => {
        got.push(text(delivery.data));
        delivery.data.fill(0);
        if (delivery.delivery === 2) await delivery.ack();
        else await delivery.nak();
      });
      await vi.waitFor(() => expect(got).toEqual(['clean', 'clean']), { timeout: 30_000 });
    });

    it('joins the handling of a message to its sending, each delivery by itself, and carries the trace into what the handler sends', async () => {
      const spans: SpanRecord[] = [];
      const uninstall = installLocalTelemetry((span) => spans.push(span));
      try {
        const next: QueueSpec = { ...QUEUE, name: 'verdicts' };
        await bus.consume(QUEUE, 1, async (delivery) => {
          if (delivery.delivery === 1) return delivery.nak();
          await bus.publish(next, message('n'));
          await delivery.ack();
        });
        await bus.publish(QUEUE, message('m'));
        await vi.waitFor(() => expect(spans).toHaveLength(4), { timeout: 30_000 });
        const send = spans.find((span) => span.name === 'send episodes');
        const [first, process] = spans.filter((span) => span.name === 'process episodes');
        const onward = spans.find((span) => span.name === 'send verdicts');
        expect(send?.kind).toBe(SpanKind.PRODUCER);
        for (const [i, each] of [first, process].entries()) {
          expect(each).toMatchObject({ kind: SpanKind.CONSUMER, traceId: send?.traceId, parentSpanId: send?.spanId });
          expect(each?.links.map((link) => link.spanId)).toEqual([send?.spanId]);
          expect(each?.attributes).toMatchObject({ 'messaging.destination.name': 'episodes', 'messaging.message.id': 'm', 'gyre.message.delivery': i + 1 });
        }
        expect(onward?.parentSpanId).toBe(process?.spanId);
      } finally {
        uninstall();
      }
    });

    it('refuses a second definition of a queue, and answers nothing once closed', async () => {
      await bus.publish(QUEUE, message('m'));
      await expect(bus.publish({ ...QUEUE, maxDeliver: 9 }, message('n'))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'episodes.maxDeliver' });
      await bus.ping();
      await bus.close();
      await expect(bus.ping()).rejects.toMatchObject({ code: 'UNAVAILABLE', boundary: 'bus', retryable: true });
      await expect(bus.publish(QUEUE, message('o'))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });
}
