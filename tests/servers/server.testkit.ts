import { appendFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, inject, it } from 'vitest';
import { type Missing, type OptionsOf, type ProgramName, provideProgram, type RunningServer, type ServerName, startServer } from '#deploy/servers/mod.ts';

/**
 * Suites that need real servers. Await each function here at the top of a spec: finding or building a server may take minutes, and
 * the loading of a spec has no time limit, while hooks have. A suite whose server cannot be had is skipped and named with the
 * reason in the closing lines of the run; where CI=true is in the environment it fails instead.
 */

declare module 'vitest' {
  interface ProvidedContext {
    /** File that takes a line for each suite that lacks a server; provided by `closing-lines.ts`. */
    serversMissing: string;
  }
}

/** The server of a suite: runs from before its first test until after its last, and cannot be had outside of that. */
export type ServerOf<N extends ServerName> = () => RunningServer<N>;

/**
 * Finds or installs servers; what it returns is `describe` for a suite that needs them, or a form of it that skips and says why.
 *
 *     const describeNats = await withServers('nats');
 *     describeNats('bus on NATS', () => { … });
 */
export async function withServers(...names: readonly ProgramName[]): Promise<(title: string, body: () => void) => void> {
  const missing: Missing[] = [];
  for (const name of names) {
    const found = await provideProgram(name);
    if (found.kind === 'missing') missing.push(found);
  }
  if (missing.length === 0) return (title, body) => describe(title, body);
  const reason = missing.map((each) => `${each.name} ${each.version}: ${each.reason}`).join('; ');
  return (title, body) => lacking(title, body, reason);
}

/** A suite over one server, started for it: `await describeWithServer('nats', 'bus on NATS', (server) => { it('…', () => connect(server().url)) })`. */
export async function describeWithServer<N extends ServerName>(name: N, title: string, body: (server: ServerOf<N>) => void, options?: OptionsOf<N>): Promise<void> {
  const suite = await withServers(name);
  suite(title, () => body(withServer(name, options)));
}

/** Inside a suite of `withServers`: starts a server before its tests, stops it after them. Awaits nothing, so it may be called many times. */
export function withServer<N extends ServerName>(name: N, options?: OptionsOf<N>): ServerOf<N> {
  let server: RunningServer<N> | undefined;
  beforeAll(async () => {
    server = await startServer(name, options);
  });
  afterAll(async () => {
    await server?.stop();
    server = undefined;
  });
  return () => {
    if (server === undefined) throw new Error(`${name} runs only during the tests of its suite`);
    return server;
  };
}

function lacking(title: string, body: () => void, reason: string): void {
  const report = inject('serversMissing');
  if (report !== undefined) appendFileSync(report, `${JSON.stringify({ title, reason })}\n`);
  if (process.env['CI'] === 'true') {
    describe(title, () => {
      it('has its servers', () => {
        throw new Error(reason);
      });
    });
  }
  describe.skipIf(true)(title, body);
}
