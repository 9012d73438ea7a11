import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '../architecture/sources.ts';
import { describeChart, rendered, VALUE_FILES } from './helm.testkit.ts';
import { podsOf } from './objects.ts';

/** The figures of docs/operations/install.md are those of the value files. */

const UNITS: Readonly<Record<string, number>> = { m: 1e-3, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };
const amount = (quantity: unknown) => {
  const [, number = '', unit = ''] = /^([\d.]+)(m|Ki|Mi|Gi)?$/.exec(String(quantity)) ?? [];
  return Number(number) * (UNITS[unit] ?? 1);
};

/** Cores and GiB that the pods of a release ask for while they run. */
async function asked(values: (typeof VALUE_FILES)[number]): Promise<{ cores: number; gib: number }> {
  const running = podsOf(await rendered({ values })).filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
  const least = { 'env-manager': 3, verifier: 2, 'harness-gateway': 3, 'rollout-worker': 4 } as Readonly<Record<string, number>>;
  const sum = (resource: string) => running.reduce((total, { component, replicas, spec }) => total + (replicas ?? least[component] ?? 0) * spec.containers.reduce((own, { resources }) => own + amount(resources.requests[resource]), 0), 0);
  return { cores: sum('cpu'), gib: sum('memory') / 2 ** 30 };
}

describeChart('docs/operations', () => {
  it.each(VALUE_FILES)('says what %s asks for', async (values) => {
    const row = readFileSync(`${ROOT}docs/operations/install.md`, 'utf8').split('\n').find((line) => line.startsWith('| cores, memory')) ?? '';
    const cell = row.split('|')[2 + VALUE_FILES.indexOf(values)] ?? '';
    const [, cores = '', gib = ''] = /([\d.]+), ([\d.]+) GiB/.exec(cell) ?? [];
    const { cores: ours, gib: memory } = await asked(values);
    expect({ cores: Number(cores), gib: Number(gib) }).toEqual({ cores: Number(ours.toFixed(1)), gib: Number(memory.toFixed(1)) });
  });
});
