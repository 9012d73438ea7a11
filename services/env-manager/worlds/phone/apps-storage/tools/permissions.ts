import type { ToolDefinition } from '../../../world.ts';
import { block, isOn, notFound, text, unlessQuery } from '../../authoring/outcomes.ts';
import { PERMISSIONS } from '../state.ts';
import { appNamed } from './apps.ts';

const granted = (yes: boolean): string => (yes ? 'granted' : 'not granted');

export const manageAppPermission: ToolDefinition = {
  name: 'manage_app_permission',
  description: 'Grants, revokes or looks up one permission (location, camera, contacts, Bluetooth and so on) of an app; without an app, of the assistant itself. Use it when a call fails with 403.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Grant (allow), revoke (deny, take away) or query the permission.', enum: ['grant', 'revoke', 'query'] },
      permission: { type: 'string', description: 'The permission concerned.', enum: PERMISSIONS },
      appName: { type: 'string', description: 'The app whose permission it is; leave out for the assistant itself.', format: 'name' },
    },
    required: ['action', 'permission'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = text(args, 'action');
    const permission = text(args, 'permission');
    const name = text(args, 'appName');
    if (name === '') {
      if (action !== 'query') tables.update('permissions', permission, { granted: action === 'grant' });
      return block(action, `permission ${permission} of the assistant`, 'permission', { permission, state: granted(isOn(tables.get('permissions', permission), 'granted')) });
    }
    const app = appNamed(tables, name);
    if (!app) return notFound(`no app named ${name} is installed`);
    const owner = text(app[1], 'name');
    const held = tables.list('app_permissions').find(([, row]) => row['app'] === owner && row['permission'] === permission);
    const yes = action === 'query' ? isOn(held?.[1], 'granted') : action === 'grant';
    if (action !== 'query') {
      if (held) tables.update('app_permissions', held[0], { granted: yes });
      else tables.insert('app_permissions', { app: owner, permission, granted: yes });
    }
    return block(action, `permission ${permission} of ${owner}`, 'permission', { app: owner, permission, state: granted(yes) });
  },
};
