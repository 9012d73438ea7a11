import { SpanKind } from '@opentelemetry/api';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { installLocalTelemetry, type SpanRecord } from '#kit/local-telemetry.ts';
import { outsideCall } from '#kit/rpc/call-scope.ts';
import { guarded, tokenTable } from '#kit/rpc/roles.ts';
import type { Client, Handlers, ServiceDefinition } from '#kit/rpc/types.ts';
import { EchoNextRequest, EchoNextResponse } from '#protos/testing/v1/echo_next_service.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import { echoHandlers, type EchoHandlers, echoRequest } from './echo.ts';

/** One side of the RPC port: serves handlers and gives a client to them. `as` is the service as the client knows it. */
export interface RpcFixture {
  connect<C extends ServiceDefinition>(served: EchoHandlers, as: C, token?: string): Promise<Client<C>>;
  close(): Promise<void>;
}

/** What a call means, whatever carries it. */
export function rpcContract(name: string, system: string, open: () => RpcFixture): void {
  describe(`rpc contract: ${name}`, () => {
    let under = open();
    afterEach(async () => {
      await under.close();
      under = open();
    });
    const echo = async (replaced: Partial<EchoHandlers> = {}, token?: string) => {
      const { handlers, calls, requests } = echoHandlers(replaced);
      return { client: await under.connect(handlers, EchoServiceService, token), calls, requests };
    };

    it('carries messages by value', async () => {
      const { client, requests } = await echo();
      const request = echoRequest({ text: 'hü 😀', payload: Buffer.from([0, 255]), numbers: [-1, Number.MAX_SAFE_INTEGER], nested: { label: 'x' } });
      const response = await client.echo(request);
      expect(response).toMatchObject({ text: request.text, numbers: request.numbers, nested: request.nested });
      expect([...response.payload]).toEqual([0, 255]);
      expect(requests[0]?.nested).not.toBe(request.nested);
      expect(response.nested).not.toBe(requests[0]?.nested);
      request.payload[0] = 9;
      expect(requests[0]?.payload[0]).toBe(0);
    });

    it('carries 20 MB both ways and refuses what is over the limit', async () => {
      const { client } = await echo();
      const payload = Buffer.alloc(20_000_000, 7);
      const response = await client.echo(echoRequest({ payload }));
      expect(payload.equals(response.payload)).toBe(true);
      const over = client.echo(echoRequest({ payload: Buffer.alloc(65 * 1024 * 1024) }));
      await expect(over).rejects.toMatchObject({ code: 'RESOURCE_EXHAUSTED', retryable: false });
    });

    it('ignores fields that the other side does not know yet', async () => {
      const { handlers, requests } = echoHandlers();
      const newer = {
        echo: {
          ...EchoServiceService.echo,
          requestSerialize: (value: EchoNextRequest) => Buffer.from(EchoNextRequest.encode(value).finish()),
          responseDeserialize: (bytes: Buffer) => EchoNextResponse.decode(bytes),
        },
      };
      const client = await under.connect(handlers, newer);
      const response = await client.echo({ text: 'old', added: 'new' } as never);
      expect(response).toEqual({ text: 'old', added: '' });
      expect(requests[0]).toMatchObject({ text: 'old' });
    });

    it('carries metadata in lower case and refuses what headers cannot hold', async () => {
      const { client } = await echo({}, 'secret');
      const { metadata } = await client.echo(echoRequest(), { metadata: { 'X-Workspace': 'w1' } });
      expect(metadata).toMatchObject({ 'x-workspace': 'w1', authorization: 'Bearer secret' });
      const unsendable: Record<string, string>[] = [{ 'grpc-status': '0' }, { 'x-bin': 'y' }, { 'a b': 'c' }, { x: 'ü' }];
      for (const bad of unsendable) {
        await expect(client.echo(echoRequest(), { metadata: bad })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
      }
    });

    it('brings an error back with all its fields and none of its insides', async () => {
      const error = new GyreError('ABORTED', 'lease lost: ü "quoted"\nline', {
        boundary: 'device',
        retryable: true,
        field: 'lease.epoch',
        remedy: 'lease the device again',
        details: { device: 'pixel/1', epoch: '7' },
        cause: new Error('private'),
      });
      const { client } = await echo({ echo: () => Promise.reject(error) });
      const received = await client.echo(echoRequest()).catch((thrown: unknown) => thrown);
      expect(received).toBeInstanceOf(GyreError);
      const { code, message, boundary, retryable, field, remedy, details } = error;
      expect(received).toMatchObject({ code, message, boundary, retryable, field, remedy, details });
      expect(received).not.toBe(error);
      expect(received instanceof Error && received.cause).toBeUndefined();
    });

    it('turns anything else thrown into INTERNAL at the service boundary, also when it is huge', async () => {
      const { client } = await echo({ echo: () => { throw new TypeError('x'.repeat(100_000)); } });
      const received = await client.echo(echoRequest()).catch((thrown: unknown) => thrown);
      expect(received).toMatchObject({ code: 'INTERNAL', boundary: 'environment', retryable: false });
      expect(received instanceof GyreError && received.message.length).toBeLessThan(3000);
    });

    it('gives up at the deadline and tells the handler', async () => {
      let aborted: Promise<unknown> = Promise.resolve();
      const { client } = await echo({
        echo: (_, { signal }) => {
          aborted = new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));
          return new Promise(() => undefined);
        },
      });
      await expect(client.echo(echoRequest(), { timeoutMs: 80 })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED', boundary: 'environment', retryable: true });
      expect(await aborted).toBeInstanceOf(GyreError);
      await expect(client.echo(echoRequest(), { timeoutMs: 0 })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    });

    it('gives every call a deadline, and a call made while serving at most what is left of it', async () => {
      const { client } = await echo();
      expect((await client.echo(echoRequest())).remainingMs).toBeGreaterThan(28_000);
      const outer = await under.connect(echoHandlers({ echo: () => client.echo(echoRequest()) }).handlers, EchoServiceService);
      const { remainingMs } = await outer.echo(echoRequest(), { timeoutMs: 5000 });
      expect(remainingMs).toBeLessThanOrEqual(5000);
      expect(remainingMs).toBeGreaterThan(3000);
      const detached = await under.connect(echoHandlers({ echo: () => outsideCall(() => client.echo(echoRequest())) }).handlers, EchoServiceService);
      expect((await detached.echo(echoRequest(), { timeoutMs: 5000 })).remainingMs).toBeGreaterThan(28_000);
    });

    it('leaves work that outlives its call neither deadline nor cancellation', async () => {
      const { client } = await echo();
      const left = Promise.withResolvers<number>();
      const outer = await under.connect(
        echoHandlers({
          async echo(request) {
            const later = async () => {
              await systemClock.sleep(60);
              return (await client.echo(request)).remainingMs;
            };
            later().then(left.resolve, left.reject);
            return { ...request, metadata: {}, remainingMs: 0 };
          },
        }).handlers,
        EchoServiceService,
      );
      await outer.echo(echoRequest(), { timeoutMs: 50 });
      expect(await left.promise).toBeGreaterThan(28_000);
    });

    it('cancels: the caller is told at once, the handler by its signal, and the calls it makes as well', async () => {
      const inner = echoHandlers({ echo: (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))) });
      const seen: AbortSignal[] = [];
      const innerClient = await under.connect(inner.handlers, EchoServiceService);
      const { client } = await echo({
        echo: (request, { signal }) => {
          seen.push(signal);
          return innerClient.echo(request);
        },
      });
      const controller = new AbortController();
      const pending = client.echo(echoRequest(), { signal: controller.signal });
      const rejected = expect(pending).rejects.toMatchObject({ code: 'CANCELLED', boundary: 'caller', retryable: false });
      await vi.waitFor(() => expect(seen).toHaveLength(1), { timeout: 30_000 });
      controller.abort();
      await rejected;
      await vi.waitFor(() => expect(seen[0]?.aborted).toBe(true), { timeout: 30_000 });
      await expect(client.echo(echoRequest(), { signal: controller.signal })).rejects.toMatchObject({ code: 'CANCELLED' });
      expect(seen).toHaveLength(1);
    });

    it('streams in order, with errors in the middle', async () => {
      const { client } = await echo();
      const numbers: number[] = [];
      for await (const { number } of client.count({ limit: 500, intervalMs: 0, failAt: 0 })) numbers.push(number);
      expect(numbers).toEqual(Array.from({ length: 500 }, (_, i) => i));
      const some: number[] = [];
      const failing = async () => {
        for await (const { number } of client.count({ limit: 9, intervalMs: 0, failAt: 3 })) some.push(number);
      };
      await expect(failing()).rejects.toMatchObject({ code: 'NOT_FOUND', boundary: 'tool', message: 'no number 3' });
      expect(some).toEqual([0, 1, 2]);
    });

    it('stops a stream whose reader leaves, whose time is up, or whose caller cancels', async () => {
      let open = 0;
      const signals: AbortSignal[] = [];
      const { client } = await echo({
        async *count(_, { signal }) {
          open++;
          signals.push(signal);
          try {
            for (let number = 0; ; number++) {
              yield { number, padding: Buffer.alloc(0) };
              await systemClock.sleep(5, signal);
            }
          } finally {
            open--;
          }
        },
      });
      const request = { limit: 1, intervalMs: 0, failAt: 0 };
      for await (const { number } of client.count(request)) if (number === 2) break;
      await vi.waitFor(() => expect([open, signals[0]?.aborted]).toEqual([0, true]), { timeout: 30_000 });
      const drain = async (options: Parameters<typeof client.count>[1]) => {
        for await (const { number } of client.count(request, options)) expect(number).toBeLessThan(1000);
      };
      await expect(drain({ timeoutMs: 60 })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
      await expect(drain({ signal: AbortSignal.timeout(40) })).rejects.toMatchObject({ code: 'CANCELLED' });
      await vi.waitFor(() => expect(open).toBe(0), { timeout: 30_000 });
    });

    it('lets a slow reader hold the writer back', async () => {
      let written = 0;
      const padding = Buffer.alloc(100_000);
      const { client } = await echo({
        async *count() {
          for (; written < 10_000; written++) yield { number: written, padding };
        },
      });
      const iterator = client.count({ limit: 1, intervalMs: 0, failAt: 0 })[Symbol.asyncIterator]();
      await iterator.next();
      await systemClock.sleep(150);
      expect(written).toBeLessThan(500);
      await iterator.return?.();
    });

    it('opens only what the caller has a role for', async () => {
      const tokens = tokenTable({
        v: { subject: 'verifier-1', roles: new Set(['verifier']) },
        w: { subject: 'worker-1', roles: new Set(['worker']) },
      });
      const serve = (token?: string) => under.connect(guarded(EchoServiceService, echoHandlers().handlers, { echo: ['verifier'] }, tokens), EchoServiceService, token);
      await expect((await serve()).echo(echoRequest())).rejects.toMatchObject({ code: 'UNAUTHENTICATED', boundary: 'caller' });
      await expect((await serve('x')).echo(echoRequest())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect((await serve('w')).echo(echoRequest())).rejects.toMatchObject({ code: 'PERMISSION_DENIED', details: { subject: 'worker-1' } });
      const verifier = await serve('v');
      expect((await verifier.echo(echoRequest({ text: 'seen' }))).text).toBe('seen');
      const unlisted = verifier.count({ limit: 1, intervalMs: 0, failAt: 0 })[Symbol.asyncIterator]();
      await expect(unlisted.next()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    });

    it('joins the spans of both sides and of nested calls into one trace', async () => {
      const spans: SpanRecord[] = [];
      const uninstall = installLocalTelemetry((span) => spans.push(span));
      try {
        const { client } = await echo();
        const outer = await under.connect(echoHandlers({ echo: (request) => client.echo(request) }).handlers, EchoServiceService);
        await outer.echo(echoRequest());
        for await (const _ of client.count({ limit: 2, intervalMs: 0, failAt: 0 })) expect(spans.length).toBeLessThan(6);
        await vi.waitFor(() => expect(spans).toHaveLength(6), { timeout: 30_000 });
        const method = 'gyre.testing.v1.EchoService/Echo';
        const echoes = spans.filter((span) => span.name === method);
        expect(new Set(echoes.map((span) => span.traceId)).size).toBe(1);
        const [innerServer, innerClient, outerServer, outerClient] = echoes;
        expect(echoes.map((span) => span.kind)).toEqual([SpanKind.SERVER, SpanKind.CLIENT, SpanKind.SERVER, SpanKind.CLIENT]);
        expect(innerServer?.parentSpanId).toBe(innerClient?.spanId);
        expect(innerClient?.parentSpanId).toBe(outerServer?.spanId);
        expect(outerServer?.parentSpanId).toBe(outerClient?.spanId);
        const server = system === 'grpc' ? { 'server.address': '127.0.0.1', 'server.port': expect.any(Number) } : {};
        expect(outerClient?.attributes).toEqual({ 'rpc.system.name': system, 'rpc.method': method, 'rpc.status_code': 'OK', ...server });
        spans.length = 0;
        const failing = await under.connect(echoHandlers({ echo: () => Promise.reject(new GyreError('NOT_FOUND', 'none', { boundary: 'store' })) }).handlers, EchoServiceService);
        await failing.echo(echoRequest()).catch(() => undefined);
        await vi.waitFor(() => expect(spans).toHaveLength(2), { timeout: 30_000 });
        expect(spans.map((span) => [span.kind, span.attributes['rpc.status_code'], span.attributes['error.type']])).toEqual([
          [SpanKind.SERVER, 'NOT_FOUND', undefined],
          [SpanKind.CLIENT, 'NOT_FOUND', 'NOT_FOUND'],
        ]);
      } finally {
        uninstall();
      }
    });

    it('serves many calls at once', async () => {
      const { client } = await echo();
      const answers = await Promise.all(Array.from({ length: 300 }, (_, i) => client.echo(echoRequest({ text: `${i}` }))));
      expect(answers.map((answer) => answer.text)).toEqual(Array.from({ length: 300 }, (_, i) => `${i}`));
    });

    it('refuses handlers that are missing, before any call', async () => {
      const partial = { echo: echoHandlers().handlers.echo };
      await expect(under.connect(partial as Handlers<typeof EchoServiceService>, EchoServiceService)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        field: 'gyre.testing.v1.EchoService/Count',
      });
    });
  });
}
