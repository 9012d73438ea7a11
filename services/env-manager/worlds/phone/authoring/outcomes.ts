import type { Json } from '#kit/store/types.ts';
import type { Row, ToolOutcome } from '../../world.ts';

/** The result envelopes of device tools: they differ by tool on purpose, as those of real assistants do. */

type Fields = { readonly [key: string]: Json | undefined };

/** `{success, message, data}`. */
export const done = (message: string, data: Fields): ToolOutcome => ({ status: 200, body: { success: true, message, data } });

/** `{status, message, <flat fields>}`. */
export const flat = (message: string, fields: Fields): ToolOutcome => ({ status: 200, body: { status: 'ok', message, ...fields } });

/** `{success, action, message, <named block>}`. */
export const block = (action: string, message: string, name: string, fields: Fields): ToolOutcome => ({
  status: 200,
  body: { success: true, action, message, [name]: fields },
});

/** `{success, data: {items, total, criteria}}`. */
export const listed = (items: readonly Fields[], criteria: Fields): ToolOutcome => ({
  status: 200,
  body: { success: true, data: { items, total: items.length, criteria } },
});

const failed = (code: 400 | 404 | 409, error: string): ToolOutcome => ({ status: code, body: { success: false, error, code } });

/** 400: an argument is missing or cannot be used; `error` names it. */
export const badArgument = (error: string): ToolOutcome => failed(400, error);

/** 404: nothing of that name or id. */
export const notFound = (error: string): ToolOutcome => failed(404, error);

/** 409: the state forbids it; `error` says which state and what to do about it. */
export const inTheWay = (error: string): ToolOutcome => failed(409, error);

/** A text field of a row or of arguments; empty if it is absent. */
export function text(row: Row | undefined, field: string): string {
  const value = row?.[field];
  return typeof value === 'string' ? value : '';
}

/** A number field, undefined if it is absent. */
export function amount(row: Row | undefined, field: string): number | undefined {
  const value = row?.[field];
  return typeof value === 'number' ? value : undefined;
}

/** Whether a switch field is on. */
export const isOn = (row: Row | undefined, field = 'on'): boolean => row?.[field] === true;

/** How tools show a switch. */
export const onOff = (on: boolean): 'on' | 'off' => (on ? 'on' : 'off');

/** `sideEffect` of tools whose only reading action is `query`. */
export const unlessQuery = (args: Row): boolean => args['action'] !== 'query';

/** Whether `name` holds `part`, letter case aside; an empty part matches all. */
export const matches = (name: string, part: string): boolean => name.toLowerCase().includes(part.trim().toLowerCase());
