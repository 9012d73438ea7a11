import type { Config } from './config.ts';

export interface TelemetryOptions {
  /** Names this process among those of its service; no other has it. Default: a random one. */
  readonly instance?: string;
  /** Longest that {@link Telemetry.stop} waits for what is still to be sent, milliseconds. Default 5,000. */
  readonly flushMs?: number;
  /** Told of what goes wrong with telemetry, each kind of problem once a minute at most. Default: nobody. */
  readonly onProblem?: (problem: string) => void;
  /** Where the standard OTEL_… variables are read, and GYRE_TRACE_ATTEMPTS. Default: those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export interface Telemetry {
  /** Sends what is left, within the deadline, and ends; never rejects. */
  stop(): Promise<void>;
}

const OFF: Telemetry = { stop: async () => undefined };

/**
 * Sends traces, metrics and log lines of this process, or of this thread, to GYRE_OTLP_ENDPOINT; does nothing, and loads nothing, if
 * that is not set. To be called before anything that registers gauges, by whatever is the entry of a process or a thread. Telemetry
 * that cannot be sent is dropped: queues are bounded, and no work waits for them.
 */
export async function startTelemetry(service: string, { otlpEndpoint }: Pick<Config, 'otlpEndpoint'>, options: TelemetryOptions = {}): Promise<Telemetry> {
  if (otlpEndpoint === undefined) return OFF;
  const { openTelemetry } = await import('./telemetry-sdk.ts');
  return openTelemetry(service, otlpEndpoint, options);
}
