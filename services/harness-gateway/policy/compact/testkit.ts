import { createSandbox } from '#env-manager/backends/sandbox/sandbox.ts';
import { phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import type { Action } from '#protos/core/v1/action.ts';
import type { Opening, Turn } from '#protos/core/v1/context.ts';

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

/** Runs an action in a fresh episode of the phone, as the harness would; call ids are made here. */
export function openPhone(): { readonly play: (action: Action) => Turn } {
  const episode = phone.open({ state: {}, now: '2026-03-04T09:20:00Z', timeZone: 'UTC', locale: 'en', deniedPermissions: [], faults: [] }, 1);
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
