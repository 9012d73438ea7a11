import type { Action } from '#protos/core/v1/action.ts';
import { Action as ActionMessage } from '#protos/core/v1/action.ts';
import { type BehaviourCheck, ChangeKind, type Check, CompletionCriteria, ExpectedCall, ExpectedChange } from '#protos/core/v1/criteria.ts';
import { Evidence, Operation, OperationSource, StateChange } from '#protos/core/v1/evidence.ts';
import type { Json } from '#kit/store/types.ts';

/** Builders of criteria and evidence for tests. */

type Row = { readonly [field: string]: Json };

export const inserted = (table: string, rowId: string, after: Row): StateChange => StateChange.fromPartial({ table, rowId, afterJson: JSON.stringify(after) });
export const updated = (table: string, rowId: string, before: Row, after: Row): StateChange =>
  StateChange.fromPartial({ table, rowId, beforeJson: JSON.stringify(before), afterJson: JSON.stringify(after) });
export const removed = (table: string, rowId: string, before: Row): StateChange => StateChange.fromPartial({ table, rowId, beforeJson: JSON.stringify(before) });

export const expectInsert = (table: string, fields: Row, freeFields: string[] = []): ExpectedChange =>
  ExpectedChange.fromPartial({ table, kind: ChangeKind.INSERT, fieldsJson: JSON.stringify(fields), freeFields });
export const expectUpdate = (table: string, rowId: string, fields: Row, freeFields: string[] = []): ExpectedChange =>
  ExpectedChange.fromPartial({ table, kind: ChangeKind.UPDATE, rowId, fieldsJson: JSON.stringify(fields), freeFields });
export const expectDelete = (table: string, rowId: string): ExpectedChange => ExpectedChange.fromPartial({ table, kind: ChangeKind.DELETE, rowId });
export const expectCall = (tool: string, args: Row = {}, more: Partial<ExpectedCall> = {}): ExpectedCall =>
  ExpectedCall.fromPartial({ tool, argumentsJson: JSON.stringify(args), ...more });

/** A call of the environment that changed something. */
export const write = (tool: string, args: Row = {}, status = 200): Operation =>
  Operation.fromPartial({ tool, argumentsJson: JSON.stringify(args), status, sideEffect: true, source: OperationSource.ENVIRONMENT });
export const read = (tool: string, args: Row = {}, status = 200): Operation => ({ ...write(tool, args, status), sideEffect: false });
export const search = (...memoryIds: string[]): Operation => ({ ...read('search_user_memory'), source: OperationSource.HARNESS, memoryIds });
export const load = (skill: string): Operation => ({ ...read(`skill__${skill}`), source: OperationSource.HARNESS, skill });

export const finish = (...answers: string[]): Action => ActionMessage.fromPartial({ turn: { $case: 'finish', value: { message: 'done', answers } } });
export const clarify = (target: string): Action => ActionMessage.fromPartial({ turn: { $case: 'clarify', value: { target, question: 'which?' } } });

export const evidence = (parts: Partial<Evidence> = {}): Evidence =>
  Evidence.fromPartial({ episodeId: 'e1', taskId: 't1', initialStateDigest: 'sha256:a', finalStateDigest: 'sha256:b', finalAction: finish(), ...parts });
export const criteria = (checks: NonNullable<Check['kind']>[], milestones: CompletionCriteria['milestones'] = []): CompletionCriteria =>
  CompletionCriteria.fromPartial({ taskId: 't1', taskRevision: 1, checks: checks.map((kind, at) => ({ id: `c${at}`, kind })), milestones });
export const behaviour = (expected: NonNullable<BehaviourCheck['expected']>): NonNullable<Check['kind']> => ({ $case: 'behaviour', value: { expected } });
export const state = (...changes: ExpectedChange[]): NonNullable<Check['kind']> => ({ $case: 'state', value: { changes } });
