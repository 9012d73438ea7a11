import type { Command } from 'commander';
import { curatorCollections, TaskPool } from '#curator/mod.ts';
import { createSandbox, type EpisodeSetup, phoneWorld, type SandboxEpisode, setupOf } from '#env-manager/mod.ts';
import { resolveAction, resultsById } from '#harness-gateway/policy/scripted/mod.ts';
import { invalid } from '#kit/errors.ts';
import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import { Action as ActionMessage } from '#protos/core/v1/action.ts';
import { Turn } from '#protos/core/v1/context.ts';
import type { StateChange } from '#protos/core/v1/evidence.ts';
import { ToolResult } from '#protos/core/v1/observation.ts';
import { Task } from '#protos/core/v1/task.ts';
import { integer, parseJson, readInput } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { handActions } from '../hand-actions.ts';
import { plainText } from '../text.ts';

interface Flags {
  readonly task?: string;
  readonly state?: string;
  readonly calls: string;
  readonly seed: number;
  readonly now: string;
  readonly timeZone: string;
  readonly locale: string;
}

/** `gyre env call`: applies tools by hand to the start of a task, or to a given state, and shows results and what changed. */
export function envCommand(program: Command, invocation: Invocation): void {
  const env = program.command('env').description('the environment, by hand');
  env
    .command('call')
    .description('apply tool calls and print their results and the change of state')
    .option('--task <id>', 'start where this task starts')
    .option('--state <file>', 'changes over the world’s base state, as {"table": {"row id": {fields} or null}}')
    .option('--calls <file>', 'JSON Lines: calls, actions, or scripts by task; - for standard input', '-')
    .option('--seed <n>', 'seed of the episode', integer('--seed', 0), 0)
    .option('--now <instant>', 'with --state, the virtual clock', '2026-03-02T09:00:00Z')
    .option('--time-zone <name>', 'with --state, IANA name', 'UTC')
    .option('--locale <tag>', 'with --state, en or zh', 'en')
    .action(async (flags: Flags) => {
      const setup = await setupFor(flags, invocation);
      const actions = handActions(await readInput(invocation.terminal, flags.calls, '--calls'), flags.task);
      const sandbox = createSandbox(phoneWorld);
      const episode = sandbox.open(setup, flags.seed);
      const turns = play(actions, episode);
      const changes = episode.changes();
      const document = {
        worldBuild: sandbox.build,
        initialStateDigest: episode.initialStateDigest(),
        finalStateDigest: episode.stateDigest(),
        turns: turns.map((turn) => Turn.toJSON(turn)),
        changes: changes,
      };
      invocation.print(document, () => described(turns, changes));
    });
}

async function setupFor(flags: Flags, invocation: Invocation): Promise<EpisodeSetup> {
  if (flags.task !== undefined && flags.state !== undefined) throw invalid('--state', 'cannot be given together with --task', 'give one of them');
  if (flags.task !== undefined) return setupOf(await new TaskPool(curatorCollections(await invocation.store())).require(flags.task));
  const initialStateJson = flags.state === undefined ? '' : JSON.stringify(parseJson(await readInput(invocation.terminal, flags.state, '--state'), '--state'));
  try {
    return setupOf(Task.fromPartial({ world: 'phone', initialStateJson, now: flags.now, timeZone: flags.timeZone, locale: flags.locale }));
  } catch (thrown) {
    throw renamed(thrown);
  }
}

/** The fields of a task that stand for options here. */
function renamed(thrown: unknown): unknown {
  if (!(thrown instanceof Error) || !thrown.message.startsWith('task.')) return thrown;
  const option = thrown.message.startsWith('task.locale') ? '--locale' : '--state';
  return invalid(option, thrown.message.replace(/^task\.\w+: /, '').replace(/;.*$/, ''), option === '--state' ? 'write {"table": {"row id": {fields} or null}}' : 'use en or zh');
}

/** Applies the actions in order until one of them is a reply. */
function play(actions: readonly Action[], episode: SandboxEpisode): Turn[] {
  const turns: Turn[] = [];
  for (const action of actions) {
    const resolved = resolveAction(action, resultsById(actions, turns));
    if (resolved.turn?.$case !== 'calls') return [...turns, Turn.fromPartial({ action: resolved })];
    const calls = resolved.turn.value.calls.map((call, i): ToolCall => ({ ...call, callId: `s${turns.length}.${i}` }));
    const results = episode.step(calls);
    turns.push({ action: { reasoning: '', turn: { $case: 'calls', value: { calls } } }, results, notices: [], addedTools: [] });
  }
  return turns;
}

function described(turns: readonly Turn[], changes: readonly StateChange[]): string {
  const lines: string[] = [];
  for (const { action, results } of turns) {
    if (action?.turn?.$case !== 'calls') {
      lines.push(`reply     ${JSON.stringify(ActionMessage.toJSON(action ?? ActionMessage.fromPartial({})))}`);
      continue;
    }
    for (const [i, call] of action.turn.value.calls.entries()) {
      lines.push(`call      ${call.name} ${call.argumentsJson}`, `  ${results[i] === undefined ? 'no result' : resultLine(results[i])}`);
    }
  }
  const business = changes.filter(({ bookkeeping }) => !bookkeeping);
  lines.push('', business.length === 0 ? 'nothing changed' : 'changed');
  for (const { table, rowId, beforeJson, afterJson } of business) {
    lines.push(`  ${table}/${rowId}`, `    - ${beforeJson || 'absent'}`, `    + ${afterJson || 'absent'}`);
  }
  return lines.map(plainText).join('\n');
}

function resultLine({ status, resultJson, error }: ToolResult): string {
  return error === undefined ? `${status} ${resultJson}` : `${error.code}: ${error.message} (${error.boundary})`;
}
