import { PODS, type Pod } from '../training/cluster-resources.ts';
import { ROLE_LABEL, RUN_LABEL, RUN_UID_LABEL } from '../training/names.ts';
import { counted } from './explanation.ts';
import type { Reader } from './lookup.ts';
import { type Needs, needsOf, type Node, NODES, taintsAgainst, wishesOf } from './nodes.ts';
import { quantityText } from './quantity.ts';
import { allocatable, askedOf, placed, supply, supplySaid } from './supply.ts';

/** Why a pod finds no node, by the scheduler's words, the pod's own and what nodes have. */

export interface Placement {
  readonly remedy: string;
  readonly details: readonly string[];
}

/** What is known beside the scheduler's words; nodes and pods of all namespaces may not be for the caller to see. */
export interface Known {
  readonly pod?: Pod | undefined;
  readonly nodes?: readonly Node[] | undefined;
  readonly pods?: readonly Pod[] | undefined;
}

export async function placementOf(pod: Pod | undefined, said: string, reader: Reader): Promise<Placement> {
  return placement(said, pod === undefined ? {} : { pod, nodes: await reader.others(NODES, {}), pods: await reader.others(PODS, {}) });
}

/** Causes in the order of what no wait ends: what no node has, then what is not free. */
export function placement(words: string, known: Known = {}): Placement {
  // What preemption would not do follows, and repeats some of it.
  const [said = ''] = words.split(/ preemption: /);
  const asking = askingOf(known.pod);
  const open = known.nodes?.filter(({ spec }) => spec?.unschedulable !== true);
  const matching = open?.filter((node) => asking.wishes.every(({ meets }) => meets(node)));
  const may = matching?.filter((node) => taintsAgainst(asking.needs, node).length === 0);
  if (/persistentvolumeclaim/i.test(said)) return only('Give its claims a storage class that provides them, or bind them to a volume (kubectl get persistentvolumeclaims)');
  if (/no nodes available/.test(said) || known.nodes?.length === 0) return only('Add a node: the cluster has none');
  if (/node affinity\/selector/.test(said) && !(matching && matching.length > 0)) return unlike(asking, open);
  if (/missing required label/.test(said)) return unlabelled(asking, may);
  const resources = [...new Set([...said.matchAll(/Insufficient ([^\s,]+?)(?=[,.]?(?:\s|$))/g)].map(([, resource = '']) => resource))];
  if (resources.length > 0) return short(resources, asking, may, open, known.pods);
  if (/untolerated taint/.test(said)) return tainted(said, asking);
  if (/topology spread constraints/.test(said)) return only(`Make room where fewer of these pods are, or make the spread a wish, whenUnsatisfiable: ScheduleAnyway${asking.ofChart}`);
  if (/were unschedulable/.test(said)) return only('Let a node take pods again (kubectl uncordon NODE), or add one');
  if (/Too many pods/.test(said)) return only('Add a node, or end pods: nodes take no more of them');
  return only(`Change what the scheduler names, on a node or ${asking.where}`);
}

const only = (remedy: string): Placement => ({ remedy, details: [] });

interface Asking {
  readonly pod: Pod | undefined;
  readonly needs: Needs;
  readonly wishes: ReturnType<typeof wishesOf>;
  /** `trainer` or `rollout`, of a run's pods. */
  readonly role: string | undefined;
  /** Where what it asks for is written. */
  readonly where: string;
  /** The field of a run's pods; nothing of other pods. */
  field(name: string): string;
  /** How the chart says it, for pods of the chart. */
  readonly ofChart: string;
}

function askingOf(pod: Pod | undefined): Asking {
  const needs = pod ? needsOf(pod) : { containers: [] };
  const labels = pod?.metadata.labels ?? {};
  const role = labels[RUN_LABEL] === undefined ? undefined : (labels[ROLE_LABEL] ?? 'trainer');
  const own = pod === undefined || role !== undefined;
  return { pod, needs, wishes: wishesOf(needs), role, where: own ? 'in another run' : 'in what makes the pod', field: (name) => (role === undefined ? '' : ` (spec.${role}.${name})`), ofChart: labels['app.kubernetes.io/part-of'] === 'gyre' || labels['app.kubernetes.io/name'] === 'gyre' ? ' (pods.default.topologySpread of the chart)' : '' };
}

/** A label that no node has. */
function unlike({ wishes, where, field }: Asking, open: readonly Node[] | undefined): Placement {
  if (wishes.length === 0 || open === undefined) {
    const labels = wishes.length === 0 ? 'the labels that its nodeSelector and node affinity ask for' : wishes.map(({ text }) => text).join(' and ');
    return only(`Give a node ${labels}, or ask for what nodes have ${where}`);
  }
  const nobody = wishes.filter(({ meets }) => !open.some(meets));
  const lacking = nobody.length > 0 ? nobody : wishes;
  const asked = lacking.map(({ text }) => text).join(' and ');
  const details = [nobody.length > 0 ? `no node that takes pods has ${asked}` : `no node that takes pods has all of ${asked}`, ...lacking.map(({ key }) => valuesSaid(key, open))];
  const gpu = lacking.every(({ key }) => key.endsWith('/gpu.product'));
  return { remedy: `Name a value that nodes have ${where}${field(gpu ? 'gpuType' : 'pods.nodeSelector')}, or add a node with ${asked}`, details };
}

function valuesSaid(key: string, nodes: readonly Node[]): string {
  const values = new Map<string, number>();
  for (const { metadata } of nodes) if (metadata.labels?.[key] !== undefined) values.set(metadata.labels[key], (values.get(metadata.labels[key]) ?? 0) + 1);
  if (values.size === 0) return `none of ${counted(nodes.length, 'node')} has the label ${key}`;
  const some = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, 8).map(([value, count]) => `${value} (${counted(count, 'node')})`);
  return `${key} of the nodes is ${some.join(', ')}${values.size > some.length ? ' and others' : ''}`;
}

/** A spread over a label that nodes lack: the pod asks for nothing that could be less. */
function unlabelled({ needs, ofChart }: Asking, may: readonly Node[] | undefined): Placement {
  const keys = (needs.topologySpreadConstraints ?? []).filter(({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule').map(({ topologyKey }) => topologyKey);
  const lacking = may === undefined ? keys : keys.filter((key) => may.some(({ metadata }) => metadata.labels?.[key] === undefined));
  const without = (key: string) => (may ?? []).filter(({ metadata }) => metadata.labels?.[key] === undefined).length;
  const details = may === undefined ? [] : lacking.map((key) => `the label ${key}, over which the pod is to be spread, is on ${may.length - without(key) || 'none'} of ${counted(may.length, 'node')} that may have it`);
  const [key = 'the label that it is to be spread over'] = lacking;
  const how = lacking.length === 0 ? '' : ` (kubectl label node NODE ${key}=VALUE)`;
  return { remedy: `Give the nodes ${key}${how}, or make the spread a wish, whenUnsatisfiable: ScheduleAnyway${ofChart}`, details };
}

function short(resources: readonly string[], asking: Asking, may: readonly Node[] | undefined, open: readonly Node[] | undefined, pods: readonly Pod[] | undefined): Placement {
  const { needs, where, field, pod, role } = asking;
  const most = (resource: string) => Math.max(0, ...(may ?? []).map((each) => allocatable(each, resource)));
  const beyond = may === undefined || may.length === 0 || pod === undefined ? [] : resources.filter((each) => askedOf(needs, each) > most(each));
  if (beyond.length > 0) {
    const details = beyond.map((each) => `the pod asks for ${quantityText(askedOf(needs, each), each)} ${each}, and the largest node that may have it has ${quantityText(most(each), each)}`);
    const fields = beyond.map((each) => (each.includes('/') ? (role === 'rollout' ? 'gpusPerReplica' : 'gpusPerNode') : `pods.${each}`));
    const sizes = beyond.map((each) => `${quantityText(askedOf(needs, each), each)} ${each}`).join(' and ');
    return { remedy: `No node is large enough, however free: add one with ${sizes}, or ask for less ${where}${field(fields.join(', '))}`, details };
  }
  const details = may && may.length > 0 && pods ? resources.slice(0, 3).map((each) => supplySaid(supply(may, pods, each), each, may.length < (open?.length ?? 0))) : [];
  const usual = `Free what is short on a node, add a node that has it, or ask for less ${where}`;
  const run = pod?.metadata.labels?.[RUN_UID_LABEL];
  const holding = run === undefined ? [] : placed(pods ?? []).flatMap((each) => resources.map((resource) => ({ own: each.pod.metadata.labels?.[RUN_UID_LABEL] === run, resource, amount: askedOf(each.needs, resource) })).filter(({ amount }) => amount > 0));
  const own = holding.filter((each) => each.own);
  const [first] = own;
  if (!first) return { remedy: usual, details };
  const held = own.filter(({ resource }) => resource === first.resource);
  const all = [...details, `${counted(held.length, 'pod')} of the same run ${held.length === 1 ? 'holds' : 'hold'} ${quantityText(held.reduce((sum, { amount }) => sum + amount, 0), first.resource)} ${first.resource}, for which its others wait`];
  return { remedy: own.length < holding.length ? usual : 'Add a node that has it, or use fewer nodes or replicas in another run: nobody else holds what is short', details: all };
}

/** Nodes that are kept for others, or that cannot take pods now. */
function tainted(said: string, { where, field }: Asking): Placement {
  const keys = [...new Set([...said.matchAll(/untolerated taint(?:\(s\))? ?\{([^:}]+)/g)].map(([, key = '']) => key.trim()))];
  const ill = keys.filter((key) => /^node\.(kubernetes|cloudprovider\.kubernetes)\.io\//.test(key));
  if (ill.length > 0) return only(`Mend the nodes with the taint ${ill.join(', ')} (kubectl describe node says what they lack); it goes by itself once they are ready`);
  return only(`Tolerate the taint${keys.length === 0 ? '' : ` ${keys.join(', ')}`} ${where}${field('pods.tolerations')}, or remove it from a node`);
}
