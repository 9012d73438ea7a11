import type { ASTNode } from '@marcbachmann/cel-js';
import { Environment } from '@marcbachmann/cel-js';
import type { Schema } from '../api/schema.ts';

/** Estimated cost that the API server allows one rule, over all places where it may run in one object. */
export const RULE_LIMIT = 10_000_000;
/** The same for all rules of a resource. */
export const DEFINITION_LIMIT = 100_000_000;
/** What text and lists without a bound are taken for: a request of 3 MiB. */
const UNBOUNDED = 3 * 2 ** 20;

const environment = new Environment({ unlistedVariablesAreDyn: true, enableOptionalTypes: true });
type Scope = Readonly<Record<string, Schema | undefined>>;

/**
 * An upper bound of a rule's cost at one place, after the prices of Kubernetes: 1 for a step, a tenth for each character or element
 * that is compared or joined, a fortieth of text times pattern for a match, and a comprehension as often as its list may be long.
 * Both sides of every choice count, so it is never below what the API server estimates for the expressions that rules here use.
 */
export function ruleCost(expression: string, schema: Schema): number {
  return cost(environment.parse(expression).ast, { self: schema, oldSelf: schema });
}

/** Elements, or bytes of text, that a value may consist of at most; a character may take 4 bytes. */
export function largest(schema: Schema | undefined): number {
  if (schema === undefined) return UNBOUNDED;
  if (schema.enum !== undefined) return Math.max(...schema.enum.map((value) => String(value).length));
  switch (schema.type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return 1;
    case 'array':
      return (schema.maxItems ?? UNBOUNDED) * largest(schema.items);
    case 'object': {
      if (schema.properties === undefined) return (schema.maxProperties ?? UNBOUNDED) * (UNKNOWN_KEY + largest(schema.additionalProperties));
      return Object.values(schema.properties).reduce((sum, property) => sum + largest(property), 0);
    }
    default:
      return schema.format === 'date-time' ? 1 : schema.maxLength === undefined ? UNBOUNDED : 4 * schema.maxLength;
  }
}

/** Length of a key of a map, which schemas cannot bound: that of a label. */
const UNKNOWN_KEY = 317;

function cost(node: ASTNode, scope: Scope): number {
  switch (node.op) {
    case 'value':
      return 0;
    case 'id':
      return 1;
    case '.':
    case '.?':
      return 1 + cost(node.args[0], scope);
    case '!_':
    case '-_':
      return 1 + cost(node.args, scope);
    case '?:':
    case 'list':
      return 1 + sum(node.args, scope);
    case 'map':
      return 1 + sum(node.args.flat(), scope);
    case 'call':
      return 1 + sum(node.args[1], scope);
    case 'rcall':
      return method(node.args, scope);
    case '==':
    case '!=':
      return 1 + sum(node.args, scope) + Math.min(size(node.args[0], scope), size(node.args[1], scope)) / 10;
    case 'in':
      return 1 + sum(node.args, scope) + size(node.args[1], scope);
    case '+':
      return 1 + sum(node.args, scope) + (size(node.args[0], scope) + size(node.args[1], scope)) / 10;
    default:
      return 1 + sum(node.args, scope);
  }
}

const sum = (nodes: readonly ASTNode[], scope: Scope) => nodes.reduce((total, node) => total + cost(node, scope), 0);

function method([name, receiver, args]: [string, ASTNode, ASTNode[]], scope: Scope): number {
  const own = cost(receiver, scope);
  const [first] = args;
  if (COMPREHENSIONS.has(name) && first?.op === 'id') {
    const range = typeOf(receiver, scope);
    const times = range?.maxItems ?? range?.maxProperties ?? UNBOUNDED;
    return own + 2 + times * (2 + sum(args.slice(1), { ...scope, [first.args]: range?.items }));
  }
  const rest = sum(args, scope);
  const text = size(receiver, scope) / 10;
  const other = first === undefined ? 1 : size(first, scope);
  if (name === 'matches') return 1 + own + rest + text * (other / 4);
  return 1 + own + rest + (name === 'contains' ? (text * other) / 10 : text + other / 10);
}

const COMPREHENSIONS: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** Elements or bytes of what a node yields; 1 for what is neither text nor list. */
function size(node: ASTNode, scope: Scope): number {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'string' ? node.args.length : 1;
    case 'list':
      return node.args.reduce((total, item) => total + size(item, scope), 0);
    case '+':
      return size(node.args[0], scope) + size(node.args[1], scope);
    case 'id':
    case '.':
    case '[]':
      return largest(typeOf(node, scope));
    // The API server takes what string() yields for endless, so that no message may hold a number (kubernetes/kubernetes#124234).
    case 'call':
      return node.args[0] === 'string' ? Infinity : 1;
    default:
      return 1;
  }
}

function typeOf(node: ASTNode, scope: Scope): Schema | undefined {
  if (node.op === 'id') return scope[node.args];
  if (node.op === '.') return typeOf(node.args[0], scope)?.properties?.[node.args[1]];
  if (node.op !== '[]') return undefined;
  const container = typeOf(node.args[0], scope);
  return container?.items ?? container?.additionalProperties;
}
