import type { FamilyAudit } from '../family-audit.ts';
import { percent, shortDigest } from '../text.ts';
import { html, type Markup } from './markup.ts';
import type { ReportData } from './read.ts';

/** Held-out families shown in the page; the whole list is `gyre tasks audit`. */
const SHOWN_FAMILIES = 12;

/** Why training rollouts failed, by round. */
export function causesSection({ causes }: ReportData): Markup | null {
  const totals = new Map<string, number>();
  for (const { failures } of causes) for (const [cause, count] of failures) totals.set(cause, (totals.get(cause) ?? 0) + count);
  if (totals.size === 0) return null;
  const names = [...totals].sort((a, b) => b[1] - a[1]).map(([name]) => name);
  const highest = Math.max(...causes.flatMap(({ failures, judged }) => [...failures.values()].map((count) => count / judged)));
  const rows = names.map(
    (name) =>
      html`<tr><td>${name === 'unspecified' ? 'not attributed' : name.replaceAll('_', ' ')}</td>${causes.map(({ judged, failures }) => {
        const share = (failures.get(name) ?? 0) / judged;
        return html`<td class="text"><i class="bar four" style="width:${((share / highest) * 5).toFixed(2)}rem"></i> ${percent(share)}</td>`;
      })}</tr>`,
  );
  const head = causes.map(({ round, judged }) => html`<th class="text">round ${round} (${judged} rollouts)</th>`);
  return html`<h2>Why train rollouts failed</h2><p class="note">Share of judged rollouts on train tasks whose failure was attributed to each cause.</p><div class="scroll"><table><thead><tr><th>cause</th>${head}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** What the harness editor proposed, and what became of it. */
export function revisionsSection({ revisions }: ReportData): Markup | null {
  if (revisions.length === 0) return null;
  const rows = revisions.map(
    (one) =>
      html`<tr><td>round ${one.round}</td><td class="text">${one.accepted ? 'kept' : 'not kept'}</td><td>${percent(one.dev_before)}</td><td>${one.dev_after === null ? '–' : percent(one.dev_after)}</td><td class="text">${one.method}</td><td class="text long">${[...one.problems, ...one.reasons].slice(0, 4).join('; ')}</td></tr>`,
  );
  return html`<h2>Harness revisions</h2><p class="note">Proposed from failures on train tasks; kept only if they gain on dev tasks.</p><div class="scroll"><table><thead><tr><th>round</th><th class="text">outcome</th><th>dev before</th><th>dev after</th><th class="text">proposed by</th><th class="text">why</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** How near test families are to what was trained on. */
export function auditSection({ heldOut, limits, families, failing }: FamilyAudit): Markup {
  const test = heldOut.filter(({ split }) => split === 'test');
  const rows = test
    .slice(0, SHOWN_FAMILIES)
    .map((one) => html`<tr><td class="long">${one.family}</td><td class="text long">${one.nearest}</td><td>${percent(one.tools)}</td><td>${percent(one.frictions)}</td><td>${percent(one.wording)}</td></tr>`);
  return html`<h2>How new the test families are</h2><p class="note">${families.train} train, ${families.dev} dev and ${families.test} test families; ${failing === 0 ? 'none' : failing} of the held-out ones is above a limit. A held-out family with the tools and frictions of a train family may share at most ${percent(limits.wording)} of its trigrams, and never its composition. The ${Math.min(SHOWN_FAMILIES, test.length)} test families nearest to a train family:</p><div class="scroll"><table><thead><tr><th>test family</th><th class="text">nearest train family</th><th>tools</th><th>frictions</th><th>wording</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** What the figures were read from. */
export function provenanceSection({ line }: ReportData): Markup {
  const rows = line.map(
    ({ id, plan, phase, release, policy, harness, digest, approvals }, i) =>
      html`<tr><td>${i + 1}</td><td class="text"><code>${id}</code></td><td class="text">${phase}</td><td class="text"><code>${shortDigest(release)}</code></td><td class="text"><code>${shortDigest(policy)}</code></td><td class="text"><code>${shortDigest(harness)}</code></td><td class="text"><code>${shortDigest(digest)}</code></td><td class="text">${plan?.objective ?? ''}, ${plan?.sampling ?? ''}, ${plan?.schedule ?? ''}</td><td class="text">${approvals.some(({ automatic }) => automatic) ? 'automatic' : approvals.map(({ by }) => by).join(', ')}</td></tr>`,
  );
  return html`<h2>Where it comes from</h2><p class="note">Follow any of these with <code>gyre lineage</code>; <code>gyre replay --all</code> reproduces every episode.</p><div class="scroll"><table><thead><tr><th></th><th class="text">round</th><th class="text">phase</th><th class="text">release</th><th class="text">policy</th><th class="text">harness</th><th class="text">digest</th><th class="text">plan</th><th class="text">approved</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
