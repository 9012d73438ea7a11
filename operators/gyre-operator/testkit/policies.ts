import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Environment } from '@marcbachmann/cel-js';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

const Expression = z.strictObject({ name: z.string(), expression: z.string() });
export const Policy = z.strictObject({
  apiVersion: z.literal('admissionregistration.k8s.io/v1'),
  kind: z.literal('ValidatingAdmissionPolicy'),
  metadata: z.strictObject({ name: z.string() }),
  spec: z.strictObject({
    failurePolicy: z.enum(['Fail', 'Ignore']),
    paramKind: z.strictObject({ apiVersion: z.string(), kind: z.string() }).optional(),
    matchConstraints: z.strictObject({
      resourceRules: z.array(z.strictObject({ apiGroups: z.array(z.string()), apiVersions: z.array(z.string()), resources: z.array(z.string()), operations: z.array(z.enum(['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])) })).min(1),
    }),
    matchConditions: z.array(Expression).optional(),
    variables: z.array(Expression).optional(),
    validations: z.array(z.strictObject({ expression: z.string(), message: z.string(), messageExpression: z.string().optional(), reason: z.enum(['Forbidden', 'Invalid']).optional() })).min(1),
  }),
});
export type Policy = z.infer<typeof Policy>;

export const Binding = z.strictObject({
  apiVersion: z.literal('admissionregistration.k8s.io/v1'),
  kind: z.literal('ValidatingAdmissionPolicyBinding'),
  metadata: z.strictObject({ name: z.string() }),
  spec: z.strictObject({
    policyName: z.string(),
    paramRef: z.strictObject({ name: z.string().optional(), selector: z.looseObject({}).optional(), parameterNotFoundAction: z.enum(['Allow', 'Deny']) }).optional(),
    validationActions: z.array(z.enum(['Deny', 'Warn', 'Audit'])).min(1),
  }),
});
export type Binding = z.infer<typeof Binding>;

/** The policies of `policies/` and their bindings. Throws a ZodError that names the place of what does not fit. */
export function readPolicies(): { policies: Policy[]; bindings: Binding[] } {
  const folder = fileURLToPath(new URL('../policies', import.meta.url));
  const documents = readdirSync(folder).sort().flatMap((file) => parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((document): unknown => document.toJS()));
  const each = documents.map((document) => z.discriminatedUnion('kind', [Policy, Binding]).parse(document));
  return {
    policies: each.filter((one) => one.kind === 'ValidatingAdmissionPolicy'),
    bindings: each.filter((one) => one.kind === 'ValidatingAdmissionPolicyBinding'),
  };
}

/** A question to the authorizer, as CEL builds it up. */
class Query {
  readonly ask: (query: string) => boolean;
  readonly words: readonly string[];
  constructor(ask: (query: string) => boolean, words: readonly string[] = []) {
    this.ask = ask;
    this.words = words;
  }
  with(word: string): Query {
    return new Query(this.ask, [...this.words, word]);
  }
}

const VARIABLES = ['object', 'oldObject', 'params', 'request', 'namespaceObject', 'variables'] as const;

/** What a policy's expressions see. */
export const policyEnvironment = VARIABLES.reduce(
  (environment, name) => environment.registerVariable(name, 'dyn'),
  ['group', 'resource', 'namespace', 'name', 'check'].reduce(
    (environment, method) => environment.registerFunction(`Query.${method}(string): Query`, (query: Query, word: string) => query.with(word)),
    new Environment({ enableOptionalTypes: true, homogeneousAggregateLiterals: false })
      .registerType('Query', Query)
      .registerVariable('authorizer', 'Query')
      .registerFunction('Query.allowed(): bool', (query: Query) => query.ask(query.words.join('/'))),
  ),
);

/** A request as admission sees it; objects are as CEL has them (`celValue`). */
export interface Request {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly object: unknown;
  readonly oldObject?: unknown;
  /** One of the parameters that the binding finds; a policy is asked once for each. */
  readonly params?: unknown;
  readonly namespaceLabels?: Readonly<Record<string, string>>;
  /** Answers `<group>/<resource>/<namespace>[/<name>]/<verb>`. */
  readonly allowed?: (query: string) => boolean;
}

/** Messages of the validations that fail; undefined if the policy has nothing to say to the request. */
export function admission({ spec }: Policy, request: Request): string[] | undefined {
  const context: Record<string, unknown> = {
    object: request.object,
    oldObject: request.oldObject ?? null,
    params: request.params ?? null,
    request: { operation: request.operation, namespace: 'lab', userInfo: { username: 'ana' } },
    namespaceObject: { metadata: { name: 'lab', ...(request.namespaceLabels === undefined ? {} : { labels: request.namespaceLabels }) } },
    authorizer: new Query(request.allowed ?? (() => false)),
  };
  const evaluate = (expression: string): unknown => policyEnvironment.evaluate(expression, context);
  if ((spec.matchConditions ?? []).some(({ expression }) => evaluate(expression) !== true)) return undefined;
  const variables: Record<string, unknown> = {};
  context['variables'] = variables;
  for (const { name, expression } of spec.variables ?? []) variables[name] = evaluate(expression);
  return spec.validations.filter(({ expression }) => evaluate(expression) !== true).map(({ message, messageExpression }) => (messageExpression === undefined ? message : String(evaluate(messageExpression))));
}
