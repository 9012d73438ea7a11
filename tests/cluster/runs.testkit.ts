import { z } from 'zod';
import type { Client } from '#operator/runtime/client.ts';
import { kubeObject, pathOf, type Resource } from '#operator/runtime/objects.ts';
import { changed, sample } from '#operator/testkit/samples.ts';
import { DEPLOYMENTS, JOBS, type Pod, PODS, SERVICE_ACCOUNTS, SERVICES } from '#operator/training/cluster-resources.ts';
import { INDEX_LABEL, ROLE_LABEL, RUN_LABEL, audienceOf, idOf } from '#operator/training/names.ts';
import { type Run, TRAINING_RUNS } from '#operator/training/run.ts';
import { condition } from '#operator/training/testkit/world.ts';
import { eventually, resource, sent } from './cluster.testkit.ts';
import { RUNS } from './operator.testkit.ts';

/** TrainingRuns of a suite, what becomes of them, and one who plays what trains in their pods. */

const KINDS: readonly Resource[] = [JOBS, DEPLOYMENTS, SERVICES, SERVICE_ACCOUNTS, PODS];
const EVENTS = resource('events.k8s.io/v1', 'Event', 'events');
const tokenRequest = z.object({ status: z.object({ token: z.string() }) });

/** The sample, of a size that a node of a test has: 2 x 8 GPUs for the trainer, 4 x 2 for rollouts. Without a queue. */
const SMALL = {
  ...{ 'metadata.labels': {}, 'spec.batch.updates': 10, 'spec.trainer.gpuType': undefined, 'spec.rollout.gpuType': undefined },
  ...{ 'spec.trainer.pods.cpu': 1, 'spec.trainer.pods.memory': '1Gi', 'spec.rollout.pods.cpu': 1, 'spec.rollout.pods.memory': '1Gi', 'spec.activeDeadlineSeconds': undefined, 'spec.ttlSecondsAfterFinished': undefined },
};
/** A trainer of one pod that takes no GPU, and no rollouts. */
export const TINY = { 'spec.trainer.nodes': 1, 'spec.trainer.gpusPerNode': 0, 'spec.trainer.gpuMemoryGiB': undefined, 'spec.model': undefined, 'spec.trainer.parallelism': {}, 'spec.rollout': undefined };

export function runsOf(admin: Client) {
  const place = (name: string) => ({ namespace: RUNS, name });
  const get = (name: string) => admin.get(TRAINING_RUNS, place(name));
  const said = async (name: string, type: string) => condition(await get(name), type);
  const objects = async <T extends Resource>(kind: T, name: string) => (await admin.list(kind, { namespace: RUNS, labels: `${RUN_LABEL}=${name}` })).items;
  const pods = async (name: string, role: 'trainer' | 'rollout' = 'trainer'): Promise<readonly Pod[]> => (await admin.list(PODS, { namespace: RUNS, labels: `${RUN_LABEL}=${name},${ROLE_LABEL}=${role}` })).items;
  return {
    get,
    said,
    pods,
    find: (name: string) => admin.find(TRAINING_RUNS, place(name)),
    create: (name: string, changes: Readonly<Record<string, unknown>> = {}) =>
      sent(admin, TRAINING_RUNS, 'POST', { namespace: RUNS }, changed(sample('TrainingRun'), { ...SMALL, 'metadata.name': name, 'metadata.namespace': RUNS, ...changes })),
    /** Waits until a condition says something. */
    async until(name: string, type: string, says: RegExp): Promise<string> {
      let last = '';
      await eventually(`${type} of ${name} says ${says}`, async () => says.test((last = await said(name, type)))).catch(async (error: unknown) => {
        throw new Error(`${String(error)}; it says ${last}; ${JSON.stringify((await get(name)).status?.conditions?.map(({ type: each, status, reason }) => `${each} ${status} ${reason}`))}`);
      });
      return last;
    },
    edit: (name: string, spec: object) => admin.call('patch', TRAINING_RUNS, { method: 'PATCH', path: pathOf(TRAINING_RUNS, place(name)), contentType: 'application/merge-patch+json', body: { spec } }),
    /** `Kind name` of all that belongs to the run, but for pods by their kind alone. */
    async children(name: string): Promise<readonly string[]> {
      const all = await Promise.all(KINDS.map(async (kind) => (await objects(kind, name)).map(({ metadata }) => (kind === PODS ? 'Pod' : `${kind.kind} ${metadata.name}`))));
      return all.flat().sort();
    },
    /** Deletes the run, and waits until all that belonged to it is gone. */
    async remove(name: string): Promise<void> {
      await admin.call('delete', TRAINING_RUNS, { method: 'DELETE', path: pathOf(TRAINING_RUNS, place(name)), query: { propagationPolicy: 'Background' } });
      await eventually(`nothing is left of ${name}`, async () => (await Promise.all(KINDS.map((kind) => objects(kind, name)))).flat().length === 0);
    },
    /** Reasons of the events that are told of the run. */
    async events(name: string): Promise<readonly string[]> {
      const { items } = await admin.list(EVENTS, { namespace: RUNS, fields: `regarding.kind=TrainingRun,regarding.name=${name}` });
      return items.map((each) => String(each['reason'])).sort();
    },
    /** Has kwok's pods of the trainer end with an exit code. */
    async exit(name: string, code: number): Promise<void> {
      // All at once: the Job controller takes the others away when one has failed.
      const body = { metadata: { annotations: { 'gyre.dev/exit-code': String(code) } } };
      await Promise.all((await pods(name)).map(({ metadata }) => admin.call('patch', PODS, { method: 'PATCH', path: pathOf(PODS, metadata), contentType: 'application/merge-patch+json', body })));
    },
    /** Speaks to the progress endpoint at `address` as node 0 of the trainer does, by a token of that pod. */
    async trainer(name: string, address: string) {
      const run = await get(name);
      const [first] = (await pods(name)).filter(({ metadata }) => metadata.labels?.[INDEX_LABEL] === '0');
      if (first === undefined) throw new Error(`${name} has no node 0`);
      const token = await tokenOf(admin, run, first);
      const url = `http://${address}/v1/namespaces/${RUNS}/trainingruns/${name}`;
      const ask = async (path: string, body?: object): Promise<unknown> => {
        const answer = await fetch(`${url}${path}`, { method: body === undefined ? 'GET' : 'POST', headers: { authorization: `Bearer ${token}` }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return answer.json();
      };
      return {
        order: () => ask(''),
        progress: (update: number) => ask('/progress', { update, metrics: { loss: 0.25 } }),
        checkpoint: (update: number, state: 'Recorded' | 'Good' | 'Bad') => ask('/checkpoints', { name: `update-${update}`, update, state }),
      };
    },
  };
}

async function tokenOf(admin: Client, run: Run, { metadata: { namespace, name, uid }, spec }: Pod): Promise<string> {
  const accounts: Resource = { ...SERVICE_ACCOUNTS, schema: kubeObject };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { audiences: [audienceOf(idOf(run))], expirationSeconds: 3_600, boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid } } };
  return tokenRequest.parse(await admin.call('create', accounts, { method: 'POST', path: pathOf(accounts, { namespace, name: String(spec['serviceAccountName']), subresource: 'token' }), body })).status.token;
}
