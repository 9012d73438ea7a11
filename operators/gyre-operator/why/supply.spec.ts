import { expect, it } from 'vitest';
import { parseObject } from '../runtime/objects.ts';
import { PODS } from '../training/cluster-resources.ts';
import { supply, supplySaid } from './supply.ts';

const GPU = 'nvidia.com/gpu';
const node = (name: string, gpus: string | undefined, unschedulable = false) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name }, spec: { unschedulable }, status: { allocatable: { cpu: '32', ...(gpus === undefined ? {} : { [GPU]: gpus }) } } });
const pod = (nodeName: string | undefined, phase: string, ...gpus: readonly (string | undefined)[]) =>
  parseObject(PODS, { metadata: { name: 'p', namespace: 'n' }, spec: { ...(nodeName === undefined ? {} : { nodeName }), containers: gpus.map((each, i) => ({ name: `c${i}`, ...(each === undefined ? {} : { resources: { limits: { [GPU]: each } } }) })) }, status: { phase } });

it('counts what nodes that take pods have, and what pods that have not ended ask for there', () => {
  const nodes = [node('a', '8'), node('b', '8'), node('cordoned', '8', true), node('plain', undefined)];
  const pods = [pod('a', 'Running', '4', '1', undefined), pod('b', 'Pending', '2'), pod('a', 'Succeeded', '8'), pod(undefined, 'Pending', '8'), pod('cordoned', 'Running', '8')];
  const found = supply(nodes, pods, GPU);
  expect(found).toEqual({ nodes: 3, total: 16, asked: 7, largestFree: 6 });
  expect(supplySaid(found, GPU)).toBe('3 nodes with 16 nvidia.com/gpu take pods; 7 of them are asked for, and at most 6 are free on one node');
  expect(supplySaid(found, GPU, true)).toContain('may have this pod');
  expect(supply([], [], GPU)).toEqual({ nodes: 0, total: 0, asked: 0, largestFree: 0 });
});
