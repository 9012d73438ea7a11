import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ROOT } from '../architecture/sources.ts';
import { CASES, describeChart, rendered } from './helm.testkit.ts';
import { type KubeObject, of, type Pods, podsOf } from './objects.ts';

/** Commands of docs/operations do on what the chart renders what the text around them says. */

const text = (name: string) => readFile(join(ROOT, `docs/operations/${name}.md`), 'utf8');
const secretsOf = ({ spec }: Pods) => [
  ...spec.containers.flatMap(({ env }) => env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef?.name ?? [])),
  ...spec.volumes.flatMap(({ secret }) => secret?.secretName ?? []),
  ...z.array(z.object({ name: z.string() })).parse(spec['imagePullSecrets'] ?? []).map(({ name }) => name),
];

describeChart('docs/operations/upgrade.md', () => {
  it.each(CASES)('restarts what reads the table of tokens and nothing else, in %s', async (_, rendering) => {
    const selectors = [...(await text('upgrade')).matchAll(/rollout restart deployment,statefulset --selector \\\n +'(.*)'/g)].map(([, selector = '']) => selector);
    expect(selectors).toHaveLength(2);
    expect(new Set(selectors).size).toBe(1);
    const [, instance, components = ''] = /^app\.kubernetes\.io\/instance=(\w+),app\.kubernetes\.io\/component in \(([\w,-]+)\)$/.exec(selectors[0] ?? '') ?? [];
    expect(instance).toBe('gyre');
    const running = podsOf(await rendered(rendering)).filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
    const reading = running.filter((pods) => secretsOf(pods).some((name) => name.endsWith('-tokens'))).map(({ component }) => component);
    expect(reading.length).toBeGreaterThan(5);
    expect(running.map(({ component }) => component).filter((component) => components.split(',').includes(component)).sort()).toEqual(reading.sort());
  });

  it.each(CASES)('removes what Helm leaves, by its label, in %s: Jobs of revisions that failed too, which go by themselves as well', async (_, rendering) => {
    const [, kinds = ''] = /delete (\S+) --selector app\.kubernetes\.io\/instance=gyre\n/.exec(await text('upgrade')) ?? [];
    expect(kinds.split(',').sort()).toEqual(['job', 'pod', 'pvc', 'secret']);
    const jobs = of(await rendered(rendering), 'Job').map((job) => z.looseObject({ metadata: z.looseObject({ name: z.string() }), spec: z.looseObject({ ttlSecondsAfterFinished: z.number().optional() }) }).parse(job));
    expect(jobs.filter(({ spec }) => spec.ttlSecondsAfterFinished === undefined).map(({ metadata }) => metadata.name)).toEqual([]);
  });
});

describeChart('docs/operations/install.md', () => {
  const named = (objects: readonly KubeObject[], kind: string) => of(objects, kind).map(({ metadata }) => metadata.name);

  it('has every Secret made that production wants and nobody else makes', async () => {
    const objects = await rendered({ values: 'production' });
    const made = [...named(objects, 'Secret'), ...of(objects, 'Certificate').map((object) => z.looseObject({ spec: z.looseObject({ secretName: z.string() }) }).parse(object).spec.secretName)];
    const wanted = new Set(podsOf(objects).flatMap(secretsOf).filter((name) => !made.includes(name)));
    const created = [...(await text('install')).matchAll(/create secret (?:generic|docker-registry) (\S+)/g)].map(([, name]) => name);
    expect(created.sort()).toEqual([...wanted].sort());
  });

  it('has every namespace made that production wants', async () => {
    const namespaces = new Set((await rendered({ values: 'production' })).flatMap(({ metadata }) => metadata.namespace ?? []));
    expect([...(await text('install')).matchAll(/^ +kubectl create namespace (\S+)$/gm)].map(([, name]) => name).sort()).toEqual([...namespaces].sort());
  });

  it('names every resource of others that production wants', async () => {
    const groups = new Set((await rendered({ values: 'production' })).map(({ apiVersion }) => apiVersion).filter((version) => /^[a-z-]+\.[a-z.]+\//.test(version) && !/k8s\.io\//.test(version)));
    const said = [...(await text('install')).matchAll(/^\|[^|]*\| `([a-z.-]+\/v\w+)` \|/gm)].map(([, version = '']) => version);
    expect(groups.size).toBe(3);
    expect([...groups].filter((version) => !said.includes(version))).toEqual([]);
  });

  it('makes tokens whose digests are in the table, one for each role', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gyre-tokens-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [script = ''] = /^ +mkdir -m 700 tokens\n[^]*?tokens\.json$/m.exec(await text('install')) ?? [];
    await promisify(execFile)('sh', ['-ec', script], { cwd: folder });
    const table = JSON.parse(await readFile(join(folder, 'tokens/tokens.json'), 'utf8'));
    const roles = ['worker', 'verifier', 'trainer', 'harness', 'admin'];
    const tokens = await Promise.all(roles.map((role) => readFile(join(folder, 'tokens', role), 'utf8')));
    expect(tokens.filter((token) => !/^[0-9a-f]{64}$/.test(token))).toEqual([]);
    expect(table).toEqual(Object.fromEntries(tokens.map((token, i) => [`sha256:${createHash('sha256').update(token).digest('hex')}`, { subject: roles[i], roles: [roles[i]] }])));
  });
});
