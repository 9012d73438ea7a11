import { describe, expect, it } from 'vitest';
import { closureOf, isTest, readSources, serviceOf, type Source } from './sources.ts';

const sources = readSources('services', 'operators');
const code = sources.filter((source) => !isTest(source));

/**
 * Pure modules that others import one by one, because a service's `mod.ts` would load the service with them: task construction and
 * the audit of checks run the real engine, memory and recall, in a thread that serves nothing.
 */
const PURE: ReadonlySet<string> = new Set([
  'services/env-manager/backends/sandbox/sandbox.ts',
  'services/env-manager/backends/sandbox/setup.ts',
  'services/env-manager/backends/sandbox/virtual-clock.ts',
  'services/env-manager/worlds/surface.ts',
  'services/harness-gateway/adapter/skill-markdown.ts',
  'services/harness-gateway/memory/changes.ts',
  'services/harness-gateway/memory/memory.ts',
  'services/harness-gateway/memory/operation.ts',
  'services/harness-gateway/memory/tools.ts',
  'services/harness-gateway/recall/recall.ts',
]);

/** Each import that a rule forbids, as `file -> specifier`. */
function offences(among: readonly Source[], forbidden: (source: Source, imported: Source['imports'][number]) => boolean): string[] {
  return among.flatMap((source) => source.imports.filter((each) => forbidden(source, each)).map((each) => `${source.path} -> ${each.specifier}`));
}

describe('imports point one way', () => {
  it('found the code', () => {
    expect(code.length).toBeGreaterThan(100);
  });

  it('the kit knows no service and no noun of the contract', () => {
    const kit = code.filter(({ path }) => path.startsWith('services/kit/'));
    expect(offences(kit, (_, { path }) => path !== undefined && !path.startsWith('services/kit/') && !path.startsWith('protos/gen/gyre/rpc/'))).toEqual([]);
  });

  it('operators know the kit, the contract and what is theirs, and services know them by their mod.ts', () => {
    const operators = code.filter(({ path }) => path.startsWith('operators/'));
    expect(operators.length).toBeGreaterThan(10);
    const room = (path: string) => /^operators\/[^/]+\//.exec(path)?.[0] ?? path;
    expect(offences(operators, ({ path: from }, { path }) => path !== undefined && !path.startsWith(room(from)) && !/^(services\/kit|protos\/gen)\//.test(path))).toEqual([]);
    expect(offences(code, ({ path: from }, { path }) => from.startsWith('services/') && path?.startsWith('operators/') === true && !path.endsWith('/mod.ts'))).toEqual([]);
  });

  it('what controllers stand on knows no controller', () => {
    const runtime = code.filter(({ path }) => path.startsWith('operators/gyre-operator/runtime/'));
    expect(offences(runtime, (_, { path }) => path !== undefined && path.startsWith('operators/') && !path.startsWith('operators/gyre-operator/runtime/'))).toEqual([]);
  });

  it('nothing but the command line imports the command line', () => {
    expect(offences(sources, ({ path: from }, { path }) => serviceOf(from) !== 'cli' && path !== undefined && serviceOf(path) === 'cli')).toEqual([]);
  });

  it('services meet at a mod.ts, or in types', () => {
    const between = offences(code, ({ path: from }, { path, typeOnly, dynamic }) => {
      const [own, other] = [serviceOf(from), path === undefined ? undefined : serviceOf(path)];
      if (other === undefined || other === 'kit' || other === own || typeOnly || PURE.has(path ?? '')) return false;
      return !path?.endsWith('/mod.ts') && !(own === 'cli' && from.includes('/embedded') && !dynamic);
    });
    expect(between).toEqual([]);
  });

  it('what is imported one by one is pure: it loads no service', () => {
    const loaded = [...PURE].flatMap((path) => [...closureOf(path).keys()]);
    expect(loaded.filter((path) => /\/(service|start|main|mod)\.ts$|kit\/(store|bus|blobs|rpc\/grpc)/.test(path) && !path.includes('/policy/'))).toEqual([]);
  });

  it('processes speak gRPC as their environment says: through openRpc, but to a server of another make', () => {
    const own = /^services\/kit\/rpc\/grpc-(server|client)\.ts$/;
    const past = offences(code, ({ path: from }, { path, typeOnly }) => path !== undefined && !typeOnly && own.test(path) && !from.startsWith('services/kit/rpc/'));
    expect(past).toEqual(['services/harness-gateway/policy/triton/inference.ts -> #kit/rpc/grpc-client.ts']);
  });

  it('code does not use what is there for specs', () => {
    expect(offences(code, (_, { path }) => path !== undefined && isTest({ path }))).toEqual([]);
  });

  it('domain modules do not reach up to their service, its start or its process', () => {
    const heads = /^services\/[^/]+\/(service|start|main)\.ts$/;
    const above = /^services\/[^/]+\/(service|start|main|mod|controller|threaded-[a-z-]+|[a-z-]+-thread)\.ts$/;
    const inside = code.filter(({ path }) => serviceOf(path) !== 'cli' && serviceOf(path) !== 'kit' && !above.test(path));
    expect(offences(inside, ({ path: from }, { path }) => path !== undefined && serviceOf(from) === serviceOf(path) && heads.test(path))).toEqual([]);
  });

  it('services do not depend on each other in a circle', () => {
    const graph = new Map<string, Set<string>>();
    for (const { path: from, imports } of code) {
      const own = serviceOf(from);
      if (own === undefined || from.endsWith('/main.ts')) continue;
      const others = graph.get(own) ?? new Set<string>();
      graph.set(own, others);
      for (const { path, typeOnly } of imports) {
        const other = path === undefined ? undefined : serviceOf(path);
        if (other !== undefined && other !== own && !typeOnly) others.add(other);
      }
    }
    expect(circle(graph)).toEqual([]);
  });
});

/** The services of one circle, first and last the same; empty without one. */
function circle(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): string[] => {
    if (trail.includes(node)) return [...trail.slice(trail.indexOf(node)), node];
    if (done.has(node)) return [];
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...trail, node]);
      if (found.length > 0) return found;
    }
    done.add(node);
    return [];
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found.length > 0) return found;
  }
  return [];
}
