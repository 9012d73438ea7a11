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
      dev: ['{app} may use the {permission} from now on', 'permit {permission} for the app {app}'],
      test: ['hand {app} the right to the {permission}', 'approve {permission} use by {app}'],
    },
    zh: {
      train: ['允许{app}使用{permission}', '给{app}开{permission}权限', '授予{app}{permission}权限', '打开{app}的{permission}权限'],
      dev: ['以后{app}可以用{permission}', '批准应用{app}访问{permission}'],
      test: ['把{permission}权限交给{app}', '{app}需要{permission}，放行'],
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
      dev: ['{app} may no longer use the {permission}', 'forbid {permission} for the app {app}'],
      test: ['strip {app} of its right to the {permission}', 'block {permission} use by {app}'],
    },
    zh: {
      train: ['禁止{app}使用{permission}', '收回{app}的{permission}权限', '关闭{app}的{permission}权限', '不让{app}访问{permission}'],
      dev: ['以后{app}不能再用{permission}', '撤销应用{app}的{permission}授权'],
      test: ['把{app}的{permission}权限拿掉', '{app}别碰{permission}了，拒绝它'],
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
      dev: ['did I ever let {app} at the {permission}', 'can the app {app} get to the {permission}'],
      test: ['find out if {app} holds a right to the {permission}', 'is {permission} use by {app} approved'],
    },
    zh: {
      train: ['{app}有{permission}权限吗', '看看{app}能不能用{permission}', '查一下{app}的{permission}权限', '{app}被允许访问{permission}了吗'],
      dev: ['我给过{app}{permission}权限没有', '应用{app}拿得到{permission}吗'],
      test: ['{app}的{permission}授权情况如何', '确认一下{app}可否动用{permission}'],
    },
  },
});

export const permissionIntents: readonly Intent[] = [grant, revoke, ask];
