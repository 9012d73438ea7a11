import type { FamilyAudit } from '../family-audit.ts';
import { percent } from '../text.ts';
import type { Tone } from './charts/frame.ts';
import { whisker } from './charts/whisker.ts';
import { BOOTSTRAP, type Estimate } from './intervals.ts';
import { html, Markup } from './markup.ts';
import { progressCharts } from './progress-charts.ts';
import type { MeasuredStage, ReportData } from './read.ts';
import { auditSection, causesSection, provenanceSection, revisionsSection } from './sections.ts';
import { STYLE } from './style.ts';
import { MEASURE_NAMES, MEASURES, type Summary } from './summary.ts';
import { points } from './table.ts';

/** The whole page: one file, nothing loaded from elsewhere. */
export function reportPage(data: ReportData, summary: Summary, audit: FamilyAudit | undefined): string {
  const charts = progressCharts(data);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Gyre: what the loop learned</title>
<style>${new Markup(STYLE)}</style>
</head>
<body><main>
<h1>What the loop learned</h1>
<p class="soft">${data.line.length === 1 ? 'One round' : `${data.line.length} rounds`} of construct, roll out, verify, curate, train, evaluate and revise; measured on task families that nothing was trained on.</p>
${facts(summary)}
<h2>Success on test families</h2>
<p class="note">Overall weighs tool use 50 %, memory 20 %, skills 20 %, sub-agent 10 %. The dot is the success rate, the line its 95 % interval.</p>
${stageList(summary)}
<h2>By ability group</h2>
${groupTable(summary)}
${charts.length === 0 ? null : html`<h2>How it learned</h2><div class="charts">${charts}</div>`}
${causesSection(data)}
${revisionsSection(data)}
${audit === undefined ? null : auditSection(audit)}
<h2>How to read this</h2>
<p class="note">${summary.tasks} test tasks of ${summary.families} families, each played once and greedily; seed ${summary.seeds.join(', ')}. A run that could not be judged counts as a failure. Intervals come from ${BOOTSTRAP.resamples} resamples of whole families with seed ${BOOTSTRAP.seed}; they say how much the choice of families matters, not how much another training seed would. Differences are paired by family. Cost is the mean of policy tokens and tool calls of a success.</p>
<p class="note">Test tasks are evaluated after the last round only; training, the controller and the choice of harness revisions saw train and dev families.</p>
${provenanceSection(data)}
</main></body>
</html>
`;
  return page.text;
}

function facts({ final, overUntrained, overRulePlanner, families, tasks }: Summary): Markup {
  const entries: [string, string][] = [];
  if (final?.estimates) entries.push([percent(final.estimates.overall.value), `overall success at the end (${range(final.estimates.overall)})`]);
  if (overUntrained) entries.push([points(overUntrained.value), `points over untrained weights (${spread(overUntrained)})`]);
  if (overRulePlanner) entries.push([points(overRulePlanner.value), `points over the rule planner (${spread(overRulePlanner)})`]);
  entries.push([String(families), `unseen families, ${tasks} tasks`]);
  return html`<ul class="facts">${entries.map(([value, text]) => html`<li><b>${value}</b><span>${text}</span></li>`)}</ul>`;
}

const TONES: Readonly<Record<MeasuredStage['kind'], Tone>> = { untrained: 'quiet', yardstick: 'quiet', cold_start: 'two', training: 'one', revision: 'three' };

function stageList({ stages }: Summary): Markup {
  const rows = stages.map(({ stage, estimates }) =>
    estimates === undefined
      ? html`<li><span>${stage.label}</span><span class="soft">not evaluated on test</span></li>`
      : html`<li><span>${stage.label}</span>${whisker(estimates.overall, TONES[stage.kind])}<span class="value">${percent(estimates.overall.value)}<small>${range(estimates.overall)}</small></span></li>`,
  );
  return html`<ul class="stages">${rows}</ul><div class="scale" aria-hidden="true"><span>0</span><span>25</span><span>50</span><span>75</span><span>100 %</span></div>`;
}

function groupTable({ stages }: Summary): Markup {
  const measured = stages.filter(({ estimates }) => estimates !== undefined);
  const counts = measured[0]?.estimates;
  const head = MEASURES.map((measure) => html`<th>${MEASURE_NAMES[measure]}<small>${counts ? ` ${counts[measure].tasks}` : ''}</small></th>`);
  const rows = measured.map(({ stage, estimates, cost }) => html`<tr><td>${stage.label}</td>${MEASURES.map((measure) => cell(estimates?.[measure]))}<td>${cost === undefined ? '–' : cost.toFixed(1)}</td></tr>`);
  return html`<div class="scroll"><table><thead><tr><th>stage</th>${head}<th>cost</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function cell(estimate: Estimate | undefined): Markup {
  if (estimate === undefined || estimate.tasks === 0) return html`<td>–</td>`;
  return html`<td>${percent(estimate.value)}<small>${range(estimate)}</small></td>`;
}

function range({ low, high }: Estimate): string {
  return `${(100 * low).toFixed(0)}–${(100 * high).toFixed(0)}`;
}

function spread({ low, high }: Estimate): string {
  return `${points(low)} to ${points(high)}`;
}

