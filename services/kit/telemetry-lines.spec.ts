import { type LogRecord, SeverityNumber, trace } from '@opentelemetry/api';
import { afterEach, expect, it } from 'vitest';
import { GyreError } from './errors.ts';
import { installLocalTelemetry, type SpanRecord } from './local-telemetry.ts';
import { createLogger, forwardLines } from './logs.ts';
import { lineForwarder } from './telemetry-lines.ts';
import { withSpan } from './telemetry.ts';

const records: LogRecord[] = [];
const forward = lineForwarder({ emit: (record) => void records.push(record), enabled: () => true });
let uninstall = () => {};
afterEach(() => {
  forwardLines(undefined);
  uninstall();
  records.length = 0;
});

it('hands on what is written, with severity, time, fields and error, and with its secrets hidden', () => {
  const written: string[] = [];
  const log = createLogger('verifier', 'info', { write: (line) => void written.push(line) });
  forwardLines(forward);
  const err = new GyreError('ABORTED', 'lease lost', { boundary: 'device' });
  log.error({ err, token: 'abc', tries: 3, ids: ['a'] }, 'failed');
  log.debug('too detailed');
  expect(written).toHaveLength(1);
  expect(records).toMatchObject([
    {
      severityNumber: SeverityNumber.ERROR,
      severityText: 'error',
      body: 'failed',
      timestamp: expect.any(Date),
      attributes: { 'exception.type': 'GyreError', 'exception.message': 'lease lost', 'error.type': 'ABORTED', 'gyre.error.boundary': 'device', 'gyre.log.token': '[hidden]', 'gyre.log.tries': '3', 'gyre.log.ids': '["a"]' },
    },
  ]);
  forwardLines(undefined);
  log.info('later');
  expect(records).toHaveLength(1);
});

it('belongs to the span in which the line was written', async () => {
  const spans: SpanRecord[] = [];
  uninstall = installLocalTelemetry((span) => spans.push(span));
  forwardLines(forward);
  const log = createLogger('verifier', 'info', { write: () => undefined });
  await withSpan('work', {}, async () => {
    await null;
    log.info('inside');
  });
  const [record] = records;
  expect(record?.context && trace.getSpanContext(record.context)?.spanId).toBe(spans[0]?.spanId);
});

it('says nothing of what is no line', () => {
  for (const line of ['', '{"level":', '7', 'null']) forward(line);
  expect(records).toEqual([]);
});
