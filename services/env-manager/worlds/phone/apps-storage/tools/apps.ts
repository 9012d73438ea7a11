import type { Tables, ToolDefinition } from '../../../world.ts';
import { amount, done, flat, isOn, listed, matches, notFound, text } from '../../authoring/outcomes.ts';

type Named = readonly [id: string, row: ReturnType<Tables['list']>[number][1]];

/** The installed app of that name, letter case aside. */
export function appNamed(tables: Tables, name: string): Named | undefined {
  return tables.list('apps').find(([, row]) => text(row, 'name').toLowerCase() === name.trim().toLowerCase());
}

const parameter = { type: 'string', description: 'Name of the installed app.', format: 'name' } as const;

export const openApp: ToolDefinition = {
  name: 'open_app',
  description: 'Opens (launches) an installed app by its name and brings it to the front.',
  inputSchema: { type: 'object', properties: { appName: parameter }, required: ['appName'], additionalProperties: false },
  sideEffect: () => true,
  run(args, { tables }) {
    const app = appNamed(tables, text(args, 'appName'));
    if (!app) return notFound(`no app named ${text(args, 'appName')} is installed`);
    tables.update('apps', app[0], { running: true });
    return flat(`${text(app[1], 'name')} is open`, { app_name: text(app[1], 'name'), running: 'yes' });
  },
};

export const closeApp: ToolDefinition = {
  name: 'close_app',
  description: 'Closes (quits, ends) a running app by its name, so that it no longer runs in the background.',
  inputSchema: { type: 'object', properties: { appName: parameter }, required: ['appName'], additionalProperties: false },
  sideEffect: () => true,
  run(args, { tables }) {
    const app = appNamed(tables, text(args, 'appName'));
    if (!app) return notFound(`no app named ${text(args, 'appName')} is installed`);
    tables.update('apps', app[0], { running: false });
    return flat(`${text(app[1], 'name')} is closed`, { app_name: text(app[1], 'name'), running: 'no' });
  },
};

export const queryApps: ToolDefinition = {
  name: 'query_apps',
  description: 'Lists installed or running apps, or shows the version and storage size of one app. Changes nothing.',
  inputSchema: {
    type: 'object',
    properties: {
      queryType: { type: 'string', description: 'Installed apps, running apps only, or details (version, size in megabytes) of one app.', enum: ['installed', 'running', 'details'] },
      appName: { type: 'string', description: 'Only apps with this name; needed for details.', format: 'name' },
    },
    required: ['queryType'],
    additionalProperties: false,
  },
  sideEffect: () => false,
  run(args, { tables }) {
    const name = text(args, 'appName');
    if (args['queryType'] === 'details') {
      const app = appNamed(tables, name);
      if (!app) return notFound(`no app named ${name} is installed`);
      return done('app details', { app_name: text(app[1], 'name'), version: text(app[1], 'version'), size_mb: amount(app[1], 'size_mb') ?? 0, running: isOn(app[1], 'running') ? 'yes' : 'no' });
    }
    const rows = tables.list('apps').filter(([, row]) => matches(text(row, 'name'), name) && (args['queryType'] === 'installed' || isOn(row, 'running')));
    return listed(rows.map(([id, row]) => ({ id, name: text(row, 'name') })), { queryType: args['queryType'], ...(name === '' ? {} : { appName: name }) });
  },
};
