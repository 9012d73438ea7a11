import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it, vi } from 'vitest';
import { provideProgram } from '#deploy/servers/mod.ts';
import { systemClock } from '#kit/clock.ts';
import { createLogger } from '#kit/logs.ts';
import { count } from '#kit/metrics.ts';
import { METRICS } from '#kit/telemetry-names.ts';
import { startTelemetry } from '#kit/telemetry-start.ts';
import { withSpan } from '#kit/telemetry.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { received } from '#deploy/telemetry/received.ts';

const CONFIG = fileURLToPath(new URL('../../deploy/telemetry/collector.yaml', import.meta.url));

const describeCollector = await withServers('otelcol');

describeCollector('the collector of deploy/telemetry', () => {
  const behind = withServer('otelcol');
  let endpoint = '';
  beforeAll(async () => {
    const provided = await provideProgram('otelcol');
    if (provided.kind === 'missing') throw new Error(provided.reason);
    const [listen, health] = [await freePort(), await freePort()];
    endpoint = `http://127.0.0.1:${listen}`;
    const { grpc, http } = behind().addresses;
    const env = {
      GYRE_COLLECTOR_LISTEN: `127.0.0.1:${listen}`,
      GYRE_COLLECTOR_HEALTH: `127.0.0.1:${health}`,
      GYRE_TRACES_ENDPOINT: grpc,
      GYRE_TRACES_INSECURE: 'true',
      GYRE_METRICS_ENDPOINT: `http://${http}`,
      GYRE_LOGS_ENDPOINT: `http://${http}`,
    };
    let printed = '';
    const child = spawn(provided.executable, ['--config', CONFIG], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (printed += String(part)));
    let ready = false;
    while (!ready) {
      // What it printed says why it has ended.
      expect(child.exitCode, printed).toBeNull();
      ready = await fetch(`http://127.0.0.1:${health}/`).then(({ ok }) => ok, () => false);
      await systemClock.sleep(100);
    }
    return () => child.kill();
  });

  it('takes all three signals and passes them on', async () => {
    const telemetry = await startTelemetry('test', { otlpEndpoint: endpoint });
    const log = createLogger('test', 'info', { write: () => undefined });
    await withSpan('round', { 'gyre.round.id': 'r1' }, async () => log.info('within the round'));
    count(METRICS.roundUpdates, 3, {});
    await telemetry.stop();
    await vi.waitFor(
      () => {
        const { spans, metrics, lines } = received(behind());
        expect(spans.map(({ name }) => name)).toEqual(['round']);
        expect(metrics.map(({ name, points }) => [name, points[0]?.value])).toEqual([['gyre.round.updates', 3]]);
        expect(lines.map(({ body, traceId }) => [body, traceId])).toEqual([['within the round', spans[0]?.traceId]]);
      },
      { timeout: 60_000, interval: 250 },
    );
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
