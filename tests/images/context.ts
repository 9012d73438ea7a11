/** Which files of the project a build sees, by `.dockerignore`: the last pattern that matches a file decides. */

export interface Pattern {
  readonly matches: RegExp;
  /** Whether it lets the file in again. */
  readonly included: boolean;
}

export function parseIgnore(text: string): Pattern[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ included: line.startsWith('!'), matches: expressionOf(line.replace(/^!/, '').replace(/^\/|\/$/g, '')) }));
}

export function ignored(path: string, patterns: readonly Pattern[]): boolean {
  return patterns.findLast(({ matches }) => matches.test(path))?.included === false;
}

/** `**` is any number of folders, `*` anything within one; a folder stands for all that is in it. */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((part) => (part === '**' ? '**' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*').replaceAll('?', '[^/]')))
    .join('/')
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll('**', '.*');
  return new RegExp(`^${source}(?:/.*)?$`);
}
