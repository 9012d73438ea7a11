import type { ASTNode } from '@marcbachmann/cel-js';
import { isTransition, typedEnvironment } from '../cel.ts';
import { DEFINITION_LIMIT, RULE_LIMIT, ruleCost } from '../cost.ts';
import { above, placesOf, resolve, type Place } from '../walk.ts';
import { everyPlace, type LintRule } from './lint.ts';

/** Functions and macros of CEL that the API server knows as well as the evaluator of these tests. */
const FUNCTIONS: ReadonlySet<string> = new Set(['has', 'size', 'string', 'int', 'all', 'exists', 'exists_one', 'map', 'filter', 'matches', 'startsWith', 'endsWith', 'contains', 'orValue', 'hasValue']);
/** `[rule] problem; remedy` on one line. */
const MESSAGE = /^\[[a-z0-9-]+\] [^\n]+; [^\n]+[^.\n]$/;

const rulesOf = ({ schema }: Place) => schema['x-kubernetes-validations'] ?? [];

/** Each expression of a place's rules, and what it may cost in one object. */
const costsOf = (place: Place) =>
  rulesOf(place).flatMap(({ rule, messageExpression }) => [rule, ...(messageExpression === undefined ? [] : [messageExpression])].map((expression) => ({ expression, cost: ruleCost(expression, place.schema) * times(place) })));

/** How often a rule may run in one object. */
const times = (place: Place) => [place, ...above(place)].reduce((product, { parent }) => product * (parent?.schema.items || parent?.schema.additionalProperties ? (parent.schema.maxItems ?? parent.schema.maxProperties ?? 1e6) : 1), 1);

/** What a rule calls, and what it asks `has` of. */
function parts(node: ASTNode): { calls: string[]; asked: string[] } {
  const inner = children(node).map(parts);
  const joined = { calls: inner.flatMap(({ calls }) => calls), asked: inner.flatMap(({ asked }) => asked) };
  if (node.op === 'call') {
    const [asked] = node.args[0] === 'has' ? node.args[1] : [];
    return { calls: [node.args[0], ...joined.calls], asked: asked === undefined ? joined.asked : [asked.input.slice(asked.start, asked.end), ...joined.asked] };
  }
  return node.op === 'rcall' ? { ...joined, calls: [node.args[0], ...joined.calls] } : joined;
}

function children(node: ASTNode): ASTNode[] {
  const args: unknown = node.args;
  const isNode = (each: unknown): each is ASTNode => typeof each === 'object' && each !== null && 'op' in each && 'args' in each;
  return (Array.isArray(args) ? args.flat(2) : [args]).filter(isNode);
}

function typeErrors(place: Place): string[] {
  if (rulesOf(place).length === 0) return [];
  const environment = typedEnvironment(place.path === '' ? { ...place.schema, properties: { ...place.schema.properties, metadata: { type: 'object', properties: { name: { type: 'string' }, generateName: { type: 'string' } } } } } : place.schema);
  const wrong = (expression: string, wanted: string) => {
    const { valid, type, error } = environment.check(expression);
    return valid && type === wanted ? [] : [`${place.path}: ${expression}: ${error?.message.split('\n')[0] ?? `is ${type}, not ${wanted}`}`];
  };
  return rulesOf(place).flatMap(({ rule, messageExpression }) => {
    const found = [...wrong(rule, 'bool'), ...(messageExpression === undefined ? [] : wrong(messageExpression, 'string'))];
    if (found.length > 0) return found;
    const { calls, asked } = parts(environment.parse(rule).ast);
    return [
      ...calls.filter((name) => !FUNCTIONS.has(name)).map((name) => `${place.path}: ${name}() is not among the functions agreed on`),
      // The evaluator does not look into has(), the API server does.
      ...asked.filter((path) => /^(self|oldSelf)\b/.test(path) && !environment.check(path).valid).map((path) => `${place.path}: has(${path}): no such field`),
    ];
  });
}

/** Rules about the CEL in a schema. */
export const CEL_RULES: Readonly<Record<string, LintRule>> = {
  'cel-types': everyPlace(typeErrors),
  'cel-messages': everyPlace((place) => rulesOf(place).filter(({ message }) => !MESSAGE.test(message ?? '')).map(({ rule }) => `${place.path}: message of ${rule} is not "[rule] problem; remedy"`)),
  'cel-field-paths': everyPlace((place) => rulesOf(place).filter(({ fieldPath }) => fieldPath !== undefined && resolve(place.schema, fieldPath) === undefined).map(({ fieldPath }) => `${place.path}: fieldPath ${fieldPath} leads nowhere`)),
  'cel-cost': everyPlace((place) =>
    costsOf(place).filter(({ cost }) => cost > RULE_LIMIT).map(({ expression, cost }) => `${place.path}: ${expression} may cost ${Math.round(cost)}; ${RULE_LIMIT} is the limit`),
  ),
  'cel-cost-of-all': ({ spec }) =>
    spec.versions.flatMap(({ name, schema }) => {
      const total = placesOf(schema.openAPIV3Schema).flatMap(costsOf).reduce((sum, { cost }) => sum + cost, 0);
      return total > DEFINITION_LIMIT ? [`${name}: all rules may cost ${Math.round(total)}; ${DEFINITION_LIMIT} is the limit`] : [];
    }),
  'cel-transitions': everyPlace((place) =>
    rulesOf(place).some(({ rule }) => isTransition(rule)) && above(place).some(({ schema }) => schema.type === 'array' && schema['x-kubernetes-list-type'] !== 'map')
      ? [`${place.path}: a rule of transitions within a list whose items have no identity`]
      : [],
  ),
  // A rule of transitions runs only where the field was and is: one that may be absent could be removed and added again.
  'cel-fixed-optional': everyPlace((place) => {
    const { path, name, schema, parent } = place;
    const fixed = rulesOf(place).some(({ rule }) => rule === 'self == oldSelf');
    if (!fixed || parent === undefined || parent.schema.required?.includes(name) || schema.default !== undefined) return [];
    const guarded = rulesOf(parent).some(({ rule }) => rule.includes(`has(oldSelf.${name})`) && rule.includes(`has(self.${name})`));
    return guarded ? [] : [`${path}: is fixed, but nothing keeps it from being removed; compare has(self.${name}) and has(oldSelf.${name}) above`];
  }),
};
