import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filesUnder, ROOT } from '../architecture/sources.ts';
import { ignored, parseIgnore } from './context.ts';
import { execForm, problemsOf, readStages } from './dockerfile.ts';

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const files = readdirSync(`${ROOT}deploy/images`).filter((name) => name.endsWith('.Dockerfile'));
const ignore = parseIgnore(read('.dockerignore'));

describe('the Dockerfiles', () => {
  it('are those of the services and of Triton', () => {
    expect(files.sort()).toEqual(['services.Dockerfile', 'triton.Dockerfile']);
  });

  it.each(files)('%s keeps to the rules', (file) => {
    expect(problemsOf(read(`deploy/images/${file}`))).toEqual([]);
  });

  it.each(files)('%s copies what the context has', (file) => {
    const context = ['package.json', 'package-lock.json', 'buf.yaml', 'buf.gen.yaml', ...['protos', 'services', 'operators', 'deploy'].flatMap((folder) => filesUnder(folder))].filter((path) => !ignored(path, ignore));
    const copied = readStages(read(`deploy/images/${file}`)).flatMap(({ instructions }) => instructions.filter(({ name, flags }) => name === 'COPY' && flags['from'] === undefined).flatMap(({ rest }) => rest.split(/\s+/).slice(0, -1)));
    expect(copied.length).toBeGreaterThan(0);
    expect(copied.filter((source) => !context.some((path) => path === source || path.startsWith(`${source}/`)))).toEqual([]);
  });

  it('take the versions that the project is tested with', () => {
    const { devDependencies } = JSON.parse(read('package.json'));
    expect(readStages(read('deploy/images/services.Dockerfile'))[0]?.base).toBe(`node:${devDependencies.node}-bookworm-slim`);
    expect(read('deploy/compose.yaml')).toContain(`image: ${readStages(read('deploy/images/triton.Dockerfile'))[0]?.base}`);
  });

  it('have the version of the chart, unless a build says another', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(files.map((file) => readStages(read(`deploy/images/${file}`)).at(-1)?.instructions.find(({ name, rest }) => name === 'ARG' && rest.startsWith('VERSION='))?.rest)).toEqual(files.map(() => `VERSION=${version}`));
    expect(read('charts/gyre/Chart.yaml')).toContain(`\nappVersion: ${version}\n`);
  });

  it('take Node alone from its image, so that no layer of what runs has a package manager', () => {
    const [first, last] = [0, -1].map((at) => readStages(read('deploy/images/services.Dockerfile')).at(at));
    expect(last?.base).toMatch(/^debian:/);
    expect(first?.base).toMatch(/^node:/);
    const taken = (last?.instructions ?? []).filter(({ name, flags }) => name === 'COPY' && flags['from'] !== undefined).map(({ rest }) => rest.split(/\s+/)[0] ?? '');
    expect(taken.filter((path) => !path.startsWith('/gyre/'))).toEqual(['/usr/local/bin/node']);
  });

  it('start the server with the arguments that compose file and chart give it', () => {
    const [stage] = readStages(read('deploy/images/triton.Dockerfile'));
    const parts = (name: string) => execForm(stage?.instructions.findLast((each) => each.name === name) ?? { rest: '' }) ?? [];
    expect(read('deploy/compose.yaml')).toContain(`command: ${JSON.stringify([...parts('ENTRYPOINT'), ...parts('CMD')]).replaceAll(',', ', ')}`);
  });
});

describe('the context', () => {
  it.each([
    ['services/curator/main.ts', false],
    ['services/env-manager/worlds/phone/time-management/skills/a/SKILL.md', false],
    ['deploy/triton/policy/model.py', false],
    ['package-lock.json', false],
    ['services/kit/config.spec.ts', true],
    ['services/env-manager/testkit/world.ts', true],
    ['protos/gen/gyre/core/v1/task.ts', true],
    ['tests/e2e/gyre.ts', true],
    ['node_modules/zod/package.json', true],
    ['var/demo/up.token', true],
    ['deploy/servers/main.ts', true],
  ])('%s: left out %s', (path, left) => {
    expect(ignored(path, ignore)).toBe(left);
  });
});

const GOOD = 'FROM node:24.1.0-slim AS build\nRUN npm ci\nFROM node:24.1.0-slim\nCOPY --from=build /a /a\nARG V=\nLABEL org.opencontainers.image.version=${V} org.opencontainers.image.revision=${V} org.opencontainers.image.source=${V}\nUSER 1000:1000\nENTRYPOINT ["node"]\n';

describe('a rule', () => {
  it('has nothing against a good file', () => {
    expect(problemsOf(GOOD)).toEqual([]);
    expect(problemsOf(`ARG BASE=node:24.1.0@sha256:${'a'.repeat(64)}\n${GOOD.replaceAll('node:24.1.0-slim', '${BASE}')}`)).toEqual([]);
  });

  it.each([
    ['pinned', GOOD.replace('node:24.1.0-slim AS', 'node:latest AS')],
    ['pinned', GOOD.replace('node:24.1.0-slim AS', 'node AS')],
    ['pinned', GOOD.replace('node:24.1.0-slim AS', 'node:24.1.0@sha256:abc AS')],
    ['no-add', GOOD.replace('COPY --from=build', 'ADD')],
    ['own-stages', GOOD.replace('--from=build', '--from=busybox:1.2.3')],
    ['named-sources', GOOD.replace('COPY --from=build /a /a', 'COPY . /a')],
    ['no-downloads', GOOD.replace('npm ci', 'true && \\\n  curl -sL https://example.com/x')],
    ['no-sudo', GOOD.replace('npm ci', 'sudo true')],
    ['locked', GOOD.replace('npm ci', 'npm install')],
    ['no-secrets', GOOD.replace('RUN', 'ENV API_TOKEN=1\nRUN')],
    ['not-root', GOOD.replace('USER 1000:1000\n', '')],
    ['not-root', GOOD.replace('1000:1000', 'root')],
    ['not-root', GOOD.replace('1000:1000', 'node')],
    ['user-last', GOOD.replace('ENTRYPOINT', 'RUN true\nENTRYPOINT')],
    ['labelled', GOOD.replace('org.opencontainers.image.revision=${V} ', '')],
    ['labelled', GOOD.replace('revision=${V}', 'revision=1')],
    ['signals', GOOD.replace('["node"]', 'node')],
  ])('%s finds what is against it', (rule, text) => {
    expect(problemsOf(text).map((problem) => /\[([\w-]+)\]/.exec(problem)?.[1])).toEqual([rule]);
  });
});
