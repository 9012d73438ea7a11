import type { Command } from 'commander';
import { examine, type Finding } from '../health.ts';
import type { Invocation } from '../invocation.ts';
import { table } from '../text.ts';

/** `gyre doctor`: is everything that the loop stands on as it should be? */
export function doctorCommand(program: Command, invocation: Invocation): void {
  program
    .command('doctor')
    .description('check Node, disk, stores, generated code, open episodes, stuck slots and dead letters')
    .action(async () => {
      const findings = await examine(invocation);
      const bad = findings.filter(({ state }) => state === 'bad').length;
      if (bad > 0) invocation.fail();
      invocation.print({ healthy: bad === 0, findings }, () => `${table(['', 'check', 'found', 'remedy'], findings.map(row))}\n\n${bad === 0 ? 'all well' : `${bad} to mend`}`);
    });
}

const MARKS = { good: 'ok', odd: '?', bad: '!!' } as const;

function row({ state, check, found, remedy }: Finding): string[] {
  return [MARKS[state], check, found, state === 'good' ? '' : remedy];
}
