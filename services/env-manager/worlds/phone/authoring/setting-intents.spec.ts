import { describe, expect, it } from 'vitest';
import { drawFor } from './intent-suite.ts';
import { mergeOverrides, overridesOf, permissionConflict, settingWrite, switchConflict, switchWrite } from './setting-intents.ts';

const none = { en: { train: [], dev: [], test: [] }, zh: { train: [], dev: [], test: [] } };
const shared = { domain: 'd', tool: 'manage_lamp', wordings: none };

describe('setting intents', () => {
  it('merges overrides field by field, the right side winning', () => {
    const left = { lamps: { a: { on: true, level: 1 }, b: { on: true } } };
    const right = { lamps: { a: { level: 2 }, b: null }, doors: { c: { open: true } } };
    expect(mergeOverrides(left, right)).toEqual({ lamps: { a: { on: true, level: 2 }, b: null }, doors: { c: { open: true } } });
    expect(left.lamps.a).toEqual({ on: true, level: 1 });
  });

  it('brings a removed row back when the right side gives it fields', () => {
    expect(mergeOverrides({ lamps: { a: null } }, { lamps: { a: { on: true } } })).toEqual({ lamps: { a: { on: true } } });
  });

  it('takes updates and deletions as done, and refuses inserts', () => {
    expect(overridesOf([{ table: 'lamps', kind: 'update', id: 'a', fields: { on: true } }, { table: 'lamps', kind: 'delete', id: 'b' }])).toEqual({ lamps: { a: { on: true }, b: null } });
    expect(() => overridesOf([{ table: 'lamps', kind: 'insert', fields: {} }])).toThrow('lamps');
  });

  it('declares only the fields that change', () => {
    const intent = settingWrite({ ...shared, id: 'lamp.set', plan: () => ({ args: { level: 3 }, row: ['lamps', 'a'], before: { level: 1, on: true }, after: { level: 3, on: true } }) });
    const instance = intent.draw(drawFor('train', 'en', 1));
    expect(instance.changes).toEqual([{ table: 'lamps', kind: 'update', id: 'a', fields: { level: 3 } }]);
    expect(intent.alreadyDone?.(instance)).toEqual({ lamps: { a: { level: 3, on: true } } });
  });

  it('gives conflicts whole rows of the instance', () => {
    const blocking = switchConflict({ id: 'dark', row: ['lamps', 'a'], blocking: { locked: true }, cleared: { locked: false }, repair: { tool: 'unlock', args: {} } });
    const intent = switchWrite({ ...shared, id: 'lamp.on', action: 'enable', row: ['lamps', 'a'], on: true, conflicts: () => [blocking] });
    const instance = intent.draw(drawFor('dev', 'zh', 2));
    expect(intent.conflicts?.(instance)).toEqual([
      {
        id: 'dark',
        status: 409,
        setup: { lamps: { a: { on: false, locked: true } } },
        repair: [{ id: 'r1', tool: 'unlock', args: {} }],
        repairChanges: [{ table: 'lamps', kind: 'update', id: 'a', fields: { locked: false } }],
      },
    ]);
  });

  it('repairs a missing permission by granting exactly it', () => {
    const { status, repair, repairChanges } = permissionConflict('camera');
    expect(status).toBe(403);
    expect(repair).toEqual([{ id: 'r1', tool: 'manage_app_permission', args: { action: 'grant', permission: 'camera' } }]);
    expect(repairChanges).toEqual([{ table: 'permissions', kind: 'update', id: 'camera', fields: { granted: true } }]);
  });
});
