import type { Random } from '#kit/random.ts';
import { random } from '#kit/random.ts';
import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import type { Opening } from '#protos/core/v1/context.ts';
import type { Policy, PolicyInput, PolicyOutput, PolicySession } from '../types.ts';
import type { ScriptedTurn } from './scripted.ts';
import { ScriptedPolicy } from './scripted.ts';

/**
 * The teacher of the cold start: plays a demonstration that the curator wrote for a train task, and now and then makes a mistake
 * that people and models make (a required argument forgotten, an id from memory, a tool that does not exist, a look-up that was
 * not needed), sees the error, and goes on rightly. Such turns are marked, masked in training, and stay in the context.
 */

/** Chance of a mistake before a call turn. */
const MISTAKE = 0.22;

function withArguments(call: ToolCall, args: object): Action {
  return { reasoning: '', turn: { $case: 'calls', value: { calls: [{ callId: '', name: call.name, argumentsJson: JSON.stringify(args) }] } } };
}

function forgetful(call: ToolCall, args: Readonly<Record<string, unknown>>, random: Random): Action | undefined {
  const names = Object.keys(args);
  if (names.length === 0) return undefined;
  const dropped = random.pick(names.slice(0, 1));
  return withArguments(call, Object.fromEntries(Object.entries(args).filter(([name]) => name !== dropped)));
}

function wrongId(call: ToolCall, args: Readonly<Record<string, unknown>>, random: Random): Action | undefined {
  const id = Object.keys(args).find((name) => /id$/i.test(name));
  return id === undefined ? undefined : withArguments(call, { ...args, [id]: `unknown_${random.int(90) + 10}` });
}

function misnamed(call: ToolCall): Action {
  return { reasoning: '', turn: { $case: 'calls', value: { calls: [{ callId: '', name: `${call.name}_now`, argumentsJson: call.argumentsJson }] } } };
}

/** A reading tool that needs no arguments: harmless, and wasted. */
function idleRead(opening: Opening, random: Random): Action | undefined {
  const reads = opening.tools.filter((t) => t.name.startsWith('query_') && !/"required":\[[^\]]/.test(t.inputSchemaJson));
  return reads.length === 0 ? undefined : withArguments({ callId: '', name: random.pick(reads).name, argumentsJson: '' }, {});
}

function mistakeBefore(action: Action, opening: Opening, stream: Random): Action | undefined {
  if (action.turn?.$case !== 'calls' || stream.next() >= MISTAKE) return undefined;
  const [call] = action.turn.value.calls;
  if (call === undefined || call.name.startsWith('skill__')) return undefined;
  const parsed: unknown = JSON.parse(call.argumentsJson);
  const args = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? Object.fromEntries(Object.entries(parsed)) : {};
  switch (stream.int(4)) {
    case 0:
      return forgetful(call, args, stream);
    case 1:
      return wrongId(call, args, stream);
    case 2:
      return misnamed(call);
    default:
      return idleRead(opening, stream);
  }
}

export class TeacherPolicy implements Policy {
  readonly name = 'teacher';
  readonly #actions: readonly Action[];

  constructor(demonstration: readonly Action[]) {
    this.#actions = demonstration;
  }

  decide({ context, sampling }: PolicyInput): Promise<PolicyOutput> | PolicyOutput {
    if (context.opening === undefined) throw new RangeError('a context has an opening');
    return this.open(context.opening).decide(context.turns, sampling);
  }

  open(opening: Opening): PolicySession {
    let played: ScriptedPolicy | undefined;
    return {
      decide: (turns, sampling) => {
        played ??= new ScriptedPolicy('teacher', this.#withMistakes(opening, sampling.seed));
        return played.decide({ context: { opening, turns: [...turns] }, sampling });
      },
    };
  }

  #withMistakes(opening: Opening, seed: number): ScriptedTurn[] {
    const stream = random('teacher', seed);
    return this.#actions.flatMap((action) => {
      const mistake = mistakeBefore(action, opening, stream);
      const right = { action, erroneous: false };
      return mistake === undefined ? [right] : [{ action: mistake, erroneous: true }, right];
    });
  }
}
