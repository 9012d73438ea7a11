import { Client, ClusterRuns, kubeconfigAccess, Writer } from '#operator/training/mod.ts';
import type { Blobs } from '#kit/blobs/types.ts';
import type { Clock } from '#kit/clock.ts';
import type { Logger } from '#kit/logs.ts';
import { random } from '#kit/random.ts';
import type { Learner } from '../../learner.ts';
import { CompactLearner } from '../compact/mod.ts';
import { ClusterLearner } from './cluster-learner.ts';
import { readRunTemplate } from './template.ts';

/** The learner that trains by TrainingRuns of the cluster that the kubeconfig, or the pod's service account, names. */
export async function openClusterLearner(file: string | undefined, { blobs, clock, log }: { readonly blobs: Blobs; readonly clock: Clock; readonly log: Pick<Logger, 'info' | 'warn'> }): Promise<Learner> {
  const template = await readRunTemplate(file);
  const client = new Client({ access: await kubeconfigAccess(), clock, random: random('trainer-controller') });
  const runs = new ClusterRuns({ client, writer: new Writer({ client, manager: 'gyre-trainer-controller' }), namespace: template.namespace });
  const learner = new ClusterLearner({ runs, blobs, template, origin: new CompactLearner(blobs), clock, log });
  return {
    ...{ kind: learner.kind, initialise: (job) => learner.initialise(job), coldStart: (job) => learner.coldStart(job), update: (job) => learner.update(job) },
    async close() {
      await learner.close();
      client.close();
    },
  };
}
