import type { ToolDefinition } from '../../../world.ts';
import { amount, badArgument, block, done, flat, inTheWay, isOn, onOff, text, unlessQuery } from '../../authoring/outcomes.ts';

const SET_OR_QUERY = ['set', 'query'] as const;

export const manageBrightness: ToolDefinition = {
  name: 'manage_brightness',
  description: 'Sets the screen brightness to a level in percent, or reads it. Needs auto brightness to be off.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set the brightness or query the current brightness.', enum: SET_OR_QUERY },
      level: { type: 'integer', description: 'Screen brightness in percent, 0 (darkest) to 100 (brightest); only with set.', format: 'percent', minimum: 0, maximum: 100 },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set') {
      const level = amount(args, 'level');
      if (level === undefined) return badArgument('level is needed to set the brightness');
      if (isOn(tables.get('display', 'auto_brightness'))) return inTheWay('auto brightness is on; turn auto brightness off first');
      tables.update('display', 'brightness', { level });
    }
    return done('screen brightness', { brightness: amount(tables.get('display', 'brightness'), 'level') ?? 0 });
  },
};

export const manageRefreshRate: ToolDefinition = {
  name: 'manage_refresh_rate',
  description: 'Chooses the refresh rate of the screen: 60Hz saves power, 120Hz is smoothest, adaptive changes by itself; or reads it.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set or query the refresh rate.', enum: SET_OR_QUERY },
      rate: { type: 'string', description: 'Refresh rate of the screen; only with set.', enum: ['60Hz', '90Hz', '120Hz', 'adaptive'] },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set') {
      if (args['rate'] === undefined) return badArgument('rate is needed to set the refresh rate');
      tables.update('display', 'refresh_rate', { rate: text(args, 'rate') });
    }
    return flat('screen refresh rate', { refresh_rate: text(tables.get('display', 'refresh_rate'), 'rate') });
  },
};

export const manageFontSize: ToolDefinition = {
  name: 'manage_font_size',
  description: 'Sets the size of text (font size, letters) on the screen, or reads it.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set or query the font size.', enum: SET_OR_QUERY },
      size: { type: 'string', description: 'Text size: small, standard (normal), large or extra_large (biggest); only with set.', enum: ['small', 'standard', 'large', 'extra_large'] },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set') {
      if (args['size'] === undefined) return badArgument('size is needed to set the font size');
      tables.update('display', 'font_size', { size: text(args, 'size') });
    }
    return flat('font size', { font_size: text(tables.get('display', 'font_size'), 'size') });
  },
};

export const manageScreenTimeout: ToolDefinition = {
  name: 'manage_screen_timeout',
  description: 'Sets after how many seconds without touch the screen goes dark by itself (screen timeout, auto-lock), or reads it.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set or query the screen timeout.', enum: SET_OR_QUERY },
      timeoutSeconds: { type: 'integer', description: 'Screen timeout in seconds; only with set.', format: 'duration-seconds', minimum: 15, maximum: 1800 },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set') {
      const seconds = amount(args, 'timeoutSeconds');
      if (seconds === undefined) return badArgument('timeoutSeconds is needed to set the screen timeout');
      tables.update('display', 'screen_timeout', { seconds });
    }
    return done('screen timeout', { timeout_seconds: amount(tables.get('display', 'screen_timeout'), 'seconds') ?? 0 });
  },
};

export const manageColorMode: ToolDefinition = {
  name: 'manage_color_mode',
  description: 'Chooses the color mode (color style) of the screen: natural, vivid, cinema or grayscale; or reads it. Needs eye comfort to be off.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Set or query the color mode.', enum: SET_OR_QUERY },
      mode: { type: 'string', description: 'Color mode: natural (true colors), vivid (bright colors), cinema (film colors), grayscale (black and white); only with set.', enum: ['natural', 'vivid', 'cinema', 'grayscale'] },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'set') {
      if (args['mode'] === undefined) return badArgument('mode is needed to set the color mode');
      if (isOn(tables.get('display', 'eye_comfort'))) return inTheWay('eye comfort is on and fixes the colors; turn eye comfort off first');
      tables.update('display', 'color_mode', { mode: text(args, 'mode') });
    }
    return block(text(args, 'action'), 'screen color mode', 'color', { mode: text(tables.get('display', 'color_mode'), 'mode') });
  },
};

export const manageStatusBarDisplay: ToolDefinition = {
  name: 'manage_status_bar_display',
  description: 'Shows or hides one item in the status bar at the top of the screen: battery percentage, network speed, notification icons or carrier name.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Show or hide the item, or query whether it is shown.', enum: ['show', 'hide', 'query'] },
      item: { type: 'string', description: 'The item of the status bar.', enum: ['battery_percentage', 'network_speed', 'notification_icons', 'carrier_name'] },
    },
    required: ['action', 'item'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const item = text(args, 'item');
    if (args['action'] !== 'query') tables.update('display', 'status_bar', { [item]: args['action'] === 'show' });
    return block(text(args, 'action'), 'status bar', 'status_bar', { item, state: onOff(isOn(tables.get('display', 'status_bar'), item)) });
  },
};
