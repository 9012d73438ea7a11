import type { Pod } from '../training/cluster-resources.ts';
import { counted } from './explanation.ts';
import { type Needs, needsOf, type Node } from './nodes.ts';
import { amountOf, quantityText } from './quantity.ts';

/** What nodes have of a resource, and what pods have asked for of it. */
export interface Supply {
  readonly nodes: number;
  readonly total: number;
  readonly asked: number;
  /** Most that is left on one node. */
  readonly largestFree: number;
}

/** What a pod asks for: its containers together, or one of those that run before them where that is more. */
export function askedOf({ containers, initContainers }: Needs, resource: string): number {
  const of = ({ resources }: Needs['containers'][number]) => amountOf(resources?.requests?.[resource] ?? resources?.limits?.[resource]);
  return Math.max(containers.reduce((sum, each) => sum + of(each), 0), ...(initContainers ?? []).map(of));
}

export const allocatable = ({ status }: Node, resource: string): number => amountOf(status?.allocatable?.[resource]);

/** Pods that have a node and have not ended. */
export function placed(pods: readonly Pod[]): readonly { readonly pod: Pod; readonly needs: Needs }[] {
  return pods.filter(({ status }) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed').map((pod) => ({ pod, needs: needsOf(pod) })).filter(({ needs }) => needs.nodeName !== undefined);
}

export function supply(nodes: readonly Node[], pods: readonly Pod[], resource: string): Supply {
  const used = new Map<string, number>();
  for (const { needs } of placed(pods)) used.set(needs.nodeName ?? '', (used.get(needs.nodeName ?? '') ?? 0) + askedOf(needs, resource));
  const open = nodes.filter(({ spec }) => spec?.unschedulable !== true);
  const free = open.map((each) => allocatable(each, resource) - (used.get(each.metadata.name) ?? 0));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
  return { nodes: open.length, total: sum(open.map((each) => allocatable(each, resource))), asked: sum(open.map(({ metadata }) => used.get(metadata.name) ?? 0)), largestFree: Math.max(0, ...free) };
}

/** As part of a sentence. `some`: of those nodes alone that one pod may have. */
export function supplySaid({ nodes, total, asked, largestFree }: Supply, resource: string, some = false): string {
  const text = (amount: number) => quantityText(amount, resource);
  const take = some ? 'may have this pod' : nodes === 1 ? 'takes pods' : 'take pods';
  return `${counted(nodes, 'node')} with ${text(total)} ${resource} ${take}; ${text(asked)} of them are asked for, and at most ${text(largestFree)} are free on one node`;
}
