import { type Clock, systemClock } from '../clock.ts';
import { busSettings } from '../config.ts';
import { invalid } from '../errors.ts';
import type { Logger } from '../logs.ts';
import { schemeOf, withoutCredentials } from '../url.ts';
import type { Bus } from './types.ts';

export interface BusOptions {
  readonly clock?: Clock;
  /** The GYRE_BUS_… variables, for what the URL leaves open; the process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Told when the connection is lost and when it is back. By default, lines on standard error. */
  readonly logger?: Logger;
}

type Opener = (url: string, options: BusOptions) => Promise<Bus>;

const openNats: Opener = async (url, { clock = systemClock, env = process.env, logger }) => {
  const [{ openNatsBus }, { createLogger }] = await Promise.all([import('./nats.ts'), import('../logs.ts')]);
  const settings = busSettings(env);
  return openNatsBus(url, { clock, settings, logger: logger ?? createLogger('bus', settings.logLevel, process.stderr) });
};

/** Drivers by URL scheme, each loaded only when its scheme is used. */
const OPENERS: Readonly<Record<string, Opener>> = {
  'memory:': async (_url, { clock }) => (await import('./memory.ts')).openMemoryBus(clock === undefined ? {} : { clock }),
  'nats:': openNats,
  'tls:': openNats,
};

/**
 * Opens the bus that `url` names: `memory:`, `nats://…` or `tls://…`. INVALID_ARGUMENT, naming GYRE_BUS_URL, for a scheme without a
 * driver; UNAVAILABLE or UNAUTHENTICATED, naming it as well, if no connection comes about.
 */
export async function openBus(url: string, options: BusOptions = {}): Promise<Bus> {
  const opener = OPENERS[schemeOf(url)];
  if (opener) return opener(url, options);
  throw invalid('GYRE_BUS_URL', `no bus driver for ${withoutCredentials(url)}`, 'use memory: or nats://HOST:PORT');
}
