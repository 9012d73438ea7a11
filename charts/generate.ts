import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COPIES, copies } from './copies.ts';
import { schemaFile } from './schema.ts';
import { readValues } from './values.ts';
import { withTable } from './table.ts';

const file = (path: string) => fileURLToPath(new URL(`gyre/${path}`, import.meta.url));

/** Everything of the chart that is made from values.yaml or copied from elsewhere in the project: text by path in the chart. */
export function generated(): ReadonlyMap<string, string> {
  const values = readValues(readFileSync(file('values.yaml'), 'utf8'));
  return new Map([
    ['values.schema.json', schemaFile(values)],
    ['README.md', withTable(readFileSync(file('README.md'), 'utf8'), values)],
    ...copies(),
  ]);
}

/** `node charts/generate.ts` writes it all, and takes away copies of what is gone. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const made = generated();
  for (const path of Object.keys(COPIES)) rmSync(file(`files/${path}`), { recursive: true, force: true });
  for (const [path, text] of made) {
    mkdirSync(dirname(file(path)), { recursive: true });
    writeFileSync(file(path), text);
  }
}
