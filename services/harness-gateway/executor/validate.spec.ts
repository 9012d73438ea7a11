import { type Action, RefusalReason } from '#protos/core/v1/action.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolEntry } from '../tools/catalogue.ts';
import { MAX_ARGUMENT_BYTES, parseArguments } from './arguments.ts';
import { identified, recordedAction } from './normalize.ts';
import { validateAction } from './validate.ts';

const schema = {
  type: 'object',
  properties: { action: { type: 'string', enum: ['create', 'delete'] }, time: { type: 'string', format: 'time' }, days: { type: 'array', items: { type: 'integer' } } },
  required: ['action'],
  additionalProperties: false,
};
const alarm = toolEntry({ name: 'manage_alarm', description: '', inputSchemaJson: JSON.stringify(schema) });
const callable = new Map([['manage_alarm', alarm]]);

const block = (...calls: (readonly [string, string])[]): Action =>
  identified({ reasoning: '', turn: { $case: 'calls', value: { calls: calls.map(([name, argumentsJson]) => ({ callId: '', name, argumentsJson })) } } }, 3);

function codes(action: Action): (string | undefined)[] {
  const checked = validateAction(action, callable);
  if (checked.kind !== 'calls') throw new Error(`expected calls, got ${checked.kind}`);
  return checked.calls.map((call) => (call.kind === 'valid' ? undefined : call.result.error?.code));
}
const code = (text: string, name = 'manage_alarm') => codes(block([name, text]))[0];

describe('arguments', () => {
  it.each([
    ['null', 'not_an_object'],
    ['[]', 'not_an_object'],
    ['"x"', 'not_an_object'],
    ['7', 'not_an_object'],
    ['', 'malformed_json'],
    ['{"action":"create"', 'malformed_json'],
    ['{"action":"create"}{}', 'malformed_json'],
    ['{"action":NaN}', 'malformed_json'],
    ["{'action':'create'}", 'malformed_json'],
    ['{"action":1e999}', 'inexact_number'],
    ['{"action":12345678901234567890}', 'inexact_number'],
    ['{"action":"create","action":"delete"}', 'duplicate_key'],
    ['{"a":{"b":1,"\\u0062":2}}', 'duplicate_key'],
    ['{"action":"\\ud800"}', 'lone_surrogate'],
    ['{"\\udc00":1}', 'lone_surrogate'],
    [`{"a":${'['.repeat(40)}${']'.repeat(40)}}`, 'too_deep'],
    [`{"a":"${'x'.repeat(MAX_ARGUMENT_BYTES)}"}`, 'too_large'],
    ['{}', 'invalid_arguments'],
    ['{"action":"destroy"}', 'invalid_arguments'],
    ['{"action":"create","extra":1}', 'invalid_arguments'],
    ['{"action":"create","days":["1"]}', 'invalid_arguments'],
    ['{"action":"create","time":"7:30 : {\\" tea"}', undefined],
    ['{"action":"create","days":[1,2]}', undefined],
  ])('%s gives %s', (text, expected) => {
    expect(code(text)).toBe(expected);
  });

  it('names the values that are allowed', () => {
    const checked = validateAction(block(['manage_alarm', '{"action":"destroy"}']), callable);
    expect(checked).toMatchObject({ calls: [{ result: { status: 400, error: { boundary: 'policy', message: 'action must be one of "create", "delete"' } } }] });
  });

  it('never crash and never become a guess, whatever bytes come', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.json(), fc.json().map((text) => text.slice(0, -1)), fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('latin1')));
    fc.assert(
      fc.property(texts, (text) => {
        const parsed = parseArguments(text);
        if (parsed.ok) expect(parsed.args).toEqual(JSON.parse(text));
        else expect(parsed.code).toMatch(/^[a-z_]+$/);
      }),
      { numRuns: 500 },
    );
  });

  it('accept every object that JSON can write and refuse it with any key doubled', () => {
    const values = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 })), { minKeys: 1, maxKeys: 5 });
    fc.assert(
      fc.property(values, (value) => {
        const text = JSON.stringify(value);
        expect(parseArguments(text)).toEqual({ ok: true, args: value });
        const key = JSON.stringify(Object.keys(value)[0]);
        expect(parseArguments(`{${key}:0,${text.slice(1)}`)).toMatchObject({ ok: false, code: 'duplicate_key' });
      }),
    );
  });
});

describe('actions', () => {
  it('keep the valid calls of a block beside the rejected ones, in order', () => {
    const action = block(['manage_alarm', '{"action":"create"}'], ['no_such_tool', '{}'], ['manage_alarm', '{"action":"delete"}']);
    expect(codes(action)).toEqual([undefined, 'unknown_tool', undefined]);
    expect(validateAction(action, callable)).toMatchObject({ calls: [{ call: { callId: 's3c1' } }, { result: { callId: 's3c2', status: 404 } }, { call: { callId: 's3c3' } }] });
  });

  it('refuse a block that is empty or too long', () => {
    expect(validateAction(block(), callable).kind).toBe('invalid');
    const nine = Array.from({ length: 9 }, () => ['manage_alarm', '{"action":"create"}'] as const);
    expect(new Set(codes(block(...nine)))).toEqual(new Set(['too_many_calls']));
  });

  it('answer a name that holds half a surrogate pair in text that can be stored', () => {
    const checked = validateAction(block(['a\ud800', '{}']), callable);
    expect(checked).toMatchObject({ calls: [{ result: { tool: 'a\ufffd', status: 404, error: { code: 'unknown_tool', boundary: 'policy' } } }] });
  });

  it('check replies', () => {
    const kind = (turn: Action['turn']) => validateAction({ reasoning: '', turn }, callable).kind;
    expect(kind(undefined)).toBe('invalid');
    expect(kind({ $case: 'finish', value: { message: 'Done.', answers: [] } })).toBe('reply');
    expect(kind({ $case: 'finish', value: { message: '\ud800', answers: [] } })).toBe('invalid');
    expect(kind({ $case: 'clarify', value: { target: 'manage_alarm.time', question: 'When?' } })).toBe('reply');
    expect(kind({ $case: 'clarify', value: { target: 'confirmation', question: 'Sure?' } })).toBe('reply');
    expect(kind({ $case: 'clarify', value: { target: 'manage_alarm.colour', question: 'Which?' } })).toBe('invalid');
    expect(kind({ $case: 'refuse', value: { reason: RefusalReason.UNSAFE, message: 'No.' } })).toBe('reply');
    expect(kind({ $case: 'refuse', value: { reason: RefusalReason.UNSPECIFIED, message: 'No.' } })).toBe('invalid');
  });

  it('are recorded with texts that survive UTF-8', () => {
    const action = recordedAction(block(['manage_alarm', '{"a":"\ud800"}']));
    expect(action.turn).toEqual({ $case: 'calls', value: { calls: [{ callId: 's3c1', name: 'manage_alarm', argumentsJson: '{"a":"\ufffd"}' }] } });
  });
});
