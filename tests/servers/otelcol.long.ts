import { readFileSync } from 'node:fs';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { credentials, makeGenericClientConstructor } from '@grpc/grpc-js';
import { expect, it, vi } from 'vitest';
import { describeWithServer } from './server.testkit.ts';

/** A message with one field, which holds bytes. */
const inside = (field: number, bytes: Uint8Array) => new BinaryWriter().uint32((field << 3) | 2).bytes(bytes).finish();
const text = (field: number, value: string) => inside(field, Buffer.from(value));
const joined = (...parts: readonly Uint8Array[]) => Buffer.concat(parts);
const zeroTime = (field: number) => joined(new BinaryWriter().uint32((field << 3) | 1).fixed64(1_700_000_000_000_000_000n.toString()).finish());

/** Export requests of OTLP with one span, gauge or log line of that name; field numbers of opentelemetry-proto 1.x. */
const REQUESTS = {
  trace: (name: string) => inside(1, inside(2, inside(2, joined(inside(1, Buffer.alloc(16, 7)), inside(2, Buffer.alloc(8, 3)), text(5, name))))),
  metrics: (name: string) => inside(1, inside(2, inside(2, joined(text(1, name), inside(5, inside(1, zeroTime(3))))))),
  logs: (name: string) => inside(1, inside(2, inside(2, joined(zeroTime(1), inside(5, text(1, name)))))),
} as const;
const SERVICES = { trace: 'trace.v1.TraceService', metrics: 'metrics.v1.MetricsService', logs: 'logs.v1.LogsService' } as const;

const asItIs = (bytes: Buffer) => bytes;
const BYTES = { requestStream: false, responseStream: false, requestSerialize: asItIs, requestDeserialize: asItIs, responseSerialize: asItIs, responseDeserialize: asItIs };

/** Sends one export request over gRPC and waits for the answer. */
async function send(address: string, signal: keyof typeof REQUESTS, name: string): Promise<void> {
  const path = `/opentelemetry.proto.collector.${SERVICES[signal]}/Export`;
  const Client = makeGenericClientConstructor({ export: { path, ...BYTES } }, 'Collector');
  const client = new Client(address, credentials.createInsecure());
  const request = Buffer.from(REQUESTS[signal](name));
  try {
    await new Promise<void>((resolve, reject) => {
      client.makeUnaryRequest(path, asItIs, asItIs, request, { deadline: Date.now() + 20_000 }, (error) => (error === null ? resolve() : reject(error)));
    });
  } finally {
    client.close();
  }
}

const lines = (path: string): unknown[] => readFileSync(path, 'utf8').split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
const WAIT = { timeout: 30_000, interval: 50 };

await describeWithServer('otelcol', 'a started collector', (server) => {
  it('takes traces, metrics and logs over gRPC and writes them as JSON lines', async () => {
    const { addresses, files, url } = server();
    expect(url).toBe(`http://${addresses.grpc}`);
    await send(addresses.grpc, 'trace', 'episode');
    await send(addresses.grpc, 'metrics', 'gyre.queue.depth');
    await send(addresses.grpc, 'logs', 'a line');
    await vi.waitFor(() => {
      expect(lines(files.traces)).toMatchObject([{ resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: '07'.repeat(16), spanId: '03'.repeat(8), name: 'episode' }] }] }] }]);
      expect(lines(files.metrics)).toMatchObject([{ resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'gyre.queue.depth' }] }] }] }]);
      expect(lines(files.logs)).toMatchObject([{ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: 'a line' } }] }] }] }]);
    }, WAIT);
  });

  it('keeps its ports and what it has written when it restarts', async () => {
    const { addresses, files, pid } = server();
    const before = lines(files.traces).length;
    await server().restart();
    expect(server().pid).not.toBe(pid);
    expect(server().addresses).toEqual(addresses);
    await send(addresses.grpc, 'trace', 'another');
    await vi.waitFor(() => expect(lines(files.traces)).toHaveLength(before + 1), WAIT);
  });
});
