import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Store } from '#kit/store/types.ts';
import { auditFamilies, type FamilyAudit } from '../family-audit.ts';
import { reportPage } from './page.ts';
import { readReport, type ReportData } from './read.ts';
import { summarise, type Summary } from './summary.ts';

export interface WrittenReport {
  readonly path: string;
  readonly data: ReportData;
  readonly summary: Summary;
}

/** Reads what is stored and writes the page, whole or not at all. */
export async function writeReport(store: Store, path: string, roundId?: string): Promise<WrittenReport> {
  const data = await readReport(store, roundId);
  const summary = summarise(data);
  const page = reportPage(data, summary, await auditOf(store, data));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.part`, page);
  await rename(`${path}.part`, path);
  return { path, data, summary };
}

/** The audit of the families of the pool that the rounds used. */
async function auditOf(store: Store, { poolSeed }: ReportData): Promise<FamilyAudit | undefined> {
  const tasks = store.collection({ name: 'tasks' });
  const count = (split: string) => tasks.count({ split });
  const counts = { train: await count('SPLIT_TRAIN'), dev: await count('SPLIT_DEV'), test: await count('SPLIT_TEST') };
  return counts.train === 0 ? undefined : auditFamilies({ seed: poolSeed, counts, tasks: false });
}
