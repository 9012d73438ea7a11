/**
 * Conditions as the Kubernetes API conventions have them: all of a kind's types are present from the first visit, as Unknown, each
 * with the generation it was seen for, a reason in one word and a message that names the resource, the shortfall and the remedy.
 */

export const CONDITIONS = {
  TrainingRun: ['Accepted', 'QuotaReserved', 'PodsReady', 'CheckpointReady', 'Suspended', 'Succeeded', 'Failed'],
  DevicePool: ['Ready', 'Healthy', 'Drained'],
  Device: ['Online', 'Healthy', 'Clean'],
  DeviceLease: ['Accepted', 'Bound', 'Ready', 'Released'],
} as const;

export type Kind = keyof typeof CONDITIONS;
export type ConditionType<K extends Kind> = (typeof CONDITIONS)[K][number];
export type ConditionStatus = 'True' | 'False' | 'Unknown';

/** A condition as it lies in a status; the type is text, since others may add theirs. */
export interface Condition {
  type: string;
  status: ConditionStatus;
  observedGeneration?: number;
  /** RFC 3339. */
  lastTransitionTime: string;
  reason: string;
  message: string;
}

/** What a reconciler says of one condition of a kind. */
export interface Statement<K extends Kind = Kind> {
  readonly type: ConditionType<K>;
  readonly status: ConditionStatus;
  /** CamelCase, one word. */
  readonly reason: string;
  readonly message: string;
}

export interface Moment {
  /** The generation of the spec that was looked at. */
  readonly generation: number;
  /** RFC 3339. */
  readonly now: string;
}

/**
 * The conditions after what was said: one of every type of the kind, in the kind's order, then those of others as they were. A
 * transition time moves only with the status. Of Succeeded and Failed, the one said to be True makes the other False.
 */
export function withStatements<K extends Kind>(kind: K, before: readonly Condition[], said: readonly Statement<K>[], { generation, now }: Moment): Condition[] {
  const known = new Map(before.map((condition) => [condition.type, condition]));
  const types: readonly string[] = CONDITIONS[kind];
  const statements = new Map<string, Statement<K>>(said.map((statement) => [statement.type, statement]));
  const ended = ENDS.find((end) => statements.get(end)?.status === 'True');
  const own = types.map((type) => {
    const old = known.get(type);
    const other = ended !== undefined && ended !== type && isEnd(type) ? { status: 'False' as const, reason: ended, message: `The run ended as ${ended}.` } : undefined;
    const next = other ?? statements.get(type);
    if (next === undefined) return old ?? { type, status: 'Unknown' as const, observedGeneration: generation, lastTransitionTime: now, reason: 'NotSeenYet', message: 'Nothing has been seen of this yet.' };
    const { status, reason, message } = next;
    return { type, status, observedGeneration: generation, lastTransitionTime: old?.status === status ? old.lastTransitionTime : now, reason, message };
  });
  return [...own, ...before.filter(({ type }) => !types.includes(type))];
}

/** Exactly one of them is True in the end. */
const ENDS = ['Succeeded', 'Failed'] as const;
const isEnd = (type: string) => type === 'Succeeded' || type === 'Failed';

/** The status of a condition; Unknown where it is missing. */
export function statusOf(conditions: readonly Condition[] | undefined, type: string): ConditionStatus {
  return conditions?.find((condition) => condition.type === type)?.status ?? 'Unknown';
}
