import { expect, it } from 'vitest';
import { applied, conditionOf, describeWithKubernetes, eventually, resource } from './cluster.testkit.ts';

const PODS = resource('v1', 'Pod', 'pods');
const JOBS = resource('batch/v1', 'Job', 'jobs');

await describeWithKubernetes('Jobs on nodes that kwok plays', { nodes: 2 }, ({ admin }) => {
  const job = (name: string, gpus: number, annotations: Record<string, string> = {}, backoffLimit = 0) => {
    const container = { name: 'train', image: 'example/train:1', resources: { limits: { 'nvidia.com/gpu': String(gpus) } } };
    return { apiVersion: 'batch/v1', kind: 'Job', metadata: { namespace: 'default', name }, spec: { backoffLimit, template: { metadata: { annotations }, spec: { restartPolicy: 'Never', containers: [container] } } } };
  };
  const podsOf = async (name: string) => (await admin().list(PODS, { namespace: 'default', labels: `job-name=${name}` })).items;

  it('puts a Job with GPUs on a node that has them, and completes it', async () => {
    await applied(admin(), JOBS, job('fits', 8));
    await eventually('the Job is complete', async () => conditionOf(await admin().get(JOBS, { namespace: 'default', name: 'fits' }), 'Complete') === 'True');
    const [pod] = await podsOf('fits');
    expect(pod).toMatchObject({ spec: { nodeName: expect.stringMatching(/^node-[01]$/) }, status: { phase: 'Succeeded' } });
  });

  it('leaves a Job waiting that no node has the GPUs for, and says so', async () => {
    await applied(admin(), JOBS, job('too-large', 9));
    await eventually('its pod cannot be put anywhere', async () => conditionOf((await podsOf('too-large'))[0] ?? {}, 'PodScheduled') === 'False');
    expect(JSON.stringify((await podsOf('too-large'))[0]?.['status'])).toContain('Insufficient nvidia.com/gpu');
  });

  it('ends a pod with the exit code that its annotation has', async () => {
    await applied(admin(), JOBS, job('fails', 1, { 'gyre.dev/exit-code': '42' }));
    await eventually('the Job has failed', async () => conditionOf(await admin().get(JOBS, { namespace: 'default', name: 'fails' }), 'Failed') === 'True');
    expect(JSON.stringify((await podsOf('fails'))[0]?.['status'])).toContain('"exitCode":42');
  });

  it('deletes what an owner leaves behind', async () => {
    expect(await podsOf('fits')).toHaveLength(1);
    await admin().call('delete', JOBS, { method: 'DELETE', path: '/apis/batch/v1/namespaces/default/jobs/fits', query: { propagationPolicy: 'Background' } });
    await eventually('its pods are gone', async () => (await podsOf('fits')).length === 0);
  });
});
