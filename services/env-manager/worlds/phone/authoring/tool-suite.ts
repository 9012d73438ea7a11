import { expect, it } from 'vitest';
import { compileWorld } from '../../../backends/sandbox/compiled-world.ts';
import type { DomainDefinition, Row, StateOverrides } from '../../world.ts';
import { applyCalls, differenceOf, stateOf } from './intent-suite.ts';

/** What the specs of every domain hold their tools to. Imported by specs only. */

export interface ToolCase {
  readonly tool: string;
  readonly args: Row;
  readonly setup?: StateOverrides;
  /** 200 if not given. */
  readonly status?: number;
  /** Part of the error text. */
  readonly error?: string;
  /** Fields that the result must hold. */
  readonly body?: { readonly [field: string]: unknown };
  /** Business rows that change; none if not given. */
  readonly changed?: { readonly [row: string]: Row };
}

/** One test per case: status, body and changes of one call on the base state with the setup over it. */
export function toolCases(domains: readonly DomainDefinition[], cases: readonly ToolCase[]): void {
  const world = compileWorld({ id: 'phone', domains });
  const titled = cases.map((one) => [`${one.tool}(${JSON.stringify(one.args)}) gives ${one.status ?? 200}${one.error === undefined ? '' : `: ${one.error}`}`, one] as const);
  it.each(titled)('%s', (_, { tool, args, setup = {}, status = 200, error, body = {}, changed = {} }) => {
    const { outcomes, after } = applyCalls(world, setup, [{ id: 'c1', tool, args }]);
    const [outcome] = outcomes;
    expect(outcome?.status).toBe(status);
    expect(outcome?.body).toMatchObject(status === 200 ? body : { success: false, code: status });
    if (error !== undefined) expect(outcome?.body['error']).toContain(error);
    expect(differenceOf(world, stateOf(world, setup), after)).toEqual(changed);
  });
  it('covers every tool of the first domain', () => {
    expect(new Set(cases.map(({ tool }) => tool))).toEqual(new Set(domains[0]?.tools.map(({ name }) => name)));
  });
}

/** The number of tools; words for every tool, parameter and skill; skills name only tools that exist. */
export function toolShapes(domain: DomainDefinition, count: number): void {
  it(`has ${count} tools described in words, and skills that name only them`, () => {
    const names = domain.tools.map(({ name }) => name);
    expect(new Set(names).size).toBe(count);
    for (const { name, description, inputSchema } of domain.tools) {
      expect(description.split(/\s+/).length, name).toBeGreaterThan(6);
      for (const [parameter, schema] of Object.entries(inputSchema.properties)) expect(schema.description.length, `${name}.${parameter}`).toBeGreaterThan(15);
      for (const required of inputSchema.required ?? []) expect(inputSchema.properties, name).toHaveProperty(required);
    }
    for (const { id, markdown } of domain.skills) {
      expect(markdown, id).toMatch(/^# .+\n/);
      const [families = '', rules = ''] = markdown.split('## Tool Families')[1]?.split('## Rules') ?? [];
      const listed = [...families.matchAll(/^- (\w+)$/gm)].map(([, tool]) => tool ?? '');
      expect(listed.length, id).toBeGreaterThan(0);
      for (const tool of listed) expect(names, id).toContain(tool);
      expect([...rules.matchAll(/^- .+$/gm)].length, id).toBeGreaterThanOrEqual(5);
    }
  });
}
