import { type Clock, systemClock } from '../clock.ts';
import { invalid } from '../errors.ts';
import { schemeOf, withoutCredentials } from '../url.ts';
import type { Bus } from './types.ts';

type Opener = (clock: Clock) => Promise<Bus>;

/** Drivers by URL scheme, each loaded only when its scheme is used. */
const OPENERS: Readonly<Record<string, Opener>> = {
  'memory:': async (clock) => (await import('./memory.ts')).openMemoryBus({ clock }),
};

/** Opens the bus that `url` names: `memory:`. INVALID_ARGUMENT, naming GYRE_BUS_URL, for a scheme without a driver. */
export async function openBus(url: string, clock: Clock = systemClock): Promise<Bus> {
  const opener = OPENERS[schemeOf(url)];
  if (opener) return opener(clock);
  throw invalid('GYRE_BUS_URL', `no bus driver for ${withoutCredentials(url)}`, 'use memory:');
}
