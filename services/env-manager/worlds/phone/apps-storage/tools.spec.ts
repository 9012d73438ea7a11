import { describe } from 'vitest';
import { toolCases, toolShapes } from '../authoring/tool-suite.ts';
import { domain } from './mod.ts';

describe('app tools', () => {
  toolShapes(domain, 4);
  toolCases([domain], [
    { tool: 'open_app', args: { appName: 'gallery' }, body: { status: 'ok', app_name: 'Gallery' }, changed: { 'apps/app_1': { running: true } } },
    { tool: 'open_app', args: { appName: 'Nothing' }, status: 404, error: 'Nothing' },
    { tool: 'close_app', args: { appName: 'Parcel Desk' }, changed: { 'apps/app_4': { running: false } } },
    { tool: 'close_app', args: { appName: 'Nothing' }, status: 404, error: 'Nothing' },
    { tool: 'query_apps', args: { queryType: 'installed' }, body: { data: { total: 5 } } },
    { tool: 'query_apps', args: { queryType: 'running' }, body: { data: { total: 1, criteria: { queryType: 'running' } } } },
    { tool: 'query_apps', args: { queryType: 'details', appName: '青橙外卖' }, body: { data: { version: '9.1.8', size_mb: 652, running: 'no' } } },
    { tool: 'query_apps', args: { queryType: 'details', appName: 'Nothing' }, status: 404, error: 'Nothing' },
    { tool: 'manage_app_permission', args: { action: 'query', permission: 'camera' }, body: { permission: { permission: 'camera', state: 'granted' } } },
    { tool: 'manage_app_permission', args: { action: 'revoke', permission: 'camera' }, changed: { 'permissions/camera': { granted: false } } },
    { tool: 'manage_app_permission', args: { action: 'revoke', permission: 'photos', appName: 'Gallery' }, body: { permission: { app: 'Gallery', state: 'not granted' } }, changed: { 'app_permissions/grant_1': { granted: false } } },
    { tool: 'manage_app_permission', args: { action: 'grant', permission: 'camera', appName: 'Gallery' }, changed: { 'app_permissions/grant_1001': { app: 'Gallery', permission: 'camera', granted: true } } },
    { tool: 'manage_app_permission', args: { action: 'query', permission: 'camera', appName: 'Gallery' }, body: { permission: { state: 'not granted' } } },
    { tool: 'manage_app_permission', args: { action: 'grant', permission: 'camera', appName: 'Nothing' }, status: 404, error: 'Nothing' },
  ]);
});
