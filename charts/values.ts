import { isMap, isScalar, isSeq, LineCounter, type Node, parse, parseDocument } from 'yaml';
import { z } from 'zod';
import { invalid } from '#kit/errors.ts';

/** The commented values of the chart, as schema and table are made from. */

/** One value, or a group of them. */
export interface Value {
  /** As it is set on a command line, for example `triton.gpu.count`; empty for all values. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** What a comment adds to the schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly default: unknown;
  /** In the order of the file; empty for whatever is no map, or an empty one. */
  readonly children: readonly Value[];
  /** Whether it stands on one line, with everything in it. */
  readonly flow: boolean;
}

const DIRECTIVE = '@schema ';
const extra = z.record(z.string(), z.unknown());

/** Reads values.yaml with its comments. INVALID_ARGUMENT, naming the value, for an `@schema` that is no YAML map. */
export function readValues(text: string): Value {
  const lines = text.split('\n');
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter });
  const problem = document.errors[0];
  if (problem) throw invalid('values.yaml', problem.message, 'write YAML');

  /** Comment lines right above a key that begins its line. */
  const commentAbove = (offset: number): string[] => {
    const { line, col } = counter.linePos(offset);
    if ((lines[line - 1] ?? '').slice(0, col - 1).trim() !== '') return [];
    const above = lines.slice(0, line - 1);
    const start = above.findLastIndex((each) => !/^\s*#/.test(each)) + 1;
    return above.slice(start).map((each) => each.replace(/^\s*# ?/, ''));
  };

  const valueOf = (node: Node | null, path: string, name: string, comment: readonly string[]): Value => {
    const description = comment.filter((line) => !line.startsWith(DIRECTIVE)).join(' ');
    const schema = Object.assign({}, ...comment.filter((line) => line.startsWith(DIRECTIVE)).map((line) => schemaIn(line.slice(DIRECTIVE.length), path)));
    const children = isMap(node)
      ? node.items.map(({ key, value }) => {
          if (!isScalar(key)) throw invalid(path, 'has a key that is no text', 'write text');
          const own = String(key.value);
          return valueOf(asNode(value), path === '' ? own : `${path}.${own}`, own, commentAbove(key.range?.[0] ?? 0));
        })
      : [];
    return { path, name, description, schema, default: node === null ? null : node.toJS(document), children, flow: (isMap(node) || isSeq(node)) && node.flow === true };
  };
  return valueOf(document.contents, '', '', []);
}

function asNode(value: unknown): Node | null {
  return isMap(value) || isSeq(value) || isScalar(value) ? value : null;
}

function schemaIn(text: string, path: string): Record<string, unknown> {
  const parsed = extra.safeParse(parse(text));
  if (parsed.success) return parsed.data;
  throw invalid(path, `has the comment ${DIRECTIVE}${text}`, 'write a YAML map of JSON Schema keywords');
}
