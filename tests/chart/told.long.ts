import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { layoutOf } from '#deploy/cluster/layout.ts';
import { addressVariable, loadConfig, SERVICES } from '#kit/config.ts';
import { digestOfBytes } from '#kit/digest.ts';
import { operatorSettings } from '#operator/settings.ts';
import { refusals } from '#operator/testkit/samples.ts';
import { type RunTemplate, runTemplate } from '#trainer-controller/learners/cluster/template.ts';
import { wantedRun } from '#trainer-controller/learners/cluster/wanted-run.ts';
import { updateJob } from '#trainer-controller/learners/testkit/jobs.ts';
import { ROOT } from '../architecture/sources.ts';
import { describeChart, rendered, type Rendering, VALUE_FILES } from './helm.testkit.ts';
import { type KubeObject, of, type Pods, podsOf, type Variable } from './objects.ts';

/** What each process is told: all that it needs, by names that are documented, and no secret of another. */

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const Process = z.strictObject({
  calls: z.array(z.string()),
  credential: z.strictObject({ variable: z.string(), key: z.string() }).optional(),
  ...{ evidence: z.literal(true).optional(), blobs: z.literal(true).optional(), bus: z.literal(true).optional(), policy: z.literal(true).optional(), stable: z.literal(true).optional() },
});
const processes = z.record(z.string(), Process).parse(parse(read('charts/gyre/files/processes.yaml')));
const table = Object.entries(processes);

/** Secrets that the values of production name, with the keys that values.yaml says they have. */
const EXTERNAL: Readonly<Record<string, readonly string[]>> = {
  'gyre-tokens': ['tokens.json', 'worker', 'verifier', 'trainer', 'harness', 'admin'],
  'gyre-store': ['url'],
  'gyre-evidence': ['curator', 'env-manager', 'verifier'],
  'gyre-bus': ['url'],
  'gyre-blobs': ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  'gyre-bus-tls': ['ca.crt', 'tls.crt', 'tls.key'],
};

describeChart('files/processes.yaml', () => {
  it('has the services', () => {
    expect(Object.keys(processes).sort()).toEqual([...SERVICES].sort());
  });

  it.each(table)('says what the code of %s does', (service, { calls, bus, policy, evidence, stable }) => {
    const main = read(`services/${service}/main.ts`);
    expect([...main.matchAll(/rpc\.client\(\w+, '([\w-]+)'/g)].map((match) => match[1]).sort()).toEqual([...calls].sort());
    expect({ bus: main.includes('openBus('), policy: main.includes('policyUrl'), evidence: main.includes('GYRE_EVIDENCE_URL'), stable: main.includes('GYRE_WORKER_ID') }).toEqual({ bus: bus === true, policy: policy === true, evidence: evidence === true, stable: stable === true });
  });

  it('agrees with the cluster profile on one machine about evidence, credentials and roles', async () => {
    const foundations = { storeUrl: 'mongodb://h/gyre', evidenceUrl: 'mongodb://h/evidence', busUrl: 'nats://h:1', blobsUrl: 'file:b', policyUrl: 'local:' };
    const layout = await layoutOf({ foundations, folder: 'f', workers: 1, concurrency: 1, logLevel: 'warn' });
    const credentials = [...read('deploy/cluster/layout.ts').matchAll(/\['(GYRE_\w+_TOKEN)', '(\w+)'\]/g)].map(([, variable = '', role = '']) => ({ variable, role }));
    expect(credentials.length).toBe(4);
    for (const { name, env } of layout.processes) {
      const { evidence, credential } = processes[name.replace(/-\d+$/, '')] ?? {};
      const own = credentials.find(({ variable }) => env[variable] !== undefined);
      expect({ name, evidence: env['GYRE_EVIDENCE_URL'] !== undefined, variable: own?.variable, key: own?.role }).toEqual({ name, evidence: evidence === true, variable: credential?.variable, key: credential?.key });
    }
  });
});

describeChart('what processes are told', () => {
  describe.each(VALUE_FILES)('%s', (values) => {
    let objects: KubeObject[];
    let pods: Pods[];
    beforeAll(async () => {
      objects = await rendered({ values });
      pods = podsOf(objects);
    });
    const environment = (component: string): Variable[] => pods.find((each) => each.component === component)?.spec.containers[0]?.env ?? [];
    const refs = ({ spec }: Pods) => [
      ...spec.containers.flatMap(({ env }) => env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef ? [valueFrom.secretKeyRef] : []))),
      ...spec.volumes.flatMap(({ secret }) => (secret?.items ?? []).map(({ key }) => ({ name: secret?.secretName ?? '', key }))),
    ];

    it('tells nobody a variable that docs/configuration.md does not know', () => {
      const known = new Set([...read('docs/configuration.md').matchAll(/^\| `(GYRE_[A-Z_]+)` \|/gm)].map((match) => match[1]));
      const told = pods.flatMap(({ component, spec }) => spec.containers.flatMap(({ env }) => env.map(({ name }) => ({ component, name })))).filter(({ name }) => name.startsWith('GYRE_'));
      expect(told.length).toBeGreaterThan(60);
      expect(told.filter(({ name }) => !known.has(name))).toEqual([]);
    });

    it('tells each variable once', () => {
      const twice = pods.flatMap(({ component, spec }) => spec.containers.flatMap(({ env }) => env.filter(({ name }, i) => env.findIndex((each) => each.name === name) !== i).map(({ name }) => `${component}: ${name}`)));
      expect(twice).toEqual([]);
    });

    it.each(table)('tells %s what its configuration asks for', (service, { calls }) => {
      const standing = (variable: Variable) => variable.value ?? ({ GYRE_STORE_URL: 'mongodb://u:p@h/gyre', GYRE_EVIDENCE_URL: 'mongodb://u:p@h/evidence', GYRE_BUS_URL: 'nats://u:p@h:4222' }[variable.name] ?? 'given');
      const config = loadConfig(Object.fromEntries(environment(service).map((variable) => [variable.name, standing(variable)])));
      expect(config.profile).toBe('cluster');
      const addresses = Object.fromEntries(Object.entries(config.addresses).filter(([, address]) => address !== undefined));
      expect(Object.keys(addresses).sort()).toEqual([...calls].sort());
      const reached = new Set(of(objects, 'Service').map(({ metadata }) => `${metadata.name}.gyre.svc:7400`));
      expect(Object.values(addresses).filter((address) => !reached.has(address))).toEqual([]);
    });

    it('tells evidence, and each token, to whom it concerns alone', () => {
      const hearing = (variable: string) => pods.filter(({ spec }) => spec.containers.some(({ env }) => env.some(({ name }) => name === variable))).map(({ component }) => component).sort();
      expect(hearing('GYRE_EVIDENCE_URL')).toEqual(['curator', 'env-manager', 'verifier']);
      for (const [service, { credential }] of table) if (credential) expect(hearing(credential.variable)).toEqual([service]);
      expect([...new Set(hearing('GYRE_TOKEN'))]).toEqual(['cli']);
    });

    it('gives no credential of evidence to two processes, nor the table of tokens any token', () => {
      const evidence = pods.flatMap((each) => each.spec.containers.flatMap(({ env }) => env.filter(({ name }) => name === 'GYRE_EVIDENCE_URL').map(({ valueFrom }) => [each.component, valueFrom?.secretKeyRef?.key])));
      expect(evidence.every(([component, key]) => component === key)).toBe(true);
      const mounted = pods.flatMap(({ component, spec }) => spec.volumes.filter(({ name }) => name === 'tokens').map(({ secret }) => ({ component, items: secret?.items?.map(({ key }) => key) })));
      expect(mounted.map(({ component }) => component).sort()).toEqual([...SERVICES].sort());
      expect(mounted.filter(({ items }) => items?.join() !== 'tokens.json')).toEqual([]);
    });

    it('refers to keys that its Secrets have, or that are said to be there', () => {
      const secret = z.looseObject({ metadata: z.object({ name: z.string() }), data: z.record(z.string(), z.string()) });
      const own = of(objects, 'Secret').map((object) => secret.parse(object)).map(({ metadata, data }) => [metadata.name, Object.keys(data)] as const);
      const made = of(objects, 'Certificate').map(({ metadata }) => `${metadata.name}-tls`);
      const keys = new Map<string, readonly string[]>([...Object.entries(EXTERNAL), ...own]);
      const used = pods.flatMap(refs);
      expect(used.length).toBeGreaterThan(12);
      expect(used.filter(({ name, key }) => !keys.get(name)?.includes(key))).toEqual([]);
      const whole = pods.flatMap(({ spec }) => spec.volumes.flatMap(({ secret: mounted }) => (mounted && mounted.items === undefined ? [mounted.secretName] : [])));
      expect(whole.filter((name) => !made.includes(name) && EXTERNAL[name] === undefined)).toEqual([]);
    });

    it('makes no Secret where one is named', () => {
      const named = values === 'production' ? [] : ['bus', 'evidence', 'store', 'tokens'];
      expect(of(objects, 'Secret').map(({ metadata }) => metadata.name.replace('gyre-', '')).sort()).toEqual(named);
    });
  });
});

describeChart('tls.enabled', () => {
  it('leaves in plain text what values and install.md name, and nothing else', async () => {
    const objects = await rendered({ values: 'team', set: [...['tls.enabled=true', 'operator.enabled=true', 'networkPolicy.enabled=false', 'telemetry.collector.enabled=true'], ...['traces', 'metrics', 'logs'].map((what) => `telemetry.collector.${what}Endpoint=http://elsewhere:1`)] });
    const told = podsOf(objects).flatMap(({ spec }) => spec.containers.flatMap(({ env }) => env.map(({ value = '' }) => value)));
    const kept = of(objects, 'Secret').flatMap((secret) => Object.values(z.looseObject({ data: z.record(z.string(), z.string()) }).parse(secret).data).map((value) => Buffer.from(value, 'base64').toString()));
    const plain = [...told, ...kept].flatMap((value) => /^(?:http|triton|nats|mongodb):\/\/(?:[^/]*@)?gyre-([a-z]+)/.exec(value)?.[1] ?? []);
    const names: Readonly<Record<string, string>> = { collector: 'collector', evidence: 'MongoDB', nats: 'NATS', operator: 'operator', store: 'MongoDB', triton: 'Triton' };
    expect([...new Set(plain)].sort()).toEqual(Object.keys(names));
    for (const file of ['charts/gyre/values.yaml', 'docs/operations/install.md']) {
      const said = /[Nn]ot encrypted are(.*?)(?:\.\n|\n\n)/s.exec(readFileSync(`${ROOT}${file}`, 'utf8'))?.[1] ?? '';
      expect({ file, unnamed: [...new Set(Object.values(names))].filter((name) => !said.includes(name)) }).toEqual({ file, unnamed: [] });
    }
  });
});

describeChart('the operator', () => {
  const told = async (set: readonly string[]) => {
    const [operator] = podsOf(await rendered({ values: 'production', set })).filter(({ component }) => component === 'operator');
    return operatorSettings(Object.fromEntries(operator?.spec.containers[0]?.env.map(({ name, value }) => [name, value]) ?? []));
  };

  it('is told where to look, where its Lease lies, and where pods report to', async () => {
    const objects = await rendered({ values: 'production' });
    const { namespace, lease, progress, health } = await told([]);
    expect({ namespace, lease }).toEqual({ namespace: 'gyre-trainings', lease: { namespace: 'gyre', name: 'gyre-operator' } });
    const [operator] = podsOf(objects).filter(({ component }) => component === 'operator');
    expect(operator?.spec.containers[0]?.ports).toEqual([{ name: 'progress', containerPort: progress.port }, { name: 'health', containerPort: health.port }]);
    expect(of(objects, 'Service').map(({ metadata }) => `http://${metadata.name}.gyre.svc:${progress.port}`)).toContain(progress.url);
    expect((await told(['operator.namespace='])).namespace).toBe('gyre');
    expect((await told(['operator.namespace=*'])).namespace).toBeUndefined();
  });

  it('has a role where it looks after, a cluster role for all namespaces, its own Lease and no more', async () => {
    const rule = z.looseObject({ apiGroups: z.array(z.string()), resources: z.array(z.string()), verbs: z.array(z.string()), resourceNames: z.array(z.string()).optional() });
    const role = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }), rules: z.array(rule) });
    const rolesAt = async (set: readonly string[]) => (await rendered({ values: 'production', set: ['rbac.userRoles=false', 'trainings.enabled=false', ...set] })).filter(({ kind }) => kind.endsWith('Role')).map((object) => role.parse(object));
    const one = await rolesAt([]);
    expect(one.map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`).sort()).toEqual(['ClusterRole /gyre-gyre-token-review', 'Role gyre-trainings/gyre-operator', 'Role gyre/gyre-operator-election']);
    expect((await rolesAt(['operator.namespace=*'])).map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? ''}/${metadata.name}`).sort()).toEqual(['ClusterRole /gyre-gyre-operator', 'ClusterRole /gyre-gyre-token-review', 'Role gyre/gyre-operator-election']);
    const rules = one.flatMap((each) => each.rules);
    expect(rules.filter(({ apiGroups, resources, verbs }) => [...apiGroups, ...resources, ...verbs].includes('*') || resources.includes('secrets'))).toEqual([]);
    // Subresources stand apart from the objects that they belong to.
    expect(rules.filter(({ resources }) => resources.some((each) => each.includes('/')) && !resources.every((each) => each.endsWith((resources[0] ?? '').replace(/^[^/]*/, ''))))).toEqual([]);
    expect(rules.filter(({ resources, verbs }) => resources.includes('leases') && !verbs.includes('create')).map(({ resourceNames }) => resourceNames)).toEqual([['gyre-operator']]);
    const special = rules.flatMap(({ resources, verbs }) => verbs.filter((verb) => ['reconcile', 'fence', 'forcerelease'].includes(verb)).map((verb) => `${verb} ${resources.join()}`));
    expect(special.sort()).toEqual(['fence devices', 'reconcile trainingruns']);
  });

  it('gives people roles that go into view, edit and admin; force-release and the status of devices to administrators', async () => {
    const roles = of(await rendered({}), 'ClusterRole');
    const aggregated = roles.map(({ metadata }) => [metadata.name, Object.keys(metadata.labels).filter((label) => label.startsWith('rbac.')).map((label) => label.split('aggregate-to-')[1]).sort()]);
    expect(Object.fromEntries(aggregated)).toEqual({ 'gyre-gyre-viewer': ['view', 'edit', 'admin'].sort(), 'gyre-gyre-editor': ['admin', 'edit'], 'gyre-gyre-administrator': ['admin'] });
    for (const theirs of ['forcerelease', 'devices/status']) expect(roles.filter((role) => JSON.stringify(role).includes(theirs)).map(({ metadata }) => metadata.name)).toEqual(['gyre-gyre-administrator']);
  });
});

describeChart('trainings', () => {
  const map = z.looseObject({ data: z.object({ 'training.json': z.string() }) });
  const at = async (rendering: Rendering) => {
    const objects = await rendered(rendering);
    const [trainer] = podsOf(objects).filter(({ component }) => component === 'trainer-controller');
    const env = Object.fromEntries(trainer?.spec.containers[0]?.env.map(({ name, value }) => [name, value]) ?? []);
    const [file] = of(objects, 'ConfigMap').filter(({ metadata }) => metadata.name === 'gyre-trainer-controller');
    const roles = of(objects, 'Role').filter(({ metadata }) => metadata.name === 'gyre-trainer-controller');
    return { objects, trainer, env, roles, file, template: () => runTemplate(JSON.parse(map.parse(file).data['training.json'])) };
  };
  const ON = ['operator.enabled=true', 'trainings.enabled=true', 'networkPolicy.external.apiServer[0].ports[0].port=443'];
  const start = { checkpoint: `sha256:${'a'.repeat(64)}`, optimiser: '' };
  /** What the API server has against the run of a job. */
  const refusalsOf = (template: RunTemplate) => {
    const { origin, ...job } = updateJob(start);
    const { name, labels, spec } = wantedRun(origin, { kind: 'update', ...job }, `sha256:${'1'.repeat(64)}`, template);
    return refusals('TrainingRun', { apiVersion: 'gyre.dev/v1alpha1', kind: 'TrainingRun', metadata: { name, namespace: template.namespace, labels }, spec: { ...spec } });
  };

  it('are told in a file that the trainer-controller reads, of which the API server takes each run', async () => {
    const { env, template, trainer } = await at({ values: 'production', set: ['trainings.queue=training', 'trainings.nodeSelector.pool=cpu', 'trainings.priorityClassName=low', 'trainings.serviceAccountName=trainer', 'blobs.s3.prefix=team'] });
    expect(env).toMatchObject({ GYRE_LEARNER: 'cluster', GYRE_TRAINING_FILE: '/etc/gyre/training/training.json' });
    expect(trainer?.spec.containers[0]?.volumeMounts).toContainEqual({ name: 'training', mountPath: '/etc/gyre/training', readOnly: true });
    expect(trainer?.spec.volumes).toContainEqual({ name: 'training', configMap: { name: 'gyre-trainer-controller' } });
    const key = (name: string) => ({ name, secretKeyRef: { name: 'gyre-blobs', key: name } });
    expect(template()).toMatchObject({
      namespace: 'gyre-trainings',
      queue: 'training',
      checkpoints: 's3://gyre-blobs/team/checkpoints?region=eu-central-1',
      pods: { env: [{ name: 'GYRE_BLOBS_URL', value: env['GYRE_BLOBS_URL'] }, key('AWS_ACCESS_KEY_ID'), key('AWS_SECRET_ACCESS_KEY')], imagePullSecrets: [{ name: 'gyre-images' }], nodeSelector: { pool: 'cpu' }, priorityClassName: 'low', serviceAccountName: 'trainer' },
    });
    expect(refusalsOf(template())).toEqual([]);
    const { pods } = template();
    expect([pods.image, pods.args]).toEqual([trainer?.spec.containers[0]?.image, ['services/trainer-controller/learners/container/main.ts']]);
    expect(existsSync(`${ROOT}${pods.args?.[0]}`)).toBe(true);
  });

  it('share the volume of blobs, at the place where the trainer-controller has it', async () => {
    const { env, trainer, template } = await at({ values: 'laptop', set: [...ON, 'blobs.volume.accessMode=ReadWriteMany'] });
    const { pods, checkpoints, namespace, queue } = template();
    expect({ namespace, queue, checkpoints, url: pods.env }).toEqual({ namespace: 'gyre', queue: undefined, checkpoints: 'file:///var/lib/gyre/blobs/checkpoints', url: [{ name: 'GYRE_BLOBS_URL', value: env['GYRE_BLOBS_URL'] }] });
    const mounted = trainer?.spec.containers[0]?.volumeMounts.find(({ name }) => name === 'blobs')?.mountPath;
    const claim = trainer?.spec.volumes.find(({ name }) => name === 'blobs')?.persistentVolumeClaim?.claimName;
    expect(pods.volumeClaims).toEqual([{ claimName: claim, mountPath: mounted, readOnly: false }]);
    expect(refusalsOf(template())).toEqual([]);
  });

  it('begin anew with what they are made of: another file is another pod', async () => {
    const sum = async (set: string) => JSON.stringify(of((await at({ values: 'production', set: [set] })).objects, 'Deployment').find(({ metadata }) => metadata.name === 'gyre-trainer-controller')).match(/"checksum\/training":"(\w+)"/)?.[1];
    const [one, same, other] = [await sum('logLevel=info'), await sum('logLevel=info'), await sum('trainings.memory=8Gi')];
    expect([one?.length, one === same, one === other]).toEqual([64, true, false]);
  });

  it('give the trainer-controller a role on trainingruns where they are, and nothing else', async () => {
    for (const [rendering, namespace] of [[{ values: 'production' }, 'gyre-trainings'], [{ values: 'laptop', set: [...ON, 'operator.namespace=*', 'blobs.volume.accessMode=ReadWriteMany'] }, 'gyre']] as const) {
      const { objects, roles } = await at(rendering);
      expect(roles.map(({ metadata, ...role }) => [metadata.namespace, role['rules']])).toEqual([[namespace, [{ apiGroups: ['gyre.dev'], resources: ['trainingruns'], verbs: ['get', 'create', 'patch'] }]]]);
      const bindings = [...of(objects, 'RoleBinding'), ...of(objects, 'ClusterRoleBinding')].filter((each) => JSON.stringify(each['subjects']).includes('trainer-controller'));
      expect(bindings.map(({ kind, metadata, ...binding }) => [kind, metadata.namespace, binding['roleRef'], binding['subjects']])).toEqual([
        ['RoleBinding', namespace, { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'gyre-trainer-controller' }, [{ kind: 'ServiceAccount', name: 'gyre-trainer-controller', namespace: 'gyre' }]],
      ]);
    }
  });

  it('leave no trace where they are off', async () => {
    const { env, roles, file, trainer } = await at({ values: 'production', set: ['trainings.enabled=false'] });
    expect([env['GYRE_LEARNER'], env['GYRE_TRAINING_FILE'], roles, file, trainer?.spec.automountServiceAccountToken]).toEqual([undefined, undefined, [], undefined, false]);
    expect((await at({ values: 'production', set: ['rbac.create=false'] })).roles).toEqual([]);
  });
});

describeChart('the Secrets that the chart makes', () => {
  it('hold tokens at random, and their digests with the roles of the services', async () => {
    const secret = z.looseObject({ data: z.record(z.string(), z.string()) });
    const dataOf = async () => {
      const [tokens] = of(await rendered({ values: 'laptop' }), 'Secret').filter(({ metadata }) => metadata.name === 'gyre-tokens');
      return Object.fromEntries(Object.entries(secret.parse(tokens).data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
    };
    const [data, again] = [await dataOf(), await dataOf()];
    const { 'tokens.json': digests = '', ...tokens } = data;
    expect(Object.keys(tokens).sort()).toEqual(['admin', 'harness', 'trainer', 'verifier', 'worker']);
    expect(JSON.parse(digests)).toEqual(Object.fromEntries(Object.entries(tokens).map(([role, token]) => [digestOfBytes(token), { subject: role, roles: [role] }])));
    expect(Object.values(tokens).every((token) => /^[A-Za-z0-9]{48}$/.test(token))).toBe(true);
    const { 'tokens.json': _, ...others } = again;
    expect(new Set([...Object.values(tokens), ...Object.values(others)]).size).toBe(10);
  });

  it('have an address variable for each service that a command line uses', async () => {
    const [episode] = podsOf(await rendered({ values: 'laptop' })).filter(({ component }) => component === 'cli');
    const names = episode?.spec.containers[0]?.env.map(({ name }) => name) ?? [];
    expect(SERVICES.map(addressVariable).filter((variable) => !names.includes(variable))).toEqual([]);
  });
});
