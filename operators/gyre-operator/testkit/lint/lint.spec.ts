import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { Definition, readDefinitions, type Schema } from '../../api/schema.ts';
import { readPolicies } from '../policies.ts';
import { resolve } from '../walk.ts';
import { lint } from './lint.ts';
import { NAME_RULES } from './names.ts';
import { lintPolicies, POLICY_RULES, type Policies } from './policies.ts';
import { CEL_RULES } from './rules.ts';
import { STRUCTURE_RULES } from './structure.ts';

const RULES = { ...NAME_RULES, ...STRUCTURE_RULES, ...CEL_RULES };
const definitions = readDefinitions();

/** A copy of a definition, without places shared by YAML's aliases. */
function copyOf(kind: string): Definition {
  const found = definitions.find(({ spec }) => spec.names.kind === kind);
  return Definition.parse(parse(stringify(found, { aliasDuplicateObjects: false })));
}

interface Wrong {
  readonly rule: string;
  readonly change: (definition: Definition) => void;
  readonly said: string;
}

const root = ({ spec }: Definition): Schema => spec.versions[0]?.schema.openAPIV3Schema ?? {};
function at(definition: Definition, path: string): Schema {
  const found = path.endsWith('[]') ? at(definition, path.slice(0, -2)).items : resolve(root(definition), path);
  if (found === undefined) throw new Error(`no ${path}`);
  return found;
}
const wrong = (rule: string, said: string, change: Wrong['change']): Wrong => ({ rule, said, change });
const schema = (rule: string, path: string, said: string, change: (schema: Schema) => void): Wrong => wrong(rule, said, (definition) => change(at(definition, path)));
const cel = (rule: string, path: string, text: string, said: string, extra: object = {}): Wrong =>
  schema(rule, path, said, (place) => (place['x-kubernetes-validations'] = [{ rule: text, message: '[a-rule] is wrong; put it right', ...extra }]));
const version = (definition: Definition) => definition.spec.versions[0] ?? expect.fail('no version');

/** Each changes the definition of TrainingRun in one way. */
const WRONGS: readonly Wrong[] = [
  wrong('crd-name', 'not <plural>.<group>', (definition) => (definition.metadata.name = 'runs.gyre.dev')),
  wrong('dns-names', 'TrainingRuns is no DNS label', ({ spec }) => (spec.names.plural = 'TrainingRuns')),
  wrong('dns-names', 'gyre is no DNS subdomain', ({ spec }) => (spec.group = 'gyre')),
  wrong('kind-names', 'is not TrainingRunList', ({ spec }) => (spec.names.listKind = 'TrainingRuns')),
  wrong('unique-names', "dpool is another resource's", ({ spec }) => (spec.names.shortNames = ['dpool'])),
  wrong('unique-names', "po is another resource's", ({ spec }) => (spec.names.shortNames = ['po'])),
  wrong('category', 'lacks gyre', ({ spec }) => (spec.names.categories = ['all'])),
  wrong('one-storage', '2 are stored', (definition) => definition.spec.versions.push({ ...version(definition), name: 'v1alpha2' })),
  wrong('one-storage', 'stored but not served', (definition) => (version(definition).served = false)),
  wrong('one-storage', '1.0 is no version name', (definition) => (version(definition).name = '1.0')),
  wrong('status-subresource', 'do not come together', (definition) => delete version(definition).subresources?.status),
  wrong('scale-paths', 'leads to no integer', (definition) => (version(definition).subresources = { status: {}, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.rollout.replicas' } })),
  wrong('column-paths', '.status.phase is no string', (definition) => version(definition).additionalPrinterColumns?.splice(1, 0, { name: 'Phase', type: 'string', jsonPath: '.status.phase' })),
  wrong('column-paths', '.spec.trainer.nodes is no string', (definition) => version(definition).additionalPrinterColumns?.splice(1, 0, { name: 'Nodes', type: 'string', jsonPath: '.spec.trainer.nodes' })),
  wrong('column-order', 'begin with Status and end with Age', (definition) => version(definition).additionalPrinterColumns?.pop()),
  schema('one-word-status', '.status.summary', 'one of so many words', (place) => delete place.enum),
  schema('keywords', '.spec.batch', 'oneOf is not for structural', (place) => Object.assign(place, { oneOf: [] })),
  schema('keywords', '.spec.batch', '$ref is not for structural', (place) => Object.assign(place, { $ref: '#/x' })),
  schema('typed', '.spec.trainer.nodes', 'type is missing', (place) => delete place.type),
  schema('typed', '.spec.trainer.nodes', 'type number', (place) => (place.type = 'number')),
  schema('typed', '.spec.batch', 'needs properties', (place) => delete place.properties),
  schema('typed', '.spec.trainer.pods.cpu', 'int-or-string needs anyOf', (place) => delete place.anyOf),
  schema('required', '.spec.batch', 'requires size, which it has not', (place) => place.required?.push('size')),
  schema('described', '.spec.batch.updates', 'says not what it is for', (place) => delete place.description),
  schema('bounded', '.spec.release', 'text without maxLength', (place) => delete place.maxLength),
  schema('bounded', '.spec.trainer.pods.args', 'list without maxItems', (place) => delete place.maxItems),
  schema('bounded', '.spec.trainer.pods.nodeSelector', 'map without maxProperties', (place) => delete place.maxProperties),
  schema('bounded', '.spec.batch.updates', 'number without maximum', (place) => delete place.maximum),
  schema('bounded', '.spec.batch.updates', 'bounds 9 to 1 hold nothing', (place) => Object.assign(place, { minimum: 9, maximum: 1 })),
  schema('patterns', '.spec.roundId', 'RE2 has no look-around', (place) => (place.pattern = '^(?!x)')),
  schema('patterns', '.spec.roundId', 'does not compile', (place) => (place.pattern = '^(')),
  schema('patterns', '.spec.roundId', 'begins anywhere', (place) => (place.pattern = 'x$')),
  schema('list-types', '.spec.trainer.pods.args', 'without x-kubernetes-list-type', (place) => delete place['x-kubernetes-list-type']),
  schema('list-types', '.spec.trainer.pods.env', 'key name is neither required nor defaulted', (place) => (at0(place).required = [])),
  schema('list-types', '.spec.trainer.pods.env', 'key label is no scalar', (place) => (place['x-kubernetes-list-map-keys'] = ['label'])),
  schema('list-types', '.spec.trainer.pods.env', 'a set of what is no scalar', (place) => (place['x-kubernetes-list-type'] = 'set')),
  schema('map-types', '.spec.trainer.pods.nodeSelector', 'map without x-kubernetes-map-type', (place) => delete place['x-kubernetes-map-type']),
  schema('conditions', '.status.conditions', 'not the conditions of the API conventions', (place) => (place['x-kubernetes-list-type'] = 'atomic')),
  schema('conditions', '.status.conditions', 'check 8 of 8', (place) => delete at0(place).properties?.['observedGeneration']),
  schema('conditions-present', '.status', 'status has no conditions', (place) => delete place.properties?.['conditions']),
  schema('observed-generation', '.status', 'no observedGeneration', (place) => delete place.properties?.['observedGeneration']),
  schema('no-phase', '.status', '.status.phase: a phase', (place) => Object.assign(place.properties ?? {}, { phase: { type: 'string', maxLength: 9, description: 'The phase.' } })),
  schema('defaults', '.spec.checkpoint.keep', 'should be less than or equal to 32', (place) => (place.default = 99)),
  schema('defaults', '.spec.schedule', 'unknown field', (place) => (place.default = { speed: 1 })),
  schema('defaults', '.spec.batch', 'required with a default', (place) => Object.assign(place.properties?.['updates'] ?? {}, { default: 1 })),
  schema('defaults', '.spec.rollout', 'default: .parallelism: [rollout-world-size]', (place) => (place.default = { replicas: 0, gpusPerReplica: 2, parallelism: { tensor: 1, pipeline: 1 } })),
  schema('defaults', '.spec.rollout', 'No such key: replicas', (place) => (place.default = {})),
  schema('defaults', '.spec.trainer.pods.nodeSelector', 'a default in a map', (place) => Object.assign(place.additionalProperties ?? {}, { default: 'x' })),
  schema('enums', '.spec.objective', 'out-of-band is not CamelCase', (place) => place.enum?.push('out-of-band')),
  schema('field-names', '.spec', 'batch_size: is not camelCase', (place) => Object.assign(place.properties ?? {}, { batch_size: { type: 'boolean', description: 'Size of a batch.' } })),
  schema('field-names', '.spec', '.spec.namespace: is not camelCase, or a word of CEL', (place) => Object.assign(place.properties ?? {}, { namespace: { type: 'boolean', description: 'A namespace.' } })),
  schema('units', '.spec', '.spec.timeout: a span of time', (place) => Object.assign(place.properties ?? {}, { timeout: { type: 'integer', format: 'int32', minimum: 0, maximum: 9, description: 'A timeout.' } })),
  schema('times', '.status.startTime', 'a moment has the format date-time', (place) => delete place.format),
  schema('formats', '.spec.batch.updates', 'without int32 or int64', (place) => delete place.format),
  schema('no-secrets', '.spec', '.spec.apiToken: a secret', (place) => Object.assign(place.properties ?? {}, { apiToken: { type: 'string', maxLength: 9, description: 'A token.' } })),
  cel('cel-types', '.spec.batch', 'self.size > 0', 'No such key: size'),
  cel('cel-types', '.spec.batch', "self.updates == 'many'", 'no such overload'),
  cel('cel-types', '.spec.batch', 'self.updates + 1', 'is int, not bool'),
  cel('cel-types', '.spec.batch', 'has(self.size)', 'has(self.size): no such field'),
  cel('cel-types', '.spec.batch', 'self.updates > 0', 'is int, not string', { messageExpression: 'self.updates' }),
  cel('cel-types', '.spec.release', "self.substring(1) == 'a'", 'substring() is not among the functions'),
  cel('cel-messages', '.spec.batch', 'self.updates > 0', 'is not "[rule] problem; remedy"', { message: 'wrong' }),
  cel('cel-field-paths', '.spec.batch', 'self.updates > 0', 'fieldPath .size leads nowhere', { fieldPath: '.size' }),
  cel('cel-cost', '.spec.trainer.pods', 'self.env.all(a, self.env.all(b, self.env.all(c, a.name != b.name || b.name != c.name || a.value == c.value)))', 'is the limit'),
  cel('cel-cost', '.spec.batch', 'self.updates > 0', 'may cost Infinity', { messageExpression: "'is ' + string(self.updates)" }),
  wrong('cel-cost-of-all', 'all rules may cost', (definition) => {
    const rule = { rule: 'self.env.all(a, self.env.all(b, a.name == b.name || a.value != b.value))', message: '[a-rule] is wrong; put it right' };
    for (const path of ['.spec.trainer.pods', '.spec.rollout.pods']) at(definition, path)['x-kubernetes-validations'] = Array.from({ length: 40 }, () => rule);
  }),
  schema('cel-transitions', '.spec.trainer.pods.tolerations', 'whose items have no identity', (place) => (at0(place)['x-kubernetes-validations'] = [{ rule: 'self == oldSelf', message: '[fixed] cannot change; create another run' }])),
  cel('cel-fixed-optional', '.spec.ttlSecondsAfterFinished', 'self == oldSelf', 'nothing keeps it from being removed'),
];

function at0(place: Schema): Schema {
  return place.items ?? expect.fail('no items');
}

describe('the resources keep to the rules of the Kubernetes API', () => {
  it.each(Object.keys(RULES))('%s', (name) => {
    expect(definitions).toHaveLength(4);
    const found = lint(Object.fromEntries(Object.entries(RULES).filter(([rule]) => rule === name)), definitions);
    expect(found).toEqual([]);
  });
});

describe('each rule finds what breaks it', () => {
  it.each(WRONGS.map((each) => [`${each.rule}: ${each.said}`, each] as const))('%s', (_, { rule, change, said }) => {
    const definition = copyOf('TrainingRun');
    change(definition);
    const found = lint(RULES, [definition, ...definitions.filter(({ spec }) => spec.names.kind !== 'TrainingRun')]);
    expect(found.filter((finding) => finding.startsWith(`${rule}: `)).join('\n')).toContain(said);
  });

  it('has a case for every rule', () => {
    expect(Object.keys(RULES).filter((name) => !WRONGS.some(({ rule }) => rule === name))).toEqual([]);
  });
});

describe('the admission policies', () => {
  const sound: Policies = { ...readPolicies(), definitions };

  it('keep to the rules', () => {
    expect(sound.policies.length).toBeGreaterThan(5);
    expect(lintPolicies(sound)).toEqual([]);
  });

  const wrongs: readonly (readonly [rule: string, said: string, change: (all: { policies: Policies['policies'][number][]; bindings: Policies['bindings'][number][] }) => void])[] = [
    ['policy-name', 'is there twice', ({ policies }) => policies.push(...policies.slice(0, 1))],
    ['policy-name', 'no DNS name under gyre.dev', ({ policies: [first] }) => first && (first.metadata.name = 'Fencing')],
    ['bound', 'has 0 bindings', ({ bindings }) => bindings.splice(0, 1)],
    ['denies', 'lets pass what it cannot judge', ({ policies: [first] }) => first && (first.spec.failurePolicy = 'Ignore')],
    ['denies', 'does not deny', ({ bindings: [first] }) => first && (first.spec.validationActions = ['Audit'])],
    ['parameters', 'paramKind and paramRef', ({ bindings: [first] }) => first && (first.spec.paramRef = { name: 'x', parameterNotFoundAction: 'Allow' })],
    ['parameters', 'paramKind and the use of params', ({ policies: [first] }) => first && (first.spec.paramKind = { apiVersion: 'v1', kind: 'ConfigMap' })],
    ['resources', 'v1alpha1/phones, which is not defined', ({ policies: [first] }) => first?.spec.matchConstraints.resourceRules[0]?.resources.push('phones')],
    ['resources', 'matches group *', ({ policies: [first] }) => first?.spec.matchConstraints.resourceRules[0]?.apiGroups.push('*')],
    ['expressions', 'is int, not bool', ({ policies: [first] }) => first?.spec.validations.push({ expression: '1 + 1', message: 'spec: is wrong; put it right' })],
    ['expressions', 'Unknown variable: self', ({ policies: [first] }) => first?.spec.validations.push({ expression: 'self.x == 1', message: 'spec: is wrong; put it right' })],
    ['variables', 'does not declare', ({ policies: [first] }) => first?.spec.validations.push({ expression: 'variables.x == 1', message: 'spec: is wrong; put it right' })],
    ['variables', 'does not use it', ({ policies: [first] }) => first && (first.spec.variables = [{ name: 'x', expression: '1' }])],
    ['match-conditions', 'uses what it cannot see', ({ policies: [first] }) => first?.spec.matchConditions?.push({ name: 'x', expression: 'variables.y == 1' })],
    ['messages', 'is not "field: problem; remedy"', ({ policies: [first] }) => first?.spec.validations.push({ expression: 'true', message: 'no' })],
  ];

  it.each(wrongs)('%s: %s', (rule, said, change) => {
    const copy = structuredClone(readPolicies());
    change(copy);
    expect(lintPolicies({ ...copy, definitions }).filter((finding) => finding.startsWith(`${rule}: `)).join('\n')).toContain(said);
  });

  it('have a case for every rule', () => {
    expect(Object.keys(POLICY_RULES).filter((name) => !wrongs.some(([rule]) => rule === name))).toEqual([]);
  });
});
