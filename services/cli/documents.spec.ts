import { expect, it } from 'vitest';
import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { Record as GyreRecord } from '#protos/core/v1/record.ts';
import { Release } from '#protos/core/v1/release.ts';
import { Round } from '#protos/core/v1/round.ts';
import { Task } from '#protos/core/v1/task.ts';
import { evaluationDocument, policyDocument, recordDocument, releaseDocument, roundDocument, taskDocument } from './documents.ts';

const printed = (document: object): unknown => JSON.parse(JSON.stringify(document));

it('says zero and false in words', () => {
  const scores = [{ name: 'overall', value: 0, count: 0 }];
  const outcome = { taskId: 't', family: 'f', abilityGroup: 'memory', valid: false, success: false, progress: 0, steps: 0, cost: 0 };
  expect(printed(evaluationDocument({ evaluationId: 'e', scores, outcomes: [outcome] }))).toEqual({ evaluationId: 'e', scores, outcomes: [outcome] });
  expect(printed(roundDocument(Round.fromPartial({ id: 'r', plan: { seed: 0 }, scores })))).toMatchObject({ id: 'r', update: 0, scores, plan: { seed: 0, staleness: 0, reviseHarness: false } });
  expect(printed(policyDocument(PolicyVersion.fromPartial({ id: 'p' })))).toMatchObject({ id: 'p', update: 0 });
  expect(printed(releaseDocument(Release.fromPartial({ digest: 'd', indicators: [{ name: 'n' }], tasks: [{ taskId: 't' }] })))).toMatchObject({ digest: 'd', indicators: [{ value: 0 }], tasks: [{ weight: 0 }], approval: null });
  expect(printed(taskDocument(Task.fromPartial({ id: 't' })))).toMatchObject({ id: 't', difficulty: 0 });
});

it('tells a failure from a verdict that could not be given', () => {
  const failed = recordDocument(GyreRecord.fromPartial({ digest: 'd', verdict: { success: false, checks: [{ kind: 'state' }] }, attribution: { step: 0 } }));
  expect(printed(failed)).toMatchObject({ digest: 'd', verdict: { success: false, progress: 0, checks: [{ kind: 'state', passed: false }] }, attribution: { step: 0 } });
  expect(printed(recordDocument(GyreRecord.fromPartial({ digest: 'd' })))).toMatchObject({ verdict: null });
});
