import type { Definition } from '../../api/schema.ts';
import { policyEnvironment, type Binding, type Policy } from '../policies.ts';

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
/** `field: problem; remedy` on one line. */
const MESSAGE = /^[a-z][A-Za-z.]*(, [a-z][A-Za-z.]*)*: [^\n]+; [^\n]+[^.\n]$/;

export interface Policies {
  readonly policies: readonly Policy[];
  readonly bindings: readonly Binding[];
  readonly definitions: readonly Definition[];
}

type PolicyRule = (policy: Policy, all: Policies) => string[];

function checks(expression: string, wanted: string): string[] {
  const { valid, type, error } = policyEnvironment.check(expression);
  return valid && (type === wanted || type === 'dyn') ? [] : [`${expression}: ${error?.message.split('\n')[0] ?? `is ${type}, not ${wanted}`}`];
}

/** Rules about admission policies. */
export const POLICY_RULES: Readonly<Record<string, PolicyRule>> = {
  'policy-name': ({ metadata: { name } }, { policies }) => [
    ...(NAME.test(name) && name.endsWith('.gyre.dev') ? [] : ['is no DNS name under gyre.dev']),
    ...(policies.filter((other) => other.metadata.name === name).length === 1 ? [] : ['is there twice']),
  ],
  bound: ({ metadata: { name } }, { bindings }) => {
    const own = bindings.filter(({ spec }) => spec.policyName === name);
    return [...(own.length === 1 ? [] : [`has ${own.length} bindings`]), ...own.filter((binding) => binding.metadata.name !== name).map((binding) => `is bound by ${binding.metadata.name}`)];
  },
  denies: ({ metadata: { name }, spec }, { bindings }) => [
    ...(spec.failurePolicy === 'Fail' ? [] : ['lets pass what it cannot judge']),
    ...bindings.filter((binding) => binding.spec.policyName === name && !binding.spec.validationActions.includes('Deny')).map(() => 'does not deny'),
  ],
  parameters: ({ metadata: { name }, spec }, { bindings }) => {
    const refers = bindings.some((binding) => binding.spec.policyName === name && binding.spec.paramRef !== undefined);
    const uses = [...(spec.variables ?? []), ...spec.validations].some(({ expression }) => /\bparams\b/.test(expression));
    return [...((spec.paramKind !== undefined) === refers ? [] : ['paramKind and paramRef do not come together']), ...((spec.paramKind !== undefined) === uses ? [] : ['paramKind and the use of params do not come together'])];
  },
  resources: ({ spec }, { definitions }) => {
    const known = definitions.flatMap(({ spec: { names, versions } }) => versions.flatMap(({ name, subresources }) => [`${name}/${names.plural}`, ...Object.keys(subresources ?? {}).map((sub) => `${name}/${names.plural}/${sub}`)]));
    return spec.matchConstraints.resourceRules.flatMap(({ apiGroups, apiVersions, resources }) => [
      ...apiGroups.filter((group) => group !== 'gyre.dev').map((group) => `matches group ${group}`),
      ...apiVersions.flatMap((version) => resources.map((resource) => `${version}/${resource}`)).filter((resource) => !known.includes(resource)).map((resource) => `matches ${resource}, which is not defined`),
    ]);
  },
  expressions: ({ spec }) => [
    ...[...(spec.matchConditions ?? []), ...spec.validations].flatMap(({ expression }) => checks(expression, 'bool')),
    ...(spec.variables ?? []).map(({ expression }) => policyEnvironment.check(expression)).filter(({ valid }) => !valid).map(({ error }) => String(error?.message.split('\n')[0])),
    ...spec.validations.flatMap(({ messageExpression }) => (messageExpression === undefined ? [] : checks(messageExpression, 'string'))),
  ],
  variables: ({ spec }) => {
    const declared = (spec.variables ?? []).map(({ name }) => name);
    const used = [...(spec.variables ?? []), ...spec.validations].flatMap(({ expression, ...rest }) => [expression, 'messageExpression' in rest ? (rest.messageExpression ?? '') : '']).flatMap((text) => [...text.matchAll(/\bvariables\.(\w+)/g)].map(([, name = '']) => name));
    return [...used.filter((name) => !declared.includes(name)).map((name) => `uses variables.${name}, which it does not declare`), ...declared.filter((name) => !used.includes(name)).map((name) => `declares variables.${name} and does not use it`)];
  },
  // They are looked at before variables are.
  'match-conditions': ({ spec }) => (spec.matchConditions ?? []).filter(({ expression }) => /\bvariables\b/.test(expression)).map(({ name }) => `match condition ${name} uses what it cannot see`),
  messages: ({ spec }) => spec.validations.filter(({ message }) => !MESSAGE.test(message)).map(({ message }) => `"${message}" is not "field: problem; remedy"`),
};

/** All findings, as `<rule>: <policy> <finding>`. */
export function lintPolicies(all: Policies): string[] {
  return all.policies.flatMap((policy) => Object.entries(POLICY_RULES).flatMap(([name, rule]) => rule(policy, all).map((finding) => `${name}: ${policy.metadata.name} ${finding}`)));
}
