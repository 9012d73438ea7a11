import { trace } from '@opentelemetry/api';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';
import { GyreError } from './errors.ts';

export type { Logger };

/** Takes each line as it is written, with its secrets hidden already. */
export type LineSink = (line: string) => void;

let forward: LineSink | undefined;

/** Hands every line that is written from now on to `sink` as well; to nobody if it is undefined. */
export function forwardLines(sink: LineSink | undefined): void {
  forward = sink;
}

/** Never written, wherever they turn up in a logged object. */
const SECRETS = ['authorization', 'token', 'password', 'secret', '*.authorization', '*.token', '*.password', '*.secret'];

/**
 * A logger of one service: JSON lines with the trace and span that are active where the line is written, so that a line leads
 * to its trace and back. Log an error as `{ err }`; its code, boundary and details are kept.
 */
export function createLogger(service: string, level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorFields },
    redact: { paths: SECRETS, censor: '[hidden]' },
    hooks: {
      streamWrite(line) {
        forward?.(line);
        return line;
      },
    },
    mixin() {
      const span = trace.getActiveSpan()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

function errorFields(thrown: unknown): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name, message, stack, cause } = thrown;
  const common = { name, message, stack, ...(cause === undefined ? {} : { cause: errorFields(cause) }) };
  if (!(thrown instanceof GyreError)) return common;
  const { code, boundary, retryable, field, remedy, details } = thrown;
  return { ...common, code, boundary, retryable, field, remedy, details };
}
