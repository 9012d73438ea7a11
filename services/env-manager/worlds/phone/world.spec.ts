import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../backends/sandbox/changes.ts';
import { compileWorld } from '../../backends/sandbox/compiled-world.ts';
import type { SandboxEpisode } from '../../backends/sandbox/episode.ts';
import { createSandbox } from '../../backends/sandbox/sandbox.ts';
import type { ParameterSchema, ToolDefinition } from '../world.ts';
import { applyCalls, drawFor, stateOf } from './authoring/intent-suite.ts';
import { phoneIntents, phoneWorld } from './mod.ts';

const sandbox = createSandbox(phoneWorld);
const tools = phoneWorld.domains.flatMap((domain) => domain.tools);
const open = (): SandboxEpisode =>
  sandbox.open({ state: {}, now: '2026-03-04T01:15:00Z', timeZone: 'Asia/Shanghai', locale: 'en', deniedPermissions: [], faults: [] }, 5);

/** Tools that the harness executes itself. */
const HARNESS_TOOLS = new Set(['search_user_memory', 'add_user_memory', 'replace_user_memory', 'remove_user_memory']);

/** Texts that exist in the base, so that calls hit rows and not only gaps. */
const known = phoneWorld.domains.flatMap((domain) =>
  Object.values(domain.base).flatMap((rows) => Object.entries(rows).flatMap(([id, row]) => [id, ...Object.values(row).filter((value) => typeof value === 'string')])),
);

function valueFor(schema: ParameterSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 200 });
    case 'array':
      return fc.array(schema.items?.enum ? fc.constantFrom(...schema.items.enum) : schema.items?.type === 'string' ? text('') : fc.integer({ min: 0, max: 9 }), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 3,
      });
    case 'string':
      return text(schema.format ?? '');
  }
}

function text(format: string): fc.Arbitrary<string> {
  if (format === 'time') return fc.constantFrom('00:00', '07:30', '23:59');
  if (format === 'date') return fc.constantFrom('2026-03-04', '2026-02-28', '2028-02-29');
  if (format === 'date-time') return fc.constantFrom('2026-03-04T09:00', '2026-12-31T23:59');
  return fc.oneof(fc.constantFrom(...known), fc.constantFrom('+8613800138000', 'a@example.com', '重命名'), fc.string({ maxLength: 12 }));
}

function argumentsFor(tool: ToolDefinition): fc.Arbitrary<{ readonly [parameter: string]: unknown }> {
  const entries = Object.entries(tool.inputSchema.properties).map(([name, schema]) => [name, valueFor(schema)] as const);
  return fc.record(Object.fromEntries(entries), { requiredKeys: [...(tool.inputSchema.required ?? [])] });
}

const anyCall = fc.oneof(...tools.map((tool) => argumentsFor(tool).map((args) => ({ callId: 'c', name: tool.name, argumentsJson: JSON.stringify(args) }))));

describe('the phone world', () => {
  it('is one consistent world: tables, tools and permissions fit together', () => {
    const compiled = compileWorld(phoneWorld);
    expect(compiled.tools.size).toBe(tools.length);
    expect(compiled.build).toBe(sandbox.build);
  });

  it('survives any calls: no tool breaks, whatever valid arguments it gets', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 12 }), (calls) => {
        const episode = open();
        for (const one of calls) {
          const [result] = episode.step([one]);
          expect([200, 400, 403, 404, 409, 500]).toContain(result?.status);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('writes business rows only in calls that say they can', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 8 }), (calls) => {
        const episode = open();
        for (const one of calls) {
          const before = businessOf(episode);
          episode.step([one]);
          const { sideEffect, status } = episode.operations().at(-1) ?? {};
          if (!sideEffect || (status ?? 0) >= 400) expect(businessOf(episode), one.name + one.argumentsJson).toBe(before);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same bytes twice', () => {
    fc.assert(
      fc.property(fc.array(anyCall, { maxLength: 8 }), (calls) => {
        const [one, two] = [open(), open()];
        expect(JSON.stringify(two.step(calls))).toBe(JSON.stringify(one.step(calls)));
        expect(two.stateDigest()).toBe(one.stateDigest());
      }),
    );
  });

  it('has intents whose tools and domains exist, each under one id', () => {
    const ids = phoneIntents.map((intent) => intent.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const intent of phoneIntents) {
      expect(tools.map((tool) => tool.name), intent.id).toContain(intent.tool);
      expect(phoneWorld.domains.map((domain) => domain.id), intent.id).toContain(intent.domain);
    }
  });

  it('lets every intent be done as its own solution says, in the presence of all other domains', () => {
    const world = compileWorld(phoneWorld);
    for (const intent of phoneIntents) {
      for (const split of ['train', 'dev', 'test'] as const) {
        for (const locale of ['en', 'zh'] as const) {
          const { setup, calls, changes } = intent.draw(drawFor(split, locale, 1));
          const { outcomes, after } = applyCalls(world, setup, calls);
          expect(outcomes.map(({ status }) => status), intent.id).toEqual(calls.map(() => 200));
          const changed = changesBetween(stateOf(world, setup), after).filter((change) => !change.bookkeeping);
          expect(new Set(changed.map((change) => change.table)), intent.id).toEqual(new Set(changes.map((change) => change.table)));
        }
      }
    }
  });

  it('has skills whose tool families name tools of the phone, each under one id', () => {
    const skills = phoneWorld.domains.flatMap((domain) => domain.skills);
    expect(new Set(skills.map((skill) => skill.id)).size).toBe(skills.length);
    const names = new Set(tools.map((tool) => tool.name));
    for (const { id, markdown } of skills) {
      const [, families = ''] = markdown.split('## Tool Families');
      const listed = [...(families.split('\n## ')[0] ?? '').matchAll(/\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g)].map(([name]) => name);
      expect(listed, id).not.toEqual([]);
      expect(listed.filter((name) => !names.has(name) && !HARNESS_TOOLS.has(name)), id).toEqual([]);
      expect(markdown, id).toMatch(/^# /);
    }
  });
});

function businessOf(episode: SandboxEpisode): string {
  return JSON.stringify(episode.changes().filter((change) => !change.bookkeeping));
}
