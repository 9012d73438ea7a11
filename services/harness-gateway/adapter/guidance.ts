import type { CompiledSkill } from './artifact.ts';

/** Whether a tool can be called now, or is being loaded. */
export type Reachable = (tool: string) => boolean;

/**
 * A skill's guidance for a set of reachable tools: its families list reachable tools only, and rules that depend only on unavailable
 * tools are gone (report, section 2.5).
 */
export function renderSkill(skill: CompiledSkill, reachable: Reachable): string {
  const holds = (line: { readonly tools: readonly string[] }) => line.tools.length === 0 || line.tools.some(reachable);
  const lines = [`# ${skill.title}`];
  if (skill.description !== '') lines.push(skill.description);
  const families = skill.families.flatMap((family) => {
    const tools = family.tools.filter(reachable);
    return tools.length === 0 ? [] : [`- ${family.title === '' ? '' : `${family.title}: `}${tools.join(', ')}`];
  });
  if (families.length > 0) lines.push('## Tool Families', ...families);
  const rules = skill.rules.filter(holds);
  if (rules.length > 0) lines.push('## Rules', ...rules.map((rule) => `- ${rule.text}`));
  for (const section of skill.sections) {
    const kept = section.lines.filter(holds);
    if (kept.length > 0) lines.push(`## ${section.title}`, ...kept.map((line) => line.text));
  }
  return lines.join('\n');
}
