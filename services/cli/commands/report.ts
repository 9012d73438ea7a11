import type { Command } from 'commander';
import type { Invocation } from '../invocation.ts';
import { textReport } from '../report/table.ts';
import { type WrittenReport, writeReport } from '../report/write.ts';

/** `gyre report`: the page and the table of a line of rounds, from what is stored. */
export function reportCommand(program: Command, invocation: Invocation): void {
  program
    .command('report')
    .description('write the page of a line of rounds and print its table')
    .option('--round <id>', 'the last round of the line; default the latest')
    .option('--out <file>', 'where to write the page; default report.html in the state folder')
    .action(async ({ round, out }: { round?: string; out?: string }) => {
      const path = out ?? `${invocation.config().stateDir}/report.html`;
      printReport(await writeReport(await invocation.store(), path, round), invocation);
    });
}

/** Prints the table, and where the page is. */
export function printReport({ path, data, summary }: WrittenReport, invocation: Invocation): void {
  const { final, overRulePlanner, overUntrained, families, tasks, seeds } = summary;
  const document = {
    page: path,
    seeds,
    families,
    tasks,
    rounds: data.line.map(({ id, digest, phase }) => ({ id, digest, phase })),
    stages: summary.stages.map(({ stage: { outcomes, ...stage }, estimates, cost }) => ({ ...stage, evaluated: outcomes !== undefined, estimates: estimates ?? null, cost: cost ?? null })),
    final: final?.stage.label ?? null,
    overUntrained: overUntrained ?? null,
    overRulePlanner: overRulePlanner ?? null,
  };
  invocation.print(document, () => `${textReport(summary)}\n\nreport page: ${path}`);
}
