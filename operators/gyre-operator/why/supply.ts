import { z } from 'zod';
import { kubeObject, type Resource } from '../runtime/objects.ts';
import { PODS, type Pod } from '../training/cluster-resources.ts';
import { counted } from './explanation.ts';
import type { Reader } from './lookup.ts';

/** What nodes have of a resource that is counted in whole pieces, as GPUs are, and what pods have asked for of it. */
export interface Supply {
  readonly nodes: number;
  readonly total: number;
  readonly asked: number;
  /** Most that is left on one node. */
  readonly largestFree: number;
}

const quantities = z.record(z.string(), z.union([z.string(), z.number()])).optional();
const node = kubeObject.extend({ spec: z.looseObject({ unschedulable: z.boolean().optional() }).optional(), status: z.looseObject({ allocatable: quantities }).optional() });
type Node = z.infer<typeof node>;
const NODES: Resource<Node> = { apiVersion: 'v1', kind: 'Node', plural: 'nodes', namespaced: false, schema: node };
const requests = z.looseObject({ nodeName: z.string().optional(), containers: z.array(z.looseObject({ resources: z.looseObject({ requests: quantities, limits: quantities }).optional() })) });

/** Undefined where nodes, or pods of all namespaces, are not for the caller to see. */
export async function supplyOf(reader: Reader, resource: string): Promise<Supply | undefined> {
  const [nodes, pods] = [await reader.others(NODES, {}), await reader.others(PODS, {})];
  return nodes && pods ? supply(nodes, pods, resource) : undefined;
}

export function supply(nodes: readonly Node[], pods: readonly Pod[], resource: string): Supply {
  const used = new Map<string, number>();
  for (const { spec, status } of pods) {
    const { nodeName, containers } = requests.parse(spec);
    if (nodeName === undefined || status?.phase === 'Succeeded' || status?.phase === 'Failed') continue;
    const asked = containers.reduce((sum, { resources }) => sum + Number(resources?.requests?.[resource] ?? resources?.limits?.[resource] ?? 0), 0);
    used.set(nodeName, (used.get(nodeName) ?? 0) + asked);
  }
  const open = nodes.filter(({ spec }) => spec?.unschedulable !== true);
  const of = ({ status }: Node) => Number(status?.allocatable?.[resource] ?? 0);
  const free = open.map((each) => of(each) - (used.get(each.metadata.name) ?? 0));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return { nodes: open.length, total: sum(open.map(of)), asked: sum(open.map(({ metadata }) => used.get(metadata.name) ?? 0)), largestFree: Math.max(0, ...free) };
}

/** As part of a sentence. */
export function supplySaid({ nodes, total, asked, largestFree }: Supply, resource: string): string {
  return `${counted(nodes, 'node')} with ${total} ${resource} ${nodes === 1 ? 'takes' : 'take'} pods; ${asked} of them are asked for, and at most ${largestFree} are free on one node`;
}
