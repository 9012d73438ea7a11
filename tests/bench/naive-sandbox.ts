import { canonicalJson, digestOf } from '#kit/digest.ts';
import { random } from '#kit/random.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import type { Operation, StateChange } from '#protos/core/v1/evidence.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { executeCall } from '#env-manager/backends/sandbox/call.ts';
import { compileWorld, type CompiledWorld, numberOf } from '#env-manager/backends/sandbox/compiled-world.ts';
import { instantAt, localAt, openVirtualClock } from '#env-manager/backends/sandbox/virtual-clock.ts';
import type { Row, StateOverrides, Tables, WorldDefinition } from '#env-manager/worlds/world.ts';

type State = { readonly tables: { [table: string]: { [id: string]: Row } }; readonly counters: { [table: string]: number } };

/**
 * The obvious sandbox, as the yardstick of the benchmark: each episode owns a deep copy of the whole state, a reset and a fork
 * copy it again (structuredClone), and the difference compares every row's JSON. Tools, checks and results are the same.
 */
export class NaiveSandbox {
  readonly world: CompiledWorld;
  readonly initial: State;

  constructor(definition: WorldDefinition) {
    this.world = compileWorld(definition);
    const tables = [...this.world.tables].map(([name, table]) => [name, Object.fromEntries(table.entries)] as const);
    const counters = [...this.world.tables].map(([name, table]) => [name, table.firstNumber] as const);
    this.initial = { tables: Object.fromEntries(tables), counters: Object.fromEntries(counters) };
  }

  /** With `overrides`, the start of a task is laid over a copy of the base first. */
  open(now: string, timeZone: string, seed: number, overrides: StateOverrides = {}): NaiveEpisode {
    const initial = Object.keys(overrides).length === 0 ? this.initial : this.#started(overrides);
    return new NaiveEpisode(this, initial, structuredClone(initial), now, timeZone, seed);
  }

  #started(overrides: StateOverrides): State {
    const { tables, counters } = structuredClone(this.initial);
    for (const [table, rows] of Object.entries(overrides)) {
      const own = (tables[table] ??= {});
      for (const [id, fields] of Object.entries(rows)) {
        if (fields === null) delete own[id];
        else own[id] = { ...own[id], ...structuredClone(fields) };
        const number = numberOf(this.world.tables.get(table)?.spec.idPrefix ?? '', id);
        if (fields !== null && number !== undefined && number >= (counters[table] ?? 0)) counters[table] = number + 1;
      }
    }
    return { tables, counters };
  }
}

export class NaiveEpisode {
  readonly #sandbox: NaiveSandbox;
  readonly #initial: State;
  readonly #now: string;
  readonly #timeZone: string;
  readonly #seed: number;
  #state: State;
  #step = 0;
  #operations: Operation[] = [];

  constructor(sandbox: NaiveSandbox, initial: State, state: State, now: string, timeZone: string, seed: number) {
    this.#sandbox = sandbox;
    this.#initial = initial;
    this.#state = state;
    this.#now = now;
    this.#timeZone = timeZone;
    this.#seed = seed;
  }

  step(calls: readonly ToolCall[]): ToolResult[] {
    const clock = openVirtualClock(this.#now, this.#timeZone);
    const tables = tablesOver(this.#state, this.#sandbox.world);
    const step = this.#step++;
    const scene = {
      world: this.#sandbox.world,
      faults: [],
      reached: new Map<string, number>(),
      step,
      at: instantAt(clock, step),
      granted: (permission: string) => tables.get('permissions', permission)?.['granted'] === true,
      run: (ordinal: number) => ({
        tables,
        now: localAt(clock, step),
        timeZone: clock.timeZone,
        locale: 'en' as const,
        random: random(this.#seed, step, ordinal),
      }),
    };
    const executed = calls.map((call, i) => executeCall(scene, call, i));
    this.#operations.push(...executed.map(({ operation }) => operation));
    return executed.map(({ result }) => result);
  }

  reset(): void {
    this.#state = structuredClone(this.#initial);
    this.#step = 0;
    this.#operations = [];
  }

  fork(): NaiveEpisode {
    const copy = new NaiveEpisode(this.#sandbox, this.#initial, structuredClone(this.#state), this.#now, this.#timeZone, this.#seed);
    copy.#step = this.#step;
    copy.#operations = structuredClone(this.#operations);
    return copy;
  }

  changes(): Omit<StateChange, 'bookkeeping'>[] {
    const json = (row: Row | undefined) => (row === undefined ? '' : canonicalJson(row));
    return Object.keys(this.#state.tables).sort().flatMap((table) => {
      const [before, after] = [this.#initial.tables[table] ?? {}, this.#state.tables[table] ?? {}];
      const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
      return ids
        .map((rowId) => ({ table, rowId, beforeJson: json(before[rowId]), afterJson: json(after[rowId]) }))
        .filter(({ beforeJson, afterJson }) => beforeJson !== afterJson);
    });
  }

  operations(): readonly Operation[] {
    return this.#operations;
  }

  stateDigest(): string {
    return digestOf(this.#state.tables);
  }

  /** Length of the whole state and log as JSON text. */
  size(): number {
    return JSON.stringify([this.#state, this.#operations]).length;
  }
}

function tablesOver({ tables, counters }: State, world: CompiledWorld): Tables {
  const rowsOf = (table: string) => (tables[table] ??= {});
  return {
    get: (table, id) => rowsOf(table)[id],
    list: (table) => Object.entries(rowsOf(table)),
    insert(table, row) {
      const number = counters[table] ?? 0;
      const id = `${world.tables.get(table)?.spec.idPrefix}_${number}`;
      counters[table] = number + 1;
      rowsOf(table)[id] = structuredClone(row);
      return id;
    },
    update(table, id, fields) {
      rowsOf(table)[id] = { ...rowsOf(table)[id], ...structuredClone(fields) };
    },
    remove(table, id) {
      delete rowsOf(table)[id];
    },
  };
}
