import type { Draw, Intent, IntentInstance, SlotValue } from '../../../intent.ts';
import type { Row, StateOverrides } from '../../../world.ts';
import { mergeOverrides, permissionConflict } from '../../authoring/setting-intents.ts';

export const domain = 'ai-assistant';

/** A hand-off of one call: the arguments, and which of them are free text that must hold the user's own words. */
export interface HandOffPlan {
  readonly slots: { readonly [slot: string]: SlotValue };
  readonly args: Row;
  /** Argument to the words it must hold; the other arguments must be equal. */
  readonly texts: { readonly [argument: string]: string };
  readonly setup?: StateOverrides;
}

type Shared = Omit<Intent, 'kind' | 'domain' | 'draw' | 'conflicts' | 'alreadyDone'>;

/** The fields that must be equal, and the fragments that texts must hold. */
export function payloadOf(agent: string, args: Row, texts: HandOffPlan['texts']): IntentInstance['handOff'] {
  return {
    agent,
    payload: Object.fromEntries(Object.entries(args).filter(([argument]) => texts[argument] === undefined)),
    fragments: Object.entries(texts).map(([argument, text]) => ({ argument, text })),
  };
}

/** An intent that one call hands to a sub-agent. */
export function handOffIntent({ plan, ...shared }: Shared & { readonly plan: (draw: Draw) => HandOffPlan }): Intent {
  const { permission } = shared;
  return {
    ...shared,
    domain,
    kind: 'hand_off',
    draw(draw) {
      const { slots, args, texts, setup = {} } = plan(draw);
      return { slots, setup, calls: [{ id: 'c1', tool: shared.tool, args }], changes: [], handOff: payloadOf(shared.tool, args, texts) };
    },
    ...(permission === undefined
      ? {}
      : {
          conflicts: (instance: IntentInstance) => {
            const denied = permissionConflict(permission);
            return [{ ...denied, setup: mergeOverrides(instance.setup, denied.setup) }];
          },
        }),
  };
}
