import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readValues } from '../../charts/values.ts';
import { withTable } from '../../charts/table.ts';
import { ROOT } from '../architecture/sources.ts';
import { argumentsOf, CHART, describeChart, helm, rendered, VALUE_FILES } from './helm.testkit.ts';
import { type KubeObject, kubeObject, of, podsOf } from './objects.ts';

/** What the chart brings is what the project has: resources, policies, alerts and dashboards have one source. */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const OWN = ['helm.sh/resource-policy', 'app.kubernetes.io/', 'helm.sh/chart'];
/** Without what the chart adds to an object. */
function bare(object: KubeObject): unknown {
  const without = (entries: object) => Object.fromEntries(Object.entries(entries).filter(([name]) => !OWN.some((own) => name.startsWith(own))));
  const { labels, annotations, ...metadata } = object.metadata;
  const kept = Object.entries({ labels: without(labels), annotations: without(annotations) }).filter(([, entries]) => Object.keys(entries).length > 0);
  return { ...object, metadata: { ...metadata, ...Object.fromEntries(kept) } };
}
const documentsOf = (folder: string) => readdirSync(join(ROOT, folder)).flatMap((file) => parseAllDocuments(read(`${folder}/${file}`)).map((document) => kubeObject.parse(document.toJS())));
const byName = (objects: readonly KubeObject[]) => Object.fromEntries(objects.map((object) => [`${object.kind} ${object.metadata.name}`, bare(object)]));

describeChart('what the chart takes from elsewhere', () => {
  it('makes Helm say nothing but what it is asked for', async () => {
    expect(await helm('template', 'gyre', CHART, '--kube-version', '1.34.4')).toMatchObject({ code: 0, stderr: '' });
  });

  it('has the custom resources as they are, kept at uninstall', async () => {
    const crds = of(await rendered({}), 'CustomResourceDefinition');
    expect(byName(crds)).toEqual(byName(documentsOf('operators/gyre-operator/crds')));
    expect(crds.map(({ metadata }) => metadata.annotations['helm.sh/resource-policy'])).toEqual(crds.map(() => 'keep'));
    expect(of(await rendered({ set: ['crds.keep=false'] }), 'CustomResourceDefinition').filter(({ metadata }) => metadata.annotations['helm.sh/resource-policy'] !== undefined)).toEqual([]);
    expect(of(await rendered({ set: ['crds.enabled=false'] }), 'CustomResourceDefinition')).toEqual([]);
  });

  it('has the admission policies as they are', async () => {
    const objects = await rendered({});
    const policies = [...of(objects, 'ValidatingAdmissionPolicy'), ...of(objects, 'ValidatingAdmissionPolicyBinding')];
    expect(byName(policies)).toEqual(byName(documentsOf('operators/gyre-operator/policies')));
    expect(of(await rendered({ set: ['policies.enabled=false'] }), 'ValidatingAdmissionPolicy')).toEqual([]);
  });

  it('has alert rules and dashboards as they are', async () => {
    const objects = await rendered({ values: 'production' });
    expect(of(objects, 'PrometheusRule').map((object) => object['spec'])).toEqual([parse(read('deploy/telemetry/alerts.yaml'))]);
    const maps = of(objects, 'ConfigMap').filter(({ metadata }) => metadata.labels['grafana_dashboard'] === '1');
    const texts = Object.assign({}, ...maps.map((map) => z.looseObject({ data: z.record(z.string(), z.string()) }).parse(map).data));
    const files = readdirSync(join(ROOT, 'deploy/telemetry/dashboards'));
    expect(Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, JSON.parse(String(text))]))).toEqual(Object.fromEntries(files.map((file) => [file, JSON.parse(read(`deploy/telemetry/dashboards/${file}`))])));
  });

  it('asks of the queue by the names that the services use', async () => {
    const trigger = z.looseObject({ spec: z.looseObject({ triggers: z.array(z.looseObject({ metadata: z.record(z.string(), z.string()) })) }) });
    const [scaled] = of(await rendered({ values: 'production' }), 'ScaledObject').map((object) => trigger.parse(object));
    const query = scaled?.spec.triggers[0]?.metadata['query'] ?? '';
    const series = /\((\w+)\{(\w+)="(\w+)"\}\)/.exec(query);
    expect(read('deploy/telemetry/alerts.yaml')).toContain(`max by (${series?.[2]}) (${series?.[1]})`);
    expect(read('services/rollout-worker/collections.ts')).toContain(`name: '${series?.[3]}'`);
  });

  it('has the servers in the versions of the compose file', () => {
    const { images } = z.looseObject({ images: z.record(z.string(), z.unknown()) }).parse(parse(read('charts/gyre/values.yaml')));
    const image = z.object({ repository: z.string(), tag: z.string() });
    const missing = ['nats', 'mongodb', 'collector'].map((name) => image.parse(images[name])).filter(({ repository, tag }) => !read('deploy/compose.yaml').includes(`image: ${repository}:${tag}\n`));
    expect(missing).toEqual([]);
  });

  it('starts MongoDB as the compose file does: without zlib, which callers who have not logged in could send', async () => {
    const option = '--networkMessageCompressors=snappy,zstd';
    const started = podsOf(await rendered({})).filter(({ kind, component }) => kind === 'StatefulSet' && ['store', 'evidence'].includes(component));
    expect(started.map(({ component, spec }) => [component, spec.containers[0]?.args.includes(option)]).sort()).toEqual([['evidence', true], ['store', true]]);
    const { services } = z.looseObject({ services: z.looseObject({ mongo: z.looseObject({ command: z.array(z.string()) }) }) }).parse(parse(read('deploy/compose.yaml')));
    expect(services.mongo.command).toContain(option);
  });

  it.each([
    ['mongo', 'CVE-2025-14847', [8, 0, 17]],
    ['nvcr.io/nvidia/tritonserver', 'CVE-2025-23310, 23311, 23319, 23320, 23334', [25, 7]],
  ])('has %s no older than what mends %s', (repository, _, mended) => {
    const [, tag = ''] = new RegExp(`image: ${repository}:([\\d.]+)`).exec(read('deploy/compose.yaml')) ?? [];
    const parts = tag.split('.').map(Number);
    const differing = mended.findIndex((part, i) => parts[i] !== part);
    expect({ tag, mended: differing === -1 || (parts[differing] ?? 0) > (mended[differing] ?? 0) }).toEqual({ tag, mended: true });
  });

  it('is in the package too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gyre-package-'));
    const packed = await helm('package', CHART, '--destination', folder);
    expect(packed).toMatchObject({ code: 0 });
    const [archive = ''] = readdirSync(folder);
    const { stdout } = await helm('template', 'gyre', join(folder, archive), '--namespace', 'gyre', '--kube-version', '1.34.4', ...argumentsOf({ values: 'production' }));
    const objects = parseAllDocuments(stdout).map((document) => kubeObject.parse(document.toJS()));
    await rm(folder, { recursive: true });
    expect(byName(objects)).toEqual(byName(await rendered({ values: 'production' })));
  });

  it.each(VALUE_FILES)('fits into the Secret that Helm keeps a release in, with %s', async (values) => {
    const files = ['crds', 'policies', 'dashboards'].flatMap((folder) => readdirSync(join(CHART, 'files', folder)).map((file) => readFileSync(join(CHART, 'files', folder, file), 'utf8')));
    const kept = gzipSync(JSON.stringify([files, read('charts/gyre/values.schema.json'), read('charts/gyre/values.yaml'), await rendered({ values })])).toString('base64');
    expect(kept.length).toBeLessThan(0.5 * 1024 * 1024);
  });
});

describeChart('schema and table of values', () => {
  it('take description and schema from the comment above a value', () => {
    const { children } = readValues('# What it is\n# for.\n# @schema { minimum: 2 }\na: 3\n\n# of another\n\nb:\n  # Inner.\n  c: x\n');
    expect(children).toMatchObject([{ path: 'a', description: 'What it is for.', schema: { minimum: 2 }, default: 3 }, { path: 'b', description: '', children: [{ path: 'b.c', description: 'Inner.' }] }]);
  });

  it.each([
    ['a: [1\n', 'values.yaml: '],
    ['# @schema nonsense\na: 1\n', 'a: has the comment @schema nonsense'],
  ])('refuse %j', (text, message) => {
    expect(() => readValues(text)).toThrow(message);
  });

  it('need a place for the table', () => {
    expect(() => withTable('# nothing\n', readValues('a: 1\n'))).toThrow('README.md: has no place for the table of values');
  });
});
