import type { Draw, Intent } from '../../../intent.ts';
import { settingWrite, spoken, switchWrite } from '../../authoring/setting-intents.ts';
import { plain } from '../../authoring/drawn-values.ts';
import { clearNamesakes, freshId } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { airplaneInTheWay, nfcOff, otherVpn } from './blockers.ts';

const domain = 'network-connectivity';

const nfcEnable = switchWrite({
  id: 'network.nfc.enable',
  domain,
  tool: 'manage_nfc',
  action: 'enable',
  row: ['network', 'nfc'],
  on: true,
  wordings: {
    en: {
      train: ['turn on NFC', 'switch NFC on', 'enable NFC', 'start NFC', 'turn the contactless NFC chip on'],
      dev: ['activate NFC', 'I want NFC running'],
      test: ['put NFC on', 'have the NFC chip on'],
    },
    zh: { train: ['打开NFC', '开启NFC功能', '把NFC打开', 'NFC开一下'], dev: ['启用NFC', '让NFC打开'], test: ['帮我开NFC', 'NFC给我启动'] },
  },
});

const nfcDisable = switchWrite({
  id: 'network.nfc.disable',
  domain,
  tool: 'manage_nfc',
  action: 'disable',
  row: ['network', 'nfc'],
  on: false,
  wordings: {
    en: {
      train: ['turn off NFC', 'switch NFC off', 'disable NFC', 'stop NFC', 'turn the contactless NFC chip off'],
      dev: ['deactivate NFC', 'I want NFC off'],
      test: ['shut NFC down', 'have the NFC chip off'],
    },
    zh: { train: ['关闭NFC', '关掉NFC功能', '把NFC关了', 'NFC停一下'], dev: ['停用NFC', '让NFC关闭'], test: ['帮我关NFC', 'NFC给我关上'] },
  },
});

const NFC_MODES = {
  tap_to_pay: { en: ['tap to pay', 'contactless payment', 'bank payment'], zh: ['碰一碰支付', '刷手机付款', '银行卡支付'] },
  transit_card: { en: ['transit card', 'bus and subway card'], zh: ['公交卡', '交通卡', '地铁卡'] },
  access_card: { en: ['access card', 'door key card'], zh: ['门禁卡', '开门卡'] },
  tag_reader: { en: ['tag reader', 'reading tags'], zh: ['读标签', '标签读取'] },
} as const;

const nfcMode = settingWrite({
  id: 'network.nfc_mode.set',
  domain,
  tool: 'manage_nfc',
  conflicts: () => [nfcOff],
  plan(draw) {
    const mode = draw.random.pick(['tap_to_pay', 'transit_card', 'access_card', 'tag_reader'] as const);
    return {
      slots: { mode: spoken(draw, mode, NFC_MODES[mode]) },
      args: { action: 'set_mode', paymentMode: mode },
      row: ['network', 'nfc'],
      before: { on: true, payment_mode: mode === 'tap_to_pay' ? 'transit_card' : 'tap_to_pay' },
      after: { payment_mode: mode },
    };
  },
  omissions: {
    mode: {
      parameter: 'paymentMode',
      wordings: {
        en: { train: ['change the NFC mode', 'use NFC for something else', 'switch NFC over to another mode'], dev: ['select another NFC mode'], test: ['I want a different NFC mode'] },
        zh: { train: ['改一下NFC模式', 'NFC切换个模式'], dev: ['NFC换个用途'], test: ['我要换NFC模式'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the NFC mode to {mode}', 'use NFC for {mode}', 'switch NFC over to {mode}', 'change the NFC mode to {mode}', 'put NFC in {mode} mode'],
      dev: ['have NFC act as {mode}', 'select {mode} for NFC'],
      test: ['let NFC be used for {mode}', 'make {mode} the NFC mode'],
    },
    zh: {
      train: ['把NFC模式设为{mode}', 'NFC切换到{mode}', 'NFC用来{mode}', 'NFC模式改成{mode}'],
      dev: ['让NFC当{mode}用', 'NFC选{mode}'],
      test: ['我要NFC用作{mode}', 'NFC模式换成{mode}'],
    },
  },
});

const VPN_NAMES = {
  train: ['Head Office', 'Lab Tunnel', 'Studio North', '研发专线', '总部网关', 'Remote Desk', '家庭网关'],
  dev: ['Partner Portal', '上海分部', 'Archive Access'],
  test: ['Warehouse Gate', '深圳机房', 'Field Station'],
};

/** A drawn VPN profile with its row. */
export function vpnProfile(draw: Draw): { readonly name: string; readonly rows: { readonly [id: string]: { readonly [field: string]: string } | null } } {
  const name = draw.random.pick(VPN_NAMES[draw.split]);
  const row = { name, server: 'gate.vpn.example', protocol: 'WireGuard' };
  return { name, rows: { ...clearNamesakes(base, 'vpn_profiles', 'name', name), [freshId(draw.random, 'vpn')]: row } };
}

const vpnConnect = settingWrite({
  id: 'network.vpn.connect',
  domain,
  tool: 'manage_vpn',
  conflicts: () => [airplaneInTheWay, otherVpn],
  plan(draw) {
    const { name, rows } = vpnProfile(draw);
    return {
      slots: { profile: plain(name) },
      args: { action: 'connect', profileName: name },
      row: ['network', 'vpn'],
      before: { connected_profile: '' },
      after: { connected_profile: name },
      setup: { vpn_profiles: rows, network: { airplane_mode: { on: false } } },
    };
  },
  wordings: {
    en: {
      train: ['connect the VPN {profile}', 'turn on the {profile} VPN', 'start the VPN profile {profile}', 'go through the VPN called {profile}', 'connect to {profile} by VPN'],
      dev: ['open the VPN tunnel {profile}', 'bring up {profile} as VPN'],
      test: ['route my traffic over the {profile} VPN', 'get me inside the VPN {profile}'],
    },
    zh: {
      train: ['连接VPN {profile}', '打开{profile}的VPN', '启动VPN配置{profile}', '用VPN连到{profile}'],
      dev: ['VPN走{profile}', '拨上{profile}这个VPN'],
      test: ['通过{profile}的VPN上网', '接通VPN通道{profile}'],
    },
  },
  omissions: {
    profile: {
      parameter: 'profileName',
      wordings: {
        en: { train: ['connect a VPN', 'turn on one of my VPNs', 'start a VPN profile'], dev: ['open a VPN tunnel'], test: ['route my traffic over some VPN'] },
        zh: { train: ['连一个VPN', '打开某个VPN配置'], dev: ['拨一个VPN'], test: ['接通一条VPN通道'] },
      },
    },
  },
  memorable: {
    profile: {
      category: 'important_info',
      content: { en: ['For work the VPN profile is {value}.', 'Working from home goes over the VPN {value}.'], zh: ['工作用的VPN是{value}。', '在家办公走{value}这个VPN。'] },
      reference: {
        en: { train: ['my work profile', 'the one I use for work', 'my usual work connection'], dev: ['the one for my home office'], test: ['my remote-working one'] },
        zh: { train: ['我工作用的', '上班用的那个'], dev: ['居家办公用的'], test: ['远程办公那个'] },
      },
    },
  },
});

const vpnDisconnect = settingWrite({
  id: 'network.vpn.disconnect',
  domain,
  tool: 'manage_vpn',
  plan(draw) {
    const { name, rows } = vpnProfile(draw);
    return { args: { action: 'disconnect' }, row: ['network', 'vpn'], before: { connected_profile: name }, after: { connected_profile: '' }, setup: { vpn_profiles: rows } };
  },
  wordings: {
    en: {
      train: ['disconnect the VPN', 'turn off the VPN', 'stop the VPN', 'end the VPN connection', 'get off the VPN'],
      dev: ['close the VPN tunnel', 'bring the VPN down'],
      test: ['I am done with the VPN, drop it', 'quit routing my traffic over the VPN'],
    },
    zh: { train: ['断开VPN', '关闭VPN', '把VPN关掉', '结束VPN连接'], dev: ['VPN不用了，断了吧', '退出VPN'], test: ['别再走VPN了', '收掉VPN通道'] },
  },
});

export const nfcVpnIntents: readonly Intent[] = [nfcEnable, nfcDisable, nfcMode, vpnConnect, vpnDisconnect];
