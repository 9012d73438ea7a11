import { invalid } from '../errors.ts';

/**
 * The names in a dotted field path, outermost first. Paths lead through objects only; a position in an array has no path.
 * Throws INVALID_ARGUMENT for names that a store could read as something else (operators, quotes, prototypes).
 */
export function pathSegments(field: string): readonly string[] {
  const known = cache.get(field);
  if (known) return known;
  const segments = field.split('.');
  for (const segment of segments) {
    if (segment === '' || segment === '__proto__' || segment.startsWith('$') || FORBIDDEN.test(segment)) {
      throw invalid(field, 'is not a field path', 'use names without quotes, backslashes or a leading $, joined by single dots');
    }
  }
  if (cache.size < CACHE_LIMIT) cache.set(field, segments);
  return segments;
}

// Control characters are part of what JSON text would have to escape.
const FORBIDDEN = /["\\\u0000-\u001f]/;
const CACHE_LIMIT = 10_000;
const cache = new Map<string, readonly string[]>();
