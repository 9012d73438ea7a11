import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { alertsFile } from './alerts.ts';
import { collectorFile } from './collector.ts';
import { DASHBOARDS, dashboardFile } from './dashboards.ts';
import { namesFile } from './names.ts';
import { readSchema, type Schema } from './schema.ts';

/** Everything that is made from the schema: text by path, from this folder. */
export function generated(schema: Schema = readSchema()): ReadonlyMap<string, string> {
  return new Map([
    ['../../services/kit/telemetry-names.ts', namesFile(schema)],
    ...DASHBOARDS.map((name) => [`dashboards/${name}.json`, dashboardFile(schema, name)] as const),
    ['alerts.yaml', alertsFile(schema)],
    ['collector.yaml', collectorFile(schema)],
  ]);
}

/** `node deploy/telemetry/generate.ts` writes it all. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [path, text] of generated()) {
    const file = fileURLToPath(new URL(path, import.meta.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
