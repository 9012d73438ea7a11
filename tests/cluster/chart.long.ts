import { beforeAll, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { pathOf, type Resource } from '#operator/runtime/objects.ts';
import { CASES, rendered } from '../chart/helm.testkit.ts';
import { type KubeObject, of, podsOf } from '../chart/objects.ts';
import { applied, describeWithKubernetes, NAMESPACES, resource } from './cluster.testkit.ts';
import { servedResources } from './served.ts';

/** Every object of the chart, sent to a real API server as one that is to be judged and not kept. */

const PODS = resource('v1', 'Pod', 'pods');
const ACCOUNTS = resource('v1', 'ServiceAccount', 'serviceaccounts');
/** Kinds whose definitions belong to others, by case; whether they are taken is theirs to say. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  production: ['Certificate', 'PrometheusRule', 'ScaledObject', 'ServiceMonitor'],
  everything: ['Certificate', 'PrometheusRule', 'ScaledObject', 'ServiceMonitor'],
};
const RESTRICTED = { 'pod-security.kubernetes.io/enforce': 'restricted' };
const OWN_NAMESPACES = ['gyre', 'gyre-trainings'];

await describeWithKubernetes('the chart on a real API server', { control: false, tools: ['helm'] }, ({ admin }) => {
  let served: Resource[];
  beforeAll(async () => {
    served = await servedResources(admin());
    for (const name of OWN_NAMESPACES) await applied(admin(), NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels: RESTRICTED } });
  });

  /** What the API server has against an object; empty: it would be stored as it is, every field known. */
  const refusal = async (kind: Resource, object: KubeObject): Promise<string[]> => {
    const query = { fieldManager: 'suite', fieldValidation: 'Strict', dryRun: 'All', force: 'true' };
    try {
      await admin().call('apply', kind, { method: 'PATCH', path: pathOf(kind, object.metadata), contentType: 'application/apply-patch+yaml', query, body: object });
      return [];
    } catch (error) {
      if (!(error instanceof GyreError)) throw error;
      return [`${object.kind} ${object.metadata.name}: ${error.message}`];
    }
  };

  it('refuses an unknown field, a value of another type, and a pod that is not restricted', async () => {
    const map = (more: object): KubeObject => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'gyre', name: 'm', labels: {}, annotations: {} }, ...more });
    const maps = resource('v1', 'ConfigMap', 'configmaps');
    expect(await refusal(maps, map({ data: { a: 'b' } }))).toEqual([]);
    expect((await refusal(maps, map({ dato: {} }))).join()).toContain('dato');
    expect((await refusal(maps, map({ data: { a: 1 } }))).join()).toContain('ConfigMap m: ');
    await applied(admin(), ACCOUNTS, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace: 'gyre', name: 'default' } });
    const pod: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'gyre', name: 'p', labels: {}, annotations: {} }, spec: { containers: [{ name: 'c', image: 'i:1.0' }] } };
    expect((await refusal(PODS, pod)).join()).toContain('violates PodSecurity "restricted');
  });

  it.each(CASES)('takes every object of %s, and every pod where Pod Security restricted is enforced', async (name, rendering) => {
    const objects = await rendered(rendering);
    const known = objects.flatMap((object) => {
      const found = served.find(({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind);
      return found === undefined ? [] : [{ object, kind: found }];
    });
    const foreign = objects.filter((object) => !known.some((each) => each.object === object));
    expect([...new Set(foreign.map(({ kind }) => kind))].sort()).toEqual(FOREIGN[name] ?? []);
    expect(known.length).toBeGreaterThan(40);
    const refused: string[] = [];
    for (const { object, kind } of known) if (kind.kind !== 'Pod') refused.push(...(await refusal(kind, object)));
    expect(refused).toEqual([]);

    // Pods are judged when they are made, and then by their service account too.
    for (const account of of(objects, 'ServiceAccount')) await applied(admin(), ACCOUNTS, account);
    const pods = podsOf(objects);
    const judged = pods.map(({ kind, name: own, labels, spec, claims }): KubeObject => {
      const volumes = [...spec.volumes, ...claims.map((claim) => ({ name: claim, persistentVolumeClaim: { claimName: `${claim}-${own}-0` } }))];
      return { apiVersion: 'v1', kind: 'Pod', metadata: { namespace: 'gyre', name: `${own}-${kind}`.toLowerCase(), labels, annotations: {} }, spec: { ...spec, volumes } };
    });
    const wrong: string[] = [];
    for (const pod of judged) wrong.push(...(await refusal(PODS, pod)));
    expect(wrong).toEqual([]);
    expect(judged.length).toBeGreaterThan(6);
  });
});
