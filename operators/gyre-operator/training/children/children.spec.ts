import { describe, expect, it } from 'vitest';
import type { Intent } from '../../runtime/writer.ts';
import { JOBS } from '../cluster-resources.ts';
import { ATTEMPT_LABEL, audienceOf, DIGEST_ANNOTATION, groupName, QUEUE_LABEL, RUN_UID_LABEL, workloadName } from '../names.ts';
import { at, QUEUED, runOf } from '../testkit/runs.ts';
import { rolloutChildren, trainerSurroundings } from './children.ts';
import { progressPath } from './environment.ts';
import { rolloutDeployment } from './rollout.ts';
import { trainerWorkload } from './trainer.ts';

const endpoint = { progressUrl: 'http://progress.gyre:8080/' };
const job = (changes = {}, attempt = 0) => trainerWorkload(runOf(changes), 'Job', attempt, endpoint);
const jobSet = (changes = {}) => trainerWorkload(runOf(changes), 'JobSet', 2, endpoint);
const podOf = (intent: Intent) => at(intent, 'spec', 'template', 'spec');
const container = (intent: Intent) => at(podOf(intent), 'containers', 0);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const variables = (intent: Intent) => Object.fromEntries(list(at(container(intent), 'env')).map((each) => [String(at(each, 'name')), at(each, 'value') ?? at(each, 'valueFrom')]));

describe('the trainer', () => {
  it('is an Indexed Job with one pod a node that ends with the first failure that counts', () => {
    expect(job().spec).toMatchObject({ completionMode: 'Indexed', completions: 2, parallelism: 2, backoffLimit: 0, podReplacementPolicy: 'Failed', template: { spec: { restartPolicy: 'Never' } } });
    expect(at(job(), 'spec', 'podFailurePolicy', 'rules')).toEqual([
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      { action: 'FailJob', onExitCodes: { containerName: 'trainer', operator: 'In', values: [78] } },
    ]);
    expect(JOBS.schema.safeParse({ apiVersion: 'batch/v1', kind: 'Job', ...job() }).success).toBe(true);
  });

  it('is suspended for Kueue to begin where the run names a queue, and only there', () => {
    expect(job(QUEUED).spec).toMatchObject({ suspend: true });
    expect(job(QUEUED).metadata).toMatchObject({ labels: { [QUEUE_LABEL]: 'training', 'kueue.x-k8s.io/priority-class': 'high' } });
    expect(job().spec).not.toHaveProperty('suspend');
    expect(at(job().metadata, 'labels')).not.toHaveProperty(QUEUE_LABEL);
    expect(jobSet(QUEUED).spec).toMatchObject({ suspend: true });
  });

  it('asks for its GPUs, of the type that is asked for', () => {
    expect(at(container(job()), 'resources')).toEqual({ requests: { cpu: '64', memory: '1024Gi', 'nvidia.com/gpu': '8' }, limits: { cpu: '64', memory: '1024Gi', 'nvidia.com/gpu': '8' } });
    expect(at(podOf(job({ 'spec.trainer.pods.nodeSelector': { zone: 'a' } })), 'nodeSelector')).toEqual({ zone: 'a', 'nvidia.com/gpu.product': 'NVIDIA-H200' });
    expect(at(podOf(job({ 'spec.trainer.gpuType': undefined })), 'nodeSelector')).toBeUndefined();
    expect(at(container(job({ 'spec.trainer.gpuResource': 'amd.com/gpu' })), 'resources', 'limits')).toMatchObject({ 'amd.com/gpu': '8' });
    const without = { 'spec.trainer.gpusPerNode': 0, 'spec.trainer.gpuType': undefined, 'spec.trainer.parallelism': { data: 2 } };
    expect(at(container(job(without)), 'resources', 'limits')).toEqual({ cpu: '64', memory: '1024Gi' });
  });

  it('meets Pod Security restricted, and so do rollout pods', () => {
    for (const intent of [job(), rolloutDeployment(runOf())]) {
      const pod = intent && podOf(intent);
      expect(pod).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } });
      expect(at(pod, 'containers', 0, 'securityContext')).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
      expect(list(at(pod, 'containers'))).toHaveLength(1);
      expect(pod).not.toHaveProperty('hostNetwork');
    }
  });

  it('has a token for an audience that names the run, and none of the API server', () => {
    expect(list(at(podOf(job()), 'volumes')).find((each) => at(each, 'name') === 'gyre-token')).toEqual({
      name: 'gyre-token',
      projected: { sources: [{ serviceAccountToken: { audience: 'gyre.dev/trainingruns/ml/planner/run-uid', expirationSeconds: 3600, path: 'token' } }] },
    });
    expect(audienceOf({ namespace: 'ml', name: 'planner', uid: 'another' })).not.toBe(audienceOf({ namespace: 'ml', name: 'planner', uid: 'run-uid' }));
  });

  it('mounts what it is given: claims, shared memory, a folder to write to', () => {
    const intent = job({ 'spec.trainer.pods.volumeClaims': [{ claimName: 'data', mountPath: '/data', readOnly: true }] });
    expect(at(container(intent), 'volumeMounts')).toEqual([
      { name: 'tmp', mountPath: '/tmp' },
      { name: 'gyre-token', mountPath: '/var/run/secrets/gyre.dev', readOnly: true },
      { name: 'shared-memory', mountPath: '/dev/shm' },
      { name: 'claim-0', mountPath: '/data', readOnly: true },
    ]);
    expect(list(at(podOf(intent), 'volumes')).slice(2)).toEqual([
      { name: 'shared-memory', emptyDir: { medium: 'Memory', sizeLimit: '64Gi' } },
      { name: 'claim-0', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
    ]);
  });

  it('is told what it is to do, and where', () => {
    expect(variables(job({}, 3))).toEqual({
      HOME: '/tmp',
      NCCL_DEBUG: 'WARN',
      TRAINING_RUN: 'ml/planner',
      TRAINING_RUN_UID: 'run-uid',
      TRAINING_ROLE: 'trainer',
      TRAINING_ROUND: 'round-7',
      TRAINING_OBJECTIVE: 'Care',
      TRAINING_POLICY_VERSION: '3f6c0f9d5a7e',
      TRAINING_RELEASE: 'b41e86a2c905',
      TRAINING_HARNESS_VERSION: '9d27c4a1e6f3',
      TRAINING_CHECKPOINT_URI: 's3://gyre-checkpoints/planner-care-7',
      TRAINING_ATTEMPT: '3',
      TRAINING_PLAN: expect.stringContaining('"globalBatchSize":128'),
      TRAINING_NODES: '2',
      TRAINING_GPUS_PER_NODE: '8',
      TRAINING_COORDINATOR: 'planner-0.planner-trainer.ml.svc:29500',
      TRAINING_PROGRESS_URL: 'http://progress.gyre:8080/v1/namespaces/ml/trainingruns/planner',
      TRAINING_TOKEN_FILE: '/var/run/secrets/gyre.dev/token',
      TRAINING_ROLLOUTS: 'planner-rollout.ml.svc:8001',
      TRAINING_NODE: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" } },
      TRAINING_POD: { fieldRef: { fieldPath: 'metadata.name' } },
    });
    expect(JSON.parse(String(variables(job()).TRAINING_PLAN))).toMatchObject({ objective: 'Care', parallelism: { data: 2, tensor: 4 }, schedule: { stalenessUpdates: 2 }, model: { layers: 64 } });
    expect(progressPath({ namespace: 'ml', name: 'a b' })).toBe('/v1/namespaces/ml/trainingruns/a%20b');
  });

  it('names no variable twice: those of the operator count, and a HOME of its own is kept', () => {
    const intent = job({ 'spec.trainer.pods.env': [{ name: 'HOME', value: '/data' }, { name: 'KEY', secretKeyRef: { name: 's', key: 'k' } }] });
    const names = list(at(container(intent), 'env')).map((each) => at(each, 'name'));
    expect(new Set(names).size).toBe(names.length);
    expect(variables(intent)).toMatchObject({ HOME: '/data', KEY: { secretKeyRef: { name: 's', key: 'k' } } });
  });

  it('as a JobSet is the same Job inside, reached under its own names', () => {
    const inner = at(jobSet(), 'spec', 'replicatedJobs', 0, 'template', 'spec');
    expect(inner).toMatchObject({ completionMode: 'Indexed', completions: 2, backoffLimit: 0 });
    expect(jobSet().spec).toMatchObject({ failurePolicy: { maxRestarts: 0 }, network: { subdomain: 'planner-trainer' } });
    expect(list(at(inner, 'template', 'spec', 'containers', 0, 'env'))).toContainEqual({ name: 'TRAINING_COORDINATOR', value: 'planner-t-0-0.planner-trainer.ml.svc:29500' });
    expect(at(inner, 'template', 'metadata', 'labels', ATTEMPT_LABEL)).toBe('2');
  });
});

describe('names', () => {
  const longest = 'r'.repeat(52);

  it('stay within what host names may be', () => {
    expect(`${workloadName({ name: longest }, 'Job')}-4095-abcde`.length).toBeLessThanOrEqual(63);
    expect(`${workloadName({ name: longest }, 'JobSet')}-t-0-4095-abcde`.length).toBeLessThanOrEqual(63);
    expect(groupName({ name: longest }, 'rollout').length).toBeLessThanOrEqual(63);
  });

  it('of two long runs differ', () => {
    expect(workloadName({ name: `${longest.slice(1)}a` }, 'JobSet')).not.toBe(workloadName({ name: `${longest.slice(1)}b` }, 'JobSet'));
  });
});

describe('what is around', () => {
  const children = (changes = {}) => [...trainerSurroundings(runOf(changes)), ...rolloutChildren(runOf(changes))];

  it('belongs to the run, and goes with it', () => {
    const all = [...children().map(({ intent }) => intent), job(), jobSet()];
    for (const { metadata } of all) {
      expect(metadata).toMatchObject({ namespace: 'ml', labels: { [RUN_UID_LABEL]: 'run-uid' }, ownerReferences: [{ kind: 'TrainingRun', name: 'planner', uid: 'run-uid', controller: true }] });
    }
    expect(children().map(({ resource, intent }) => `${resource.kind} ${intent.metadata.name}`)).toEqual(['ServiceAccount planner-trainer', 'Service planner-trainer', 'ServiceAccount planner-rollout', 'Service planner-rollout', 'Deployment planner-rollout']);
  });

  it('services are headless and select their role alone; trainers find each other before they are ready', () => {
    const services = children().filter(({ resource }) => resource.kind === 'Service').map(({ intent }) => intent.spec);
    expect(services).toMatchObject([
      { clusterIP: 'None', publishNotReadyAddresses: true, selector: { 'gyre.dev/run-uid': 'run-uid', 'gyre.dev/role': 'trainer' } },
      { clusterIP: 'None', publishNotReadyAddresses: false, selector: { 'gyre.dev/run-uid': 'run-uid', 'gyre.dev/role': 'rollout' } },
    ]);
  });

  it('a service account that is named is used and none is made', () => {
    const own = { 'spec.trainer.pods.serviceAccountName': 'mine' };
    expect(children(own).map(({ intent }) => intent.metadata.name)).not.toContain('ServiceAccount planner-trainer');
    expect(at(podOf(job(own)), 'serviceAccountName')).toBe('mine');
  });

  it('rollouts are apart: a cold start has none, and a replica more changes them alone', () => {
    expect(rolloutChildren(runOf({ 'spec.rollout': undefined }))).toEqual([]);
    const digest = (changes: Record<string, unknown>) => children(changes).map(({ intent }) => at(intent.metadata, 'annotations', DIGEST_ANNOTATION));
    const [before, after] = [digest({}), digest({ 'spec.rollout.replicas': 9 })];
    expect(before.map((each, i) => each === after[i])).toEqual([true, true, true, true, false]);
    expect(job({ 'spec.rollout.replicas': 9 })).toEqual(job());
  });
});
