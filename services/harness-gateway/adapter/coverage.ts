import type { ToolSpec } from '#protos/core/v1/tool.ts';
import type { WorldDefinition } from '#env-manager/worlds/world.ts';
import { type AdapterArtifact, toolSchemasDigest } from './artifact.ts';
import type { CompileOptions, SkillText } from './compile.ts';
import { parseSkill } from './skill-markdown.ts';

/** How deployed tools differ from those an artifact was compiled for. */
export interface Coverage {
  /** Whether the schemas are the very ones. */
  readonly exact: boolean;
  /** Deployed tools that the artifact does not know: they are served without guidance. */
  readonly uncovered: readonly string[];
  /** Tools of the artifact that are not deployed: their guidance is pruned. */
  readonly absent: readonly string[];
}

export function coverage(artifact: AdapterArtifact, deployed: readonly ToolSpec[]): Coverage {
  const names = new Set(deployed.map((tool) => tool.name));
  return {
    exact: toolSchemasDigest(deployed) === artifact.toolDigest,
    uncovered: [...names].filter((name) => artifact.tools[name] === undefined).sort(),
    absent: Object.keys(artifact.tools).filter((name) => !names.has(name)),
  };
}

export interface AdapterSources {
  readonly tools: readonly ToolSpec[];
  readonly skills: readonly SkillText[];
  readonly options: CompileOptions;
}

/**
 * What {@link CompileOptions} a world stands for: a tool that several skills list belongs first to a skill of its own domain, in the
 * order the domain declares them (else of the first domain that lists it); a tool that no skill lists is unskilled.
 */
export function worldSources(world: WorldDefinition): AdapterSources {
  const skills = world.domains.flatMap((domain) => domain.skills.map(({ id, markdown }) => ({ id, markdown, domain: domain.id })));
  const listed = skills.map((skill) => ({ ...skill, tools: new Set(parseSkill(skill.id, skill.markdown).families.flatMap((family) => family.tools)) }));
  const overrides: Record<string, string> = {};
  const unskilled: string[] = [];
  const tools: ToolSpec[] = [];
  for (const domain of world.domains) {
    for (const tool of domain.tools) {
      tools.push({ name: tool.name, description: tool.description, inputSchemaJson: JSON.stringify(tool.inputSchema) });
      const holders = listed.filter((skill) => skill.tools.has(tool.name));
      const primary = holders.find((skill) => skill.domain === domain.id) ?? holders[0];
      if (!primary) unskilled.push(tool.name);
      else if (holders.length > 1) overrides[tool.name] = primary.id;
    }
  }
  return { tools, skills: skills.map(({ id, markdown }) => ({ id, markdown })), options: { overrides, unskilled } };
}
