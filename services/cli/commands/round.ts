import type { Command } from 'commander';
import { randomIds } from '#kit/ids.ts';
import type { Round, RoundPlan } from '#protos/core/v1/round.ts';
import { trainerCollections } from '#trainer-controller/mod.ts';
import { harnessId, storedDigest } from '../digests.ts';
import { roundDocument } from '../documents.ts';
import type { Invocation } from '../invocation.ts';
import type { Services } from '../services.ts';
import { type PlanFlags, planOf, withPlanOptions } from '../plan-options.ts';
import { percent, shortDigest, table } from '../text.ts';
import { waitsFor, watchRound } from '../watch.ts';

/** `gyre round run|watch|resume`: one turn of the loop. */
export function roundCommand(program: Command, invocation: Invocation): void {
  const round = program.command('round').description('one turn of the loop: construct, collect, curate, train, evaluate, revise');

  withPlanOptions(round.command('run').description('start a round and watch it'))
    .option('--id <id>', 'id of the round; the same id and plan start it once only')
    .action(async ({ id, ...flags }: PlanFlags & { readonly id?: string }) => {
      const plan = await planOf(flags, invocation.terminal);
      const services = await invocation.services();
      const named = await withFullIds(plan, services);
      const roundId = id ?? randomIds().next('round');
      invocation.goOnWith = `gyre round resume ${roundId}`;
      await services.trainer.startRound({ roundId, plan: named });
      invocation.remark(`round ${roundId}; if interrupted, go on with: gyre round resume ${roundId}`);
      show(await watchRound(services, roundId, invocation), invocation);
    });

  round
    .command('watch')
    .description('show the progress of a round until it ends')
    .argument('<id>')
    .action(async (roundId: string) => {
      invocation.goOnWith = `gyre round watch ${roundId}`;
      const services = await invocation.services();
      show(await watchRound(services, roundId, invocation), invocation);
    });

  round
    .command('resume')
    .description('go on with a round that was interrupted or waited for a decision')
    .argument('<id>')
    .action(async (roundId: string) => {
      invocation.goOnWith = `gyre round resume ${roundId}`;
      const services = await invocation.services();
      await services.trainer.resumeRound({ roundId });
      show(await watchRound(services, roundId, invocation), invocation);
    });
}

/** The plan with the versions that it starts from in full. */
async function withFullIds(plan: RoundPlan, services: Services): Promise<RoundPlan> {
  const { policyVersion, harnessVersion } = plan;
  const policy = policyVersion === '' ? '' : await storedDigest([trainerCollections(services.store).policies], policyVersion, 'policyVersion');
  return { ...plan, policyVersion: policy, harnessVersion: await harnessId(services, harnessVersion, 'harnessVersion') };
}

function show(round: Round, invocation: Invocation): void {
  if (round.error !== '') invocation.fail();
  invocation.print(roundDocument(round), () => summary(round));
}

function summary(round: Round): string {
  const facts: [string, string][] = [
    ['round', round.id],
    ['phase', round.phase],
    ['updates', String(round.update)],
    ['release', shortDigest(round.release)],
    ['policy', shortDigest(round.policy)],
    ['harness', shortDigest(round.harness)],
    ['digest', round.digest],
  ];
  const lines = facts.filter(([, value]) => value !== '').map(([name, value]) => `${name.padEnd(8)} ${value}`);
  if (round.error !== '') lines.push(`error    ${round.error}`);
  const next = waitsFor(round);
  if (next !== undefined) lines.push(`next     ${next}`);
  if (round.scores.length > 0) lines.push('', table(['score on dev', 'value', 'tasks'], round.scores.map(({ name, value, count }) => [name, percent(value), count])));
  return lines.join('\n');
}
