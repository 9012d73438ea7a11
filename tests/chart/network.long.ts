import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../architecture/sources.ts';
import { describeChart, rendered, type Rendering } from './helm.testkit.ts';
import { type KubeObject, of, type Pods, podsOf, selects } from './objects.ts';

/** Who reaches whom: a call goes through if the policies of both sides let it. */

const peer = z.looseObject({ podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(), namespaceSelector: z.looseObject({}).optional() });
const ports = z.array(z.looseObject({ protocol: z.string().default('TCP'), port: z.number() })).default([]);
const Policy = z.looseObject({
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    policyTypes: z.array(z.string()),
    ingress: z.array(z.looseObject({ from: z.array(peer), ports })).nullish().transform((rules) => rules ?? []),
    egress: z.array(z.looseObject({ to: z.array(peer).optional(), ports })).nullish().transform((rules) => rules ?? []),
  }),
});
type Policy = z.infer<typeof Policy>;

const calls = z.record(z.string(), z.looseObject({ calls: z.array(z.string()), evidence: z.boolean().default(false), bus: z.boolean().default(false), policy: z.boolean().default(false) }));
const processes = calls.parse(parse(readFileSync(`${ROOT}charts/gyre/files/processes.yaml`, 'utf8')));

/** Labels of the pods of a component in the release's own namespace. */
function reachable(policies: readonly Policy[], pods: readonly Pods[]): string[] {
  const found: string[] = [];
  const seen = (labels: Readonly<Record<string, string>>) => (each: z.infer<typeof peer>) => each.namespaceSelector === undefined && each.podSelector !== undefined && selects(each.podSelector.matchLabels, labels);
  const policyOf = ({ labels }: Pods) => policies.filter(({ spec }) => selects(spec.podSelector.matchLabels, labels));
  for (const from of pods) {
    for (const to of pods) {
      const open = to.spec.containers.flatMap((container) => container.ports.map(({ containerPort }) => containerPort));
      for (const port of open) {
        const out = policyOf(from).flatMap(({ spec }) => spec.egress).some((rule) => rule.to?.some(seen(to.labels)) === true && rule.ports.some((each) => each.port === port));
        const into = policyOf(to).flatMap(({ spec }) => spec.ingress).some((rule) => rule.from.some(seen(from.labels)) && rule.ports.some((each) => each.port === port));
        if (out && into) found.push(`${from.component} -> ${to.component}:${port}`);
      }
    }
  }
  return [...new Set(found)].sort();
}

const raise = (): never => {
  throw new Error('it is not among what is rendered');
};

describeChart('the network policies', () => {
  const at = async (rendering: Rendering) => {
    const objects = await rendered(rendering);
    return { objects, policies: of(objects, 'NetworkPolicy').map((object) => Policy.parse(object)), pods: podsOf(objects) };
  };
  let objects: KubeObject[];
  let policies: Policy[];
  let pods: Pods[];
  beforeAll(async () => {
    ({ objects, policies, pods } = await at({ values: 'team', set: ['telemetry.collector.enabled=true', 'telemetry.collector.tracesEndpoint=t:1', 'telemetry.collector.metricsEndpoint=http://m', 'telemetry.collector.logsEndpoint=http://l', 'networkPolicy.external.telemetry[0].ports[0].port=4317'] }));
  });

  it('hold every pod in both directions', () => {
    const free = pods.filter(({ labels }) => policies.filter(({ spec }) => selects(spec.podSelector.matchLabels, labels)).length !== 1);
    expect(free.map(({ name }) => name)).toEqual([]);
    expect(policies.filter(({ spec }) => spec.policyTypes.join() !== 'Ingress,Egress')).toEqual([]);
    expect(objects.length).toBeGreaterThan(40);
  });

  it('let through what services call and nothing else', () => {
    const services = Object.entries(processes).flatMap(([from, { calls: called, evidence, bus, policy }]) => [
      ...called.map((to) => `${from} -> ${to}:7400`),
      ...[`${from} -> store:27017`, `${from} -> collector:4317`, `cli -> ${from}:7400`],
      ...(evidence ? [`${from} -> evidence:27017`] : []),
      ...(bus ? [`${from} -> nats:4222`] : []),
      ...(policy ? [`${from} -> triton:8001`] : []),
    ]);
    const others = ['cli -> store:27017', 'cli -> collector:4317', 'mongodb-setup -> store:27017', 'mongodb-setup -> evidence:27017', 'nats -> nats:6222'];
    expect(reachable(policies, pods)).toEqual([...services, ...others].sort());
  });

  it('let nobody to evidence but who handles it', () => {
    expect(reachable(policies, pods).filter((call) => call.includes('evidence')).map((call) => call.split(' ')[0])).toEqual(['curator', 'env-manager', 'mongodb-setup', 'verifier']);
  });

  it('let processes out to what the chart does not run, each to what it uses', async () => {
    const production = await at({ values: 'production' });
    const out = (component: string) => production.policies.find(({ metadata }) => metadata.name === `gyre-${component}`)?.spec.egress.flatMap((rule) => (rule.to?.some((each) => each.podSelector !== undefined && each.namespaceSelector === undefined) ? [] : rule.ports.map(({ port }) => port))).sort() ?? [];
    expect(out('env-manager')).toEqual([27017, 27017, 4317, 53, 53]);
    expect(out('verifier')).toEqual([27017, 27017, 4317, 53, 53]);
    expect(out('curator')).toEqual([27017, 27017, 4317, 443, 53, 53]);
    expect(out('rollout-worker')).toEqual([27017, 4222, 4317, 443, 53, 53]);
    expect(out('trainer-controller')).toEqual([27017, 4222, 4317, 443, 443, 53, 53, 6443]);
    expect(out('harness-gateway')).toEqual([27017, 4317, 443, 53, 53]);
    expect(out('operator')).toEqual([4317, 443, 53, 53, 6443]);
    expect(out('triton')).toEqual([]);
  });

  it('let the trainer-controller out to the API server only where it creates runs', async () => {
    const { policies: without } = await at({ values: 'production', set: ['trainings.enabled=false'] });
    const ports = without.find(({ metadata }) => metadata.name === 'gyre-trainer-controller')?.spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port)) ?? [];
    expect(ports).toContain(4222);
    expect(ports).not.toContain(6443);
  });

  it('let pods of TrainingRuns reach the progress endpoint, each other, blobs and what is named, in their namespace, and are reached by each other', async () => {
    const { policies: all, pods: own } = await at({ values: 'production', set: ['networkPolicy.external.trainings[0].ports[0].port=8443', 'networkPolicy.external.devices[0].ports[0].port=4723'] });
    const { metadata, spec } = all.find((each) => each.metadata.name === 'gyre-trainings') ?? raise();
    const pod = { 'app.kubernetes.io/name': 'gyre-training', 'app.kubernetes.io/component': 'trainer' };
    expect(metadata).toMatchObject({ namespace: 'gyre-trainings' });
    expect(selects(spec.podSelector.matchLabels, pod)).toBe(true);
    expect(spec.ingress.map(({ from }) => from.map(({ podSelector }) => podSelector?.matchLabels))).toEqual([[{ 'app.kubernetes.io/name': 'gyre-training' }]]);
    expect(readFileSync(`${ROOT}docs/operations/install.md`, 'utf8')).toContain('let nobody in but pods of TrainingRuns');
    expect(spec.egress.flatMap(({ ports }) => ports.map(({ port }) => port)).sort()).toEqual([443, 53, 53, 8080, 8443]);
    const operator = own.find(({ component }) => component === 'operator') ?? raise();
    const [endpoint] = spec.egress.flatMap(({ to = [], ports }) => (ports.some(({ port }) => port === 8080) ? to : []));
    expect(endpoint?.namespaceSelector).toEqual({ matchLabels: { 'kubernetes.io/metadata.name': 'gyre' } });
    expect(selects(endpoint?.podSelector?.matchLabels ?? { none: '' }, operator.labels)).toBe(true);
    const { spec: listening } = all.find((each) => each.metadata.name === 'gyre-operator') ?? raise();
    const [heard] = listening.ingress.flatMap(({ from, ports }) => (ports.some(({ port }) => port === 8080) ? from : []));
    expect(heard?.namespaceSelector).toEqual({ matchLabels: { 'kubernetes.io/metadata.name': 'gyre-trainings' } });
    expect(selects(heard?.podSelector?.matchLabels ?? { none: '' }, pod)).toBe(true);
    expect(listening.egress.flatMap(({ ports }) => ports.map(({ port }) => port))).toContain(4723);
  });

  it('are not there where they are not wanted', async () => {
    expect((await at({ values: 'laptop', set: ['networkPolicy.enabled=false'] })).policies).toEqual([]);
  });
});
