import { digestOf } from '#kit/digest.ts';
import { invalid } from '#kit/errors.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import type { Row, TableSpec, ToolDefinition, WorldDefinition } from '../../worlds/world.ts';
import { type ArgumentCheck, compileChecks } from './argument-check.ts';
import { frozenRow } from './frozen.ts';

/** Raised when the engine itself gives other bytes for the same definitions, so that old builds are told apart. */
const ENGINE_REVISION = 1;

/** The table that says what the phone has granted: row id is the permission, `{granted: boolean}`. */
export const PERMISSIONS = 'permissions';

/** One table of the frozen base, shared by all episodes. */
export interface BaseTable {
  readonly spec: TableSpec;
  readonly rows: ReadonlyMap<string, Row>;
  /** The same rows in order, ready to be listed. */
  readonly entries: readonly (readonly [id: string, row: Row])[];
  /** Number of the first id made for an inserted row. */
  readonly firstNumber: number;
}

export interface CompiledTool {
  readonly definition: ToolDefinition;
  readonly check: ArgumentCheck;
}

/** A world made ready to run. Immutable, and shared by every episode in it. */
export interface CompiledWorld {
  readonly id: string;
  /** Digest of the engine's revision, the definitions (schemas included) and the base data. */
  readonly build: string;
  readonly tables: ReadonlyMap<string, BaseTable>;
  readonly tools: ReadonlyMap<string, CompiledTool>;
  readonly toolSpecs: readonly ToolSpec[];
}

/**
 * Checks a definition and freezes it. INVALID_ARGUMENT naming the domain for a table or tool defined twice, a base row of a
 * table nobody defines, or a permission without a row.
 */
export function compileWorld(definition: WorldDefinition): CompiledWorld {
  const tables = compileTables(definition);
  const tools = new Map<string, CompiledTool>();
  const definitions = definition.domains.flatMap((domain) => domain.tools);
  const checks = compileChecks(definitions.filter((tool, i) => definitions.findIndex((other) => other.name === tool.name) === i));
  for (const domain of definition.domains) {
    for (const tool of domain.tools) {
      const field = `${domain.id}.${tool.name}`;
      const check = checks.get(tool.name);
      if (!check || tools.has(tool.name)) throw invalid(field, 'is defined twice', 'give each tool a name of its own');
      if (tool.permission !== undefined && !tables.get(PERMISSIONS)?.rows.has(tool.permission)) {
        throw invalid(field, `needs the unknown permission ${tool.permission}`, `add its row to the table ${PERMISSIONS}`);
      }
      tools.set(tool.name, { definition: tool, check });
    }
  }
  const toolSpecs = definitions.map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchemaJson: JSON.stringify(tool.inputSchema),
  }));
  return { id: definition.id, build: buildOf(definition), tables, tools, toolSpecs };
}

function compileTables({ domains }: WorldDefinition): ReadonlyMap<string, BaseTable> {
  const tables = new Map<string, BaseTable>();
  for (const domain of domains) {
    for (const spec of domain.tables) {
      if (tables.has(spec.name)) throw invalid(`${domain.id}.${spec.name}`, 'is defined twice', 'define each table in one domain');
      const entries = Object.entries(domain.base[spec.name] ?? {}).map(([id, row]) => Object.freeze([id, frozenRow(row)] as const));
      const last = entries.reduce((highest, [id]) => Math.max(highest, numberOf(spec.idPrefix, id) ?? 0), 1000);
      tables.set(spec.name, { spec, rows: new Map(entries), entries: Object.freeze(entries), firstNumber: last + 1 });
    }
    const stray = Object.keys(domain.base).find((name) => !domain.tables.some((spec) => spec.name === name));
    if (stray !== undefined) throw invalid(`${domain.id}.${stray}`, 'has base rows but no table', 'add it to the tables of the domain');
  }
  return tables;
}

/** The number in an id of the form `<prefix>_<number>`. */
export function numberOf(prefix: string, id: string): number | undefined {
  if (!id.startsWith(`${prefix}_`)) return undefined;
  const digits = id.slice(prefix.length + 1);
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}

function buildOf({ id, domains }: WorldDefinition): string {
  const parts = domains.map((domain) => ({
    id: domain.id,
    tables: domain.tables,
    base: domain.base,
    tools: domain.tools.map(({ name, description, inputSchema, permission }) => ({ name, description, inputSchema, permission: permission ?? null })),
    skills: domain.skills,
  }));
  return digestOf({ engine: ENGINE_REVISION, id, domains: parts });
}
