import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { schemaFile } from './schema.ts';
import { readValues } from './values.ts';
import { withTable } from './table.ts';

const file = (path: string) => fileURLToPath(new URL(`gyre/${path}`, import.meta.url));

/** Everything that is made from values.yaml: text by path in the chart. */
export function generated(): ReadonlyMap<string, string> {
  const values = readValues(readFileSync(file('values.yaml'), 'utf8'));
  return new Map([
    ['values.schema.json', schemaFile(values)],
    ['README.md', withTable(readFileSync(file('README.md'), 'utf8'), values)],
  ]);
}

/** `node charts/generate.ts` writes it all. */
if (process.argv[1] === fileURLToPath(import.meta.url)) for (const [path, text] of generated()) writeFileSync(file(path), text);
