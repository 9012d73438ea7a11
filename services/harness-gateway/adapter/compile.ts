import type { Note } from '#protos/core/v1/context.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { GyreError } from '#kit/errors.ts';
import { type AdapterArtifact, type AdapterLimits, type CompiledSkill, DEFAULT_LIMITS, sealArtifact, toolSchemasDigest } from './artifact.ts';
import { type ParsedSkill, parseSkill, toolNames } from './skill-markdown.ts';

export interface SkillText {
  readonly id: string;
  readonly markdown: string;
}

export interface CompileOptions {
  /** The primary skill of a tool that several skills list. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Tools that belong to no skill on purpose. */
  readonly unskilled?: readonly string[];
  /** Routing notes that hold under every harness version. */
  readonly notes?: readonly Note[];
  readonly limits?: Partial<AdapterLimits>;
}

/**
 * Compiles tool schemas and skills into a versioned artifact (report, section 2.5): a complete mapping from tools to skills, a digest
 * of the tool schemas, limits on injected content. Throws INVALID_ARGUMENT with every problem found: a deployed tool that no skill
 * covers and that is not declared unskilled, a tool in several skills without an override, an override that fits nothing.
 */
export function compileAdapter(tools: readonly ToolSpec[], skills: readonly SkillText[], options: CompileOptions = {}): AdapterArtifact {
  const parsed = skills.map((skill) => parseSkill(skill.id, skill.markdown)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const deployed = new Set(tools.map((tool) => tool.name));
  const problems: string[] = [];
  parsed.forEach((skill, at) => {
    if (parsed[at + 1]?.id === skill.id) problems.push(`skill ${skill.id} is given twice`);
  });
  const mapping = mapTools(deployed, parsed, options, problems);
  if (problems.length > 0) {
    throw new GyreError('INVALID_ARGUMENT', `the adapter cannot be compiled: ${problems.join('; ')}`, {
      boundary: 'caller',
      field: 'adapter',
      remedy: 'list each tool in a skill or in unskilled, and name a primary skill in overrides where there are several',
    });
  }
  return sealArtifact({
    format: 1,
    toolDigest: toolSchemasDigest(tools),
    tools: Object.fromEntries([...deployed].sort().map((tool) => [tool, mapping.get(tool) ?? []])),
    skills: parsed.map((skill) => compiled(skill, deployed)),
    notes: [...(options.notes ?? [])],
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  });
}

function mapTools(deployed: ReadonlySet<string>, skills: readonly ParsedSkill[], options: CompileOptions, problems: string[]): Map<string, string[]> {
  const overrides = options.overrides ?? {};
  const unskilled = new Set(options.unskilled);
  const mapping = new Map<string, string[]>();
  for (const tool of deployed) {
    const holders = skills.filter((skill) => skill.families.some((family) => family.tools.includes(tool))).map((skill) => skill.id);
    const primary = overrides[tool];
    if (holders.length === 0 && !unskilled.has(tool)) problems.push(`${tool} is covered by no skill`);
    else if (holders.length > 0 && unskilled.has(tool)) problems.push(`${tool} is declared unskilled but listed by ${holders.join(', ')}`);
    else if (primary !== undefined && !holders.includes(primary)) problems.push(`the override of ${tool} names ${primary}, which does not list it`);
    else if (holders.length > 1 && primary === undefined) problems.push(`${tool} is listed by ${holders.join(', ')} and has no override`);
    else mapping.set(tool, primary === undefined ? holders : [primary, ...holders.filter((id) => id !== primary)]);
  }
  for (const tool of [...Object.keys(overrides), ...unskilled]) if (!deployed.has(tool)) problems.push(`${tool} is configured but not deployed`);
  return mapping;
}

function compiled(skill: ParsedSkill, deployed: ReadonlySet<string>): CompiledSkill {
  const listed = new Set(skill.families.flatMap((family) => family.tools));
  const spokenOf = (text: string) => toolNames(text).filter((name) => deployed.has(name) || listed.has(name));
  return {
    id: skill.id,
    title: skill.title,
    description: skill.description,
    families: skill.families.map((family) => ({ title: family.title, tools: [...family.tools] })),
    rules: skill.rules.map((text) => ({ text, tools: spokenOf(text) })),
    sections: skill.sections.map(({ title, lines }) => ({ title, lines: lines.map((text) => ({ text, tools: spokenOf(text) })) })),
  };
}
