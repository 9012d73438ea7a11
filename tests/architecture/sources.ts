import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  /** As written, for example `#kit/errors.ts`. */
  readonly specifier: string;
  /** Path from the root for files of the project, for example `services/kit/errors.ts`; undefined for libraries. */
  readonly path: string | undefined;
  /** Erased before it runs. */
  readonly typeOnly: boolean;
  /** Loaded only when the line is reached. */
  readonly dynamic: boolean;
}

export interface Source {
  /** Path from the root. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
}

const STATIC = /^\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\s+from\s+)?'([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;
const THREAD = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;

/** Reads every TypeScript file under the folders, generated code left out. */
export function readSources(...folders: readonly string[]): Source[] {
  return folders.flatMap((folder) => filesUnder(folder)).filter((path) => path.endsWith('.ts') && !path.includes('/gen/')).map(sourceAt);
}

export function sourceAt(path: string): Source {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const imports = [
    ...[...text.matchAll(STATIC)].map(([clause, type, specifier = '']) => importOf(path, specifier, type !== undefined || onlyTypes(clause), false)),
    ...[...text.matchAll(DYNAMIC), ...text.matchAll(THREAD)].map(([, specifier = '']) => importOf(path, specifier, false, true)),
  ];
  return { path, text, imports };
}

/** Paths of all files under a folder, from the root. */
export function filesUnder(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(...relative(ROOT, join(entry.parentPath, entry.name)).split(/[\\/]/)));
}

/** Everything that is loaded when the file is, by static imports that are not erased. */
export function closureOf(path: string, known = new Map<string, Source>()): Map<string, Source> {
  if (known.has(path)) return known;
  const source = sourceAt(path);
  known.set(path, source);
  for (const each of source.imports) if (each.path !== undefined && !each.typeOnly && !each.dynamic) closureOf(each.path, known);
  return known;
}

/** The service a file belongs to; undefined outside `services/`. */
export function serviceOf(path: string): string | undefined {
  return /^services\/([^/]+)\//.exec(path)?.[1];
}

/** Specs and what only specs use. */
export function isTest({ path }: Pick<Source, 'path'>): boolean {
  return path.endsWith('.spec.ts') || path.includes('/testkit/') || path.startsWith('tests/') || /\/testkit\.ts$/.test(path);
}

function importOf(from: string, specifier: string, typeOnly: boolean, dynamic: boolean): Import {
  return { specifier, path: resolved(from, specifier), typeOnly, dynamic };
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#protos/')) return specifier.replace('#protos/', 'protos/gen/gyre/');
  if (specifier.startsWith('#operator/')) return specifier.replace('#operator/', 'operators/gyre-operator/');
  if (specifier.startsWith('#tests/') || specifier.startsWith('#deploy/')) return specifier.slice(1);
  if (specifier.startsWith('#')) return `services/${specifier.slice(1)}`;
  return specifier.startsWith('.') ? posix.join(dirname(from), specifier) : undefined;
}

/** `import { type A, type B } from …` loads nothing. */
function onlyTypes(clause: string): boolean {
  const names = /\{([^}]*)\}/.exec(clause)?.[1];
  if (names === undefined || /import\s+\w/.test(clause)) return false;
  return names.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}
