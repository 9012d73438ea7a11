import type { Row, ToolDefinition, Tables } from '../../../world.ts';
import { block, done, flat, inTheWay, isOn, onOff, text, unlessQuery } from '../../authoring/outcomes.ts';

/** Tools that only turn one thing on or off. */

interface Switch {
  readonly name: string;
  readonly description: string;
  readonly title: string;
  readonly row: readonly [table: string, id: string];
  readonly envelope: 'data' | 'flat' | 'settings';
  /** Why it cannot be turned on now; empty if it can. */
  readonly blocked?: (tables: Tables) => string;
}

function switchTool({ name, description, title, row: [table, id], envelope, blocked }: Switch): ToolDefinition {
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      properties: { action: { type: 'string', description: `Enable turns ${title} on, disable turns it off, query reads its state.`, enum: ['enable', 'disable', 'query'] } },
      required: ['action'],
      additionalProperties: false,
    },
    sideEffect: unlessQuery,
    run(args: Row, { tables }) {
      const action = text(args, 'action');
      const reason = action === 'enable' ? (blocked?.(tables) ?? '') : '';
      if (reason !== '') return inTheWay(reason);
      if (action !== 'query') tables.update(table, id, { on: action === 'enable' });
      const state = onOff(isOn(tables.get(table, id)));
      if (envelope === 'flat') return flat(`${title} is ${state}`, { [id]: state });
      return envelope === 'data' ? done(`${title} is ${state}`, { [id]: state }) : block(action, `${title} is ${state}`, 'settings', { [id]: state });
    },
  };
}

export const manageAutoBrightness = switchTool({
  name: 'manage_auto_brightness',
  description: 'Turns automatic (adaptive) screen brightness on or off. While it is on, the brightness cannot be set by hand.',
  title: 'auto brightness',
  row: ['display', 'auto_brightness'],
  envelope: 'flat',
});

export const manageAutoRotate = switchTool({
  name: 'manage_auto_rotate',
  description: 'Turns automatic screen rotation on or off; off locks the screen orientation.',
  title: 'auto-rotate',
  row: ['display', 'auto_rotate'],
  envelope: 'settings',
});

export const manageSelectToSpeak = switchTool({
  name: 'manage_select_to_speak',
  description: 'Turns Select to Speak on or off: text that is tapped on the screen is read aloud.',
  title: 'Select to Speak',
  row: ['reading_aids', 'select_to_speak'],
  envelope: 'settings',
  blocked: (tables) => (isOn(tables.get('reading_aids', 'ai_caption')) ? 'AI captions are on and use the audio; turn captions off first' : ''),
});
