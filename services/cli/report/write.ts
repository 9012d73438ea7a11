import { statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { curatorCollections } from '#curator/mod.ts';
import { invalid } from '#kit/errors.ts';
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

/** Refuses, before anything is run or read, a path that no page can be written to. INVALID_ARGUMENT naming --out. */
export function requirePage(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw invalid('--out', `${path} is a folder`, 'name a file');
}

/** Reads what is stored and writes the page, whole or not at all. INVALID_ARGUMENT naming --out where it cannot be written. */
export async function writeReport(store: Store, path: string, roundId?: string): Promise<WrittenReport> {
  requirePage(path);
  const data = await readReport(store, roundId);
  const summary = summarise(data);
  const page = reportPage(data, summary, await auditOf(store, data));
  const part = `${path}.part`;
  try {
    makeFolder(dirname(path));
    await writeFile(part, page);
    await rename(part, path);
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => undefined);
    throw invalid('--out', `${path} cannot be written (${thrown instanceof Error ? thrown.message : String(thrown)})`, 'name a file in a folder that can be written');
  }
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
