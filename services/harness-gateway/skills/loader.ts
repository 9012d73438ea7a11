import type { SkillCard } from '#protos/core/v1/context.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import type { CompiledSkill } from '../adapter/artifact.ts';
import { renderSkill } from '../adapter/guidance.ts';
import { type ToolEntry, toolEntry } from '../tools/catalogue.ts';

const PREFIX = 'skill__';

/** `skill__<snake_case_id>` for a kebab-case skill id. */
export function loaderName(skill: string): string {
  return `${PREFIX}${skill.replaceAll('-', '_')}`;
}

export function isLoader(tool: string): boolean {
  return tool.startsWith(PREFIX);
}

const inputSchemaJson = JSON.stringify({
  type: 'object',
  properties: { reason: { type: 'string', format: 'text', description: 'Why the request needs this skill', maxLength: 500 } },
  required: ['reason'],
  additionalProperties: false,
});

/** A skill as a callable loader, with the card the policy chooses it by. */
export interface SkillLoader {
  readonly skill: CompiledSkill;
  readonly entry: ToolEntry;
  readonly card: SkillCard;
}

export function skillLoader(skill: CompiledSkill): SkillLoader {
  const description = skill.description === '' ? covers(skill) : skill.description;
  const spec: ToolSpec = { name: loaderName(skill.id), description: `Loads the skill "${skill.title}". ${description}`.trim(), inputSchemaJson };
  return { skill, entry: toolEntry(spec), card: { id: skill.id, title: skill.title, description } };
}

/** What a skill without a description of its own is for, in the words of its families and tools. */
function covers(skill: CompiledSkill): string {
  const named = skill.families.flatMap((family) => (family.title === '' ? family.tools.map((tool) => tool.replaceAll('_', ' ')) : [family.title.toLowerCase()]));
  return named.length === 0 ? '' : `Covers ${named.slice(0, MOST_NAMED).join(', ')}.`;
}

/** Families or tools that a made description names at most. */
const MOST_NAMED = 16;

export interface SkillLoad {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  /** Tools that become callable from the next step; none on a repeated load. */
  readonly added: readonly ToolEntry[];
}

/**
 * Loads a skill: `{status, skill, loaded_tools, unknown_tools, instructions}`. `world` holds every tool that exists, `callable` those
 * that may be called already. Loading twice adds nothing and says so.
 */
export function loadSkill(
  skill: CompiledSkill,
  alreadyLoaded: boolean,
  world: ReadonlyMap<string, ToolEntry>,
  callable: ReadonlyMap<string, ToolEntry>,
): SkillLoad {
  if (alreadyLoaded) {
    const message = `Skill ${skill.id} is already loaded; use its tools.`;
    return { status: 200, body: { status: 'already_loaded', skill: skill.id, loaded_tools: [], unknown_tools: [], message }, added: [] };
  }
  const listed = skill.families.flatMap((family) => family.tools);
  const known = listed.filter((tool) => world.has(tool) || callable.has(tool));
  const added = known.flatMap((tool) => (callable.has(tool) ? [] : (world.get(tool) ?? [])));
  const reachable = new Set([...known, ...callable.keys()]);
  const body = {
    status: 'loaded',
    skill: skill.id,
    loaded_tools: known,
    unknown_tools: listed.filter((tool) => !reachable.has(tool)),
    instructions: renderSkill(skill, (tool) => reachable.has(tool)),
  };
  return { status: 200, body, added };
}
