import { describe, expect, it } from 'vitest';
import { GyreError } from '#kit/errors.ts';
import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { Record as GyreRecord } from '#protos/core/v1/record.ts';
import { Approval, Release } from '#protos/core/v1/release.ts';
import { Round, type RoundPlan } from '#protos/core/v1/round.ts';
import { Task } from '#protos/core/v1/task.ts';
import type { ConstructTasksRequest } from '#protos/curator/v1/curator_service.ts';
import type { EvaluateRequest } from '#protos/trainer/v1/trainer_controller_service.ts';
import { gyre } from '../testkit/capture.ts';
import { type FakeHandlers, fakeServices } from '../testkit/services.ts';
import { storedLine } from '../testkit/stored-line.ts';

/** Commands that call services; the services answer as told. */
const run = (args: readonly string[], handlers: FakeHandlers, stdin?: string) => gyre(args, { services: () => fakeServices(handlers), stdin });

function roundsThat(end: Partial<Round>) {
  const started: { id: string; plan: RoundPlan | undefined }[] = [];
  const handlers: FakeHandlers = {
    trainer: {
      startRound: async ({ roundId, plan }) => {
        started.push({ id: roundId, plan });
        return { round: Round.fromPartial({ id: roundId, plan }) };
      },
      resumeRound: async ({ roundId }) => ({ round: Round.fromPartial({ id: roundId }) }),
      async *watchRound() {
        yield { phase: 'training', done: 1, total: 2, scores: [], message: 'update 1' };
        yield { phase: 'training', done: 2, total: 2, scores: [{ name: 'overall', value: 0.5, count: 4 }], message: '' };
      },
      getRound: async ({ roundId }) => ({ round: Round.fromPartial({ id: roundId, phase: 'done', update: 2, ...end }) }),
    },
  };
  return { handlers, started };
}

describe('round', () => {
  it('starts a round by plan file and options, shows its progress, and prints what it came to', async () => {
    const { handlers, started } = roundsThat({ digest: 'sha256:d', scores: [{ name: 'overall', value: 0.625, count: 120 }] });
    const { code, stdout, stderr } = await run(['round', 'run', '--id', 'r1', '--plan', '-', '--updates', '3', '--no-revise-harness'], handlers, '{"seed":7,"updates":9,"phi":{"lambdaProg":0.3,"lambdaEff":0.1,"pLow":0.2,"pHigh":0.8}}');
    expect(code).toBe(0);
    expect(started).toMatchObject([{ id: 'r1', plan: { seed: 7, updates: 3, groupSize: 8, reviseHarness: false, phi: { lambdaProg: 0.3, pLow: 0.2 } } }]);
    expect(stderr).toContain('gyre round resume r1');
    expect(stderr).toContain('training  2/2  overall 50.0 %');
    expect(stdout).toMatch(/^round {4}r1$/m);
    expect(stdout).toMatch(/overall +62\.5 % +120/);
  });

  it('collects no demonstrations in a later round unless told to', async () => {
    const { handlers, started } = roundsThat({});
    await run(['round', 'run', '--number', '2', '--parent-round', 'r1'], handlers);
    expect(started[0]?.plan).toMatchObject({ number: 2, parentRound: 'r1', demonstrations: 0, coldStartEpochs: 0 });
  });

  it('prints one document with --json, and nothing beside it', async () => {
    const { stderr, json } = await run(['round', 'watch', 'r1', '--json'], roundsThat({}).handlers);
    expect(stderr).toBe('');
    expect(json()).toMatchObject({ id: 'r1', phase: 'done' });
  });

  it('ends with 1 for a round that failed, and 0 with the next step for one that waits', async () => {
    const failed = await run(['round', 'resume', 'r1'], roundsThat({ phase: 'training', error: 'no space' }).handlers);
    expect(failed.code).toBe(1);
    expect(failed.stdout).toContain('error    no space');
    const waiting = await run(['round', 'watch', 'r1'], roundsThat({ phase: 'awaiting_release' }).handlers);
    const refused = await run(['round', 'resume', 'r1'], roundsThat({ phase: 'awaiting_release', error: 'release sha256:d is rejected and stays so' }).handlers);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain('error    release sha256:d is rejected and stays so');
    expect(refused.stdout).not.toContain('next');
    expect(waiting.code).toBe(0);
    expect(waiting.stdout).toContain('gyre release approve|reject');
  });

  it.each([
    ['{"sead":1}', '--plan: sead: is not a field of RoundPlan'],
    ['{"updates":"many"}', '--plan: updates'],
    ['{', '--plan: is not JSON'],
  ])('names what is wrong with the plan %s', async (plan, message) => {
    const { code, stderr } = await run(['round', 'run', '--plan', '-'], roundsThat({}).handlers, plan);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('hands on the rule that preflight names', async () => {
    const refused: FakeHandlers = {
      trainer: {
        startRound: () => Promise.reject(new GyreError('INVALID_ARGUMENT', 'the plan cannot run:\n  [group-baseline] group_size is 1; give at least 2', { boundary: 'caller', field: 'group_size', remedy: 'give at least 2' })),
      },
    };
    const { code, stderr } = await run(['round', 'run', '--group-size', '1'], refused);
    expect(code).toBe(2);
    expect(stderr).toBe('gyre: the plan cannot run: [group-baseline] group_size is 1; give at least 2\n');
  });
});

describe('try', () => {
  const played = { taskId: 't1', family: 'f', abilityGroup: 'memory', valid: true, success: false, progress: 0.5, steps: 3, cost: 9 };
  const constructed: ConstructTasksRequest[] = [];
  const plant = (tasks: readonly string[], outcome: Partial<typeof played> = {}): FakeHandlers => ({
    curator: {
      listTasks: async () => ({ tasks: tasks.map((id) => Task.fromPartial({ id })) }),
      constructTasks: async (request) => {
        constructed.push(request);
        return { constructed: 3, released: 3, rejected: [] };
      },
    },
    trainer: { evaluate: async ({ evaluationId }) => ({ evaluationId, scores: [], outcomes: [{ ...played, ...outcome }] }) },
  });

  it('plays one episode of the pool that is there; a lost task is no fault of the installation', async () => {
    const { code, stdout } = await run(['try'], plant(['t1']));
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'task t1: rule-planner took 3 steps, and the verdict is failure\n' });
    expect(constructed).toEqual([]);
    expect((await run(['try', '--json'], plant(['t1'], { success: true }))).json()).toMatchObject({ taskId: 't1', verdict: 'success' });
  });

  it('constructs the pool that a first round asks for where there is none', async () => {
    await run(['try', '--pool', '6,2,1'], plant([]));
    expect(constructed).toEqual([{ world: 'phone', trainTasks: 6, devTasks: 2, testTasks: 1, seed: 1, gaps: [] }]);
  });

  it('ends with 1 where no verdict could be given', async () => {
    const { code, stdout } = await run(['try'], plant(['t1'], { valid: false }));
    expect(code).toBe(1);
    expect(stdout).toContain('there is no verdict; see the logs of the services');
  });

  it.each([
    ['6,0,1', '--pool: 6,0,1 has no dev task to play'],
    ['many', '--pool: is "many"; write numbers of tasks'],
  ])('refuses the pool %s', async (pool, message) => {
    const { code, stderr } = await run(['try', '--pool', pool], {});
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('eval', () => {
  const outcomes = [{ taskId: 't1', family: 'f', abilityGroup: 'memory', valid: true, success: true, progress: 1, steps: 2, cost: 9 }];

  it('evaluates a policy by name', async () => {
    const asked: EvaluateRequest[] = [];
    const handlers: FakeHandlers = {
      trainer: {
        evaluate: async (request) => {
          asked.push(request);
          return { evaluationId: request.evaluationId, scores: [{ name: 'overall', value: 0.25, count: 1 }], outcomes };
        },
      },
    };
    const { stdout } = await run(['eval', '--policy', 'lexical', '--split', 'test', '--limit', '5', '--id', 'e1', '--outcomes'], handlers);
    expect(asked).toMatchObject([{ policy: 'lexical', split: 'test', limit: 5, seed: 1, evaluationId: 'e1' }]);
    expect(stdout).toMatch(/overall +25\.0 % +1/);
    expect(stdout).toMatch(/t1 +memory +success +100\.0 % +2 +9/);
    expect((await run(['--json', 'eval', '--policy', 'lexical'], handlers)).json()).toMatchObject({ outcomes: [{ taskId: 't1' }] });
  });

  it.each([
    ['', '- holds no script'],
    ['{"task":"t"}', 'line 1: actions'],
    ['{"task":"t","actions":[{"finish":{}}]}\n{"task":"t","actions":[{"finish":{}}]}', 'line 2: task: t stands in an earlier line'],
    ['nonsense', 'line 1: is no JSON'],
  ])('names the line of a wrong script %j', async (stdin, message) => {
    const { code, stderr } = await run(['eval', '--policy', '-'], {}, stdin);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('harness', () => {
  const versions = [
    HarnessVersion.fromPartial({ id: 'sha256:aaa1aa00', instructions: 'one\ntwo', status: 'approved' }),
    HarnessVersion.fromPartial({ id: 'sha256:abb2aa00', parent: 'sha256:aaa1aa00', instructions: 'one\nthree', status: 'proposed', notes: [{ id: 'n', text: 'look first', prefers: ['query_x'], avoids: [], words: [], afterTool: '', afterStatus: 0 }] }),
  ];
  const decided: unknown[] = [];
  const handlers: FakeHandlers = {
    harness: {
      listVersions: async () => ({ versions, serving: 'sha256:aaa1aa00' }),
      decideRevision: async (request) => {
        decided.push(request);
        return { version: { ...versions[1]!, status: request.accept ? 'approved' : 'rejected', approval: request.approval } };
      },
      rollback: async ({ id, approval }) => ({ version: { ...versions[0]!, id, approval } }),
    },
  };

  it('lists, compares with the parent, decides and rolls back', async () => {
    expect((await run(['harness', 'list'], handlers)).stdout).toMatch(/^\* +sha256:aaa1aa00 +approved/m);
    const { stdout } = await run(['harness', 'diff', 'abb2aa'], handlers);
    expect(stdout).toContain('- two\n+ three\n+ note n: look first  prefers query_x');
    expect((await run(['harness', 'approve', 'abb2aa', '--by', 'a reviewer', '--reason', 'gains'], handlers)).stdout).toContain('approved  by a reviewer');
    expect(decided).toMatchObject([{ id: 'sha256:abb2aa00', accept: true, approval: { by: 'a reviewer', reason: 'gains', automatic: false } }]);
    expect((await run(['--json', 'harness', 'rollback', 'aaa1aa', '--by', 'a reviewer'], handlers)).json()).toMatchObject({ id: 'sha256:aaa1aa00' });
  });

  it.each([
    [['harness', 'diff', 'sha256:'], 'is too short for a digest'],
    [['harness', 'diff', 'zzz'], 'there is no harness version zzz'],
    [['harness', 'diff', 'aaa1aa'], 'aaa1aa has no parent'],
    [['harness', 'approve', 'abb2'], "required option '--by"],
    [['harness', 'reject', 'abb2aa', '--by', 'auto'], '--by: auto stands for automatic approvals'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await run(args, handlers);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('policy, review and release', () => {
  it('lists policy versions, and marks the one that serves', async () => {
    const handlers: FakeHandlers = { trainer: { listPolicies: async () => ({ serving: 'sha256:p1', policies: [PolicyVersion.fromPartial({ id: 'sha256:p1', origin: 'care', roundId: 'r1', update: 3 })] }) } };
    expect((await run(['policy', 'list'], handlers)).stdout).toMatch(/\* +sha256:p1 +care +r1 +3/);
  });

  it('lists what waits for review, and decides with a corrected cause', async () => {
    const decided: unknown[] = [];
    const record = GyreRecord.fromPartial({ digest: 'sha256:r1', decisionReason: 'close \u001b[31m call' });
    const handlers: FakeHandlers = {
      curator: {
        listReviews: async () => ({ records: [record] }),
        decideReview: async (request) => {
          decided.push(request);
          return { record: { ...record, decision: 'DECISION_ACCEPTED', decidedBy: request.by } };
        },
      },
    };
    expect((await run(['review', 'list'], handlers)).stdout).toContain('close \\u001b[31m call');
    expect((await run(['review', 'correct', 'sha256:r1', '--by', 'a reviewer', '--cause', 'grounding', '--step', '2'], handlers)).code).toBe(0);
    expect(decided).toMatchObject([{ recordDigest: 'sha256:r1', decision: 'correct', attribution: { cause: 'FAILURE_CAUSE_GROUNDING', step: 2, method: 'review' } }]);
    expect((await run(['review', 'correct', 'sha256:r1', '--by', 'x', '--cause', 'bad luck'], handlers)).stderr).toContain('give decomposition, routing, grounding');
    expect((await run(['review', 'approve', 'sha256:r1', '--by', ' '], handlers)).stderr).toContain('--by: is empty');
  });

  it('shows and decides on a release by the beginning of its digest', async () => {
    const { store, release } = await storedLine();
    const shown = Release.fromPartial({ digest: release, tasks: [{ taskId: 't', weight: 2, stratum: 'repair' }], indicators: [{ name: 'records', value: 3 }] });
    const handlers: FakeHandlers = {
      curator: {
        getRelease: async () => ({ release: shown }),
        decideRelease: async ({ approval }) => ({ release: { ...shown, approval: approval ?? Approval.fromPartial({}) } }),
      },
    };
    const here = (...args: string[]) => gyre(args, { store, services: () => fakeServices(handlers, store) });
    expect((await here('release', 'show', '777777')).stdout).toMatch(/repair +1 +2\.000/);
    expect((await here('release', 'approve', 'sha256:777777777777', '--by', 'a reviewer')).stdout).toContain('frozen  by a reviewer');
    expect((await here('release', 'reject', 'abcdef', '--by', 'a reviewer')).stderr).toContain('there is no release abcdef');
  });
});

describe('the beginning of a digest', () => {
  const digest = `sha256:${'c0ffee'.repeat(10)}abcd`;

  it('names the policy to evaluate; one that is not there is refused', async () => {
    const { store } = await storedLine();
    await store.collection({ name: 'policies' }).insert({ _id: digest });
    const asked: EvaluateRequest[] = [];
    const trainer: FakeHandlers['trainer'] = {
      evaluate: async (request) => {
        asked.push(request);
        return { evaluationId: request.evaluationId, scores: [], outcomes: [] };
      },
    };
    const here = (policy: string) => gyre(['eval', '--policy', policy], { store, services: () => fakeServices({ trainer }, store) });
    expect((await here('sha256:c0ffeec0ffee')).code).toBe(0);
    expect(asked).toMatchObject([{ policy: digest }]);
    const { code, stderr } = await here('nope');
    expect(code).toBe(2);
    expect(stderr).toBe('gyre: --policy: there is no policy version nope; give lexical, rule-planner, a .jsonl file of scripts, or an id from gyre policy list\n');
  });

  it('names the record to decide on', async () => {
    const { store, record } = await storedLine();
    const decided: string[] = [];
    const curator: FakeHandlers['curator'] = {
      decideReview: async ({ recordDigest }) => {
        decided.push(recordDigest);
        return { record: GyreRecord.fromPartial({ digest: recordDigest }) };
      },
    };
    await gyre(['review', 'approve', record.slice(0, 19), '--by', 'a reviewer'], { store, services: () => fakeServices({ curator }, store) });
    expect(decided).toEqual([record]);
  });
});
