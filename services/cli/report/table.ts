import { percent, table } from '../text.ts';
import { BOOTSTRAP, type Estimate } from './intervals.ts';
import { MEASURE_NAMES, MEASURES, type Summary } from './summary.ts';

/** The report as a text table: success on test families by stage and ability group. */
export function textReport({ stages, overRulePlanner, overUntrained, families, tasks, seeds }: Summary): string {
  const rows = stages.map(({ stage, estimates, cost }) => [
    stage.label,
    estimates ? withInterval(estimates.overall) : 'not evaluated',
    ...MEASURES.slice(1).map((measure) => (estimates ? percent(estimates[measure].value) : '–')),
    cost === undefined ? '–' : cost.toFixed(1),
  ]);
  const header = ['success on test families', 'overall (95 %)', ...MEASURES.slice(1).map((measure) => MEASURE_NAMES[measure]), 'cost'];
  const lines = [table(header, rows), ''];
  if (overUntrained) lines.push(`final over untrained:    ${gain(overUntrained)}`);
  if (overRulePlanner) lines.push(`final over rule planner: ${gain(overRulePlanner)}`);
  lines.push(`${tasks} test tasks of ${families} families that nothing was trained on; seed ${seeds.join(', ')}; intervals by ${BOOTSTRAP.resamples} resamples of families, one run each`);
  return lines.join('\n');
}

function gain({ value, low, high }: Estimate): string {
  return `${points(value)} points (${points(low)} to ${points(high)})`;
}

function withInterval({ value, low, high }: Estimate): string {
  return `${percent(value)} (${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)})`;
}

/** A difference of shares in points, with its sign. */
export function points(value: number): string {
  return `${value >= 0 ? '+' : '−'}${Math.abs(100 * value).toFixed(1)}`;
}
