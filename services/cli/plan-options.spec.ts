import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseScripts } from '#harness-gateway/policy/scripted/mod.ts';
import { RoundPlan } from '#protos/core/v1/round.ts';
import { planOf, ROUND_DEFAULTS } from './plan-options.ts';
import { processTerminal } from './terminal.ts';

const typed = (text: string) => ({ ...processTerminal(), stdin: (async function* () { yield text; })() });

const DOCS = readFileSync(new URL('../../docs/cli.md', import.meta.url), 'utf8');

it('the plan in docs/cli.md is every field with its default', async () => {
  const [, text = ''] = /## Plans[^]*?```json\n([^]*?)```/.exec(DOCS) ?? [];
  const written: unknown = JSON.parse(text);
  expect(written).toEqual(ROUND_DEFAULTS);
  expect(await planOf({ plan: '-' }, typed(text))).toEqual(RoundPlan.fromPartial(ROUND_DEFAULTS));
});

it('the script line in docs/cli.md is one', () => {
  const [, line = ''] = /^ {4}(\{"task".*\})$/m.exec(DOCS) ?? [];
  expect(parseScripts(line, 'docs/cli.md')).toMatchObject([{ task: 'TASK_ID', actions: [{ turn: { $case: 'calls' } }, { turn: { $case: 'finish' } }] }]);
});

it('a plan gives any of its fields, and any of those of phi', async () => {
  const { phi, seed, ...rest } = await planOf({ plan: '-' }, typed('{"seed": 7, "phi": {"lambdaEff": 0.4}}'));
  expect({ ...rest, seed }).toMatchObject({ updates: ROUND_DEFAULTS.updates, seed: 7 });
  expect(phi).toEqual({ ...ROUND_DEFAULTS.phi, lambdaEff: 0.4 });
});

it('a plan with faults names all of them, and the remedy once', async () => {
  const text = '{"seed": "one", "updates": -1, "sped": 1, "phi": {"lambda": 1, "pLow": "x"}}';
  const { message } = await planOf({ plan: '-' }, typed(text)).then(() => new Error('taken'), (error: Error) => error);
  for (const fault of ['seed: ', 'updates: ', 'sped: is not a field of RoundPlan', 'phi.lambda: is not a field of RoundPlan', 'phi.pLow: ']) expect(message).toContain(fault);
  expect(message.match(/see docs\/cli\.md/g)).toHaveLength(1);
});
