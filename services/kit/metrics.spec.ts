import { expect, it } from 'vitest';
import { count, level, metering, observe, record } from './metrics.ts';
import { METRICS } from './telemetry-names.ts';
import { gatherMetrics } from './testkit/metrics.ts';

/** Each metric that is gathered as `[name, unit, [attributes, value or count]…]`. */
function gathering() {
  const { read, end } = gatherMetrics();
  const shown = async () =>
    (await read()).map(({ descriptor, dataPoints }) => [
      descriptor.name,
      descriptor.unit,
      ...dataPoints.map(({ attributes, value }) => [attributes, typeof value === 'object' && value !== null && 'count' in value ? value.count : value]),
    ]);
  return { read: shown, end };
}

it('measures nothing, and asks nobody, without a provider', () => {
  expect(metering()).toBe(false);
  let asked = 0;
  const end = observe(METRICS.queueDepth, () => [[++asked, {}]]);
  record(METRICS.planDuration, 1, {});
  count(METRICS.attempts, 1, {});
  level(METRICS.careLambdaEff, 1, {});
  end();
  expect(asked).toBe(0);
});

it('gives each metric the instrument, unit and buckets of its definition', async () => {
  const { read } = gathering();
  expect(metering()).toBe(true);
  record(METRICS.planDuration, 0.2, { 'gyre.policy.kind': 'trained' });
  record(METRICS.planDuration, 0.4, { 'gyre.policy.kind': 'trained' });
  count(METRICS.attempts, 2, { 'gyre.attempt.outcome': 'fault', 'gyre.error.boundary': 'device' });
  count(METRICS.attempts, 0, { 'gyre.attempt.outcome': 'completed' });
  level(METRICS.careLambdaEff, 0.1, {});
  level(METRICS.careLambdaEff, 0.3, {});
  expect(await read()).toEqual([
    ['gyre.plan.duration', 's', [{ 'gyre.policy.kind': 'trained' }, 2]],
    ['gyre.attempts', '{attempt}', [{ 'gyre.attempt.outcome': 'fault', 'gyre.error.boundary': 'device' }, 2]],
    ['gyre.care.lambda_eff', '1', [{}, 0.3]],
  ]);
});

it('reads a gauge at each export until it is ended, and goes without one that fails', async () => {
  const { read } = gathering();
  let depth = 3;
  const named = { 'messaging.destination.name': 'rollouts' };
  let asked = 0;
  const end = observe(METRICS.queueDepth, async () => {
    asked++;
    return [[depth, named]];
  });
  const failing = observe(METRICS.queueOldestAge, () => Promise.reject(new Error('the bus is gone')));
  expect(await read()).toEqual([['gyre.queue.depth', '{message}', [named, 3]]]);
  depth = 5;
  expect(await read()).toEqual([['gyre.queue.depth', '{message}', [named, 5]]]);
  end();
  failing();
  await read();
  expect(asked).toBe(2);
});

it('follows a provider that takes the place of another', async () => {
  const { end: endFirst } = gathering();
  count(METRICS.roundUpdates, 1, {});
  await endFirst();
  expect(metering()).toBe(false);
  const { read } = gathering();
  count(METRICS.roundUpdates, 1, {});
  expect(await read()).toEqual([['gyre.round.updates', '{update}', [{}, 1]]]);
});
