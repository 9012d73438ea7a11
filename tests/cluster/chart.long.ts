import { beforeAll, describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { pathOf, type Resource } from '#operator/runtime/objects.ts';
import { argumentsOf, CASES, CHART, helm, rendered, type Rendering } from '../chart/helm.testkit.ts';
import { type KubeObject, of, podsOf } from '../chart/objects.ts';
import { applied, describeWithKubernetes, NAMESPACES, resource } from './cluster.testkit.ts';
import { servedResources } from './served.ts';

/** Every object of the chart, sent to a real API server as one that is to be judged and not kept. */

const PODS = resource('v1', 'Pod', 'pods');
const ACCOUNTS = resource('v1', 'ServiceAccount', 'serviceaccounts');
const SECRETS = resource('v1', 'Secret', 'secrets');
const ROLES = resource('rbac.authorization.k8s.io/v1', 'Role', 'roles');
const BINDINGS = resource('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings');
/** Kinds whose definitions belong to others, by case; whether they are taken is theirs to say. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  production: ['Certificate', 'PrometheusRule', 'ScaledObject', 'ServiceMonitor'],
  everything: ['Certificate', 'PrometheusRule', 'ScaledObject', 'ServiceMonitor'],
};
const RESTRICTED = { 'pod-security.kubernetes.io/enforce': 'restricted' };
const OWN_NAMESPACES = ['gyre', 'gyre-trainings'];

await describeWithKubernetes('the chart on a real API server', { control: false, tools: ['helm'] }, ({ cluster, admin }) => {
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

  describe('what it lacks', () => {
    const account = (namespace: string, name = 'default') => applied(admin(), ACCOUNTS, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { namespace, name } });
    const made = async (name: string) => {
      await applied(admin(), NAMESPACES, { apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
      await account(name);
    };
    const secret = (name: string, stringData: Readonly<Record<string, string>>) => applied(admin(), SECRETS, { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'lacking', name }, stringData });
    /** The problems that Helm names, asked as somebody installs; empty: it renders. */
    const problems = async (rendering: Rendering, { namespace = 'lacking', kubeconfig = cluster().kubeconfig } = {}) => {
      const { code, stderr } = await helm('template', 'gyre', CHART, '--dry-run=server', '--namespace', namespace, '--kubeconfig', kubeconfig, ...argumentsOf(rendering));
      const said = stderr.split('\n').filter((line) => line.startsWith('  ')).map((line) => line.trim());
      expect({ code, stderr }).toEqual({ code: said.length > 0 ? 1 : 0, stderr: said.length > 0 ? expect.any(String) : '' });
      return said;
    };
    const production: Rendering = { values: 'production', set: ['operator.namespace=nowhere'] };
    const OTHERS = ['keda.enabled', 'monitoring.prometheusRule.enabled', 'monitoring.serviceMonitor.enabled', 'tls.issuer.name'];
    const valuesIn = (said: readonly string[]) => said.map((problem) => problem.split(': ')[0]).sort();
    beforeAll(async () => {
      for (const name of ['lacking', 'somewhere']) await made(name);
    });

    it('production is told at once: Secrets, the namespace of trainings, resources of others, each with what to do', async () => {
      const said = await problems(production);
      expect(valuesIn(said)).toEqual(['blobs.s3.existingSecret', 'bus.existingSecret', 'bus.tlsSecret', 'evidence.existingSecret', 'images.pullSecrets', ...OTHERS, 'operator.namespace', 'store.existingSecret', 'tokens.existingSecret'].sort());
      expect(said).toEqual(expect.arrayContaining([
        'evidence.existingSecret: names a Secret that is not there: gyre-evidence in namespace lacking; make it with the keys curator, env-manager, verifier, as docs/operations/install.md says',
        'operator.namespace: is nowhere, and there is no such namespace; make it (kubectl create namespace nowhere), or name another one',
        'keda.enabled: wants keda.sh/v1alpha1, which this cluster does not serve; install KEDA, or set it to false',
      ]));
    });

    it('beside what does not fit together', async () => {
      expect(valuesIn(await problems({ set: ['nats.enabled=false', 'mongodb.enabled=false', 'store.existingSecret=own', 'networkPolicy.enabled=false'] }))).toEqual(['bus.existingSecret', 'evidence.existingSecret', 'store.existingSecret']);
    });

    it('is told of keys, and of nothing that is there', async () => {
      await secret('gyre-tokens', { 'tokens.json': '{}', worker: 'w', verifier: 'v', trainer: 't', harness: 'h', admin: 'a' });
      await secret('gyre-store', { uri: 'mongodb://h/gyre' });
      await secret('gyre-evidence', { curator: 'c', verifier: 'v' });
      for (const name of ['gyre-images', 'gyre-blobs']) await secret(name, { AWS_ACCESS_KEY_ID: 'i', AWS_SECRET_ACCESS_KEY: 's' });
      const said = await problems({ values: 'production', set: ['operator.namespace=somewhere', 'keda.enabled=false', 'monitoring.serviceMonitor.enabled=false', 'monitoring.prometheusRule.enabled=false', 'tls.enabled=false', 'bus.tlsSecret='] });
      expect(said).toEqual([
        'store.existingSecret: Secret gyre-store has no key url; add what docs/operations/install.md says of it',
        'evidence.existingSecret: Secret gyre-evidence has no key env-manager; add what docs/operations/install.md says of it',
        expect.stringMatching(/^bus\.existingSecret: /),
      ]);
    });

    it('asks nothing where the namespace is made with the release', async () => {
      expect(await problems({ set: ['nats.enabled=false', 'bus.existingSecret=own', 'networkPolicy.external.bus[0].ports[0].port=1'] }, { namespace: 'to-be-made' })).toEqual([]);
    });

    it('asks nothing that takes rights over the cluster', async () => {
      const installer = 'installer';
      await account('lacking', installer);
      const metadata = (namespace: string) => ({ namespace, name: installer });
      for (const namespace of ['lacking', 'somewhere']) {
        await applied(admin(), ROLES, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: metadata(namespace), rules: [{ apiGroups: [''], resources: ['secrets', 'serviceaccounts', 'persistentvolumeclaims'], verbs: ['get'] }] });
        await applied(admin(), BINDINGS, { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata: metadata(namespace), roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: installer }, subjects: [{ kind: 'ServiceAccount', name: installer, namespace: 'lacking' }] });
      }
      const kubeconfig = await cluster().kubeconfigOfAccount('lacking', installer);
      const set = ['crds.enabled=true', 'operator.enabled=true', 'operator.namespace=somewhere', 'networkPolicy.external.apiServer[0].ports[0].port=443'];
      expect(await problems({ set }, { kubeconfig })).toEqual([]);
      expect(valuesIn(await problems({ set: [...set, 'crds.enabled=false', 'tokens.existingSecret=own'] }, { kubeconfig }))).toEqual(['crds.enabled', 'tokens.existingSecret']);
    });
  });
});
