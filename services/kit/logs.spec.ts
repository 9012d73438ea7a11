import { afterEach, expect, it } from 'vitest';
import { GyreError } from './errors.ts';
import { installLocalTelemetry, type SpanRecord } from './local-telemetry.ts';
import { createLogger } from './logs.ts';
import { withSpan } from './telemetry.ts';

let uninstall = () => {};
afterEach(() => uninstall());

function logger() {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('verifier', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines };
}

it('writes the active trace with each line', async () => {
  const spans: SpanRecord[] = [];
  uninstall = installLocalTelemetry((span) => spans.push(span));
  const { log, lines } = logger();
  log.info('outside');
  await withSpan('work', {}, async () => {
    await null;
    log.info({ episode: 'e1' }, 'inside');
  });
  log.debug('too detailed');
  expect(lines).toMatchObject([
    { level: 'info', service: 'verifier', msg: 'outside' },
    { msg: 'inside', episode: 'e1', trace_id: spans[0]?.traceId, span_id: spans[0]?.spanId },
  ]);
  expect(lines[0]).not.toHaveProperty('trace_id');
});

it('keeps what an error says and hides secrets', () => {
  const { log, lines } = logger();
  const err = new GyreError('ABORTED', 'lease lost', { boundary: 'device', details: { device: 'd1' }, cause: new Error('socket closed') });
  log.error({ err, token: 'abc', metadata: { authorization: 'Bearer abc' } }, 'failed');
  expect(lines[0]).toMatchObject({
    err: { code: 'ABORTED', boundary: 'device', details: { device: 'd1' }, cause: { message: 'socket closed' } },
    token: '[hidden]',
    metadata: { authorization: '[hidden]' },
  });
});
