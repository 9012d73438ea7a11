import { invalid } from '#kit/errors.ts';
import type { Value } from './values.ts';

const BEGIN = '<!-- values: made from values.yaml by `node charts/generate.ts` -->';
const END = '<!-- end of values -->';

/** The README with the table of values between its two marks. INVALID_ARGUMENT if it has none. */
export function withTable(readme: string, values: Value): string {
  const [before, rest] = readme.split(`${BEGIN}\n`);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw invalid('README.md', 'has no place for the table of values', `write ${BEGIN} and ${END}, each on a line`);
  const rows = rowsOf(values).map(({ path, shown, description }) => `| \`${path}\` | ${shown} | ${description} |`);
  return `${before}${BEGIN}\n\n| value | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n\n${END}${after}`;
}

interface Row {
  readonly path: string;
  readonly shown: string;
  readonly description: string;
}

/** A line for each value that is set by itself, with what its group says before the first of them. */
function rowsOf(value: Value): Row[] {
  const { path, description, children, flow } = value;
  const shown = JSON.stringify(value.default);
  if (children.length === 0 || flow) return [{ path, shown: `\`${shown}\``, description }];
  if (path === 'pods') {
    const others = children.filter(({ name }) => name !== 'default').map(({ name }) => name);
    const own = { path: 'pods.COMPONENT', shown: 'see values.yaml', description: `Likewise, for one of ${others.join(', ')}` };
    return [{ path, shown: '', description }, ...children.filter(({ name }) => name === 'default').flatMap(rowsOf), own];
  }
  const group = description === '' ? [] : [{ path, shown: '', description }];
  return [...group, ...children.flatMap(rowsOf)];
}
