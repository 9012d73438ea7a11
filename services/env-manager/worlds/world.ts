import type { Random } from '#kit/random.ts';
import type { Json } from '#kit/store/types.ts';

/**
 * What a world is made of: tables of rows, tools that read and write them, and skills. Definitions are data and pure functions;
 * the sandbox engine runs them (architecture.md section 5).
 */

/** A row is a flat JSON object; its id is its key in the table and is not repeated inside. */
export interface Row {
  readonly [field: string]: Json;
}

/** `{table: {row id: row}}`. */
export type TableData = { readonly [table: string]: { readonly [id: string]: Row } };

/** Changes over a world's base state; `null` removes the row, fields given replace those of the base row. */
export type StateOverrides = { readonly [table: string]: { readonly [id: string]: Row | null } };

export interface TableSpec {
  readonly name: string;
  /** Prefix of ids made for inserted rows: `alarm` gives `alarm_1001`, `alarm_1002`, … */
  readonly idPrefix: string;
  /** Bookkeeping of the world (logs, sessions, counters): reported apart and never compared as business data. */
  readonly bookkeeping?: boolean;
}

/** The database as a tool sees it. Writes go to the episode's own overlay; the base is shared and frozen. */
export interface Tables {
  get(table: string, id: string): Row | undefined;
  /** Rows in id order of first appearance: base rows first, then inserted ones. */
  list(table: string): readonly (readonly [id: string, row: Row])[];
  /** Returns the id made for the row. */
  insert(table: string, row: Row): string;
  /** Replaces the fields given; throws if the row is absent (a tool checks first). */
  update(table: string, id: string, fields: Row): void;
  remove(table: string, id: string): void;
}

/** What a tool run may use. Nothing else: no I/O, no real clock, no global state. */
export interface ToolRun {
  readonly tables: Tables;
  /** Virtual local time of the phone, `YYYY-MM-DDTHH:MM:SS`, in `timeZone`. */
  readonly now: string;
  /** IANA name. */
  readonly timeZone: string;
  readonly locale: 'en' | 'zh';
  /** Seeded by episode, step and call. */
  readonly random: Random;
}

/** Status 200, 400 (bad argument), 403 (permission), 404, 409 (state conflict) or 500, with the tool's own envelope. */
export interface ToolOutcome {
  readonly status: number;
  readonly body: { readonly [key: string]: Json | undefined };
}

/** JSON Schema (draft 2020-12) of an object: the MCP form. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties: { readonly [parameter: string]: ParameterSchema };
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

export interface ParameterSchema {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly description: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: Json;
  /** `time` (HH:MM), `date` (YYYY-MM-DD), `date-time` (YYYY-MM-DDTHH:MM), `phone`, `email`, `duration-minutes`, `duration-seconds`, `percent`, `name`, `text`, `id`. */
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: { readonly type: 'string' | 'number' | 'integer'; readonly enum?: readonly (string | number)[]; readonly format?: string };
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
}

export interface ToolDefinition {
  readonly name: string;
  /** For the policy: what it does and when to use it, one or two sentences. */
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  /** Whether a call with these arguments can change business state. */
  readonly sideEffect: (args: Row) => boolean;
  /** Permission the phone must have granted (table `permissions`); without it the engine answers 403 before the tool runs. */
  readonly permission?: string;
  /** Arguments have passed the schema. Returns an outcome, never throws for what a user or policy can cause. */
  readonly run: (args: Row, run: ToolRun) => ToolOutcome;
}

/** A skill as a `SKILL.md` folder holds it. */
export interface SkillSource {
  /** Kebab-case id, for example `focus-sound-notifications`. */
  readonly id: string;
  /** The markdown: title, Tool Families (bullets of tool names), Rules. */
  readonly markdown: string;
}

export interface DomainDefinition {
  /** Kebab-case id of one of the 13 functional domains, for example `time-management`. */
  readonly id: string;
  readonly title: string;
  /** Whether its tools hand the work to other agents. */
  readonly handsOff?: boolean;
  readonly tables: readonly TableSpec[];
  readonly base: TableData;
  readonly tools: readonly ToolDefinition[];
  readonly skills: readonly SkillSource[];
}

export interface WorldDefinition {
  readonly id: string;
  readonly domains: readonly DomainDefinition[];
}
