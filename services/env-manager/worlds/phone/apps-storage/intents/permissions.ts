import type { Draw, Intent, SlotValue } from '../../../intent.ts';
import { plain } from '../../authoring/drawn-values.ts';
import { freshId } from '../../authoring/entity-rows.ts';
import { settingQuestion, settingWrite, spoken } from '../../authoring/setting-intents.ts';
import { appRow } from './apps.ts';

const domain = 'apps-storage';

const SPOKEN = {
  location: { en: ['location', 'GPS location'], zh: ['位置', '定位'] },
  camera: { en: ['camera'], zh: ['相机', '摄像头'] },
  microphone: { en: ['microphone', 'mic'], zh: ['麦克风', '录音'] },
  contacts: { en: ['contacts', 'address book'], zh: ['通讯录', '联系人'] },
  notifications: { en: ['notifications', 'notification'], zh: ['通知', '消息通知'] },
  photos: { en: ['photos', 'photo library'], zh: ['照片', '相册'] },
} as const;

/** An app and one of its permissions, held as given, with a second permission that must stay. */
function drawn(draw: Draw, granted: boolean) {
  const app = appRow(draw, {});
  const [first, second] = draw.random.shuffle(['location', 'camera', 'microphone', 'contacts', 'notifications', 'photos'] as const);
  const permission = first ?? 'location';
  const id = freshId(draw.random, 'grant');
  const rows = {
    [`${id}1`]: { app: app.name, permission: second ?? 'camera', granted },
    [id]: { app: app.name, permission, granted },
  };
  const slots: { readonly [slot: string]: SlotValue } = { app: plain(app.name), permission: spoken(draw, permission, SPOKEN[permission]) };
  return { id, slots, permission, app: app.name, setup: { apps: app.rows, app_permissions: rows } };
}

const grant = settingWrite({
  id: 'apps.permission.grant',
  domain,
  tool: 'manage_app_permission',
  plan(draw) {
    const { id, slots, permission, app, setup } = drawn(draw, false);
    return { slots, args: { action: 'grant', permission, appName: app }, row: ['app_permissions', id], before: { granted: false }, after: { granted: true }, setup };
  },
  wordings: {
    en: {
      train: ['allow {app} to use the {permission}', 'grant {app} the {permission} permission', 'give {app} access to the {permission}', 'let {app} have {permission} access', 'turn on the {permission} permission for {app}'],
      dev: ['{app} may have access to the {permission}', 'give {permission} permission to the app {app}'],
      test: ['I want {app} to have {permission} access', 'grant {permission} access to {app}'],
    },
    zh: {
      train: ['允许{app}使用{permission}', '给{app}开{permission}权限', '授予{app}{permission}权限', '打开{app}的{permission}权限'],
      dev: ['请给{app}{permission}权限', '让{app}可以使用{permission}'],
      test: ['我允许{app}访问{permission}', '把{app}的{permission}权限打开'],
    },
  },
});

const revoke = settingWrite({
  id: 'apps.permission.revoke',
  domain,
  tool: 'manage_app_permission',
  plan(draw) {
    const { id, slots, permission, app, setup } = drawn(draw, true);
    return { slots, args: { action: 'revoke', permission, appName: app }, row: ['app_permissions', id], before: { granted: true }, after: { granted: false }, setup };
  },
  wordings: {
    en: {
      train: ['stop {app} from using the {permission}', 'revoke the {permission} permission of {app}', 'take {permission} access away from {app}', 'deny {app} the {permission}', 'turn off the {permission} permission for {app}'],
      dev: ['{app} may no longer have access to the {permission}', 'take {permission} permission from the app {app}'],
      test: ['I want {app} to lose {permission} access', 'revoke {permission} access for {app}'],
    },
    zh: {
      train: ['禁止{app}使用{permission}', '收回{app}的{permission}权限', '关闭{app}的{permission}权限', '不让{app}访问{permission}'],
      dev: ['请收回{app}的{permission}访问权限', '让{app}不能使用{permission}'],
      test: ['我不允许{app}访问{permission}', '把{app}的{permission}权限关掉'],
    },
  },
});

const ask = settingQuestion({
  id: 'apps.permission.ask',
  domain,
  tool: 'manage_app_permission',
  plan(draw) {
    const yes = draw.random.next() < 0.5;
    const { slots, permission, app, setup } = drawn(draw, yes);
    return { slots, args: { action: 'query', permission, appName: app }, setup, answers: [yes ? 'granted' : 'not granted'] };
  },
  wordings: {
    en: {
      train: ['does {app} have the {permission} permission', 'check whether {app} can use the {permission}', 'is {app} allowed to use the {permission}', 'tell me if {app} has {permission} access', 'look up the {permission} permission of {app}'],
      dev: ['has {app} got the {permission} permission', 'can the app {app} use the {permission}'],
      test: ['find out if {app} has {permission} permission', 'is {permission} access granted to {app}'],
    },
    zh: {
      train: ['{app}有{permission}权限吗', '看看{app}能不能用{permission}', '查一下{app}的{permission}权限', '{app}被允许访问{permission}了吗'],
      dev: ['我给过{app}{permission}权限没有', '应用{app}可以使用{permission}吗'],
      test: ['{app}的{permission}权限开了吗', '确认一下{app}能不能访问{permission}'],
    },
  },
});

export const permissionIntents: readonly Intent[] = [grant, revoke, ask];
