import type { Command } from 'commander';
import { curatorCollections, type ReleaseDoc } from '#curator/mod.ts';
import { GyreError } from '#kit/errors.ts';
import { Release } from '#protos/core/v1/release.ts';
import { type ApprovalFlags, approvalOf, withApproval } from '../approval.ts';
import { digestAmong } from '../digests.ts';
import { releaseDocument } from '../documents.ts';
import type { Invocation } from '../invocation.ts';
import { plainText, shortDigest, table } from '../text.ts';

/** `gyre release list|show|approve|reject`: frozen datasets with their sampling weights. */
export function releaseCommand(program: Command, invocation: Invocation): void {
  const release = program.command('release').description('frozen datasets and sampling weights');

  release
    .command('list')
    .description('all releases and proposals')
    .action(async () => {
      const docs = await releasesOf(invocation);
      const listed = docs.map(({ _id, state, round_id, parent, release: json }) => {
        const { recordDigests, tasks, proposals } = Release.fromJSON(json);
        return { digest: _id, state, round: round_id, parent, records: recordDigests.length, tasks: tasks.length, proposals: proposals.length };
      });
      const rows = listed.map((one) => [shortDigest(one.digest), one.state, one.round, one.records, one.tasks, one.proposals, shortDigest(one.parent)]);
      invocation.print({ releases: listed }, () => table(['release', 'state', 'round', 'records', 'tasks', 'proposals', 'parent'], rows));
    });

  release
    .command('show')
    .description('indicators, strata and proposals of one release')
    .argument('<digest>')
    .action(async (given: string) => {
      const { digest } = await find(invocation, given);
      const { release: shown } = await (await invocation.services()).curator.getRelease({ digest });
      if (shown === undefined) throw unknown(given);
      invocation.print(releaseDocument(shown), () => described(shown));
    });

  for (const [name, accept, description] of [
    ['approve', true, 'freeze a proposed release'],
    ['reject', false, 'reject a proposed release'],
  ] as const) {
    withApproval(release.command(name).description(description).argument('<digest>')).action(async (given: string, flags: ApprovalFlags) => {
      const approval = approvalOf(flags);
      const { digest } = await find(invocation, given);
      const { release: decided } = await (await invocation.services()).curator.decideRelease({ digest, accept, approval });
      if (decided === undefined) throw unknown(given);
      invocation.print(releaseDocument(decided), () => `${shortDigest(digest)}  ${accept ? 'frozen' : 'rejected'}  by ${plainText(decided.approval?.by ?? '')}`);
    });
  }
}

async function releasesOf(invocation: Invocation): Promise<ReleaseDoc[]> {
  return curatorCollections(await invocation.store()).releases.find({});
}

/** The release of that digest, or of the only one that begins so. */
async function find(invocation: Invocation, given: string): Promise<{ digest: string }> {
  const releases = await curatorCollections(await invocation.store()).releases.find({}, { fields: [] });
  const digests = releases.map(({ _id }) => _id);
  const digest = digestAmong(digests, given, 'digest');
  if (digest === undefined) throw unknown(given);
  return { digest };
}

function unknown(given: string): GyreError {
  return new GyreError('NOT_FOUND', `there is no release ${given}`, { boundary: 'caller', field: 'digest', remedy: 'see gyre release list' });
}

function described({ digest, parent, recordDigests, tasks, indicators, proposals, approval }: Release): string {
  const strata = new Map<string, { tasks: number; weight: number }>();
  for (const { stratum, weight } of tasks) {
    const sum = strata.get(stratum) ?? { tasks: 0, weight: 0 };
    strata.set(stratum, { tasks: sum.tasks + 1, weight: sum.weight + weight });
  }
  const decided = approval === undefined ? 'not decided' : `by ${approval.by}${approval.automatic ? ' (automatic)' : ''}${approval.reason === '' ? '' : `: ${approval.reason}`}`;
  const head = [`release   ${digest}`, `parent    ${parent || 'none'}`, `records   ${recordDigests.length}`, `approval  ${decided}`];
  const parts = [
    head.map(plainText).join('\n'),
    table(['stratum', 'tasks', 'weight'], [...strata].map(([name, sum]) => [name, sum.tasks, sum.weight.toFixed(3)])),
    table(['indicator', 'value'], indicators.map(({ name, value }) => [name, Number.isInteger(value) ? value : value.toFixed(4)])),
    table(['proposal', 'gap', 'reason'], proposals.map(({ kind, gap, reason }) => [kind, gap, reason])),
  ];
  return parts.join('\n\n');
}
