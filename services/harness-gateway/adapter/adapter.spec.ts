import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { describe, expect, it } from 'vitest';
import { loadSkill, skillLoader } from '../skills/loader.ts';
import { toolEntry } from '../tools/catalogue.ts';
import { prepareAdapter } from './adapt.ts';
import { parseArtifact } from './artifact.ts';
import { compileAdapter } from './compile.ts';
import { coverage, worldSources } from './coverage.ts';
import { parseSkill } from './skill-markdown.ts';

const focus = `# Focus and sound
Quiet hours, volume and notifications.

## Tool Families
- Volume: \`set_volume\`, \`manage_sound_mode\`
- **Disturbance**: manage_dnd
- \`manage_gone\`

## Rules
- Use \`manage_dnd\` for quiet hours.
- Read \`manage_gone\` first.
- Ask before a lasting change.

## Routing
Media volume goes to \`set_volume\`.
`;
const network = '# Network\n## Tool Families\n- `manage_wlan`\n- `manage_dnd`\n## Rules\n1. Check airplane mode first.\n';
const tool = (name: string): ToolSpec => ({ name, description: `Does ${name}.`, inputSchemaJson: '{"type":"object","properties":{}}' });
const tools = ['set_volume', 'manage_sound_mode', 'manage_dnd', 'manage_wlan', 'qa_task'].map(tool);
const skills = [
  { id: 'focus-sound', markdown: focus },
  { id: 'network', markdown: network },
];
const options = { overrides: { manage_dnd: 'focus-sound' }, unskilled: ['qa_task'] };
const artifact = compileAdapter(tools, skills, options);

describe('SKILL.md', () => {
  it('is read into families, rules and further sections', () => {
    expect(parseSkill('focus-sound', focus)).toEqual({
      id: 'focus-sound',
      title: 'Focus and sound',
      description: 'Quiet hours, volume and notifications.',
      families: [
        { title: 'Volume', tools: ['set_volume', 'manage_sound_mode'] },
        { title: 'Disturbance', tools: ['manage_dnd'] },
        { title: '', tools: ['manage_gone'] },
      ],
      rules: ['Use `manage_dnd` for quiet hours.', 'Read `manage_gone` first.', 'Ask before a lasting change.'],
      sections: [{ title: 'Routing', lines: ['Media volume goes to `set_volume`.'] }],
    });
  });

  it.each([
    ['text\n# T\n## Rules\n- r', 'a/SKILL.md:1: text before the title'],
    ['# T\n# U\n## Rules\n- r', 'a/SKILL.md:2: a second title'],
    ['# T\n## Rules\nr', 'a/SKILL.md:3: a rule that is no bullet'],
    ['# T\n## Tool Families\n- Nothing here\n## Rules\n- r', 'a/SKILL.md:3: a family without tool names'],
    ['# T\n## Tool Families\n- a_b\n- a_b\n## Rules\n- r', 'a/SKILL.md:2: a_b is listed twice'],
    ['# T\n## Rules\n- r\n## Rules\n- s', 'a/SKILL.md:4: a second section Rules'],
    ['---\nname: x\n# T\n## Rules\n- r', 'a/SKILL.md:1: the front matter does not end'],
    ['# T\n', 'a/SKILL.md:2: no rules'],
  ])('%j is refused with file and line', (markdown, message) => {
    expect(() => parseSkill('a', markdown)).toThrow(message);
  });
});

describe('compilation', () => {
  it('maps every tool, primary skill first, and is content-addressed', () => {
    expect(artifact.tools['manage_dnd']).toEqual(['focus-sound', 'network']);
    expect(artifact.tools['qa_task']).toEqual([]);
    expect(compileAdapter(tools.toReversed(), skills.toReversed(), options).digest).toBe(artifact.digest);
    expect(parseArtifact(JSON.parse(JSON.stringify(artifact)))).toEqual(artifact);
    expect(() => parseArtifact({ ...artifact, limits: { ...artifact.limits, skills: 9 } })).toThrow('does not match');
  });

  it('reports every uncovered, ambiguous and misconfigured tool at once', () => {
    expect(() => compileAdapter(tools, skills, { unskilled: ['set_volume', 'other'] })).toThrow(
      /set_volume is declared unskilled.*manage_dnd is listed by focus-sound, network and has no override.*qa_task is covered by no skill.*other is configured but not deployed/,
    );
  });

  it('tells how deployed tools differ from those it was compiled for', () => {
    expect(coverage(artifact, tools)).toEqual({ exact: true, uncovered: [], absent: [] });
    expect(coverage(artifact, [...tools.slice(1), tool('new_tool')])).toEqual({ exact: false, uncovered: ['new_tool'], absent: ['set_volume'] });
  });

  it('takes overrides and unskilled tools from a world', () => {
    const definition = (name: string) => ({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: 'object' as const, properties: {}, additionalProperties: false as const },
      sideEffect: () => false,
      run: () => ({ status: 200, body: {} }),
    });
    const domain = { tables: [], base: {} };
    const world = {
      id: 'w',
      domains: [
        { ...domain, id: 'network', title: 'Network', tools: [definition('manage_wlan')], skills: [skills[1]!] },
        { ...domain, id: 'sound', title: 'Sound', tools: ['set_volume', 'manage_sound_mode', 'manage_dnd', 'qa_task'].map(definition), skills: [skills[0]!] },
      ],
    };
    const sources = worldSources(world);
    expect(sources.options).toEqual(options);
    expect(compileAdapter(sources.tools, sources.skills, sources.options).tools).toEqual(artifact.tools);
  });
});

describe('request-time guidance', () => {
  const adapter = prepareAdapter(artifact);
  const request = { request: 'turn the volume down for quiet hours', multiTurn: false, skillTools: false };

  it('keeps reachable tools and drops rules that depend only on unavailable ones', () => {
    const { text, skills: chosen } = adapter.adapt({ ...request, exposed: new Set(['set_volume', 'qa_task']) });
    expect(chosen).toEqual(['focus-sound']);
    expect(text).toContain('- Volume: set_volume\n');
    expect(text).toContain('Ask before a lasting change.');
    for (const absent of ['manage_sound_mode', 'manage_dnd', 'manage_gone', 'Disturbance']) expect(text).not.toContain(absent);
  });

  it('gives only the protocol where skills are to be chosen, and nothing where nothing matches', () => {
    const guided = adapter.adapt({ ...request, exposed: new Set(['set_volume']), skillTools: true });
    expect(guided).toMatchObject({ text: expect.stringContaining('skill__'), skills: [] });
    expect(guided.text).not.toContain('Focus');
    expect(adapter.adapt({ ...request, exposed: new Set(['qa_task']) }).text).toBe('');
  });

  it('adds the multi-turn note and stays within its limits', () => {
    expect(adapter.adapt({ ...request, exposed: new Set(['set_volume']), multiTurn: true }).notes.map((note) => note.id)).toEqual(['adapter.multi-turn']);
    const tight = prepareAdapter(compileAdapter(tools, skills, { ...options, limits: { characters: 20 } }));
    expect(tight.adapt({ ...request, exposed: new Set(['set_volume']) }).text).toBe('');
  });
});

describe('loading a skill', () => {
  const { skill, entry, card } = skillLoader(artifact.skills[0]!);
  const world = new Map(tools.map((spec) => [spec.name, toolEntry(spec)]));

  it('adds its tools and names those that do not exist', () => {
    expect(entry.spec.name).toBe('skill__focus_sound');
    expect(card.title).toBe('Focus and sound');
    const load = loadSkill(skill, false, world, new Map([['set_volume', world.get('set_volume')!]]));
    expect(load.body).toMatchObject({ status: 'loaded', loaded_tools: ['set_volume', 'manage_sound_mode', 'manage_dnd'], unknown_tools: ['manage_gone'] });
    expect(load.body['instructions']).not.toContain('manage_gone');
    expect(load.added.map((added) => added.spec.name)).toEqual(['manage_sound_mode', 'manage_dnd']);
  });

  it('is offered by a card that says what it is for, description or not', () => {
    expect(card.description).toBe('Quiet hours, volume and notifications.');
    expect(skillLoader(artifact.skills[1]!).card.description).toBe('Covers manage wlan, manage dnd.');
  });

  it('says when it is loaded already', () => {
    expect(loadSkill(skill, true, world, world)).toMatchObject({ body: { status: 'already_loaded' }, added: [] });
  });
});
