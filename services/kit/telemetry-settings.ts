import { invalid } from './errors.ts';

/** How much is kept, and how often it is sent. Times in milliseconds. */
export interface TelemetrySettings {
  /** Most spans, and most log records, that wait to be sent; what comes beyond is dropped. */
  readonly queue: number;
  readonly batch: number;
  readonly delayMs: number;
  readonly exportMs: number;
  readonly metricsMs: number;
  /** Share of the traces that are kept, 0 to 1; decided where a trace begins. */
  readonly traces: number;
  /** Share of a round's attempts that are kept in its trace, 0 to 1. */
  readonly attempts: number;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Reads the variables that OpenTelemetry defines for this, and GYRE_TRACE_ATTEMPTS: the trace of a round holds every attempt at every
 * slot, more than many backends take. INVALID_ARGUMENT naming the variable for what is no number or out of range.
 */
export function settingsFrom(env: Env): TelemetrySettings {
  const queue = whole(env, 'OTEL_BSP_MAX_QUEUE_SIZE', 8_192);
  return {
    queue,
    batch: Math.min(queue, whole(env, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 1_024)),
    delayMs: whole(env, 'OTEL_BSP_SCHEDULE_DELAY', 2_000),
    exportMs: whole(env, 'OTEL_EXPORTER_OTLP_TIMEOUT', 10_000),
    metricsMs: whole(env, 'OTEL_METRIC_EXPORT_INTERVAL', 30_000),
    traces: share(env, 'OTEL_TRACES_SAMPLER_ARG'),
    attempts: share(env, 'GYRE_TRACE_ATTEMPTS'),
  };
}

function whole(env: Env, variable: string, byDefault: number): number {
  const text = env[variable];
  if (text === undefined || text === '') return byDefault;
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1) return number;
  throw invalid(variable, `is ${text}`, 'write a whole number from 1');
}

function share(env: Env, variable: string): number {
  const text = env[variable];
  if (text === undefined || text === '') return 1;
  const number = Number(text);
  if (number >= 0 && number <= 1) return number;
  throw invalid(variable, `is ${text}`, 'write a share from 0 to 1');
}
