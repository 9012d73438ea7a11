import { stringify } from 'yaml';
import type { Schema } from './schema.ts';

const HEAD = `# Made from schema.yaml by \`node deploy/telemetry/generate.ts\`: an OpenTelemetry collector between the services and what keeps their
# telemetry. GYRE_TRACES_ENDPOINT (OTLP over gRPC, host:port), GYRE_METRICS_ENDPOINT and GYRE_LOGS_ENDPOINT (OTLP over HTTP, a URL) name
# that; Prometheus takes OTLP at http://HOST:9090/api/v1/otlp, Loki at http://HOST:3100/otlp.
`;

/** Configuration of a collector with the parts that every distribution has: bounded, and refusing before it runs out of memory. */
export function collectorFile({ collector }: Schema): string {
  const bounded = {
    sending_queue: { queue_size: collector.queue_batches },
    retry_on_failure: { max_elapsed_time: collector.retry_for },
  };
  const pipeline = (exporter: string) => ({ receivers: ['otlp'], processors: ['memory_limiter', 'batch'], exporters: [exporter] });
  const config = {
    receivers: { otlp: { protocols: { grpc: { endpoint: '${env:GYRE_COLLECTOR_LISTEN:-0.0.0.0:4317}' } } } },
    processors: {
      memory_limiter: { check_interval: '1s', limit_mib: collector.memory_mib, spike_limit_mib: collector.memory_spike_mib },
      batch: { send_batch_size: collector.batch_items, send_batch_max_size: collector.batch_items_most, timeout: collector.batch_timeout },
    },
    exporters: {
      otlp: { endpoint: '${env:GYRE_TRACES_ENDPOINT}', tls: { insecure: '${env:GYRE_TRACES_INSECURE:-false}' }, ...bounded },
      'otlphttp/metrics': { endpoint: '${env:GYRE_METRICS_ENDPOINT}', ...bounded },
      'otlphttp/logs': { endpoint: '${env:GYRE_LOGS_ENDPOINT}', ...bounded },
    },
    extensions: { health_check: { endpoint: '${env:GYRE_COLLECTOR_HEALTH:-0.0.0.0:13133}' } },
    service: {
      extensions: ['health_check'],
      pipelines: { traces: pipeline('otlp'), metrics: pipeline('otlphttp/metrics'), logs: pipeline('otlphttp/logs') },
    },
  };
  return HEAD + stringify(config, { lineWidth: 0, aliasDuplicateObjects: false });
}
