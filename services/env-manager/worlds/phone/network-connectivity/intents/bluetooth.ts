import type { Draw, Intent, IntentInstance, Wordings } from '../../../intent.ts';
import type { Row } from '../../../world.ts';
import { mergeOverrides, permissionConflict, settingWrite, switchWrite } from '../../authoring/setting-intents.ts';
import { plain } from '../../authoring/drawn-values.ts';
import { clearNamesakes, freshId } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { airplaneInTheWay, bluetoothOff } from './blockers.ts';

const domain = 'network-connectivity';

/** A drawn Bluetooth device with its row, the only one of its name. */
export function deviceRow(draw: Draw, fields: Row): { readonly id: string; readonly name: string; readonly rows: { readonly [id: string]: Row | null } } {
  const name = draw.entity('device');
  const id = freshId(draw.random, 'bt');
  const row = { name, type: draw.random.pick(['earphones', 'speaker', 'watch']), paired: true, connected: false, battery: 11 + draw.random.int(88), ...fields };
  return { id, name, rows: { ...clearNamesakes(base, 'bluetooth_devices', 'name', name), [id]: row } };
}

const enable = switchWrite({
  id: 'network.bluetooth.enable',
  domain,
  tool: 'manage_bluetooth',
  action: 'enable',
  row: ['network', 'bluetooth'],
  on: true,
  setup: { network: { airplane_mode: { on: false } } },
  conflicts: () => [airplaneInTheWay],
  wordings: {
    en: {
      train: ['turn on Bluetooth', 'switch Bluetooth on', 'enable Bluetooth', 'turn Bluetooth back on', 'start Bluetooth'],
      dev: ['activate Bluetooth', 'I want Bluetooth running'],
      test: ['put Bluetooth on', 'power up the Bluetooth radio'],
    },
    zh: { train: ['打开蓝牙', '开启蓝牙', '把蓝牙打开', '把蓝牙开一下'], dev: ['启用蓝牙', '让蓝牙打开'], test: ['帮我开蓝牙', '蓝牙给我启动'] },
  },
});

const disable = switchWrite({
  id: 'network.bluetooth.disable',
  domain,
  tool: 'manage_bluetooth',
  action: 'disable',
  row: ['network', 'bluetooth'],
  on: false,
  wordings: {
    en: {
      train: ['turn off Bluetooth', 'switch Bluetooth off', 'disable Bluetooth', 'shut Bluetooth down', 'stop Bluetooth'],
      dev: ['deactivate Bluetooth', 'I want Bluetooth off'],
      test: ['kill Bluetooth', 'power down the Bluetooth radio'],
    },
    zh: { train: ['关闭蓝牙', '把蓝牙关掉', '关掉蓝牙', '把蓝牙停了'], dev: ['停用蓝牙', '让蓝牙关闭'], test: ['帮我关蓝牙', '蓝牙给我关上'] },
  },
});

function visibility(visible: boolean, wordings: Wordings): Intent {
  return settingWrite({
    id: `network.bluetooth.${visible ? 'make_visible' : 'hide'}`,
    domain,
    tool: 'manage_bluetooth',
    conflicts: () => (visible ? [airplaneInTheWay, bluetoothOff] : []),
    plan: () => ({
      args: { action: visible ? 'make_visible' : 'hide' },
      row: ['network', 'bluetooth'],
      before: { on: true, discoverable: !visible },
      after: { discoverable: visible },
      setup: { network: { airplane_mode: { on: false } } },
    }),
    wordings,
  });
}

const makeVisible = visibility(true, {
  en: {
    train: ['make my phone visible over Bluetooth', 'let nearby devices find this phone by Bluetooth', 'make the phone discoverable', 'turn on Bluetooth visibility', 'allow other devices to see my phone'],
    dev: ['I want this phone to be visible to nearby devices', 'nearby devices should be able to find my phone by Bluetooth'],
    test: ['put Bluetooth visibility on', 'let others discover my phone over Bluetooth'],
  },
  zh: {
    train: ['让附近设备能发现我的手机', '打开蓝牙可见性', '把手机设为蓝牙可见', '允许别的设备搜到我的手机'],
    dev: ['让附近的蓝牙设备能搜到这部手机', '开启蓝牙可见'],
    test: ['我要手机对附近设备可见', '请允许别人通过蓝牙发现我的手机'],
  },
});

const hide = visibility(false, {
  en: {
    train: ['hide my phone from nearby Bluetooth devices', 'make the phone undiscoverable', 'turn off Bluetooth visibility', 'stop other devices from finding my phone by Bluetooth', 'keep my phone invisible over Bluetooth'],
    dev: ['I want this phone to be hidden from nearby devices', 'nearby devices must not find my phone by Bluetooth'],
    test: ['put Bluetooth visibility off', 'stop others from discovering my phone over Bluetooth'],
  },
  zh: {
    train: ['别让附近设备发现我的手机', '关闭蓝牙可见性', '把手机设为蓝牙不可见', '禁止别的设备搜到我的手机'],
    dev: ['别让附近的蓝牙设备搜到这部手机', '关掉蓝牙可见'],
    test: ['我要手机对附近设备不可见', '请不要让别人通过蓝牙发现我的手机'],
  },
});

type DeviceAction = 'pair' | 'connect' | 'disconnect' | 'unpair';
const EFFECTS: { readonly [A in DeviceAction]: { readonly before: Row; readonly after: Row } } = {
  pair: { before: { paired: false, connected: false }, after: { paired: true, connected: true } },
  connect: { before: { paired: true, connected: false }, after: { connected: true } },
  disconnect: { before: { paired: true, connected: true }, after: { connected: false } },
  unpair: { before: { paired: true, connected: false }, after: { paired: false } },
};

/** One action on a device that is found by its name first; a neighbour of another name stays as it is. */
function onDevice(action: DeviceAction, rest: Pick<Intent, 'wordings' | 'omissions' | 'memorable'>): Intent {
  const { before, after } = EFFECTS[action];
  const write = settingWrite({
    id: `network.bluetooth_device.${action}`,
    domain,
    tool: 'pair_bluetooth_device',
    permission: 'bluetooth',
    conflicts: () => [bluetoothOff, airplaneInTheWay, permissionConflict('bluetooth')],
    plan(draw) {
      const target = deviceRow(draw, before);
      const neighbour = deviceRow(draw, before);
      return {
        slots: { device: plain(target.name) },
        reads: [{ id: 'q1', tool: 'query_bluetooth', args: { queryType: 'devices', deviceName: target.name }, read: true }],
        args: { action, deviceId: '$q1.data.items.0.id' },
        row: ['bluetooth_devices', target.id],
        before: {},
        after,
        setup: { network: { bluetooth: { on: true }, airplane_mode: { on: false } }, bluetooth_devices: { ...neighbour.rows, ...target.rows } },
      };
    },
    ...rest,
  });
  return { ...write, ambiguity: (instance, draw) => ({ slot: 'device', parameter: 'deviceId', setup: twin(instance, draw) }) };
}

/** A second device of the same name in the same state. */
function twin(instance: IntentInstance, draw: Draw): IntentInstance['setup'] {
  const id = instance.changes[0]?.id ?? '';
  const row = instance.setup['bluetooth_devices']?.[id] ?? {};
  return mergeOverrides(instance.setup, { bluetooth_devices: { [freshId(draw.random.fork('twin'), 'bt')]: { ...row, battery: 7 + draw.random.int(90) } } });
}

const pair = onDevice('pair', {
  wordings: {
    en: {
      train: ['pair the phone with {device}', 'pair {device}', 'add {device} as a new Bluetooth device', 'set up {device} over Bluetooth', 'make a new pairing with {device}'],
      dev: ['do the Bluetooth pairing with my new {device}', 'I want {device} paired with this phone'],
      test: ['set up a pairing between phone and {device}', 'have the new Bluetooth device {device} paired'],
    },
    zh: {
      train: ['和{device}配对', '把{device}配对上', '添加新的蓝牙设备{device}', '给{device}做蓝牙配对'],
      dev: ['新买的{device}，配对一下', '请把{device}和手机配对'],
      test: ['让手机跟{device}配对', '添加{device}并完成蓝牙配对'],
    },
  },
});

const connect = onDevice('connect', {
  wordings: {
    en: {
      train: ['connect {device}', 'connect my phone to {device} over Bluetooth', 'hook up {device}', 'reconnect {device}', 'get {device} connected again'],
      dev: ['link up with {device} by Bluetooth', 'put the Bluetooth connection to {device} back'],
      test: ['have the phone connect to {device} again', 'make the Bluetooth connection to {device}'],
    },
    zh: {
      train: ['连接{device}', '用蓝牙连上{device}', '重新连接{device}', '把{device}接上'],
      dev: ['让手机连接{device}', '请用蓝牙连接{device}'],
      test: ['我要连上{device}', '把{device}重新连上'],
    },
  },
  omissions: {
    device: {
      parameter: 'deviceId',
      wordings: {
        en: { train: ['connect a Bluetooth device', 'hook up one of my Bluetooth devices', 'reconnect a paired accessory'], dev: ['link up with a Bluetooth accessory'], test: ['bring some Bluetooth device online'] },
        zh: { train: ['连接一个蓝牙设备', '连个蓝牙配件'], dev: ['请用蓝牙连接某个设备'], test: ['我要连上一个蓝牙设备'] },
      },
    },
  },
  memorable: {
    device: {
      category: 'routines_habits',
      content: { en: ['Listens to podcasts on {value} on the way to work.', 'The Bluetooth device for commuting is {value}.'], zh: ['上班路上习惯用{value}听播客。', '通勤时用的蓝牙设备是{value}。'] },
      reference: {
        en: { train: ['my commuting earphones', 'the device I use on the way to work', 'my usual podcast device'], dev: ['what I listen on during my commute'], test: ['the thing I wear on the way to work'] },
        zh: { train: ['我通勤用的设备', '上班路上用的那个蓝牙'], dev: ['我听播客用的那个'], test: ['路上常用的蓝牙设备'] },
      },
    },
  },
});

const disconnect = onDevice('disconnect', {
  wordings: {
    en: {
      train: ['disconnect {device}', 'drop the Bluetooth connection to {device}', 'cut {device} off but keep it paired', 'break the link with {device}', 'take {device} off Bluetooth for the moment'],
      dev: ['have {device} disconnected', 'stop the Bluetooth connection with {device}'],
      test: ['make the phone disconnect from {device}', 'cut the Bluetooth link to {device}'],
    },
    zh: {
      train: ['断开{device}', '断开和{device}的蓝牙连接', '先把{device}断开', '不要再连着{device}了'],
      dev: ['请断开{device}的蓝牙', '让手机断开{device}'],
      test: ['把{device}的连接断开', '我要断开蓝牙设备{device}'],
    },
  },
});

const unpair = onDevice('unpair', {
  wordings: {
    en: {
      train: ['unpair {device}', 'forget the Bluetooth device {device}', 'delete the pairing with {device}', 'remove {device} from my paired devices', 'cancel the pairing of {device}'],
      dev: ['remove the pairing with {device}', 'have the phone forget the device {device}'],
      test: ['take {device} out of the paired devices', 'I gave {device} away, so unpair it'],
    },
    zh: {
      train: ['取消{device}的配对', '忘记蓝牙设备{device}', '删除和{device}的配对', '把{device}从已配对设备里移除'],
      dev: ['请取消和{device}的蓝牙配对', '解除{device}的配对'],
      test: ['{device}送人了，取消配对吧', '让手机忘记{device}并删除配对'],
    },
  },
});

export const bluetoothIntents: readonly Intent[] = [enable, disable, makeVisible, hide, pair, connect, disconnect, unpair];
