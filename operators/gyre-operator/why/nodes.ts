import { z } from 'zod';
import { kubeObject, type Resource } from '../runtime/objects.ts';
import type { Pod } from '../training/cluster-resources.ts';

/** Nodes, and what of a pod decides which of them it may run on: labels and taints as the scheduler looks at them. */

export const quantities = z.record(z.string(), z.union([z.string(), z.number()])).optional();
const taint = z.looseObject({ key: z.string(), value: z.string().optional(), effect: z.string() });
const node = kubeObject.extend({
  spec: z.looseObject({ unschedulable: z.boolean().optional(), taints: z.array(taint).nullish() }).optional(),
  status: z.looseObject({ allocatable: quantities }).optional(),
});
export type Node = z.infer<typeof node>;
export const NODES: Resource<Node> = { apiVersion: 'v1', kind: 'Node', plural: 'nodes', namespaced: false, schema: node };

const expression = z.looseObject({ key: z.string(), operator: z.string(), values: z.array(z.string()).nullish() });
const term = z.looseObject({ matchExpressions: z.array(expression).nullish() });
const container = z.looseObject({ resources: z.looseObject({ requests: quantities, limits: quantities }).optional() });
const needs = z.looseObject({
  nodeName: z.string().optional(),
  nodeSelector: z.record(z.string(), z.string()).nullish(),
  affinity: z.looseObject({ nodeAffinity: z.looseObject({ requiredDuringSchedulingIgnoredDuringExecution: z.looseObject({ nodeSelectorTerms: z.array(term) }).nullish() }).nullish() }).nullish(),
  tolerations: z.array(z.looseObject({ key: z.string().optional(), operator: z.string().optional(), value: z.string().optional(), effect: z.string().optional() })).nullish(),
  topologySpreadConstraints: z.array(z.looseObject({ topologyKey: z.string(), whenUnsatisfiable: z.string() })).nullish(),
  containers: z.array(container),
  initContainers: z.array(container).nullish(),
});
/** What a pod asks of a node. */
export type Needs = z.infer<typeof needs>;

export const needsOf = ({ spec }: Pod): Needs => needs.parse(spec);

type Expression = z.infer<typeof expression>;

/** What its node has to have, each as people write it and as a test of labels: the nodeSelector, and node affinity where it has one term alone. */
export function wishesOf({ nodeSelector, affinity }: Needs): readonly { readonly key: string; readonly text: string; readonly meets: (node: Node) => boolean }[] {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const [only, ...more] = terms;
  const expressions = only && more.length === 0 ? (only.matchExpressions ?? []) : [];
  return [
    ...Object.entries(nodeSelector ?? {}).map(([key, value]) => ({ key, text: `${key}=${value}`, meets: (each: Node) => each.metadata.labels?.[key] === value })),
    ...expressions.map((each) => ({ key: each.key, text: `${each.key} ${each.operator}${each.values?.length ? ` ${each.values.join(', ')}` : ''}`, meets: (other: Node) => meets(other, each) })),
  ];
}

function meets({ metadata }: Node, { key, operator, values }: Expression): boolean {
  const value = metadata.labels?.[key];
  const [bound = ''] = values ?? [];
  switch (operator) {
    case 'In':
      return value !== undefined && (values ?? []).includes(value);
    case 'NotIn':
      return value === undefined || !(values ?? []).includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    case 'Gt':
      return value !== undefined && Number(value) > Number(bound);
    case 'Lt':
      return value !== undefined && Number(value) < Number(bound);
    default:
      return true;
  }
}

/** The taints of a node that keep a pod away. */
export function taintsAgainst({ tolerations }: Needs, { spec }: Node): readonly string[] {
  const keeps = (spec?.taints ?? []).filter(({ effect }) => effect === 'NoSchedule' || effect === 'NoExecute');
  const tolerated = ({ key, value, effect }: z.infer<typeof taint>) =>
    (tolerations ?? []).some((each) => (each.effect === undefined || each.effect === '' || each.effect === effect) && (each.operator === 'Exists' ? !each.key || each.key === key : each.key === key && (each.value ?? '') === (value ?? '')));
  return keeps.filter((each) => !tolerated(each)).map(({ key }) => key);
}
