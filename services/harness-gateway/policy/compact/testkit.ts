import { createSandbox } from '#env-manager/backends/sandbox/sandbox.ts';
import type { EpisodeSetup } from '#env-manager/backends/sandbox/setup.ts';
import { phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import type { Action } from '#protos/core/v1/action.ts';
import type { Opening, Turn } from '#protos/core/v1/context.ts';
import type { Policy } from '../types.ts';

/** Openings and turns over the real phone world, for specs of the policies. */
export const phone = createSandbox(phoneWorld);

export function opening(request: string, tools: readonly string[], fields: Partial<Opening> = {}): Opening {
  return {
    locale: /[\u4e00-\u9fff]/.test(request) ? 'zh' : 'en',
    now: '2026-03-04T09:20:00',
    timeZone: 'UTC',
    history: [],
    request,
    tools: tools.map((name) => {
      const tool = phone.tools.find((t) => t.name === name);
      if (tool === undefined) throw new RangeError(`the phone has no tool ${name}`);
      return tool;
    }),
    notes: [],
    skills: [],
    instructions: '',
    budget: { steps: 15, tokens: 0, wallMs: 0 },
    ...fields,
  };
}

/** Runs actions in a fresh episode of the phone, as the harness would; call ids are made here. */
export function openPhone(setup: Partial<EpisodeSetup> = {}): { readonly play: (action: Action) => Turn } {
  const episode = phone.open({ state: {}, now: '2026-03-04T09:20:00Z', timeZone: 'UTC', locale: 'en', deniedPermissions: [], faults: [], ...setup }, 1);
  let made = 0;
  return {
    play(action) {
      if (action.turn?.$case !== 'calls') return { action, results: [], notices: [], addedTools: [] };
      const calls = action.turn.value.calls.map((call) => ({ ...call, callId: `c${made++}` }));
      return { action: { ...action, turn: { $case: 'calls', value: { calls } } }, results: episode.step(calls), notices: [], addedTools: [] };
    },
  };
}

export const calls = (...list: readonly { readonly name: string; readonly args: object }[]): Action => ({
  reasoning: '',
  turn: { $case: 'calls', value: { calls: list.map(({ name, args }) => ({ callId: '', name, argumentsJson: JSON.stringify(args) })) } },
});

export const finish = (...answers: readonly string[]): Action => ({ reasoning: '', turn: { $case: 'finish', value: { message: '', answers: [...answers] } } });

/** Has a policy act until it replies, at most `steps` turns, and returns all turns, the reply's included. */
export async function playOut(policy: Policy, start: Opening, device = openPhone(), steps = 8): Promise<Turn[]> {
  const turns: Turn[] = [];
  while (turns.length < steps) {
    const { action } = await policy.decide({ context: { opening: start, turns }, sampling: { temperature: 0, seed: 1 } });
    turns.push(device.play(action));
    if (action.turn?.$case !== 'calls') break;
  }
  return turns;
}

/** What was done, for comparison: `tool {arguments} -> status` for each call, the reply by its kind and what it carries. */
export function storyOf(turns: readonly Turn[]): string[] {
  return turns.flatMap(({ action, results }) => {
    const turn = action?.turn;
    switch (turn?.$case) {
      case 'calls':
        return turn.value.calls.map((call, i) => `${call.name} ${call.argumentsJson} -> ${results[i]?.status ?? 'nothing'}`);
      case 'finish':
        return [['finish', ...turn.value.answers].join(' ')];
      case 'clarify':
        return [`clarify ${turn.value.target}`];
      case 'refuse':
        return [`refuse ${turn.value.reason}`];
      default:
        return ['nothing'];
    }
  });
}
