/** Writes the types of each custom resource of `crds/` into `gen/`; `npm run generate` runs it. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { readDefinitions } from './schema.ts';
import { fileOf, typesOf } from './typescript.ts';

const folder = new URL('gen/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const definition of readDefinitions()) writeFileSync(new URL(fileOf(definition), folder), typesOf(definition));
