import type { Json } from '#kit/store/types.ts';

/** The type of a value found in text; one span may stand for values of several types. */
export type SpanType = 'time' | 'date' | 'date-time' | 'minutes' | 'seconds' | 'number' | 'percent' | 'phone' | 'email' | 'quoted' | 'name' | 'text' | 'weekdays';

/** A typed value in a text, with its extent. */
export interface Span {
  readonly type: SpanType;
  readonly value: Json;
  readonly start: number;
  readonly end: number;
}
