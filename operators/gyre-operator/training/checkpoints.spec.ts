import { describe, expect, it } from 'vitest';
import { resumePoint } from './checkpoints.ts';
import { runOf } from './testkit/runs.ts';
import { checkpoint } from './testkit/world.ts';

const at = (minute: number) => `2026-01-31T12:0${minute}:00Z`;
const resumed = (minute: number) => ({ type: 'Suspended', status: 'False', reason: 'NotSuspended', message: '', lastTransitionTime: at(minute) });
const from = (status: Record<string, unknown>, resumeFrom?: string) => resumePoint(runOf({ 'spec.checkpoint.resumeFrom': resumeFrom, status }))?.name;

describe('a trainer goes on from', () => {
  it('the policy version where there is no good checkpoint', () => {
    expect(from({})).toBeUndefined();
    expect(from({ checkpoints: [checkpoint(5, 'Recorded'), checkpoint(10, 'Bad')] })).toBeUndefined();
  });

  it('the newest good one by update, whenever it was recorded', () => {
    expect(from({ checkpoints: [{ ...checkpoint(15), recordedTime: at(1) }, { ...checkpoint(10), recordedTime: at(5) }, checkpoint(20, 'Recorded'), checkpoint(25, 'Bad')] })).toBe('update-15');
  });

  it('the one that was asked for, until a good one was made since', () => {
    const old = [{ ...checkpoint(50), recordedTime: at(1) }, { ...checkpoint(20), recordedTime: at(0) }];
    expect(from({ conditions: [resumed(2)], checkpoints: old }, 'update-20')).toBe('update-20');
    expect(from({ conditions: [resumed(2)], checkpoints: [...old, { ...checkpoint(25), recordedTime: at(3) }] }, 'update-20')).toBe('update-25');
    expect(from({ conditions: [resumed(2)], checkpoints: [...old, { ...checkpoint(25, 'Recorded'), recordedTime: at(3) }] }, 'update-20')).toBe('update-20');
    expect(from({}, 'of-another-run')).toBe('of-another-run');
  });
});
