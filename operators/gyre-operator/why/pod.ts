import type { Pod } from '../training/cluster-resources.ts';
import { RUN_LABEL } from '../training/names.ts';
import { type Explanation, explanation, NOTHING_TO_DO, type Said } from './explanation.ts';
import type { Reader } from './lookup.ts';
import { placementOf } from './placement.ts';
import { wordsOf } from './words.ts';

/** Why a Pod, of a run or of anything else, is as it is. */
export async function explainPod(pod: Pod, reader: Reader): Promise<Explanation> {
  return explanation(pod, await saidOf(pod, reader));
}

async function saidOf(pod: Pod, reader: Reader): Promise<Said> {
  const { metadata, spec, status } = pod;
  const state = status?.phase ?? 'Pending';
  const run = metadata.labels?.[RUN_LABEL];
  const details = run === undefined ? [] : [`it belongs to TrainingRun ${metadata.namespace}/${run}`];
  const condition = (type: string) => status?.conditions?.find((each) => each.type === type);
  const scheduled = condition('PodScheduled');
  if (scheduled?.status === 'False') {
    const said = scheduled.message ?? scheduled.reason ?? 'nothing';
    const found = await placementOf(pod, said, reader);
    return { state, waits: true, since: scheduled.lastTransitionTime ?? undefined, cause: `finds no node: the scheduler says ${said}`, remedy: found.remedy, details: [...found.details, ...details] };
  }
  for (const { name, state: container } of status?.containerStatuses ?? []) {
    const { waiting, terminated } = container ?? {};
    const image = spec.containers.find((each) => each.name === name)?.image ?? '';
    if (waiting?.reason?.match(/Image/)) return { state, waits: true, cause: `cannot have image ${image} (${waiting.reason}): ${waiting.message ?? 'no more is known'}`, remedy: wordsOf({ reason: 'ImageUnavailable', message: '' }).remedy, details };
    if (waiting?.reason !== undefined && waiting.reason !== 'ContainerCreating' && waiting.reason !== 'PodInitializing') return { state, waits: true, cause: `does not run: container ${name} waits (${waiting.reason}): ${waiting.message ?? 'no more is known'}`, remedy: `Look at its log: kubectl --namespace ${metadata.namespace} logs ${metadata.name} --container ${name} --previous`, details };
    if (terminated && terminated.exitCode !== 0) return { state, waits: true, cause: `has ended: container ${name} ended with exit code ${terminated.exitCode}${terminated.message ? `: ${terminated.message}` : ''}`, remedy: `Look at its log: kubectl --namespace ${metadata.namespace} logs ${metadata.name} --container ${name}`, details };
  }
  if (state === 'Succeeded') return { state, waits: false, cause: 'has ended as it should', remedy: NOTHING_TO_DO, details };
  const ready = condition('Ready');
  if (ready?.status === 'True') return { state, waits: false, since: ready.lastTransitionTime ?? undefined, cause: 'is ready', remedy: NOTHING_TO_DO, details };
  const [warning] = await reader.warnings(pod);
  if (warning) return { state, waits: true, since: warning.at, cause: `is not ready (${warning.reason}): ${warning.note}`, remedy: 'Correct what the warning names; the kubelet tries again by itself', details };
  return { state, waits: true, since: ready?.lastTransitionTime ?? metadata.creationTimestamp ?? undefined, cause: 'is not ready, and nothing says why yet', remedy: 'Wait until its containers have started; kubectl describe has what the kubelet does', details };
}
