import { describe, expect, it } from 'vitest';
import { smallDomain, smallWorld } from '../../testkit/small-world.ts';
import type { DomainDefinition } from '../../worlds/world.ts';
import { compileWorld } from './compiled-world.ts';

const [firstTool] = smallDomain.tools;
const worldOf = (...domains: DomainDefinition[]) => ({ id: 'small', domains });
const empty: DomainDefinition = { id: 'more', title: 'More', tables: [], base: {}, tools: [], skills: [] };

describe('compileWorld', () => {
  it('gives the same build for the same definitions and another for any change of data or schema', () => {
    const build = compileWorld(smallWorld).build;
    expect(build).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(compileWorld(structuredWorld()).build).toBe(build);
    const moved = { ...smallDomain, base: { ...smallDomain.base, contacts: {} } };
    const described = { ...smallDomain, tools: smallDomain.tools.map((tool, i) => (i === 0 ? { ...tool, description: 'Other.' } : tool)) };
    expect(compileWorld(worldOf(moved)).build).not.toBe(build);
    expect(compileWorld(worldOf(described)).build).not.toBe(build);
  });

  it('describes the tools in MCP form', () => {
    const spec = compileWorld(smallWorld).toolSpecs.find((tool) => tool.name === 'add_contact');
    expect(JSON.parse(spec?.inputSchemaJson ?? '')).toMatchObject({ type: 'object', required: ['name', 'phoneNumber'] });
  });

  it('freezes the base down to its lists', () => {
    const alarm = compileWorld(smallWorld).tables.get('alarms')?.rows.get('alarm_1001');
    expect([Object.isFrozen(alarm), Object.isFrozen(alarm?.['days'])]).toEqual([true, true]);
  });

  it.each<[string, DomainDefinition, RegExp]>([
    ['a tool defined twice', { ...empty, tools: firstTool ? [firstTool] : [] }, /more\.manage_alarm: is defined twice/],
    ['a table defined twice', { ...empty, tables: [{ name: 'alarms', idPrefix: 'a' }] }, /more\.alarms: is defined twice/],
    ['rows without a table', { ...empty, base: { moons: {} } }, /more\.moons: has base rows but no table/],
    [
      'a permission without a row',
      { ...empty, tools: firstTool ? [{ ...firstTool, name: 'fly', permission: 'wings' }] : [] },
      /more\.fly: needs the unknown permission wings/,
    ],
  ])('refuses %s', (_name, domain, message) => {
    expect(() => compileWorld(worldOf(smallDomain, domain))).toThrow(message);
  });
});

function structuredWorld() {
  return worldOf({ ...smallDomain, base: structuredClone(smallDomain.base) });
}
