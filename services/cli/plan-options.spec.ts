import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseScripts } from '#harness-gateway/policy/scripted/mod.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { planOf, ROUND_DEFAULTS } from './plan-options.ts';
import { processTerminal } from './terminal.ts';

const DOCS = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

it('the plan in docs/cli.md is every field with its default', async () => {
  const [, text = ''] = /## Plans[^]*?```json\n([^]*?)```/.exec(DOCS) ?? [];
  const written: unknown = JSON.parse(text);
  expect(written).toEqual(ROUND_DEFAULTS);
  const terminal = { ...processTerminal(), stdin: (async function* () { yield text; })() };
  expect(await planOf({ plan: '-' }, terminal)).toEqual(RoundPlan.fromPartial(ROUND_DEFAULTS));
});

it('the script line in docs/cli.md is one', () => {
  const [, line = ''] = /^ {4}(\{"task".*\})$/m.exec(DOCS) ?? [];
  expect(parseScripts(line)).toMatchObject([{ task: 'TASK_ID', actions: [{ turn: { $case: 'calls' } }, { turn: { $case: 'finish' } }] }]);
});
