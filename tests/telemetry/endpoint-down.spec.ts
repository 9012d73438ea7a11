import { spawn } from 'node:child_process';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

const KIT = new URL('../../services/kit/', import.meta.url).href;

/** A program that works with telemetry, as a process of its own, and what it prints: one JSON document. */
async function program(body: string): Promise<{ readonly printed: unknown; readonly stderr: string; readonly code: number | string }> {
  const source = `
    const { registerHooks } = await import('node:module');
    const loaded = [];
    registerHooks({ resolve: (specifier, context, next) => { const found = next(specifier, context); loaded.push(found.url); return found; } });
    const { startTelemetry } = await import('${KIT}telemetry-start.ts');
    const { createLogger } = await import('${KIT}logs.ts');
    const { withSpan, injectTrace, tracing } = await import('${KIT}telemetry.ts');
    const { count, metering } = await import('${KIT}metrics.ts');
    const { METRICS } = await import('${KIT}telemetry-names.ts');
    const env = { OTEL_BSP_MAX_QUEUE_SIZE: '1000', OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_METRIC_EXPORT_INTERVAL: '50', OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };
    const print = (document) => process.stdout.write(JSON.stringify(document));
    ${body}`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', source], { cwd: fileURLToPath(new URL('../..', import.meta.url)) });
  const parts = { stdout: '', stderr: '' };
  child.stdout.on('data', (part) => (parts.stdout += String(part)));
  child.stderr.on('data', (part) => (parts.stderr += String(part)));
  const code = await new Promise<number | string>((resolve) => child.once('close', (exit, signal) => resolve(exit ?? signal ?? 'unknown')));
  return { printed: parts.stdout === '' ? undefined : JSON.parse(parts.stdout), stderr: parts.stderr, code };
}

describe('without somewhere to send to', () => {
  it('nothing of the SDK is loaded, and nothing is registered', async () => {
    const { printed, stderr, code } = await program(`
      const telemetry = await startTelemetry('test', { otlpEndpoint: undefined });
      const result = await withSpan('work', {}, async () => injectTrace({}));
      await telemetry.stop();
      print({ tracing: tracing(), metering: metering(), result, kit: loaded.some((url) => url.endsWith('telemetry-start.ts')), sdk: loaded.filter((url) => /telemetry-sdk|opentelemetry\\/(sdk|exporter|core|resources)/.test(url)) });
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(printed).toEqual({ tracing: false, metering: false, result: {}, kit: true, sdk: [] });
  });
});

describe('with an endpoint that does not take anything', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.close();
    server = undefined;
  });

  /** Accepts connections and never answers. */
  const silent = () =>
    new Promise<string>((resolve) => {
      const listening = createServer((socket) => socket.on('error', () => undefined));
      server = listening;
      listening.listen(0, '127.0.0.1', () => {
        const address = listening.address();
        resolve(typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '');
      });
    });

  it.each([
    ['nobody listens at', async () => 'http://127.0.0.1:1'],
    ['never answers', silent],
  ])('that %s: work goes on, each problem is told once, and the end does not wait for what cannot be sent', async (_, endpoint) => {
    const url = await endpoint();
    const { printed, stderr, code } = await program(`
      const problems = [];
      const telemetry = await startTelemetry('test', { otlpEndpoint: '${url}' }, { env, flushMs: 300, onProblem: (problem) => problems.push(problem) });
      const log = createLogger('test', 'info', { write: () => undefined });
      let done = 0;
      for (let batch = 0; batch < 40; batch++) {
        for (let i = 0; i < 500; i++) await withSpan('work', {}, async () => { done++; count(METRICS.roundUpdates, 1, {}); log.info('line'); });
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await telemetry.stop();
      const left = tracing() || metering();
      print({ done, left, problems });
      process.exit();
    `);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { problems, ...rest } = z.object({ done: z.number(), left: z.boolean(), problems: z.array(z.string()).min(1) }).parse(printed);
    expect(rest).toEqual({ done: 20_000, left: false });
    const kinds = problems.map((problem) => problem.replaceAll(/\d+/g, '#'));
    expect(kinds.filter((kind, i) => kinds.indexOf(kind) !== i)).toEqual([]);
  });

  it('a process that ends by itself is not held up by what cannot be sent', async () => {
    const { code } = await program(`
      const telemetry = await startTelemetry('test', { otlpEndpoint: 'http://127.0.0.1:1' }, { env, flushMs: 100 });
      await withSpan('work', {}, async () => undefined);
      await telemetry.stop();
      const guard = setTimeout(() => process.exit(7), 20_000);
      guard.unref();
    `);
    expect(code).toBe(0);
  });
});
