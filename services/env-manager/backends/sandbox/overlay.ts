import { GyreError } from '#kit/errors.ts';
import type { Row, StateOverrides, Tables } from '../../worlds/world.ts';
import { type BaseTable, numberOf } from './compiled-world.ts';
import { frozenRow } from './frozen.ts';

/** Rows of one table that differ from the base; null where a base row was removed. Order is order of first appearance. */
export type Layer = ReadonlyMap<string, Row | null>;

/** An overlay as plain JSON data, for snapshots. */
export interface OverlayData {
  readonly layers: readonly (readonly [table: string, rows: readonly (readonly [id: string, row: Row | null])[]])[];
  readonly counters: readonly (readonly [table: string, next: number])[];
}

/**
 * The database of one episode: the shared frozen base with the episode's own changed rows over it. Forks share the layers until
 * one of them writes (copy on write by table), so a fork or a reset costs a handful of references whatever the base holds.
 */
export class Overlay implements Tables {
  readonly #base: ReadonlyMap<string, BaseTable>;
  readonly #layers: Map<string, Map<string, Row | null>>;
  readonly #counters: Map<string, number>;
  /** Tables whose layer no other overlay refers to. */
  readonly #owned = new Set<string>();

  constructor(base: ReadonlyMap<string, BaseTable>, layers: Map<string, Map<string, Row | null>> = new Map(), counters: Map<string, number> = new Map()) {
    this.#base = base;
    this.#layers = layers;
    this.#counters = counters;
  }

  /** The overlay that `data` describes. */
  static from(base: ReadonlyMap<string, BaseTable>, data: OverlayData): Overlay {
    const layers = data.layers.map(([table, rows]) => {
      return [table, new Map(rows.map(([id, row]) => [id, row === null ? null : frozenRow(row)]))] as const;
    });
    return new Overlay(base, new Map(layers), new Map(data.counters));
  }

  fork(): Overlay {
    this.#owned.clear();
    return new Overlay(this.#base, new Map(this.#layers), new Map(this.#counters));
  }

  get(table: string, id: string): Row | undefined {
    const base = this.#table(table);
    const changed = this.#layers.get(table)?.get(id);
    return changed === undefined ? base.rows.get(id) : (changed ?? undefined);
  }

  list(table: string): readonly (readonly [id: string, row: Row])[] {
    const base = this.#table(table);
    const layer = this.#layers.get(table);
    if (!layer || layer.size === 0) return base.entries;
    const rows: (readonly [string, Row])[] = [];
    for (const entry of base.entries) {
      const changed = layer.get(entry[0]);
      if (changed === undefined) rows.push(entry);
      else if (changed !== null) rows.push([entry[0], changed]);
    }
    for (const [id, row] of layer) if (row !== null && !base.rows.has(id)) rows.push([id, row]);
    return rows;
  }

  insert(table: string, row: Row): string {
    const { spec, firstNumber } = this.#table(table);
    const number = this.#counters.get(table) ?? firstNumber;
    const id = `${spec.idPrefix}_${number}`;
    this.#write(table).set(id, frozenRow(row));
    this.#counters.set(table, number + 1);
    return id;
  }

  update(table: string, id: string, fields: Row): void {
    const row = this.get(table, id);
    if (!row) throw defect(`${table} has no row ${id} to update`);
    this.#write(table).set(id, Object.freeze({ ...row, ...frozenRow(fields) }));
  }

  remove(table: string, id: string): void {
    if (!this.get(table, id)) return;
    const layer = this.#write(table);
    if (this.#table(table).rows.has(id)) layer.set(id, null);
    else layer.delete(id);
  }

  /** Lays the start of a task over the state; ids made later are higher than any id it brings. */
  apply(overrides: StateOverrides): void {
    for (const [table, rows] of Object.entries(overrides)) {
      const { spec, firstNumber } = this.#table(table);
      for (const [id, fields] of Object.entries(rows)) {
        if (fields === null) {
          this.remove(table, id);
          continue;
        }
        this.#write(table).set(id, Object.freeze({ ...this.get(table, id), ...frozenRow(fields) }));
        const number = numberOf(spec.idPrefix, id);
        if (number !== undefined && number >= (this.#counters.get(table) ?? firstNumber)) this.#counters.set(table, number + 1);
      }
    }
  }

  /** The changed rows by table. */
  layers(): ReadonlyMap<string, Layer> {
    return this.#layers;
  }

  base(table: string): BaseTable {
    return this.#table(table);
  }

  data(): OverlayData {
    return {
      layers: [...this.#layers].map(([table, rows]) => [table, [...rows]] as const),
      counters: [...this.#counters],
    };
  }

  #table(name: string): BaseTable {
    const table = this.#base.get(name);
    if (table) return table;
    throw defect(`the world has no table ${name}`);
  }

  #write(table: string): Map<string, Row | null> {
    const layer = this.#layers.get(table);
    if (layer && this.#owned.has(table)) return layer;
    const own = new Map(layer);
    this.#layers.set(table, own);
    this.#owned.add(table);
    return own;
  }
}

function defect(message: string): GyreError {
  return new GyreError('INTERNAL', message, { boundary: 'environment' });
}
