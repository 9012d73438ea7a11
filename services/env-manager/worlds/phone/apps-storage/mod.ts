import { readFileSync } from 'node:fs';
import type { Intent } from '../../intent.ts';
import type { DomainDefinition } from '../../world.ts';
import { appIntents } from './intents/apps.ts';
import { permissionIntents } from './intents/permissions.ts';
import { base, tables } from './state.ts';
import { closeApp, openApp, queryApps } from './tools/apps.ts';
import { manageAppPermission } from './tools/permissions.ts';

/** App lifecycle and permissions, those of the assistant itself included. */
export const domain: DomainDefinition = {
  id: 'apps-storage',
  title: 'Apps & Storage',
  tables,
  base,
  tools: [openApp, closeApp, queryApps, manageAppPermission],
  skills: [{ id: 'apps-storage-files', markdown: readFileSync(new URL('./skills/apps-storage-files/SKILL.md', import.meta.url), 'utf8') }],
};

export const intents: readonly Intent[] = [...appIntents, ...permissionIntents];
