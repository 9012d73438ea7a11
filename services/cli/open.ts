import { readFile } from 'node:fs/promises';
import { addressVariable, type Config, type ServiceName } from '#kit/config.ts';
import { invalid } from '#kit/errors.ts';
import type { OpenOptions, OpenServices, Services } from './services.ts';

/** Services that a command line needs at their addresses. */
const NEEDED: readonly ServiceName[] = ['env-manager', 'verifier', 'curator', 'trainer-controller', 'harness-gateway', 'rollout-worker'];

/** Opens the services: at their addresses where the configuration names any, otherwise in this process. */
export const openServices: OpenServices = async (options) => {
  const named = NEEDED.filter((service) => options.config.addresses[service] !== undefined);
  if (named.length > 0) return remote(options);
  const { openEmbedded } = await import('./embedded.ts');
  const { poolFrom } = await import('#trainer-controller/mod.ts');
  const settings = { pool: poolFrom(process.env['GYRE_POOL']) };
  return openEmbedded({ config: options.config, trainer: { settings }, ...(options.scripts ? { scripts: options.scripts } : {}) });
};

/** Where `gyre up` leaves its token for commands of the same user. */
export function tokenFile({ stateDir }: Pick<Config, 'stateDir'>): string {
  return `${stateDir}/up.token`;
}

async function remote({ config, scripts }: OpenOptions): Promise<Services> {
  if (scripts !== undefined) throw invalid('--policy', 'scripts are played in this process', 'unset the GYRE_…_ADDRESS variables');
  const missing = NEEDED.filter((service) => config.addresses[service] === undefined);
  if (missing.length > 0) throw invalid(missing.map(addressVariable).join(', '), 'is not set although other addresses are', 'set all addresses, or none to run in this process');
  const { remoteServices } = await import('./remote.ts');
  return remoteServices(config, await tokenOf(config));
}

async function tokenOf(config: Config): Promise<string> {
  const given = process.env['GYRE_TOKEN'];
  if (given !== undefined && given !== '') return given;
  try {
    return (await readFile(tokenFile(config), 'utf8')).trim();
  } catch {
    throw invalid('GYRE_TOKEN', 'is not set', `set it, or start gyre up with the same GYRE_STATE_DIR (${config.stateDir})`);
  }
}
