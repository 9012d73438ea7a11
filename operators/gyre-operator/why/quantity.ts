/** Quantities of Kubernetes, as far as nodes and pods have them. */

const UNITS: Readonly<Record<string, number>> = { n: 1e-9, u: 1e-6, m: 1e-3, '': 1, k: 1e3, M: 1e6, G: 1e9, T: 1e12, P: 1e15, E: 1e18, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40, Pi: 2 ** 50, Ei: 2 ** 60 };

/** In whole units: bytes, cores, pieces. 0 of what cannot be read. */
export function amountOf(quantity: string | number | undefined): number {
  const [, number = '0', unit = ''] = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(String(quantity ?? 0)) ?? [];
  return Number(number) * (UNITS[unit] ?? 0);
}

/** As people write it: bytes in binary units, all else as a number. */
export function quantityText(amount: number, resource: string): string {
  const bytes = resource === 'memory' || resource.endsWith('storage') || resource.startsWith('hugepages-');
  const [size, unit] = (bytes ? ([[2 ** 40, 'Ti'], [2 ** 30, 'Gi'], [2 ** 20, 'Mi'], [2 ** 10, 'Ki']] as const) : []).find(([each]) => Math.abs(amount) >= each) ?? [1, ''];
  return `${Math.round((amount / size) * 10) / 10}${unit}`;
}
