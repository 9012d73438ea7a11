import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastGood } from '../checkpoints.ts';
import { runOf } from '../testkit/runs.ts';
import { checkpoint } from '../testkit/world.ts';
import { parseCheckpoint, parseProgress } from './messages.ts';
import { withCheckpoint, withProgress } from './record.ts';

const NOW = '2026-01-31T13:00:00Z';
const ROOT = 's3://gyre-checkpoints/planner-care-7';
const withStatus = (status: Record<string, unknown>, changes = {}) => runOf({ ...changes, status });
const push = (name: string, update: number, more: Record<string, unknown> = {}) => parseCheckpoint({ name, update, ...more });

describe('progress', () => {
  const before = withStatus({ progress: { update: 10, reportTime: '2026-01-31T12:00:00Z', podUid: 'p', message: 'before' } });

  it('is what was pushed, with when and by whom', () => {
    expect(withProgress(runOf(), parseProgress({ update: 3, policyVersion: 'v3', message: 'x', metrics: { loss: 0.25, 'tokens.seen': 1e21 } }), 'p', NOW)).toEqual({ update: 3, reportTime: NOW, podUid: 'p', policyVersion: 'v3', message: 'x', metrics: [{ name: 'loss', value: '0.25' }, { name: 'tokens.seen', value: '1e+21' }] });
  });

  it('is not taken back by a late push of the same pod; a later pod goes on from less', () => {
    expect(withProgress(before, { update: 9 }, 'p', NOW)).toBeUndefined();
    expect(withProgress(before, { update: 10 }, 'p', NOW)).toMatchObject({ update: 10, reportTime: NOW });
    expect(withProgress(before, { update: 6 }, 'q', NOW)).toMatchObject({ update: 6, podUid: 'q' });
  });

  it('comes to the largest of what a pod pushed, in whatever order and however often it arrives', () => {
    assert(
      property(array(integer({ min: 0, max: 200 }), { minLength: 1 }), (updates) => {
        let run = runOf();
        for (const update of updates) run = withStatus({ progress: withProgress(run, { update }, 'p', NOW) ?? run.status?.progress });
        expect(run.status?.progress?.update).toBe(Math.max(...updates));
      }),
      { seed: 7, numRuns: 15 },
    );
  });

  it.each([
    ['update', { update: -1 }],
    ['update', {}],
    ['update', { update: 1.5 }],
    ['update', { update: 201 }],
    ['message', { update: 1, message: 'x'.repeat(257) }],
    ['metrics', { update: 1, metrics: Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`m${i}`, i])) }],
    ['metrics.Loss', { update: 1, metrics: { Loss: 1 } }],
    ['metrics.loss', { update: 1, metrics: { loss: 'low' } }],
    ['body', { update: 1, lossy: true }],
    ['body', 'text'],
  ])('that is wrong is refused by its field: %s %o', (field, body) => {
    expect(() => withProgress(runOf(), parseProgress(body), 'p', NOW)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field, remedy: expect.any(String) }));
  });
});

describe('checkpoints', () => {
  const names = (checkpoints: readonly { name: string }[] | undefined) => checkpoints?.map(({ name }) => name);

  it('are recorded where they lie, and become good', () => {
    const [recorded] = withCheckpoint(runOf(), push('update-5', 5, { policyVersion: 'v' }), NOW) ?? [];
    expect(recorded).toEqual({ name: 'update-5', update: 5, uri: `${ROOT}/update-5`, state: 'Recorded', recordedTime: NOW, policyVersion: 'v' });
    expect(withCheckpoint(withStatus({ checkpoints: [recorded] }), push('update-5', 5, { state: 'Good', digest: `sha256:${'a'.repeat(64)}` }), '2026-01-31T14:00:00Z')).toEqual([{ ...recorded, state: 'Good', digest: `sha256:${'a'.repeat(64)}` }]);
  });

  it.each([
    ['Good', 'Recorded'],
    ['Good', 'Good'],
    ['Bad', 'Good'],
    ['Bad', 'Recorded'],
  ] as const)('that are %s do not become %s', (old, next) => {
    expect(withCheckpoint(withStatus({ checkpoints: [checkpoint(5, old)] }), push('update-5', 5, { state: next }), NOW)).toBeUndefined();
  });

  it('of the same name: a good one stays, another may be written again', () => {
    const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
    const old = (state: 'Recorded' | 'Good' | 'Bad') => withStatus({ checkpoints: [{ ...checkpoint(5, state), digest: digest('a') }] });
    expect(() => withCheckpoint(old('Good'), push('update-5', 5, { digest: digest('b') }), NOW)).toThrow(expect.objectContaining({ code: 'FAILED_PRECONDITION', field: 'name' }));
    expect(() => withCheckpoint(old('Good'), push('update-5', 6), NOW)).toThrow(/good one already/);
    for (const state of ['Recorded', 'Bad'] as const) expect(withCheckpoint(old(state), push('update-5', 5, { digest: digest('b') }), NOW)).toEqual([{ ...checkpoint(5, 'Recorded'), digest: digest('b'), recordedTime: NOW }]);
    expect(withCheckpoint(old('Recorded'), push('update-5', 6), NOW)?.[0]).not.toHaveProperty('digest');
  });

  it('the newest are kept, and always the last good one', () => {
    const four = [checkpoint(5), checkpoint(10, 'Recorded'), checkpoint(15, 'Bad'), checkpoint(20, 'Recorded')];
    expect(names(withCheckpoint(withStatus({ checkpoints: four }), push('update-25', 25), NOW))).toEqual(['update-5', 'update-15', 'update-20', 'update-25']);
    expect(names(withCheckpoint(withStatus({ checkpoints: four }), push('update-25', 25, { state: 'Good' }), NOW))).toEqual(['update-10', 'update-15', 'update-20', 'update-25']);
    expect(withCheckpoint(withStatus({ checkpoints: [6, 7, 8, 9].map((update) => checkpoint(update)) }), push('update-5', 5), NOW)).toBeUndefined();
  });

  it('never are more than the list may hold, nor without the best of the good ones, in whatever order they come', () => {
    const pushes = array(record({ update: integer({ min: 0, max: 60 }), state: constantFrom('Recorded', 'Good', 'Bad') }), { maxLength: 60 });
    assert(
      property(pushes, constantFrom(1, 4, 32), (all, keep) => {
        const changes = { 'spec.checkpoint.keep': keep, 'spec.schedule.stalenessUpdates': 0 };
        let [run, best] = [runOf(changes), -1];
        for (const { update, state } of all) {
          const checkpoints = withCheckpoint(run, push(`update-${update}`, update, { state }), NOW) ?? run.status?.checkpoints ?? [];
          run = { ...run, status: { ...run.status, checkpoints } };
          expect(checkpoints.length).toBeLessThanOrEqual(keep);
          const good = lastGood(checkpoints)?.update ?? -1;
          const lost = state === 'Bad' && update === best;
          expect(lost || good >= best).toBe(true);
          best = good;
        }
      }),
      { seed: 7, numRuns: 60 },
    );
  });

  it.each(['s3://gyre-blobs/checkpoints/run', 's3://gyre-blobs/checkpoints/run/?region=eu-central-1', 's3://b/run?endpoint=http://minio:9000/x&region=r', 'file:///checkpoints/run'])('lie below %s, whose region and endpoint stay at the end', (uri) => {
    const run = runOf();
    const placed = { ...run, spec: { ...run.spec, checkpoint: { ...run.spec.checkpoint, uri } } };
    const [path = '', query] = uri.split('?');
    const at = `${path.replace(/\/$/, '')}/update-5${query === undefined ? '' : `?${query}`}`;
    expect(withCheckpoint(placed, push('update-5', 5), NOW)).toMatchObject([{ uri: at }]);
    expect(withCheckpoint(placed, push('update-5', 5, { uri: at }), NOW)).toMatchObject([{ uri: at }]);
    for (const elsewhere of [`${uri}/update-5?region=other`, `${path}-other/update-5`, `${at}?region=other`]) expect(() => withCheckpoint(placed, push('update-5', 5, { uri: elsewhere }), NOW)).toThrow(expect.objectContaining({ field: 'uri' }));
  });

  it.each([
    ['uri', { uri: 's3://elsewhere/update-5' }],
    ['uri', { uri: `${ROOT}-other/update-5` }],
    ['uri', { uri: `${ROOT}/../other/update-5` }],
    ['update', { update: 201 }],
    ['name', { name: 'a/b' }],
    ['name', { name: '' }],
    ['digest', { digest: 'md5:x' }],
    ['state', { state: 'Great' }],
    ['body', { size: 3 }],
  ])('that are wrong are refused by their field: %s %o', (field, more) => {
    expect(() => withCheckpoint(runOf(), push('update-5', 5, more), NOW)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT', field, remedy: expect.any(String) }));
  });
});
