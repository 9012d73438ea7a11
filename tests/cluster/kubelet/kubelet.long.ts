import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { pathOf } from '#operator/runtime/objects.ts';
import { at } from '#operator/training/testkit/runs.ts';
import { isAlive } from '../../servers/processes.ts';
import { conditionOf, describeWithKubernetes, eventually, resource, sent } from '../cluster.testkit.ts';
import { type KubeletOptions, NODES, startKubelet } from './kubelet.ts';
import { NODE_PODS as PODS } from './pod-spec.ts';

const SECRETS = resource('v1', 'Secret', 'secrets');
const REVIEWS = resource('authentication.k8s.io/v1', 'TokenReview', 'tokenreviews', false);

await describeWithKubernetes('the test kubelet', {}, ({ admin }) => {
  let nodes = 0;
  const open = async (options: Partial<KubeletOptions> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'gyre-kubelet-'));
    const name = `here-${++nodes}`;
    const kubelet = await startKubelet({ client: admin(), name, folder: join(folder, 'pods'), ...options });
    onTestFinished(async () => {
      await kubelet.stop();
      await rm(folder, { recursive: true });
    });
    const place = (pod: string) => ({ namespace: 'default', name: `${pod}-${name}` });
    return {
      ...{ folder, name, kubelet, place },
      status: async (pod: string) => (await admin().find(PODS, place(pod)))?.status,
      terminated: async (pod: string) => at((await admin().find(PODS, place(pod)))?.status, 'containerStatuses', 0, 'state', 'terminated'),
      begin: (pod: string, script: string, container: object = {}, spec: object = {}) =>
        sent(admin(), PODS, 'POST', { namespace: 'default' }, {
          apiVersion: 'v1', kind: 'Pod', metadata: { ...place(pod), labels: { part: 'x' } },
          spec: { restartPolicy: 'Never', automountServiceAccountToken: false, nodeSelector: { 'kubernetes.io/hostname': name }, containers: [{ name: 'main', image: 'none', command: ['node', '-e', script], ...container }], ...spec },
        }),
      remove: (pod: string, gracePeriodSeconds: number) => admin().call('delete', PODS, { method: 'DELETE', path: pathOf(PODS, place(pod)), body: { gracePeriodSeconds } }),
      phase: (pod: string, phase: string) => eventually(`${pod} is ${phase}`, async () => (await admin().get(PODS, place(pod))).status?.phase === phase),
    };
  };

  it('is a node that is ready, with its GPUs', async () => {
    const { name } = await open({ gpus: 2 });
    await eventually('it may be put on', async () => at(await admin().get(NODES, { name }), 'spec', 'taints') === undefined);
    const node = await admin().get(NODES, { name });
    expect([conditionOf(node, 'Ready'), at(node, 'status', 'allocatable', 'nvidia.com/gpu')]).toEqual(['True', '2']);
  });

  it('runs a command with variables, secrets, fields, mounts and a token that is bound to the pod; exit code and last words are in the status', async () => {
    const { folder, begin, phase, terminated, status, place } = await open({ services: { 'gyre.lab.svc:80': '127.0.0.1:4711' } });
    await sent(admin(), SECRETS, 'POST', { namespace: 'default' }, { apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'default', name: 'words' }, stringData: { one: 'hush' } });
    const script = `const fs = require('node:fs'); fs.writeFileSync(process.env.OUT, JSON.stringify({ ...process.env, token: fs.readFileSync(process.env.TOKEN, 'utf8') })); console.error('the last words'); process.exit(7)`;
    const env = [
      { name: 'OUT', value: '/tmp/out.json' }, { name: 'TOKEN', value: '/var/run/own/token' }, { name: 'URI', value: 'file:///tmp/x' }, { name: 'ELSEWHERE', value: '/var/tmp/x' },
      { name: 'URL', value: 'http://gyre.lab.svc:80/path' }, { name: 'PART', valueFrom: { fieldRef: { fieldPath: "metadata.labels['part']" } } }, { name: 'SECRET', valueFrom: { secretKeyRef: { name: 'words', key: 'one' } } },
    ];
    await begin('told', script, { env, terminationMessagePolicy: 'FallbackToLogsOnError', volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }, { name: 'own', mountPath: '/var/run/own' }, { name: 'files', mountPath: '/etc/own' }] }, {
      volumes: [{ name: 'tmp', emptyDir: {} }, { name: 'files', secret: { secretName: 'words', items: [{ key: 'one', path: 'deep/one.txt' }] } }, { name: 'own', projected: { sources: [{ serviceAccountToken: { audience: 'gyre.dev/x', expirationSeconds: 600, path: 'token' } }] } }],
    });
    await phase('told', 'Failed');
    expect(await terminated('told')).toMatchObject({ exitCode: 7, reason: 'Error', message: expect.stringContaining('the last words') });
    expect(conditionOf({ status: await status('told') }, 'Ready')).toBe('False');
    expect(conditionOf({ status: await status('told') }, 'PodScheduled')).toBe('True');
    const pod = await admin().get(PODS, place('told'));
    const volumes = join(folder, 'pods', `${pod.metadata.name}-${pod.metadata.uid}`, 'volumes');
    const seen: unknown = JSON.parse(await readFile(join(volumes, 'tmp', 'out.json'), 'utf8'));
    expect(seen).toMatchObject({ PART: 'x', SECRET: 'hush', URI: `file://${volumes}/tmp/x`, ELSEWHERE: '/var/tmp/x', URL: 'http://127.0.0.1:4711/path' });
    expect(await readFile(join(volumes, 'files', 'deep', 'one.txt'), 'utf8')).toBe('hush');
    const review = await admin().call('create', REVIEWS, { method: 'POST', path: pathOf(REVIEWS, {}), body: { apiVersion: REVIEWS.apiVersion, kind: REVIEWS.kind, spec: { token: at(seen, 'token'), audiences: ['gyre.dev/x'] } } });
    expect(at(review, 'status')).toMatchObject({ authenticated: true, user: { extra: { 'authentication.kubernetes.io/pod-uid': [pod.metadata.uid] } } });
  });

  it('waits with the reason for what it lacks: an image, a service account', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gyre-image-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'main.mjs'), '');
    const { begin, status, remove, place } = await open({ images: { known: ['node', join(folder, 'main.mjs')] } });
    await begin('unknown', '', { command: undefined, image: 'elsewhere/unknown:1' });
    await eventually('it says so', async () => JSON.stringify(await status('unknown')).includes('ErrImagePull'));
    expect(at(await status('unknown'), 'containerStatuses', 0, 'state', 'waiting')).toMatchObject({ message: expect.stringContaining('elsewhere/unknown:1') });
    // The machine's own path of the image lies below one that the container mounts something at.
    await begin('known', '', { command: undefined, image: 'known', volumeMounts: [{ name: 'tmp', mountPath: tmpdir() }] }, { volumes: [{ name: 'tmp', emptyDir: {} }] });
    await eventually('the one that is there ran', async () => (await status('known'))?.phase === 'Succeeded');
    await remove('unknown', 30);
    await eventually('a pod that never ran goes at once', async () => (await admin().find(PODS, place('unknown'))) === undefined);
  });

  it('lets a pod that is deleted end by itself, kills it after its time, and takes it away', async () => {
    const { folder, begin, phase, kubelet, remove, place } = await open();
    const note = join(folder, 'note');
    const write = (what: string) => `require('node:fs').writeFileSync('${note}.' + process.pid, '${what}')`;
    await begin('polite', `process.on('SIGTERM', () => { ${write('done')}; process.exit(0); }); ${write('ready')}; setInterval(() => {}, 1000)`);
    await begin('stubborn', `process.on('SIGTERM', () => {}); ${write('ready')}; setInterval(() => {}, 1000)`);
    for (const pod of ['polite', 'stubborn']) await phase(pod, 'Running');
    const pids = ['polite', 'stubborn'].flatMap((pod) => kubelet.pids(place(pod).name));
    expect(pids.map(isAlive)).toEqual([true, true]);
    const notes = () => Promise.all(pids.map((pid) => readFile(`${note}.${pid}`, 'utf8').catch(() => '')));
    await eventually('both heed signals', async () => (await notes()).join() === 'ready,ready');
    await remove('polite', 60);
    await remove('stubborn', 1);
    await eventually('both are gone', async () => (await Promise.all(['polite', 'stubborn'].map((pod) => admin().find(PODS, place(pod))))).every((pod) => pod === undefined));
    expect(pids.map(isAlive)).toEqual([false, false]);
    expect(await notes()).toEqual(['done', 'ready']);
  });

  it('says 137 of one that was killed, and refuses by name what it cannot play', async () => {
    const { begin, phase, kubelet, terminated, status, place } = await open();
    await begin('killed', 'setInterval(() => {}, 1000)');
    await phase('killed', 'Running');
    kubelet.kill(place('killed').name);
    await phase('killed', 'Failed');
    expect(await terminated('killed')).toMatchObject({ exitCode: 137 });
    await begin('staged', '', {}, { initContainers: [{ name: 'first', image: 'none', command: ['true'] }] });
    await phase('staged', 'Failed');
    expect((await status('staged'))?.['message']).toBe('initContainers are not played');
  });

  it('begins a container again as its pod wants it, and gives each pod an address', async () => {
    const { folder, begin, phase, status, place } = await open();
    const third = (file: string) => `const fs = require('node:fs'); const file = '${folder}/${file}'; const tries = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : 0; fs.writeFileSync(file, String(tries + 1)); if (tries < 2) process.exit(3)`;
    await begin('once-more', third('a'), {}, { restartPolicy: 'OnFailure' });
    await begin('for-ever', `${third('b')}; setInterval(() => {}, 1000)`, {}, { restartPolicy: 'Always' });
    await phase('once-more', 'Succeeded');
    await eventually('it runs in the end', async () => at(await status('for-ever'), 'containerStatuses', 0, 'restartCount') === 2 && conditionOf({ status: await status('for-ever') }, 'Ready') === 'True');
    expect(at(await status('for-ever'), 'containerStatuses', 0, 'lastState', 'terminated')).toMatchObject({ exitCode: 3 });
    const addresses = await Promise.all(['once-more', 'for-ever'].map(async (pod) => at(await admin().get(PODS, place(pod)), 'status', 'podIP')));
    expect([new Set(addresses).size, ...addresses]).toEqual([2, expect.stringMatching(/^127\./), expect.stringMatching(/^127\./)]);
  });

  it('leaves no process behind, not even those that containers started', async () => {
    const { begin, phase, kubelet, place, folder } = await open();
    await begin('parent', `const { spawn } = require('node:child_process'); const child = spawn('sleep', ['1000']); require('node:fs').writeFileSync('${folder}/child', String(child.pid)); setInterval(() => {}, 1000)`);
    await phase('parent', 'Running');
    await eventually('it has a child', async () => (await readFile(join(folder, 'child'), 'utf8').catch(() => '')) !== '');
    const pids = [...kubelet.pids(place('parent').name), Number(await readFile(join(folder, 'child'), 'utf8'))];
    expect(pids.map(isAlive)).toEqual([true, true]);
    await kubelet.stop();
    await eventually('none is left', () => !pids.some(isAlive));
  });
});
