import { random } from '#kit/random.ts';
import { compileWorld } from '../../../backends/sandbox/compiled-world.ts';
import type { Overlay } from '../../../backends/sandbox/overlay.ts';
import type { DomainDefinition, Row, StateOverrides, ToolOutcome } from '../../world.ts';
import { stateOf } from './intent-suite.ts';

/** Runs single tools on a world of a few domains. Imported by specs only. */
export interface ToolTrial {
  /** A fresh state, changed by `setup`. */
  begin(setup?: StateOverrides): Overlay;
  /** Runs one tool on a state; its arguments must pass the schema. */
  run(state: Overlay, tool: string, args: Row): ToolOutcome;
}

export function toolTrial(domains: readonly DomainDefinition[], now = '2026-03-04T09:15:00'): ToolTrial {
  const world = compileWorld({ id: 'phone', domains });
  return {
    begin: (setup = {}) => stateOf(world, setup),
    run(state, name, args) {
      const tool = world.tools.get(name);
      const checked = tool?.check(JSON.stringify(args));
      if (!tool || !checked?.ok) throw new RangeError(`${name}: ${checked?.ok === false ? checked.message : 'no such tool'}`);
      return tool.definition.run(checked.args, { tables: state, now, timeZone: 'Asia/Shanghai', locale: 'en', random: random(name) });
    },
  };
}
