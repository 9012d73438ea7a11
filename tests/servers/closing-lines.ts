import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

/**
 * Global setup of the test run: its end names, after the summary and whichever reporters there are, each suite that was not run
 * for want of a server, and why.
 */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'gyre-missing-'));
  const report = join(folder, 'suites.jsonl');
  writeFileSync(report, '');
  project.provide('serversMissing', report);
  return () => {
    const lines = closingLines(readFileSync(report, 'utf8'));
    rmSync(folder, { recursive: true });
    if (lines !== '') process.stderr.write(`\n${lines}\n`);
  };
}

/** The lines for a report of one JSON object a line: `{title, reason}`; empty for an empty report. */
export function closingLines(report: string): string {
  const suites = report.split('\n').filter((line) => line !== '').map((line): unknown => JSON.parse(line));
  if (suites.length === 0) return '';
  const named = suites.map((suite) => `  ${field(suite, 'title')}: ${field(suite, 'reason')}`);
  const number = suites.length === 1 ? '1 suite' : `${suites.length} suites`;
  return [`SKIPPED, because a server is missing (${number}; with CI=true that fails):`, ...named].join('\n');
}

function field(suite: unknown, name: string): string {
  return suite !== null && typeof suite === 'object' ? String(Object.entries(suite).find(([key]) => key === name)?.[1]) : '';
}
