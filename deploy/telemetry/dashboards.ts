import { grouping, labelName, seriesName } from './prometheus.ts';
import type { Metric, Schema } from './schema.ts';

const TITLES = { round: 'Gyre: rounds', serving: 'Gyre: serving', queues: 'Gyre: queues and workers', operator: 'Gyre: operator' } as const;
export type DashboardName = keyof typeof TITLES;
export const DASHBOARDS: readonly DashboardName[] = ['round', 'serving', 'queues', 'operator'];

const COLUMNS = 2;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8];
const DATASOURCE = { type: 'prometheus', uid: '${datasource}' };
/** Series of the chosen services alone. */
const CHOSEN = '{job=~"$job"}';

/** One Grafana dashboard: a panel for each metric that asks for one, in the order of the schema. */
export function dashboardFile({ metrics }: Schema, dashboard: DashboardName): string {
  const panels = metrics.filter(({ panel }) => panel.dashboard === dashboard).map(panelOf);
  return `${JSON.stringify(
    {
      uid: `gyre-${dashboard}`,
      title: TITLES[dashboard],
      tags: ['gyre'],
      schemaVersion: 39,
      editable: true,
      refresh: '30s',
      time: { from: dashboard === 'round' ? 'now-24h' : 'now-3h', to: 'now' },
      templating: {
        list: [
          { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Data source' },
          { name: 'job', type: 'query', label: 'Service', datasource: DATASOURCE, query: 'label_values(job)', regex: '/gyre.*/', multi: true, includeAll: true, allValue: '.*', refresh: 2 },
        ],
      },
      panels,
    },
    null,
    2,
  )}\n`;
}

function panelOf(metric: Metric, index: number): object {
  return {
    id: index + 1,
    type: 'timeseries',
    title: metric.description,
    description: metric.name,
    datasource: DATASOURCE,
    gridPos: { x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit: unitOf(metric), min: 0 }, overrides: [] },
    targets: queriesOf(metric).map(({ expr, what }, i) => ({ refId: 'ABC'[i], datasource: DATASOURCE, expr, legendFormat: legendOf(metric, what) })),
  };
}

function queriesOf(metric: Metric): { expr: string; what: string }[] {
  const series = seriesName(metric);
  const { by, across } = metric.panel;
  switch (metric.instrument) {
    case 'histogram':
      return [0.5, 0.95].map((quantile) => ({
        expr: `histogram_quantile(${quantile}, sum${grouping(by, 'le')} (rate(${series}_bucket${CHOSEN}[$__rate_interval])))`,
        what: `p${quantile * 100}`,
      }));
    case 'counter':
      return [{ expr: `sum${grouping(by)} (rate(${series}${CHOSEN}[$__rate_interval]))`, what: '' }];
    case 'gauge':
      return [{ expr: `${across}${grouping(by)} (${series}${CHOSEN})`, what: '' }];
  }
}

function legendOf({ panel, name }: Metric, what: string): string {
  const labels = panel.by.map((attribute) => `{{${labelName(attribute)}}}`);
  const parts = [...(what === '' ? [] : [what]), ...labels];
  return parts.length === 0 ? name : parts.join(' ');
}

function unitOf({ unit, instrument }: Metric): string {
  if (instrument === 'counter') return 'ops';
  return unit === 's' ? 's' : 'short';
}
