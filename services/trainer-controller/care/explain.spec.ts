import { describe, expect, it } from 'vitest';
import { careExplain } from './explain.ts';

const config = { p_low: 0.25, p_high: 0.75, lambda_prog: 0.2, lambda_eff: 0.1, eps: 1e-6 };
const solved = { success: 1, progress: 1, cost: 0.5 };
const failed = { success: 0, progress: 0, cost: 0.5 };
const inputOf = (...groups: unknown[]) => ({ config, groups });
const withMember = (change: object) => inputOf({ id: 'a', members: [solved, { ...solved, ...change }] });

describe('careExplain', () => {
  it('gives rate, regime, rewards and advantages of each group', () => {
    const { eps: _, ...withoutEps } = config;
    const groups = [
      { id: 'one', members: [solved, null, failed, failed, failed] },
      { id: 'two', members: [{ ...solved, success: true }] },
    ];
    const result = careExplain({ config: withoutEps, groups });
    expect(result.groups[0]).toMatchObject({ id: 'one', success_rate: 0.25, regime: 'outcome' });
    const advantages = result.groups[0]!.members.map((m) => (m === null ? null : Number(m.advantage.toFixed(6))));
    expect(advantages).toEqual([1.732047, null, -0.577349, -0.577349, -0.577349]);
    expect(result.groups[1]).toEqual({
      id: 'two',
      success_rate: 1,
      regime: 'efficiency',
      members: [{ reward: 0.95, advantage: 0 }],
    });
  });

  it('knows neither rate nor regime when no member could be scored', () => {
    expect(careExplain(inputOf({ id: 'a', members: [null, null] })).groups).toEqual([
      { id: 'a', success_rate: null, regime: null, members: [null, null] },
    ]);
  });

  it('takes an empty list of groups', () => {
    expect(careExplain(inputOf())).toEqual({ groups: [] });
  });
});

describe('a wrong field is named', () => {
  const configured = (change: object) => ({ config: { ...config, ...change }, groups: [] });
  it.each([
    [7, 'input'],
    [{ config }, 'groups'],
    [{ groups: [] }, 'config'],
    [{ ...inputOf(), extra: 1 }, 'extra'],
    [configured({ p_low: -0.1 }), 'config.p_low'],
    [configured({ p_low: 0.75 }), 'config.p_low'],
    [configured({ p_high: 1 }), 'config.p_high'],
    [configured({ p_high: undefined }), 'config.p_high'],
    [configured({ lambda_prog: -1 }), 'config.lambda_prog'],
    [configured({ lambda_eff: '0.1' }), 'config.lambda_eff'],
    [configured({ eps: Number.NaN }), 'config.eps'],
    [configured({ p_hihg: 0.5 }), 'config.p_hihg'],
    [inputOf({ id: 'a', members: [] }), 'groups[0].members'],
    [inputOf({ id: '', members: [null] }), 'groups[0].id'],
    [inputOf({ id: 3, members: [null] }), 'groups[0].id'],
    [inputOf({ id: 'a', members: [null] }, { id: 'a', members: [null] }), 'groups[1].id'],
    [inputOf({ id: 'a', members: [null, 1] }), 'groups[0].members[1]'],
    [inputOf({ id: 'a', members: [undefined] }), 'groups[0].members[0]'],
    [withMember({ success: 2 }), 'groups[0].members[1].success'],
    [withMember({ success: '1' }), 'groups[0].members[1].success'],
    [withMember({ progress: 1.01 }), 'groups[0].members[1].progress'],
    [withMember({ progress: null }), 'groups[0].members[1].progress'],
    [withMember({ cost: -1 }), 'groups[0].members[1].cost'],
    [withMember({ cost: Number.POSITIVE_INFINITY }), 'groups[0].members[1].cost'],
    [withMember({ cost: undefined }), 'groups[0].members[1].cost'],
    [withMember({ costs: 1 }), 'groups[0].members[1].costs'],
    [withMember({ cost: 1e308 }), 'groups[0].members[1].cost'],
    [{ config: { ...config, lambda_eff: 1e308 }, groups: [{ id: 'a', members: [{ ...solved, cost: 1e308 }] }] }, 'groups[0].members[0].cost'],
    [{ config: { ...config, lambda_eff: 1e308 }, groups: [{ id: 'a', members: [solved, { ...solved, cost: 1e10 }] }] }, 'config.lambda_eff'],
    [{ config: { ...config, lambda_prog: 1e308 }, groups: [{ id: 'a', members: [failed, { ...failed, progress: 1 }] }] }, 'config.lambda_prog'],
  ])('%j: %s', (value, field) => {
    expect(() => careExplain(value)).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENT',
        field,
        remedy: expect.stringMatching(/give|remove|normalise/),
        message: expect.stringContaining(field.startsWith('groups[0]') ? 'groups[0]' : field),
      }),
    );
  });
});
