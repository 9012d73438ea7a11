import { type ParsedSkill, parseSkill } from '#harness-gateway/adapter/skill-markdown.ts';
import type { ToolDefinition, WorldDefinition } from '#env-manager/worlds/world.ts';

/** A world prepared for construction: tools and skills by name, and which skill reaches which tool. */
export interface WorldIndex {
  readonly world: WorldDefinition;
  readonly tools: ReadonlyMap<string, ToolDefinition>;
  /** Domain id of each tool. */
  readonly domainOf: ReadonlyMap<string, string>;
  /** Skills as the Scenario Adapter reads them. */
  readonly skills: ReadonlyMap<string, ParsedSkill>;
  /** Skill ids whose tool families name the tool, in order of the world. */
  readonly skillsOf: ReadonlyMap<string, readonly string[]>;
  /** Whether a name stands in the base state: entities of tasks are kept apart from what the phone already holds. */
  inBase(name: string): boolean;
}

/** Tools that the harness runs itself in the scope of the episode. */
export const MEMORY_TOOLS = ['search_user_memory', 'add_user_memory', 'replace_user_memory', 'remove_user_memory'] as const;

/** The tool that repairs a missing permission: `{action: 'grant', permission}`. */
export const PERMISSION_TOOL = 'manage_app_permission';

/** The loader of a skill as the policy calls it. */
export function skillLoader(skill: string): string {
  return `skill__${skill.replaceAll('-', '_')}`;
}

/** Prepares a world. Tool and skill names are unique in it. */
export function indexWorld(world: WorldDefinition): WorldIndex {
  const tools = new Map(world.domains.flatMap((domain) => domain.tools.map((tool) => [tool.name, tool] as const)));
  const domainOf = new Map(world.domains.flatMap((domain) => domain.tools.map((tool) => [tool.name, domain.id] as const)));
  const skills = new Map(world.domains.flatMap((domain) => domain.skills.map(({ id, markdown }) => [id, parseSkill(id, markdown)] as const)));
  const skillsOf = new Map<string, string[]>();
  for (const skill of skills.values()) {
    const loaded = new Set(skill.families.flatMap((family) => family.tools).filter((tool) => tools.has(tool)));
    for (const tool of loaded) skillsOf.set(tool, [...(skillsOf.get(tool) ?? []), skill.id]);
  }
  const baseText = JSON.stringify(world.domains.map((domain) => domain.base));
  const known = new Map<string, boolean>();
  const inBase = (name: string): boolean => {
    const found = known.get(name) ?? baseText.includes(name);
    known.set(name, found);
    return found;
  };
  return { world, tools, domainOf, skills, skillsOf, inBase };
}
