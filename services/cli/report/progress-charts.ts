import { regimeOf } from '#trainer-controller/care/mod.ts';
import type { Axis, Mark, Tone } from './charts/frame.ts';
import { lineChart, type Series } from './charts/lines.ts';
import { stackedChart } from './charts/stacked.ts';
import type { Markup } from './markup.ts';
import type { ReportData } from './read.ts';

/** Charts over the updates of all rounds, one round after the other on the same axis. */
export function progressCharts(data: ReportData): Markup[] {
  const axis = updateAxis(data);
  if (axis === undefined) return [];
  return [learning(data, axis), regimes(data, axis), ...settings(data, axis)];
}

interface UpdateAxis {
  readonly x: Axis;
  readonly marks: readonly Mark[];
  /** Place of an update on the axis. */
  readonly place: (of: { readonly round: number; readonly update: number }) => number;
}

function updateAxis({ line, updates }: ReportData): UpdateAxis | undefined {
  if (updates.length === 0) return undefined;
  const lengths = line.map((_, i) => Math.max(0, ...updates.filter(({ round }) => round === i + 1).map(({ update }) => update)));
  const starts = lengths.map((_, i) => lengths.slice(0, i).reduce((a, b) => a + b, 0));
  const total = lengths.reduce((a, b) => a + b, 0);
  return {
    x: { min: 0, max: Math.max(1, total), label: 'update', format: String },
    marks: starts.map((at, i) => ({ at, label: `round ${i + 1}` })),
    place: ({ round, update }) => (starts[round - 1] ?? 0) + update,
  };
}

const share: Pick<Axis, 'min' | 'max' | 'format'> = { min: 0, max: 1, format: (value) => `${Math.round(100 * value)} %` };

/** Dev success as the controller saw it, and at the end of each round. */
function learning({ line, updates, decisions }: ReportData, { x, marks, place }: UpdateAxis): Markup {
  const atEnd = line.flatMap(({ update, scores }, i) => scores.filter(({ name }) => name === 'end_to_end_accuracy').map(({ value }) => [place({ round: i + 1, update }), value] as const));
  const seen = decisions.map((one) => [place(one), one.dev] as const);
  const points = [...seen, ...atEnd].sort(([a], [b]) => a - b);
  const dev: Series = { name: 'dev tasks, greedy', tone: 'one', shape: 'dots', points };
  const rollouts: Series = {
    name: 'train rollouts, sampled',
    tone: 'quiet',
    shape: 'line',
    points: updates.flatMap((one) => {
      const members = one.members.flat().filter((member) => member !== null);
      return members.length === 0 ? [] : [[place(one), members.filter(([success]) => success === 1).length / members.length] as const];
    }),
  };
  return lineChart({ title: 'Success over updates', x, y: { ...share, label: '' }, marks, series: [dev, rollouts].filter(({ points }) => points.length > 0) });
}

const REGIMES = ['progress', 'outcome', 'efficiency'] as const;
const REGIME_TONES: readonly Tone[] = ['two', 'one', 'three'];

/** Groups by regime, with the thresholds that were in force. */
function regimes(data: ReportData, { x, marks, place }: UpdateAxis): Markup {
  const columns = data.updates.map((one) => {
    const phi = phiAt(data, one);
    const found = one.members.flatMap((group) => {
      const scored = group.filter((member) => member !== null);
      return scored.length === 0 ? [] : [regimeOf(scored.filter(([success]) => success === 1).length / scored.length, phi)];
    });
    return { at: place(one), amounts: REGIMES.map((regime) => found.filter((each) => each === regime).length) };
  });
  return stackedChart({ title: 'Groups by regime', x, marks, parts: REGIMES.map((name, i) => ({ name, tone: REGIME_TONES[i] ?? 'quiet' })), columns });
}

const PHI_NAMES = { lambdaProg: 'λ progress', lambdaEff: 'λ efficiency', pLow: 'p low', pHigh: 'p high' } as const;
type PhiName = keyof typeof PHI_NAMES;

/** What the controller set, by update: weights in one chart, thresholds in the other. */
function settings(data: ReportData, { x, marks, place }: UpdateAxis): Markup[] {
  const series = (name: PhiName, tone: Tone): Series => ({
    name: PHI_NAMES[name],
    tone,
    shape: 'steps',
    points: data.updates.map((one) => [place(one), phiAt(data, one)[name]]),
  });
  const decimals = (value: number) => value.toFixed(2);
  const weights = [series('lambdaProg', 'two'), series('lambdaEff', 'three')];
  const highest = Math.max(0.1, ...weights.flatMap(({ points }) => points.map(([, value]) => value)));
  return [
    lineChart({ title: 'Weights of the controller', x, y: { min: 0, max: highest * 1.1, label: '', format: decimals }, marks, series: weights }),
    lineChart({ title: 'Thresholds of the controller', x, y: { min: 0, max: 1, label: '', format: decimals }, marks, series: [series('pLow', 'two'), series('pHigh', 'three')] }),
  ];
}

function phiAt({ line, decisions }: ReportData, { round, update }: { readonly round: number; readonly update: number }) {
  const inForce = decisions.findLast((one) => one.round === round && one.accepted && one.update < update);
  return inForce?.phi ?? line[round - 1]?.plan?.phi ?? { lambdaProg: 0, lambdaEff: 0, pLow: 0.25, pHigh: 0.75 };
}
