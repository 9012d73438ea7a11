import { describe, expect, it } from 'vitest';
import { closureOf, isTest, readSources } from './sources.ts';

const code = readSources('services').filter((source) => !isTest(source));

function importing(target: RegExp, allowed: (path: string) => boolean): string[] {
  return code.filter(({ path, imports }) => !allowed(path) && imports.some((each) => each.path !== undefined && target.test(each.path))).map(({ path }) => path);
}

describe('what decides success is out of the reach of what is judged by it', () => {
  it('witnesses and criteria are known to curator and verifier only', () => {
    const found = importing(/^protos\/gen\/gyre\/core\/v1\/(witness|criteria)\.ts$/, (path) => {
      // The embedded profile composes the teacher, which plays the witness of a train task and of no other.
      return /^services\/(curator|verifier)\//.test(path) || path === 'services/cli/embedded-plant.ts';
    });
    expect(found).toEqual([]);
  });

  it('evidence is known to who writes it, who judges it and who attributes by it', () => {
    const found = importing(/^protos\/gen\/gyre\/core\/v1\/evidence\.ts$/, (path) => {
      // `gyre env call` shows a change of state that was made by hand; it judges nothing.
      return /^services\/(env-manager|verifier|curator)\//.test(path) || /^services\/harness-gateway\/(?!policy\/)/.test(path) || path === 'services/cli/commands/env.ts';
    });
    expect(found).toEqual([]);
  });

  it.each(['services/harness-gateway/policy', 'services/trainer-controller/learners', 'services/rollout-worker'])('%s loads neither verifier, curator nor the secret messages', (folder) => {
    const inside = code.filter(({ path }) => path.startsWith(`${folder}/`) && !path.endsWith('/main.ts'));
    expect(inside.length).toBeGreaterThan(5);
    const loaded = new Set(inside.flatMap(({ path }) => [...closureOf(path).keys()]));
    const secret = /^services\/(verifier|curator)\/|^protos\/gen\/gyre\/core\/v1\/(witness|criteria)\.ts$/;
    expect([...loaded].filter((path) => secret.test(path))).toEqual([]);
  });

  it('a policy is given the context and nothing else', () => {
    const policies = code.filter(({ path }) => path.startsWith('services/harness-gateway/policy/'));
    const known = policies.flatMap(({ path, imports }) => imports.filter((each) => /core\/v1\/(task|evidence|criteria|witness|verdict|record|release)\.ts$/.test(each.path ?? '')).map(({ specifier }) => `${path} -> ${specifier}`));
    expect(known).toEqual([]);
  });
});
