import type { Authority } from '#deploy/authority.ts';
import { loadConfig } from '#kit/config.ts';
import { createLogger } from '#kit/logs.ts';
import { openRpc, type Rpc } from '#kit/rpc/open.ts';

/** The variables of a process called `name` whose certificate is of `authority`, and that trusts `trusted`. */
export async function certified(authority: Authority, name: string, trusted = authority): Promise<Record<string, string>> {
  const { cert, key } = await authority.issue(name);
  return { GYRE_RPC_TLS_CA: trusted.ca, GYRE_RPC_TLS_CERT: cert, GYRE_RPC_TLS_KEY: key };
}

/** gRPC as a process with these variables speaks it, and what it logs. */
export async function rpcOf(env: Readonly<Record<string, string>>, token?: string): Promise<{ rpc: Rpc; lines: string[] }> {
  const lines: string[] = [];
  const logger = createLogger('test', 'trace', { write: (line) => void lines.push(line) });
  return { rpc: await openRpc(loadConfig(env), { logger, ...(token === undefined ? {} : { token: () => token }) }), lines };
}
