import { type Attributes, context, type Logger, SeverityNumber } from '@opentelemetry/api';
import type { LineSink } from './logs.ts';

const SEVERITY: Readonly<Record<string, SeverityNumber>> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
};

/** Fields of a line that have places of their own in a log record, or in the resource. */
const PLACED: ReadonlySet<string> = new Set(['level', 'time', 'service', 'msg', 'err', 'trace_id', 'span_id']);

/** Hands written log lines on as log records of the span that is active; `err` becomes the attributes of an exception. */
export function lineForwarder(logger: Logger): LineSink {
  return (line) => {
    const read = parsed(line);
    if (!read) return;
    const level = typeof read['level'] === 'string' ? read['level'] : 'info';
    const { time, msg, err } = read;
    logger.emit({
      ...(typeof time === 'string' ? { timestamp: new Date(time) } : {}),
      severityNumber: SEVERITY[level] ?? SeverityNumber.UNSPECIFIED,
      severityText: level,
      ...(typeof msg === 'string' ? { body: msg } : {}),
      attributes: { ...exceptionOf(err), ...fieldsOf(read) },
      context: context.active(),
    });
  };
}

function exceptionOf(err: unknown): Attributes {
  if (!isObject(err)) return {};
  const texts = { 'exception.type': err['name'], 'exception.message': err['message'], 'exception.stacktrace': err['stack'], 'error.type': err['code'], 'gyre.error.boundary': err['boundary'] };
  return Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function fieldsOf(read: Readonly<Record<string, unknown>>): Attributes {
  const own = Object.entries(read).filter(([field]) => !PLACED.has(field));
  return Object.fromEntries(own.map(([field, value]) => [`gyre.log.${field}`, typeof value === 'string' ? value : JSON.stringify(value)]));
}

function parsed(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(line);
    return isObject(read) ? read : undefined;
  } catch {
    // A line that somebody cut in two is still on standard output.
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
