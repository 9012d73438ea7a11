import type { Command } from 'commander';
import { type CareExplanation, careExplain } from '#trainer-controller/care/mod.ts';
import { parseJson, readInput } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { table } from '../text.ts';

/** `gyre care explain FILE|-`: rewards and advantages of given groups (report section 2.4, eqs. 2 to 5). */
export function careCommand(program: Command, invocation: Invocation): void {
  const care = program.command('care').description('the reward and the advantage that training uses');
  care
    .command('explain')
    .description('regime, reward and advantage of each member of given groups')
    .argument('<file>', 'JSON document with config and groups, or - for standard input')
    .option('--table', 'print a table instead of the JSON document')
    .action(async (file: string, { table: asTable }: { table?: true }) => {
      const explanation = careExplain(parseJson(await readInput(invocation.terminal, file, 'file'), 'file'));
      invocation.print(explanation, () => (asTable ? explained(explanation) : JSON.stringify(explanation, null, 2)));
    });
}

function explained({ groups }: CareExplanation): string {
  const rows = groups.flatMap(({ id, success_rate, regime, members }) =>
    members.map((member, i) => [
      i === 0 ? id : '',
      i === 0 && success_rate !== null ? success_rate.toFixed(3) : '',
      i === 0 ? (regime ?? 'not scored') : '',
      i,
      member === null ? '–' : member.reward.toFixed(6),
      member === null ? '–' : member.advantage.toFixed(6),
    ]),
  );
  return table(['group', 'success', 'regime', 'member', 'reward', 'advantage'], rows);
}
