import type { GyreError } from '#kit/errors.ts';
import { plainText } from './text.ts';

/** A failure as one line: what is wrong, where, and what to do. */
export function failureLine(error: GyreError): string {
  const { message, field, remedy } = error;
  const named = field === undefined || mentions(message, field) ? message : `${field}: ${message}`;
  const helped = remedy === undefined || mentions(named, remedy) ? named : `${named}; ${remedy}`;
  return `gyre: ${oneLine(helped)}`;
}

/** A failure as a JSON document. */
export function failureDocument(error: GyreError) {
  const { code, boundary, retryable, message, field, remedy, details } = error;
  return { error: { code, boundary, retryable, message: oneLine(message), field: field ?? null, remedy: remedy ?? null, details } };
}

function mentions(message: string, part: string): boolean {
  return part.split(', ').every((one) => message.includes(one));
}

function oneLine(text: string): string {
  return plainText(text.replaceAll(/:\s*\n\s*/g, ': ').replaceAll(/\s*\n\s*/g, '; ').trim());
}
