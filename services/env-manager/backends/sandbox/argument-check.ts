import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Row, ToolDefinition } from '../../worlds/world.ts';

/** Arguments that passed, with schema defaults filled in; or the policy's own error. */
export type CheckedArguments =
  | { readonly ok: true; readonly args: Row }
  | { readonly ok: false; readonly code: 'malformed_json' | 'invalid_arguments'; readonly message: string };

export type ArgumentCheck = (argumentsJson: string) => CheckedArguments;

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Compiles the schemas of all tools once; the checks are pure and shared by every episode. */
export function compileChecks(tools: readonly ToolDefinition[]): ReadonlyMap<string, ArgumentCheck> {
  // Formats that only describe how a person says a value (`phone`, `name`, `percent`, …) are annotations, hence not strict.
  const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true, logger: false });
  ajv.addFormat('time', CLOCK);
  ajv.addFormat('date', isDay);
  ajv.addFormat('date-time', (text: string) => isDay(text.slice(0, 10)) && text[10] === 'T' && CLOCK.test(text.slice(11)));
  return new Map(tools.map((tool) => [tool.name, argumentCheck(ajv.compile<Row>(tool.inputSchema))]));
}

function argumentCheck(validate: ValidateFunction<Row>): ArgumentCheck {
  return (argumentsJson) => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(argumentsJson);
    } catch {
      return { ok: false, code: 'malformed_json', message: 'the arguments are not a JSON object' };
    }
    if (!validate(parsed)) return { ok: false, code: 'invalid_arguments', message: explain(validate.errors ?? []) };
    const broken = Object.entries(parsed).find(([, value]) => hasLoneSurrogate(value));
    if (broken) return { ok: false, code: 'invalid_arguments', message: `${broken[0]}: holds a lone surrogate` };
    return { ok: true, args: parsed };
  };
}

/** Values are texts, numbers, booleans or lists of them: the schemas of tools are flat. */
function hasLoneSurrogate(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasLoneSurrogate) : typeof value === 'string' && !value.isWellFormed();
}

function explain(errors: readonly ErrorObject[]): string {
  return errors.map((error) => `${fieldOf(error)}: ${problemOf(error)}`).join('; ');
}

function fieldOf({ keyword, params, instancePath }: ErrorObject): string {
  const named: unknown = keyword === 'required' ? params['missingProperty'] : keyword === 'additionalProperties' ? params['additionalProperty'] : undefined;
  const inside = instancePath.slice(1).replaceAll('/', '.');
  if (typeof named === 'string') return inside === '' ? named.toWellFormed() : `${inside}.${named.toWellFormed()}`;
  return inside === '' ? 'arguments' : inside;
}

function problemOf({ keyword, params, message }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not an argument of this tool';
  if (keyword === 'enum' && Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  return message ?? 'is not valid';
}

function isDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? [];
  if (day === undefined) return false;
  const last = [31, isLeap(Number(year)) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= last;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}
