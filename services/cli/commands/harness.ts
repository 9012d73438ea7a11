import type { Command } from 'commander';
import { diffVersions, type VersionDiff } from '#harness-gateway/mod.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import type { Invocation } from '../invocation.ts';
import type { Services } from '../services.ts';
import { digestAmong } from '../digests.ts';
import { plainText, shortDigest, table } from '../text.ts';
import { type ApprovalFlags, approvalOf, withApproval } from '../approval.ts';

/** `gyre harness list|diff|approve|reject|rollback`: instruction and routing revisions. */
export function harnessCommand(program: Command, invocation: Invocation): void {
  const harness = program.command('harness').description('versions of instructions and routing notes');

  harness
    .command('list')
    .description('all versions, oldest first')
    .action(async () => {
      const { versions, serving } = await (await invocation.services()).harness.listVersions({});
      const document = { serving, versions: versions.map((version) => HarnessVersion.toJSON(version)) };
      const rows = versions.map((version) => [version.id === serving ? '*' : '', shortDigest(version.id), version.status, version.notes.length, shortDigest(version.parent), version.approval?.by ?? '']);
      invocation.print(document, () => table(['', 'version', 'status', 'notes', 'parent', 'decided by'], rows));
    });

  harness
    .command('diff')
    .description('what one version changes against another (default: its parent)')
    .argument('<id>')
    .argument('[other]')
    .action(async (id: string, other?: string) => {
      const services = await invocation.services();
      const after = await versionOf(services, id);
      const against = other ?? after.parent;
      if (against === '') throw invalid('other', `${id} has no parent`, 'name the version to compare with');
      const before = await versionOf(services, against);
      const difference = diffVersions(before, after);
      invocation.print({ before: before.id, after: after.id, ...difference }, () => described(before.id, after.id, difference));
    });

  for (const [name, accept, description] of [
    ['approve', true, 'approve a proposed revision'],
    ['reject', false, 'reject a proposed revision'],
  ] as const) {
    withApproval(harness.command(name).description(description).argument('<id>')).action(async (id: string, flags: ApprovalFlags) => {
      const services = await invocation.services();
      const { id: full } = await versionOf(services, id);
      const { version } = await services.harness.decideRevision({ id: full, accept, approval: approvalOf(flags) });
      printVersion(version, invocation);
    });
  }

  withApproval(harness.command('rollback').description('make an earlier approved version the serving one').argument('<id>')).action(async (id: string, flags: ApprovalFlags) => {
    const services = await invocation.services();
    const { id: full } = await versionOf(services, id);
    const { version } = await services.harness.rollback({ id: full, approval: approvalOf(flags) });
    printVersion(version, invocation);
  });
}

/** The version of that id, or of the only id that begins so. */
async function versionOf({ harness }: Services, id: string): Promise<HarnessVersion> {
  const { versions } = await harness.listVersions({});
  const full = digestAmong(versions.map((version) => version.id), id, 'id');
  const found = versions.find((version) => version.id === full);
  if (found !== undefined) return found;
  throw new GyreError('NOT_FOUND', `there is no harness version ${id}`, { boundary: 'caller', field: 'id', remedy: 'see gyre harness list' });
}

function printVersion(version: HarnessVersion | undefined, invocation: Invocation): void {
  if (version === undefined) throw new GyreError('INTERNAL', 'the harness gave no version back', { boundary: 'harness' });
  invocation.print(HarnessVersion.toJSON(version), () => `${shortDigest(version.id)}  ${version.status}  by ${plainText(version.approval?.by ?? '')}`);
}

function described(before: string, after: string, { instructions, notes, adapter }: VersionDiff): string {
  const note = (sign: string, { id, text, prefers, avoids }: HarnessVersion['notes'][number]) =>
    `${sign} note ${id}: ${text}${prefers.length > 0 ? `  prefers ${prefers.join(', ')}` : ''}${avoids.length > 0 ? `  avoids ${avoids.join(', ')}` : ''}`;
  const lines = [
    `${shortDigest(before)} -> ${shortDigest(after)}`,
    ...instructions.removed.map((line) => `- ${line}`),
    ...instructions.added.map((line) => `+ ${line}`),
    ...notes.removed.map((one) => note('-', one)),
    ...notes.added.map((one) => note('+', one)),
    ...notes.changed.flatMap((one) => [note('-', one.before), note('+', one.after)]),
    ...(adapter ? [`- adapter ${shortDigest(adapter.before)}`, `+ adapter ${shortDigest(adapter.after)}`] : []),
  ];
  return lines.map(plainText).join('\n');
}
