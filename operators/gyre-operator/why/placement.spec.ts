import { describe, expect, it } from 'vitest';
import { parseObject } from '../runtime/objects.ts';
import { PODS, type Pod } from '../training/cluster-resources.ts';
import { NODES } from './nodes.ts';
import { placement } from './placement.ts';

const PRODUCT = 'nvidia.com/gpu.product';
const RUN = { 'gyre.dev/run': 'planner', 'gyre.dev/run-uid': 'u', 'gyre.dev/role': 'trainer' };

interface Made {
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: readonly object[];
  readonly unschedulable?: boolean;
  readonly has?: Readonly<Record<string, string>>;
}
const node = (name: string, { labels = {}, taints = [], unschedulable = false, has = { cpu: '32', memory: '64Gi', 'nvidia.com/gpu': '8' } }: Made = {}) => parseObject(NODES, { metadata: { name, labels }, spec: { taints, unschedulable }, status: { allocatable: has } });

interface Asked {
  readonly labels?: Readonly<Record<string, string>>;
  readonly asks?: Readonly<Record<string, string>>;
  readonly spec?: object;
  readonly name?: string;
}
const pod = ({ labels = RUN, asks = { 'nvidia.com/gpu': '8' }, spec = {}, name = 'p' }: Asked = {}): Pod => parseObject(PODS, { metadata: { name, namespace: 'ml', labels }, spec: { ...spec, containers: [{ name: 'c', resources: { limits: asks } }] }, status: { phase: 'Pending' } });

const SELECTOR = "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.";
const h200 = pod({ spec: { nodeSelector: { [PRODUCT]: 'H200' } } });

describe('a label that no node has', () => {
  it('of a GPU type: which one, and which types there are', () => {
    const nodes = [node('a', { labels: { [PRODUCT]: 'A100' } }), node('b', { labels: { [PRODUCT]: 'A100' } }), node('c', { labels: { [PRODUCT]: 'L4' } }), node('cordoned', { labels: { [PRODUCT]: 'H200' }, unschedulable: true })];
    expect(placement(SELECTOR, { pod: h200, nodes, pods: [] })).toEqual({
      remedy: `Name a value that nodes have in another run (spec.trainer.gpuType), or add a node with ${PRODUCT}=H200`,
      details: [`no node that takes pods has ${PRODUCT}=H200`, `${PRODUCT} of the nodes is A100 (2 nodes), L4 (1 node)`],
    });
  });

  it('of a nodeSelector or node affinity: each that nobody has, or all of them at once', () => {
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'pool', operator: 'In', values: ['gold', 'silver'] }] }] } } };
    const nodes = [node('a', { labels: { disk: 'ssd' } }), node('b', { labels: { pool: 'gold' } })];
    expect(placement(SELECTOR, { pod: pod({ spec: { nodeSelector: { zone: 'x' } } }), nodes })).toEqual({ remedy: 'Name a value that nodes have in another run (spec.trainer.pods.nodeSelector), or add a node with zone=x', details: ['no node that takes pods has zone=x', 'none of 2 nodes has the label zone'] });
    expect(placement(SELECTOR, { pod: pod({ labels: {}, spec: { nodeSelector: { disk: 'ssd' }, affinity } }), nodes })).toMatchObject({ remedy: expect.stringMatching(/^Name a value that nodes have in what makes the pod, /), details: expect.arrayContaining(['no node that takes pods has all of disk=ssd and pool In gold, silver']) });
  });

  it('is named from the pod alone where nodes are not to be seen', () => {
    expect(placement(SELECTOR, { pod: h200 })).toEqual({ remedy: `Give a node ${PRODUCT}=H200, or ask for what nodes have in another run`, details: [] });
    expect(placement(SELECTOR).remedy).toContain('the labels that its nodeSelector and node affinity ask for');
  });
});

describe('what is short', () => {
  it('is beyond the largest node that may have the pod, in memory and cores as in GPUs', () => {
    const nodes = [node('a', { labels: { pool: 'gold' } }), node('b', { has: { cpu: '256', memory: '2Ti' } })];
    const said = "0/2 nodes are available: 1 Insufficient cpu, 1 Insufficient memory, 1 node(s) didn't match Pod's node affinity/selector.";
    expect(placement(said, { pod: pod({ asks: { cpu: '64', memory: '1024Gi' }, spec: { nodeSelector: { pool: 'gold' } } }), nodes, pods: [] })).toEqual({
      remedy: 'No node is large enough, however free: add one with 64 cpu and 1Ti memory, or ask for less in another run (spec.trainer.pods.cpu, pods.memory)',
      details: ['the pod asks for 64 cpu, and the largest node that may have it has 32', 'the pod asks for 1Ti memory, and the largest node that may have it has 64Gi'],
    });
    expect(placement('0/1 nodes are available: 1 Insufficient nvidia.com/gpu.', { pod: pod({ asks: { 'nvidia.com/gpu': '16' } }), nodes: [node('a')], pods: [] }).remedy).toContain('(spec.trainer.gpusPerNode)');
  });

  const said = '0/1 nodes are available: 1 Insufficient nvidia.com/gpu.';
  const placedOn = (name: string, nodeName: string, gpus: string, labels = RUN) => pod({ name, asks: { 'nvidia.com/gpu': gpus }, spec: { nodeName }, labels });

  it('is held by others: what nodes that may have the pod have, and how much of it is asked for', () => {
    const nodes = [node('a'), node('b', { taints: [{ key: 'mine', effect: 'NoSchedule' }] })];
    expect(placement(said, { pod: pod(), nodes, pods: [placedOn('other', 'a', '4', { ...RUN, 'gyre.dev/run-uid': 'another' })] })).toEqual({
      remedy: 'Free what is short on a node, add a node that has it, or ask for less in another run',
      details: ['1 node with 8 nvidia.com/gpu may have this pod; 4 of them are asked for, and at most 4 are free on one node'],
    });
  });

  it('is held by pods of the same run', () => {
    const own = placedOn('planner-0', 'a', '8');
    expect(placement(said, { pod: pod(), nodes: [node('a')], pods: [own] })).toEqual({
      remedy: 'Add a node that has it, or use fewer nodes or replicas in another run: nobody else holds what is short',
      details: ['1 node with 8 nvidia.com/gpu takes pods; 8 of them are asked for, and at most 0 are free on one node', '1 pod of the same run holds 8 nvidia.com/gpu, for which its others wait'],
    });
    const both = placement(said, { pod: pod(), nodes: [node('a'), node('b')], pods: [own, placedOn('other', 'b', '8', { ...RUN, 'gyre.dev/run-uid': 'another' })] });
    expect(both).toMatchObject({ remedy: expect.stringMatching(/^Free what is short/), details: expect.arrayContaining(['1 pod of the same run holds 8 nvidia.com/gpu, for which its others wait']) });
  });
});

describe('a spread over zones', () => {
  const said = "0/2 nodes are available: 2 node(s) didn't match pod topology spread constraints (missing required label).";
  const spread = (labels: Readonly<Record<string, string>>) => pod({ labels, spec: { topologySpreadConstraints: [{ topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' }, { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' }] } });

  it('that nodes name none of: the label, and the value of the chart for its pods', () => {
    expect(placement(said, { pod: spread({ 'app.kubernetes.io/part-of': 'gyre' }), nodes: [node('a'), node('b', { labels: { 'topology.kubernetes.io/zone': 'x' } })], pods: [] })).toEqual({
      remedy: 'Give the nodes topology.kubernetes.io/zone (kubectl label node NODE topology.kubernetes.io/zone=VALUE), or make the spread a wish, whenUnsatisfiable: ScheduleAnyway (pods.default.topologySpread of the chart)',
      details: ['the label topology.kubernetes.io/zone, over which the pod is to be spread, is on 1 of 2 nodes that may have it'],
    });
    expect(placement(said, { pod: spread({}) }).remedy).toMatch(/^Give the nodes topology\.kubernetes\.io\/zone .*ScheduleAnyway$/);
  });
});

describe('by the scheduler’s words alone', () => {
  it.each([
    ['0/1 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint {a: }.', /^Free what is short on a node, add a node that has it/],
    ['0/1 nodes are available: 1 node(s) had untolerated taint {nvidia.com/gpu: }.', /^Tolerate the taint nvidia\.com\/gpu in another run, or remove it/],
    ['0/1 nodes are available: 1 node(s) had untolerated taint {node.kubernetes.io/not-ready: }.', /^Mend the nodes with the taint node\.kubernetes\.io\/not-ready/],
    ['0/1 nodes are available: pod has unbound immediate PersistentVolumeClaims.', /storage class/],
    ['persistentvolumeclaim "data" not found', /storage class/],
    ['no nodes available to schedule pods', /^Add a node/],
    ['0/1 nodes are available: 1 node(s) were unschedulable.', /kubectl uncordon/],
    ['0/1 nodes are available: 1 Too many pods.', /^Add a node, or end pods/],
    ["0/4 nodes are available: 4 node(s) didn't match pod topology spread constraints.", /^Make room where fewer/],
    ["0/4 nodes are available: 4 node(s) didn't match pod anti-affinity rules.", /^Change what the scheduler names/],
  ])('%s', (said, remedy) => {
    expect(placement(said)).toEqual({ remedy: expect.stringMatching(remedy), details: [] });
  });

  it('names the field of a run’s tolerations', () => {
    expect(placement('0/1 nodes are available: 1 node(s) had untolerated taint {gold: x}.', { pod: pod(), nodes: [node('a')], pods: [] }).remedy).toBe('Tolerate the taint gold in another run (spec.trainer.pods.tolerations), or remove it from a node');
  });
});
