import { BehaviourCheck, ChangeKind, type Check, CompletionCriteria, ExpectedCall, ExpectedChange, type Milestone } from '#protos/core/v1/criteria.ts';
import type { SolutionCall, TargetChange } from '#env-manager/worlds/intent.ts';
import { MEMORY_TABLE } from '#verifier/mod.ts';
import type { Draft, HandOffTarget, MemoryChange, Reply } from './draft.ts';
import { MEMORY_TOOLS } from './world-index.ts';

/** What must hold for a draft to be done, and the steps on the way. */

const CHANGE_KINDS = { insert: ChangeKind.INSERT, update: ChangeKind.UPDATE, delete: ChangeKind.DELETE } as const;

/** A call known by its tool and `action`; what it did is for the state to show. */
function callLike({ tool, args }: SolutionCall): ExpectedCall {
  const action = args['action'];
  return ExpectedCall.fromPartial({ tool, argumentsJson: JSON.stringify(typeof action === 'string' ? { action } : {}), exact: false });
}

function changeOf({ table, kind, id, fields, free }: TargetChange): ExpectedChange {
  return ExpectedChange.fromPartial({ table, kind: CHANGE_KINDS[kind], rowId: id ?? '', fieldsJson: kind === 'delete' ? '' : JSON.stringify(fields ?? {}), freeFields: [...(free ?? [])] });
}

function memoryChangeOf({ kind, rowId, fragment }: MemoryChange): ExpectedChange {
  const fields = fragment === undefined ? {} : { content: { $contains: fragment } };
  return ExpectedChange.fromPartial({
    table: MEMORY_TABLE,
    kind: CHANGE_KINDS[kind],
    rowId: rowId ?? '',
    fieldsJson: kind === 'delete' ? '' : JSON.stringify(fields),
    freeFields: kind === 'insert' ? ['category'] : [],
  });
}

function replyOf(reply: Reply): BehaviourCheck {
  switch (reply.kind) {
    case 'finish':
      return { expected: { $case: 'finish', value: { answers: [...reply.answers] } } };
    case 'clarify':
      return { expected: { $case: 'clarify', value: { targets: [reply.target] } } };
    case 'refuse':
      return { expected: { $case: 'refuse', value: { reasons: [reply.reason] } } };
  }
}

function handOffOf({ agent, payload, fragments }: HandOffTarget): BehaviourCheck {
  return { expected: { $case: 'handOff', value: { agent, payloadJson: JSON.stringify(payload), fragments: fragments.map((fragment) => ({ ...fragment })) } } };
}

function checksOf(draft: Draft): NonNullable<Check['kind']>[] {
  const changes = [...draft.changes.map(changeOf), ...(draft.memoryChanges ?? []).map(memoryChangeOf)];
  const calls = (draft.ordered ?? draft.required)?.map(callLike) ?? readsInstead(draft);
  const checks: NonNullable<Check['kind']>[] = [
    { $case: 'state', value: { changes } },
    { $case: 'behaviour', value: replyOf(draft.reply) },
  ];
  if (calls.length > 0) checks.push({ $case: 'toolCall', value: { calls, ordered: draft.ordered !== undefined } });
  for (const target of draft.handOffs ?? []) checks.push({ $case: 'behaviour', value: handOffOf(target) });
  if (draft.goldMemories?.length) checks.push({ $case: 'memory', value: { memoryIds: [...draft.goldMemories] } });
  if (draft.goldSkills?.length) checks.push({ $case: 'skill', value: { skills: [...draft.goldSkills] } });
  return checks;
}

/** Reads that the solution makes, each kind once; searches that a gate already counts are left out. */
function neededReads(draft: Draft): ExpectedCall[] {
  const gated = (draft.goldMemories?.length ?? 0) > 0;
  const reads = draft.turns.flat().filter((call) => call.read && !call.tool.startsWith('skill__') && !(gated && MEMORY_TOOLS.some((tool) => tool === call.tool)));
  return [...new Map(reads.map((call) => [JSON.stringify(callLike(call)), callLike(call)])).values()];
}

/**
 * Where nothing is to be changed, the reads from which that follows, or the answer: a finish without them is a guess. Empty where
 * changes, calls or gates ask for work already, and where asking or refusing at once is right.
 */
function readsInstead(draft: Draft): ExpectedCall[] {
  const { reply, changes, memoryChanges = [], goldMemories = [], goldSkills = [], handOffs = [] } = draft;
  const asked = [changes, memoryChanges, goldMemories, goldSkills, handOffs].some((list) => list.length > 0);
  return reply.kind !== 'finish' || asked ? [] : neededReads(draft);
}

/** Weights: a read, a memory found and a skill loaded count 1, a change and a hand-off 2; a bare finish little, as it proves little. */
function milestonesOf(draft: Draft): Milestone[] {
  const kinds: { weight: number; kind: NonNullable<Milestone['kind']> }[] = [
    ...neededReads(draft).map((value) => ({ weight: 1, kind: { $case: 'call', value } as const })),
    ...(draft.goldMemories ?? []).map((value) => ({ weight: 1, kind: { $case: 'memoryId', value } as const })),
    ...(draft.goldSkills ?? []).map((value) => ({ weight: 1, kind: { $case: 'skill', value } as const })),
    ...[...draft.changes.map(changeOf), ...(draft.memoryChanges ?? []).map(memoryChangeOf)].map((value) => ({ weight: 2, kind: { $case: 'change', value } as const })),
    ...(draft.handOffs ?? []).map((target) => ({ weight: 2, kind: { $case: 'reply', value: handOffOf(target) } as const })),
    { weight: draft.reply.kind === 'finish' && draft.reply.answers.length === 0 ? 0.5 : 2, kind: { $case: 'reply', value: replyOf(draft.reply) } as const },
  ];
  return kinds.map(({ weight, kind }, at) => ({ id: `m${at + 1}`, weight, kind }));
}

/** The criteria of a draft's task. */
export function criteriaFor(taskId: string, draft: Draft): CompletionCriteria {
  const checks = checksOf(draft).map((kind, at): Check => ({ id: `c${at + 1}`, kind }));
  return { taskId, taskRevision: 1, checks, milestones: milestonesOf(draft) };
}
