import { GyreError, invalid } from '#kit/errors.ts';
import type { TrainingRunStatusProgress } from '../../api/mod.ts';
import { type Checkpoint, inOrder, lastGood } from '../checkpoints.ts';
import type { Run } from '../run.ts';
import type { CheckpointPush, ProgressPush } from './messages.ts';

/** What becomes of the status with a push; undefined where it says nothing new. The same push twice is the same record. */

/** `nowText`: RFC 3339, by the endpoint's clock. A push that comes after a later one of the same pod is out of date, and changes nothing. */
export function withProgress({ spec, status }: Run, { update, metrics, ...push }: ProgressPush, podUid: string, nowText: string): TrainingRunStatusProgress | undefined {
  const { updates } = spec.batch;
  if (update > updates) throw invalid('update', `is ${update}, the run makes ${updates}`, 'report the updates that are finished');
  const before = status?.progress;
  // A later pod goes on from a checkpoint, and so begins with less.
  if (before && before.podUid === podUid && update < before.update) return undefined;
  const figures = metrics && Object.entries(metrics).map(([name, value]) => ({ name, value: String(value) }));
  return { update, reportTime: nowText, podUid, ...push, ...(figures ? { metrics: figures } : {}) };
}

const RANK = { Recorded: 0, Good: 1, Bad: 2 } as const;

/**
 * The checkpoints with the one that is pushed. Its state goes from Recorded over Good to Bad and never back. A good one is never
 * replaced by another of its name (FAILED_PRECONDITION); others are, since an attempt may write again what the last one did not finish.
 */
export function withCheckpoint({ spec, status }: Run, push: CheckpointPush, nowText: string): Checkpoint[] | undefined {
  const { uri: root, keep } = spec.checkpoint;
  const { updates } = spec.batch;
  if (push.update > updates) throw invalid('update', `is ${push.update}, the run makes ${updates}`, 'report the update after which the checkpoint was written');
  const under = partsOf(root);
  const folder = `${under.path.replace(/\/$/, '')}/`;
  const uri = push.uri ?? `${folder}${push.name}${under.query}`;
  const { path, query } = partsOf(uri);
  if (!path.startsWith(folder) || path.slice(folder.length).split('/').includes('..') || query !== under.query) {
    throw invalid('uri', `${uri} is not under ${folder}${under.query}`, 'write checkpoints under TRAINING_CHECKPOINT_URI: what follows its ? stays at the end');
  }

  const before = status?.checkpoints ?? [];
  const old = before.find(({ name }) => name === push.name);
  const same = old !== undefined && old.update === push.update && old.uri === uri && (old.digest ?? push.digest) === (push.digest ?? old.digest);
  if (old && !same && old.state === 'Good') {
    throw new GyreError('FAILED_PRECONDITION', `name: checkpoint ${push.name} of update ${old.update} is a good one already`, { boundary: 'caller', field: 'name', remedy: 'give every checkpoint a name of its own' });
  }
  if (same && RANK[push.state] <= RANK[old.state]) return undefined;
  // What a later push of the same checkpoint leaves out is still so.
  const known = same ? { digest: old.digest, policyVersion: old.policyVersion } : {};
  const [digest, policyVersion] = [push.digest ?? known.digest, push.policyVersion ?? known.policyVersion];
  const next: Checkpoint = { name: push.name, update: push.update, uri, state: push.state, recordedTime: same ? old.recordedTime : nowText, ...(digest ? { digest } : {}), ...(policyVersion ? { policyVersion } : {}) };
  const after = kept(inOrder([...before.filter((each) => each !== old), next]), keep);
  // One that comes so late that newer ones have taken all places is none that is kept.
  return after.includes(next) ? after : undefined;
}

/** Region and endpoint of a bucket stand behind the path, and are not a part of it. */
function partsOf(uri: string): { readonly path: string; readonly query: string } {
  const at = uri.indexOf('?');
  return at < 0 ? { path: uri, query: '' } : { path: uri.slice(0, at), query: uri.slice(at) };
}

/** The newest, with the last good one among them. */
function kept(all: readonly Checkpoint[], keep: number): Checkpoint[] {
  const newest = all.slice(-keep);
  const good = lastGood(all);
  return good === undefined || newest.includes(good) ? newest : [good, ...newest.slice(newest.length - keep + 1)];
}
