import type { TableData, TableSpec } from '../../world.ts';

/**
 * Installed apps and permissions. `permissions` holds what the assistant itself may do (row id = permission; the engine answers 403
 * without it); `app_permissions` holds what other apps may do.
 */
export const tables: readonly TableSpec[] = [
  { name: 'apps', idPrefix: 'app' },
  { name: 'permissions', idPrefix: 'permission' },
  { name: 'app_permissions', idPrefix: 'grant' },
];

export const PERMISSIONS = ['contacts', 'sms', 'phone', 'calendar', 'location', 'camera', 'microphone', 'notifications', 'bluetooth', 'do_not_disturb', 'photos', 'alarms', 'email'] as const;

export const base: TableData = {
  apps: {
    app_1: { name: 'Gallery', version: '8.2.1', size_mb: 312, running: false, gui_supported: false },
    app_2: { name: 'Clock', version: '5.0.4', size_mb: 41, running: false, gui_supported: false },
    app_3: { name: '便签', version: '3.7.0', size_mb: 58, running: false, gui_supported: false },
    app_4: { name: 'Parcel Desk', version: '11.4.2', size_mb: 486, running: true, gui_supported: true },
    app_5: { name: '青橙外卖', version: '9.1.8', size_mb: 652, running: false, gui_supported: true },
  },
  permissions: Object.fromEntries(PERMISSIONS.map((permission) => [permission, { granted: true }])),
  app_permissions: {
    grant_1: { app: 'Gallery', permission: 'photos', granted: true },
    grant_2: { app: 'Parcel Desk', permission: 'location', granted: true },
    grant_3: { app: '青橙外卖', permission: 'notifications', granted: false },
  },
};
