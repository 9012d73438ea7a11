import type { Command } from 'commander';
import { curatorCollections, type Direction, Lineage, type LineageNode } from '#curator/mod.ts';
import { GyreError } from '#kit/errors.ts';
import { storedDigest } from '../digests.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { plainText, shortDigest } from '../text.ts';

interface Flags {
  readonly into?: true;
  readonly limit: number;
  readonly links: number;
}

/** `gyre lineage ID`: what a policy, release, record, trajectory, slot or task was made of, or with `--into` what was made of it. */
export function lineageCommand(program: Command, invocation: Invocation): void {
  program
    .command('lineage')
    .description('what a policy version, release, record, trajectory or task was made of')
    .argument('<id>', 'id of one of them; of a digest its first digits are enough')
    .option('--into', 'the other way: what was made of it')
    .option('--limit <n>', 'at most so many things', integer('--limit', 1, 1_000_000), 200)
    .option('--links <n>', 'in the text, at most so many links of one thing', integer('--links', 1, 1_000_000), 8)
    .action(async (given: string, { into, limit, links }: Flags) => {
      const direction: Direction = into ? 'into' : 'from';
      const collections = curatorCollections(await invocation.store());
      const { policies, releases, records } = collections;
      const id = await storedDigest([policies, releases, records], given, 'id');
      const nodes = await new Lineage(collections).walk(id, direction, limit);
      if (nodes.length === 0) {
        throw new GyreError('NOT_FOUND', `nothing is called ${given}`, { boundary: 'caller', field: 'id', remedy: 'give an id from gyre policy list, release list, tasks list or review list' });
      }
      invocation.print({ id, direction, complete: nodes.length < limit, nodes }, () => drawn(nodes, direction, links, limit));
    });
}

function drawn(nodes: readonly LineageNode[], direction: Direction, most: number, limit: number): string {
  const arrow = direction === 'from' ? '<-' : '->';
  const lines = nodes.flatMap(({ kind, id, links }) => {
    const shown = links.slice(0, most).map((link) => `    ${arrow} ${link.kind} ${shortDigest(link.id)}`);
    const left = links.length - shown.length;
    return [`${kind} ${shortDigest(id)}`, ...shown, ...(left > 0 ? [`    ${arrow} and ${left} more`] : [])];
  });
  if (nodes.length >= limit) lines.push(`cut off after ${limit}; see --limit`);
  return lines.map(plainText).join('\n');
}
