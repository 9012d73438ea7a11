import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '#deploy/servers/mod.ts';
import { openStore } from '#kit/store/open.ts';
import type { Collection, CollectionSpec, Store } from '#kit/store/types.ts';

/**
 * Inserts, gets and claims per second, one at a time and 16 in flight: the store on a MongoDB-wire server against the store on a
 * SQLite file. Documents are like slots: some 2 KB. Every claim changes another document. Prints one JSON object. The server is the
 * one the tests use (deploy/servers), in memory: what is measured is the driver, the wire and a small server, not MongoDB and its disk.
 */
const DOCUMENTS = 2_000;
const ROUNDS = 3;
const IN_FLIGHT = [1, 16] as const;

interface Slot {
  readonly _id: string;
  readonly state: string;
  readonly due: number;
  readonly attempt: number;
  readonly result: string;
}

const SLOTS: CollectionSpec = { name: 'slots', indexes: [{ fields: ['state', 'due'] }] };
const OPERATIONS: Readonly<Record<string, (slots: Collection<Slot>, i: number) => Promise<unknown>>> = {
  inserts: (slots, i) => slots.insert({ _id: `slot-${i}`, state: 'planned', due: i, attempt: 0, result: 'r'.repeat(2_000) }),
  gets: (slots, i) => slots.get(`slot-${(i * 7_919) % DOCUMENTS}`),
  claims: (slots, i) => slots.update(`slot-${i}`, { state: 'planned', attempt: 0 }, { set: { state: 'claimed', due: i + 1 }, inc: { attempt: 1 } }),
  // The first of those that are due, while the others wait.
  claims_of_the_first: (slots) => slots.updateFirst({ state: 'claimed' }, [['due', 1]], { set: { state: 'held' } }),
};
/** A server without real indexes looks at every document for the first of a sort. */
const COUNTS: Readonly<Record<string, number>> = { claims_of_the_first: 200 };

/** Operations per second, by operation: one figure a round. */
async function measured(open: (round: number) => Promise<Store>, inFlight: number): Promise<Record<string, number[]>> {
  const rates: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    const store = await open(round);
    const slots = store.collection<Slot>(SLOTS);
    await slots.count({});
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      const count = COUNTS[name] ?? DOCUMENTS;
      let next = 0;
      let missed = 0;
      const worker = async () => {
        for (let i = next++; i < count; i = next++) if ((await operation(slots, i)) === undefined) missed++;
      };
      const began = performance.now();
      await Promise.all(Array.from({ length: inFlight }, worker));
      (rates[name] ??= []).push((1000 * count) / (performance.now() - began));
      if (missed > 0) throw new Error(`${missed} of ${count} ${name} found nothing`);
    }
    await store.close();
  }
  return rates;
}

const median = (values: readonly number[]) => Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);

const folder = mkdtempSync(join(tmpdir(), 'store-bench-'));
await using server = await startServer('mongo', { memory: true });
const sides = {
  mongodb: { what: `the store on ${server.name}, a MongoDB-wire server for tests, in memory, version ${server.version}`, open: (name: string) => openStore(`${server.url}/${name}`) },
  sqlite: { what: 'the store on a SQLite file of this process', open: (name: string) => openStore(`sqlite:${join(folder, `${name}.db`)}`) },
};
const report: Record<string, Record<string, unknown>> = {};
for (const [side, { what, open }] of Object.entries(sides)) {
  report[side] = { what };
  for (const inFlight of IN_FLIGHT) {
    const rates = await measured((round) => open(`bench-${inFlight}-${round}`), inFlight);
    const figures = Object.entries(rates).map(([name, values]) => [`${name}_per_second`, median(values)]);
    Object.assign(report[side], { [`${inFlight}_in_flight`]: Object.fromEntries(figures) });
  }
}
rmSync(folder, { recursive: true });
const { mongodb, sqlite } = report;
console.log(JSON.stringify({ bench: 'store', documents: DOCUMENTS, bytes_per_document: 2_000, rounds: ROUNDS, mongodb, baseline: { name: 'sqlite', ...sqlite } }, undefined, 2));
