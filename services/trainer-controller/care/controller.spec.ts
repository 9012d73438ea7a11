import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ControllerInput, Phi } from './controller.ts';
import { applyProposal, DEFAULT_RANGES, proposeByRule, ruleBasedController } from './controller.ts';

const current: Phi = { lambdaProg: 0.2, lambdaEff: 0.1, pLow: 0.25, pHigh: 0.75 };
const statistics = {
  groups: 10,
  meanSuccess: 0.6,
  regimeShare: { progress: 0.2, outcome: 0.5, efficiency: 0.3 },
  meanCostOfSuccess: 0.5,
  avoidableCost: 0.2,
};
const input: ControllerInput = { current, ranges: DEFAULT_RANGES, dev: { success: 0.6, previous: 0.6 }, statistics };

describe('applying a proposal', () => {
  it('takes one within the ranges, borders included', () => {
    const phi = { lambdaProg: 0.6, lambdaEff: 0, pLow: 0.05, pHigh: 0.95 };
    expect(applyProposal(current, { phi }, DEFAULT_RANGES)).toEqual({ accepted: true, phi, reasons: [] });
  });

  it.each([
    ['above', { lambdaEff: 0.5 }, ['lambdaEff 0.5 is outside [0, 0.4]']],
    ['below, twice', { pLow: 0, pHigh: 0.1 }, ['pLow 0 is outside [0.05, 0.4]', 'pHigh 0.1 is outside [0.6, 0.95]']],
    ['not a number', { lambdaProg: Number.NaN }, ['lambdaProg is NaN, not a finite number']],
  ])('refuses a value %s, whole and without clamping', (_name, change, reasons) => {
    const phi = { ...current, lambdaProg: 0.3, ...change };
    expect(applyProposal(current, { phi }, DEFAULT_RANGES)).toEqual({ accepted: false, phi: current, reasons });
  });

  it('refuses crossed bounds that wide ranges would let through', () => {
    const ranges = { ...DEFAULT_RANGES, pLow: [0, 1], pHigh: [0, 1] } as const;
    const crossed = applyProposal(current, { phi: { ...current, pLow: 0.8, pHigh: 0.7 } }, ranges);
    expect(crossed).toMatchObject({ accepted: false, phi: current });
    expect(applyProposal(current, { phi: { ...current, pHigh: 1 } }, ranges).accepted).toBe(false);
  });
});

describe('the rule-based controller', () => {
  it('reads dev success first: after a fall cost weighs less, whatever the statistics say', () => {
    const proposal = proposeByRule({ ...input, dev: { success: 0.5, previous: 0.6 } });
    expect(proposal.method).toBe('rule');
    expect(proposal.phi.lambdaEff).toBe(0.05);
    expect(proposal.phi.pHigh).toBeCloseTo(0.8, 12);
  });

  it('shapes progress more while most groups are unsolved', () => {
    const regimeShare = { progress: 0.7, outcome: 0.3, efficiency: 0 };
    expect(proposeByRule({ ...input, statistics: { ...statistics, regimeShare } }).phi).toEqual({ ...current, lambdaProg: 0.25 });
  });

  it('presses on cost where groups are solved and something can be saved', () => {
    const { phi } = proposeByRule(input);
    expect(phi.lambdaEff).toBe(0.125);
    expect(phi.lambdaProg).toBeCloseTo(0.16, 12);
  });

  it.each([0, null])('changes nothing when avoidable cost is %s', (avoidableCost) => {
    expect(proposeByRule({ ...input, statistics: { ...statistics, avoidableCost } }).phi).toEqual(current);
  });

  it('never proposes what would be refused', async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const between = ([low, high]: readonly [number, number]) => fc.double({ min: low, max: high, noNaN: true });
    const phi = fc.record({
      lambdaProg: between(DEFAULT_RANGES.lambdaProg),
      lambdaEff: between(DEFAULT_RANGES.lambdaEff),
      pLow: between(DEFAULT_RANGES.pLow),
      pHigh: between(DEFAULT_RANGES.pHigh),
    });
    const dev = fc.record({ success: share, previous: fc.option(share) });
    await fc.assert(
      fc.asyncProperty(phi, dev, share, share, share, async (now, success, progress, efficiency, avoidableCost) => {
        const regimeShare = { progress, outcome: 0, efficiency };
        const read = { ...input, current: now, dev: success, statistics: { ...statistics, regimeShare, avoidableCost } };
        const proposal = await ruleBasedController.propose(read);
        expect(applyProposal(now, proposal, DEFAULT_RANGES)).toMatchObject({ accepted: true, phi: proposal.phi });
      }),
    );
  });
});
