import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closureOf, ROOT } from './sources.ts';

/** What a process must not load, by its entry: other services beyond what it hosts, and what only trains. */
const FORBIDDEN: Readonly<Record<string, RegExp>> = {
  'services/env-manager/main.ts': /^services\/(curator|verifier|trainer-controller|rollout-worker|harness-gateway|cli)\//,
  'services/verifier/main.ts': /^services\/(curator|trainer-controller|rollout-worker|cli)\/|harness-gateway\/policy\//,
  'services/curator/main.ts': /^services\/(trainer-controller|rollout-worker|cli)\/|harness-gateway\/policy\/compact\/network/,
  'services/harness-gateway/main.ts': /^services\/(curator|verifier|rollout-worker|cli)\/|^services\/trainer-controller\/(rounds|learners|schedule)/,
  'services/rollout-worker/main.ts': /^services\/(curator|verifier|trainer-controller|cli)\/|harness-gateway\/policy\/|env-manager\/(worlds|backends)\//,
  'services/trainer-controller/main.ts': /^services\/(env-manager\/backends|cli)\//,
  'services/trainer-controller/learners/container/main.ts': /^services\/(env-manager\/backends|rollout-worker|verifier|curator|cli)\/|^services\/trainer-controller\/(rounds|schedule|evaluation|revision|learners\/cluster)\/|^operators\//,
  'operators/gyre-operator/main.ts': /^services\/(?!kit\/)/,
};

/** Heavy drivers are loaded by URL scheme, never by starting. */
const DRIVERS = ['mongodb', '@aws-sdk/', '@nats-io/', 'onnxruntime', 'webdriver', '@kubernetes/', '@opentelemetry/sdk', '@opentelemetry/exporter', '@opentelemetry/core', '@opentelemetry/resources', '@opentelemetry/context'];

const entries = Object.keys(FORBIDDEN).filter((entry) => existsSync(join(ROOT, entry)));

describe('what each process loads', () => {
  it('knows the processes', () => {
    expect(entries.length).toBeGreaterThanOrEqual(4);
  });

  it.each(entries)('%s loads no more than it hosts', (entry) => {
    const loaded = [...closureOf(entry).keys()];
    expect(loaded.length).toBeGreaterThan(10);
    expect(loaded.filter((path) => FORBIDDEN[entry]?.test(path))).toEqual([]);
  });

  it.each([...entries, 'services/cli/main.ts'])('%s starts without heavy drivers', (entry) => {
    const libraries = [...closureOf(entry).values()].flatMap(({ imports }) => imports.filter((each) => each.path === undefined && !each.typeOnly && !each.dynamic).map(({ specifier }) => specifier));
    expect(libraries.filter((name) => DRIVERS.some((driver) => name.startsWith(driver)))).toEqual([]);
  });

  it('the command line loads a command, and the services, only when they are asked for', () => {
    const loaded = [...closureOf('services/cli/main.ts').keys()];
    expect(loaded.filter((path) => /^services\/(?!cli\/|kit\/)/.test(path) || path.startsWith('services/cli/commands/'))).toEqual([]);
  });
});
