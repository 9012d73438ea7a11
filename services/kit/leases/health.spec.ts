import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterFailure, afterPass, type Fault, type Health, type HealthRules, isFit, needOf, NEW_DEVICE, retryMs, withFault } from './health.ts';

const RULES: HealthRules = { check: { intervalSeconds: 60, failureThreshold: 3 }, quarantine: { faults: 3, windowSeconds: 3600, releaseAfterSeconds: 7200 } };
const fault = (atMs: number, reason: Fault['reason'] = 'ResetFailed'): Fault => ({ atMs, reason, message: 'It hung.' });
const keys = ({ taints }: Health) => taints.map(({ key }) => key).sort();
const fit = afterPass(NEW_DEVICE, 'reset', 0, RULES);

it('a new device is reset before anything else, and fit afterwards', () => {
  expect(needOf(NEW_DEVICE, undefined, 0, RULES)).toEqual({ need: 'reset' });
  expect([isFit(NEW_DEVICE), isFit(fit)]).toEqual([false, true]);
  expect(needOf(fit, 0, 1_000, RULES)).toEqual({ need: 'nothing', againMs: 59_000 });
  expect(needOf(fit, 0, 60_000, RULES)).toEqual({ need: 'check' });
});

describe('resets that fail', () => {
  it('are tried again after longer and longer, until the device is in quarantine', () => {
    const first = afterFailure(NEW_DEVICE, 'reset', fault(0), 1, RULES);
    expect([keys(first), needOf(first, undefined, 0, RULES)]).toEqual([['NeedsReset'], { need: 'nothing', againMs: retryMs(1) }]);
    const second = afterFailure(first, 'reset', fault(5_000), 1, RULES);
    expect(needOf(second, undefined, 5_000, RULES)).toEqual({ need: 'nothing', againMs: retryMs(2) });
    expect(retryMs(2)).toBe(2 * retryMs(1));
    const third = afterFailure(second, 'reset', fault(20_000), 1, RULES);
    expect([keys(third), needOf(third, undefined, 20_000, RULES)]).toEqual([['NeedsReset', 'Quarantined'], { need: 'nothing', againMs: 7_200_000 }]);
  });

  it('a device leaves quarantine by a reset that passes, and goes back at the first that fails', () => {
    const down = [0, 1, 2].reduce((health, at) => afterFailure(health, 'reset', fault(at), 1, RULES), NEW_DEVICE);
    expect(needOf(down, undefined, 7_200_002, RULES)).toEqual({ need: 'reset' });
    expect(isFit(afterPass(down, 'reset', 7_200_002, RULES))).toBe(true);
    const again = afterFailure(down, 'reset', fault(7_200_002), 1, RULES);
    expect(needOf(again, undefined, 7_200_002, RULES)).toEqual({ need: 'nothing', againMs: 7_200_000 });
  });

  it('without a time for its release it stays until somebody takes the taint away, and one more fault puts it back', () => {
    const forever: HealthRules = { ...RULES, quarantine: { faults: 2, windowSeconds: 3600 } };
    const down = [0, 1].reduce((health, at) => withFault(health, fault(at, 'CommandFailed'), forever), fit);
    expect(needOf(down, undefined, 9e9, forever)).toEqual({ need: 'nothing' });
    const freed = { ...down, taints: [] };
    expect(isFit(freed)).toBe(true);
    expect(keys(withFault(freed, fault(10, 'CommandFailed'), forever))).toEqual(['Quarantined']);
  });
});

it('checks that fail in a row are one fault, and make the device offline once they are enough', () => {
  const row = (health: Health, ...times: number[]) => times.reduce((sum, n) => afterFailure(sum, 'check', fault(n, 'CheckFailed'), n, RULES), health);
  expect([isFit(row(fit, 1)), keys(row(fit, 1, 2)), keys(row(fit, 1, 2, 3)), row(fit, 1, 2, 3).recentFaults]).toEqual([false, [], ['Offline'], 1]);
  expect(isFit(afterPass(row(fit, 1, 2, 3), 'check', 4, RULES))).toBe(true);
});

it('faults outside the window do not count, and those that no longer fit into the list do', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(600_000), { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (gaps, most) => {
      const rules: HealthRules = { ...RULES, quarantine: { faults: most, windowSeconds: 3600 } };
      const times: number[] = [];
      let health: Health = fit;
      for (const gap of gaps) {
        times.push((times.at(-1) ?? 0) + gap);
        const now = times.at(-1) ?? 0;
        health = withFault({ ...health, taints: [] }, fault(now), rules);
        const within = times.filter((at) => now - at < 3_600_000).length;
        expect(health.faults.length).toBeLessThanOrEqual(16);
        if (within <= 16) expect(health.recentFaults).toBeGreaterThanOrEqual(within);
        expect(keys(health).includes('Quarantined')).toBe(health.recentFaults >= most);
        if (times.length <= 16) expect(health.recentFaults).toBe(within);
      }
    }),
  );
});

it('nothing that a device goes through makes it fit but a reset and a check that passed', () => {
  const step = fc.constantFrom<'fault' | 'resetFails' | 'checkFails' | 'checkPasses'>('fault', 'resetFails', 'checkFails', 'checkPasses');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let health: Health = NEW_DEVICE;
      for (const [at, each] of steps.entries()) {
        if (each === 'fault') health = withFault(health, fault(at, 'CommandFailed'), RULES);
        else if (each === 'resetFails') health = afterFailure(health, 'reset', fault(at), 1, RULES);
        else if (each === 'checkFails') health = afterFailure(health, 'check', fault(at, 'CheckFailed'), 1, RULES);
        else health = afterPass(health, 'check', at, RULES);
        expect(isFit(health)).toBe(false);
      }
      expect(isFit(afterPass(health, 'reset', 99, RULES))).toBe(true);
    }),
  );
});
