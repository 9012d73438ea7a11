import { GyreError } from '#kit/errors.ts';

/** A skill as its `SKILL.md` says it. */
export interface ParsedSkill {
  /** Kebab-case id, the folder's name. */
  readonly id: string;
  readonly title: string;
  /** The text between the title and the first section. */
  readonly description: string;
  readonly families: readonly ToolFamily[];
  readonly rules: readonly string[];
  /** Any further sections (workflow, routing, safety gates), line by line. */
  readonly sections: readonly Section[];
}

export interface ToolFamily {
  /** Empty where a bullet only names tools. */
  readonly title: string;
  readonly tools: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const BULLET = /^(?:[-*+]|\d+[.)])\s+(.*)$/;
const QUOTED = /`([^`]+)`/g;
const BARE = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b/g;
const TOOL = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

/** Tool names in a line: those in backticks, or, where there are none, the words in snake case. */
export function toolNames(line: string): string[] {
  const quoted = [...line.matchAll(QUOTED)].map((match) => match[1] ?? '').filter((name) => TOOL.test(name));
  return [...new Set(quoted.length > 0 ? quoted : (line.match(BARE) ?? []))];
}

/**
 * Reads a `SKILL.md`: a title (`# …`), an optional description, `## Tool Families` (bullets of tool names), `## Rules` (bullets), and
 * further sections. Strict: throws INVALID_ARGUMENT naming `file:line` for anything that would otherwise be lost or guessed at.
 */
export function parseSkill(id: string, markdown: string, file = `${id}/SKILL.md`): ParsedSkill {
  const fail = (line: number, problem: string, remedy: string): never => {
    throw new GyreError('INVALID_ARGUMENT', `${file}:${line}: ${problem}; ${remedy}`, { boundary: 'caller', field: `${file}:${line}`, remedy });
  };
  if (!ID.test(id)) fail(1, `${JSON.stringify(id)} is not a skill id`, 'use lower-case words joined by hyphens');
  let title = '';
  const description: string[] = [];
  const families: ToolFamily[] = [];
  const rules: string[] = [];
  const sections: { title: string; lines: string[] }[] = [];
  const seen = new Map<string, number>();
  let section = '';

  const lines = markdown.split(/\r?\n/);
  const body = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  if (lines[0] === '---' && body === 0) fail(1, 'the front matter does not end', 'close it with ---');
  lines.slice(body).forEach((raw, at) => {
    const number = body + at + 1;
    const line = raw.trim();
    if (line === '') return;
    const heading = /^(#{1,2})\s+(.*)$/.exec(line);
    if (heading?.[1] === '#') {
      if (title !== '') fail(number, 'a second title', 'keep one line that begins with #');
      title = heading[2] ?? '';
      return;
    }
    if (title === '') fail(number, 'text before the title', 'begin with # and the title');
    if (heading) {
      section = (heading[2] ?? '').trim();
      const key = section.toLowerCase();
      if (seen.has(key)) fail(number, `a second section ${section}`, `merge it with line ${seen.get(key)}`);
      seen.set(key, number);
      if (key !== 'tool families' && key !== 'rules') sections.push({ title: section, lines: [] });
      return;
    }
    const key = section.toLowerCase();
    const bullet = BULLET.exec(line)?.[1];
    if (section === '') description.push(line);
    else if (key === 'tool families') families.push(family(line, bullet, number, fail));
    else if (key !== 'rules') sections.at(-1)?.lines.push(line);
    else if (bullet !== undefined) rules.push(bullet);
    else if (/^\s/.test(raw) && rules.length > 0) rules.push(`${rules.pop()} ${line}`);
    else fail(number, 'a rule that is no bullet', 'begin it with -');
  });
  if (title === '') fail(1, 'no title', 'begin with # and the title');
  if (rules.length === 0) fail(lines.length, 'no rules', 'add a section ## Rules with bullets');
  const named = families.flatMap(({ tools }) => tools);
  const twice = named.find((tool, at) => named.indexOf(tool) !== at);
  if (twice !== undefined) fail(seen.get('tool families') ?? 1, `${twice} is listed twice`, 'list each tool once');
  return { id, title, description: description.join(' '), families, rules, sections };
}

function family(line: string, bullet: string | undefined, number: number, fail: (line: number, problem: string, remedy: string) => never): ToolFamily {
  if (bullet === undefined) return fail(number, `${JSON.stringify(line)} is no bullet`, 'begin it with -');
  const tools = toolNames(bullet);
  if (tools.length === 0) return fail(number, 'a family without tool names', 'name its tools in backticks');
  const colon = bullet.indexOf(':');
  const before = colon > 0 ? bullet.slice(0, colon) : '';
  return { title: toolNames(before).length > 0 ? '' : before.replaceAll('*', '').trim(), tools };
}
