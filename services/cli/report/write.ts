import { rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { curatorCollections } from '#curator/mod.ts';
import { makeFolder } from '#kit/folder.ts';
import type { Store } from '#kit/store/types.ts';
import { auditFamilies, type FamilyAudit } from '../family-audit.ts';
import { DEFAULT_SETTINGS } from '#trainer-controller/mod.ts';
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
  makeFolder(dirname(path));
  await writeFile(`${path}.part`, page);
  await rename(`${path}.part`, path);
  return { path, data, summary };
}

/** The audit of the families of the pool that the rounds used; none where the pool was made otherwise. */
async function auditOf(store: Store, { poolSeed }: ReportData): Promise<FamilyAudit | undefined> {
  const stored = await curatorCollections(store).families.find({ split: 'SPLIT_TEST' });
  if (stored.length === 0) return undefined;
  const { trainTasks, devTasks, testTasks } = DEFAULT_SETTINGS.pool;
  const audit = auditFamilies({ seed: poolSeed, counts: { train: trainTasks, dev: devTasks, test: testTasks }, tasks: false });
  const audited = new Set(audit.heldOut.map(({ family }) => family));
  return stored.every(({ _id }) => audited.has(_id)) ? audit : undefined;
}
