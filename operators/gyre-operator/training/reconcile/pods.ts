import { RUN_REASONS } from '../../api/mod.ts';
import type { Statement } from '../../api/conditions.ts';
import { held, type Pod } from '../cluster-resources.ts';
import { ATTEMPT_LABEL, INDEX_LABEL } from '../names.ts';
import type { Run } from '../run.ts';

/** What pods say: whether they are ready, what they wait for, how they failed. */

export const isReady = (pod: Pod): boolean => held(pod.status?.conditions, 'Ready') !== undefined && !pod.metadata.deletionTimestamp;
export const isOver = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';
export const ofAttempt = (pods: readonly Pod[], attempt: number): readonly Pod[] => pods.filter(({ metadata }) => metadata.labels?.[ATTEMPT_LABEL] === String(attempt));

/** Waiting reasons after which nothing comes by itself. */
const NO_IMAGE: ReadonlySet<string> = new Set(['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull']);
const LONGEST = 1_000;

/** The condition PodsReady from the pods themselves: what hinders one of them comes first. */
export function podsStatement({ spec }: Run, trainers: readonly Pod[], rollouts: readonly Pod[], refused?: { readonly by: string; readonly said: string }): Statement<'TrainingRun'> {
  const wanted = spec.trainer.nodes + (spec.rollout.pods === undefined ? 0 : spec.rollout.replicas);
  const waiting = [
    ...trainers.map((pod) => ({ pod, needed: spec.trainer.gpusPerNode, gpuType: spec.trainer.gpuType, group: trainers })),
    ...rollouts.map((pod) => ({ pod, needed: spec.rollout.gpusPerReplica, gpuType: spec.rollout.gpuType, group: rollouts })),
  ];
  for (const { pod, needed, gpuType, group } of waiting) {
    const image = withoutImage(pod);
    if (image) return RUN_REASONS.imageUnavailable(pod.metadata.name, image.image, image.said);
    const said = unscheduled(pod);
    if (said !== undefined) return RUN_REASONS.unschedulable(pod.metadata.name, said, { needed, gpuType, waiting: group.filter((each) => unscheduled(each) !== undefined).length });
  }
  if (refused) return RUN_REASONS.podsRefused(refused.by, clip(sentence(refused.said)));
  const ready = [...trainers, ...rollouts].filter(isReady).length;
  return ready >= wanted ? RUN_REASONS.podsReady(ready) : RUN_REASONS.podsStarting(ready, wanted);
}

/** What is said of pods that cannot be, since something that they need is refused. */
export function childRefused({ child, said }: { readonly child: string; readonly said: string }): Statement<'TrainingRun'> {
  return RUN_REASONS.childRefused(child, clip(sentence(said)));
}

/**
 * Since when the trainer owes a report, milliseconds: its last one, once node 0 has made one, whatever pods say of themselves; before that
 * the time at which its own nodes were ready. Undefined while they are not.
 */
export function heardOf({ spec, status: { progress } = {} }: Run, trainers: readonly Pod[]): number | undefined {
  if (progress?.podUid !== undefined && trainers.some(({ metadata: { uid, labels } }) => uid === progress.podUid && labels?.[INDEX_LABEL] === '0')) return Date.parse(progress.reportTime);
  const ready = trainers.filter((pod) => isReady(pod) && !isOver(pod));
  const ended = trainers.filter(({ status }) => status?.phase === 'Succeeded');
  if (ready.length + ended.length < spec.trainer.nodes) return undefined;
  const since = ready.flatMap(({ status }) => held(status?.conditions, 'Ready')?.lastTransitionTime ?? []).map((time) => Date.parse(time));
  return since.length === 0 ? undefined : Math.max(...since);
}

/** A pod of the trainer that was lost in a way that `podFailurePolicy` ignores; undefined if there is none. `reason` in CamelCase. */
export function disruptionOf({ spec }: Run, pods: readonly Pod[]): { readonly pod: string; readonly reason: string; readonly said: string } | undefined {
  for (const pod of pods) {
    const { rules } = spec.podFailurePolicy;
    const rule = rules.find(({ onExitCodes, onPodConditions = [] }) => (onExitCodes ? matchesExit(pod, onExitCodes) : onPodConditions.some(({ type, status }) => conditionOf(pod, type)?.status === status)));
    if (rule?.action !== 'Ignore') continue;
    const [match] = (rule.onPodConditions ?? []).flatMap(({ type, status }) => conditionOf(pod, type, status) ?? []);
    if (match) return { pod: pod.metadata.name, reason: match.reason ?? match.type, said: sentence(match.message ?? match.type) };
    return { pod: pod.metadata.name, reason: 'IgnoredExitCode', said: sentence(endOf(pod) ?? '') };
  }
  return undefined;
}

/** How a failed pod of the trainer ended, with what the Job says where no pod is left. */
export function failureOf(pods: readonly Pod[], message: string): { readonly pod: string; readonly said: string } {
  const [failed] = pods.flatMap((pod) => (pod.status?.phase === 'Failed' ? [{ pod: pod.metadata.name, said: endOf(pod) }] : []));
  return { pod: failed?.pod ?? 'of the trainer', said: clip(failed?.said ?? (message || 'nothing is known of its pods.')) };
}

function endOf({ metadata: { name }, status }: Pod): string | undefined {
  const [ended] = (status?.containerStatuses ?? []).flatMap(({ state }) => state?.terminated ?? []);
  return ended && clip(sentence(`pod ${name} ended with exit code ${ended.exitCode}${ended.reason ? ` (${ended.reason})` : ''}${ended.message ? `: ${ended.message.trim()}` : ''}`));
}

function conditionOf({ status }: Pod, type: string, wanted?: string) {
  return status?.conditions?.find((each) => each.type === type && (wanted === undefined || each.status === wanted));
}

function matchesExit({ status }: Pod, { operator, values }: { readonly operator: 'In' | 'NotIn'; readonly values: readonly number[] }): boolean {
  const codes = (status?.containerStatuses ?? []).flatMap(({ state }) => state?.terminated?.exitCode ?? []).filter((code) => code !== 0);
  return codes.some((code) => values.includes(code) === (operator === 'In'));
}

function unscheduled(pod: Pod): string | undefined {
  const condition = conditionOf(pod, 'PodScheduled', 'False');
  return condition?.reason === 'Unschedulable' ? sentence(condition.message ?? 'nothing.') : undefined;
}

function withoutImage({ spec, status }: Pod): { readonly image: string; readonly said: string } | undefined {
  const [stuck] = (status?.containerStatuses ?? []).filter(({ state }) => NO_IMAGE.has(state?.waiting?.reason ?? ''));
  if (!stuck) return undefined;
  return { image: spec.containers.find(({ name }) => name === stuck.name)?.image ?? stuck.name, said: sentence(stuck.state?.waiting?.message ?? stuck.state?.waiting?.reason ?? '') };
}

const sentence = (text: string) => (/[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);
const clip = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
