import type { Command } from 'commander';
import { policyDocument } from '../documents.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { shortDigest, table } from '../text.ts';

/** `gyre policy list`: the states of the policy's weights, and how each came to be. */
export function policyCommand(program: Command, invocation: Invocation): void {
  const policy = program.command('policy').description('versions of the policy’s weights');
  policy
    .command('list')
    .description('versions and how each came to be')
    .option('--limit <n>', 'at most so many', integer('--limit', 1, 10_000), 1000)
    .action(async ({ limit }: { limit: number }) => {
      const { policies, serving } = await (await invocation.services()).trainer.listPolicies({ limit });
      const rows = policies.map((one) => [one.id === serving ? '*' : '', shortDigest(one.id), one.origin, one.roundId, one.update, shortDigest(one.parent), shortDigest(one.release), one.records.length]);
      invocation.print({ serving, policies: policies.map(policyDocument) }, () => table(['', 'policy', 'origin', 'round', 'update', 'parent', 'release', 'records'], rows));
    });
}
