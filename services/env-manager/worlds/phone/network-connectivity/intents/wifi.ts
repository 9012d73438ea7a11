import type { Draw, Intent, IntentInstance } from '../../../intent.ts';
import type { Row } from '../../../world.ts';
import { mergeOverrides, settingWrite, switchWrite } from '../../authoring/setting-intents.ts';
import { plain, quoted } from '../../authoring/drawn-values.ts';
import { clearNamesakes, freshId } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { airplaneInTheWay, FREE, hotspotOn, wifiOff } from './blockers.ts';

const domain = 'network-connectivity';

/** A drawn Wi-Fi network with its row, the only one of its name. */
export function wifiRow(draw: Draw, fields: Row): { readonly id: string; readonly name: string; readonly rows: { readonly [id: string]: Row | null } } {
  const name = draw.entity('wifi');
  const id = freshId(draw.random, 'wifi');
  const row = { name, security: 'WPA2', password: wifiPassword(draw), saved: true, signal: 'strong', ...fields };
  return { id, name, rows: { ...clearNamesakes(base, 'wifi_networks', 'name', name), [id]: row } };
}

/** A password of a word and four digits, the words differing by split. */
export function wifiPassword(draw: Draw): string {
  const words = { train: ['maple', 'orbit', 'tulip', 'copper', 'lantern', 'pebble'], dev: ['saffron', 'meadow', 'anchor'], test: ['juniper', 'cobalt', 'willow'] };
  return `${draw.random.pick(words[draw.split])}${1000 + draw.random.int(9000)}`;
}

const enable = switchWrite({
  id: 'network.wifi.enable',
  domain,
  tool: 'manage_wifi',
  action: 'enable',
  row: ['network', 'wifi'],
  on: true,
  setup: FREE,
  conflicts: () => [airplaneInTheWay, hotspotOn],
  wordings: {
    en: {
      train: ['turn on Wi-Fi', 'switch the WLAN on', 'turn Wi-Fi back on', 'enable Wi-Fi', 'start up the wireless internet', 'get the Wi-Fi switch on again'],
      dev: ['activate the Wi-Fi', 'I want Wi-Fi running'],
      test: ['put Wi-Fi on', 'power up the WLAN radio'],
    },
    zh: {
      train: ['打开Wi-Fi', '开启无线网络', '把WLAN打开', '把Wi-Fi开一下', '重新开启Wi-Fi'],
      dev: ['启用Wi-Fi', '让无线网络打开'],
      test: ['帮我开启Wi-Fi', '麻烦开一下WLAN'],
    },
  },
});

const disable = switchWrite({
  id: 'network.wifi.disable',
  domain,
  tool: 'manage_wifi',
  action: 'disable',
  row: ['network', 'wifi'],
  on: false,
  wordings: {
    en: {
      train: ['turn off Wi-Fi', 'switch the WLAN off', 'disable Wi-Fi', 'shut the Wi-Fi down', 'stop using Wi-Fi altogether', 'kill the Wi-Fi'],
      dev: ['deactivate the Wi-Fi', 'I want Wi-Fi off'],
      test: ['power down the WLAN radio', 'cut the Wi-Fi'],
    },
    zh: {
      train: ['关闭Wi-Fi', '把WLAN关掉', '关掉无线网络', '把Wi-Fi停了', '断开并关闭Wi-Fi开关'],
      dev: ['停用Wi-Fi', '让无线网络关闭'],
      test: ['帮我关掉Wi-Fi', '麻烦关一下WLAN'],
    },
  },
});

const connectSaved = settingWrite({
  id: 'network.wifi.connect',
  domain,
  tool: 'connect_wifi',
  conflicts: () => [airplaneInTheWay, wifiOff],
  plan(draw) {
    const { name, rows } = wifiRow(draw, {});
    return {
      slots: { network: plain(name) },
      args: { networkName: name },
      row: ['network', 'wifi'],
      before: { on: true, connected_network: draw.random.pick(['', 'Maple House 5G']) },
      after: { connected_network: name },
      setup: { wifi_networks: rows, network: { airplane_mode: { on: false } } },
    };
  },
  wordings: {
    en: {
      train: ['connect to the {network} Wi-Fi', 'join the Wi-Fi {network}', 'switch to the {network} network', 'use {network} for Wi-Fi', 'get me onto {network} Wi-Fi', 'hook up to the saved network {network}'],
      dev: ['get connected to the Wi-Fi {network}', 'please connect this phone with {network} Wi-Fi'],
      test: ['make the phone connect to {network} WLAN', 'I would like to join the {network} network'],
    },
    zh: {
      train: ['连接{network}这个Wi-Fi', '连上{network}的无线网', '切换到{network}网络', 'Wi-Fi用{network}', '加入无线网络{network}'],
      dev: ['请连到{network}的Wi-Fi', '换到{network}这个网络连接'],
      test: ['让手机连接{network}无线网', '我要连上{network}这个Wi-Fi'],
    },
  },
  omissions: {
    network: {
      parameter: 'networkName',
      wordings: {
        en: { train: ['connect to a Wi-Fi network', 'join another Wi-Fi', 'switch to a different saved network'], dev: ['get connected to some Wi-Fi'], test: ['make the phone connect to another WLAN'] },
        zh: { train: ['连一个Wi-Fi', '换一个无线网络连接'], dev: ['请连到别的Wi-Fi'], test: ['让手机连接一个无线网'] },
      },
    },
  },
  memorable: {
    network: {
      category: 'important_info',
      content: { en: ['The Wi-Fi at home is called {value}.', 'At home the phone uses the Wi-Fi network {value}.'], zh: ['家里的Wi-Fi叫{value}。', '在家用的无线网络是{value}。'] },
      reference: {
        en: { train: ['my home network', 'my usual home network', 'our house network'], dev: ['the one at my place'], test: ['my household network'] },
        zh: { train: ['我家网络', '家里网络'], dev: ['自己家那个网'], test: ['我住处那个网'] },
      },
    },
  },
});

const connectNew: Intent = {
  id: 'network.wifi.join_new',
  domain,
  tool: 'connect_wifi',
  kind: 'write',
  draw(draw): IntentInstance {
    const { id, name, rows } = wifiRow(draw, { saved: false });
    const password = String(rows[id]?.['password'] ?? '');
    return {
      slots: { network: plain(name), password: quoted(draw, password) },
      setup: { wifi_networks: rows, network: { airplane_mode: { on: false }, wifi: { on: true, connected_network: '' } } },
      calls: [{ id: 'c1', tool: 'connect_wifi', args: { networkName: name, password } }],
      changes: [
        { table: 'wifi_networks', kind: 'update', id, fields: { saved: true } },
        { table: 'network', kind: 'update', id: 'wifi', fields: { connected_network: name } },
      ],
    };
  },
  conflicts: (instance) => [airplaneInTheWay, wifiOff].map((one) => ({ ...one, setup: mergeOverrides(instance.setup, one.setup) })),
  wordings: {
    en: {
      train: ['connect to the new Wi-Fi {network} with password {password}', 'join {network}, the password is {password}', 'add the network {network} using the key {password}', 'log in to {network} Wi-Fi with {password}', 'sign on to the Wi-Fi {network}, password {password}'],
      dev: ['connect with {network}, its Wi-Fi password is {password}', 'use the password {password} to join the Wi-Fi {network}'],
      test: ['join {network} by entering the password {password}', 'connect to the network {network}, key {password}'],
    },
    zh: {
      train: ['连接新Wi-Fi {network}，密码是{password}', '用密码{password}连上{network}', '加入{network}网络，密码{password}', '添加无线网{network}，口令{password}'],
      dev: ['{network}的Wi-Fi密码是{password}，帮我连上', '连接{network}网络，输入密码{password}'],
      test: ['加入新的Wi-Fi {network}，密码填{password}', '请用密码{password}连接无线网{network}'],
    },
  },
};

const forget = settingWrite({
  id: 'network.wifi.forget',
  domain,
  tool: 'manage_wifi',
  plan(draw) {
    const { id, name, rows } = wifiRow(draw, { saved: true });
    return { slots: { network: plain(name) }, args: { action: 'forget', networkName: name }, row: ['wifi_networks', id], before: {}, after: { saved: false }, setup: { wifi_networks: rows } };
  },
  wordings: {
    en: {
      train: ['forget the Wi-Fi network {network}', 'remove {network} from the saved networks', 'delete the saved Wi-Fi {network}', 'stop remembering the Wi-Fi {network}', 'drop {network} from my known networks'],
      dev: ['have the phone forget {network} Wi-Fi', 'take the Wi-Fi {network} out of the saved networks'],
      test: ['I no longer need the saved network {network}, forget it', 'make the phone stop remembering {network} Wi-Fi'],
    },
    zh: {
      train: ['忘记{network}这个Wi-Fi', '把{network}从已保存的网络里删掉', '删除保存的无线网{network}', '不要再记住{network}这个Wi-Fi'],
      dev: ['请忘记无线网{network}', '把保存的Wi-Fi {network}删除'],
      test: ['让手机不再记住{network}网络', '已保存的Wi-Fi里删掉{network}'],
    },
  },
});

export const wifiIntents: readonly Intent[] = [enable, disable, connectSaved, connectNew, forget];
