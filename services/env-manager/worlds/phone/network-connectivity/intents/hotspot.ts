import type { Intent } from '../../../intent.ts';
import { sayMinutes, sayNumber } from '../../../surface.ts';
import { settingWrite, switchWrite } from '../../authoring/setting-intents.ts';
import { quoted } from '../../authoring/drawn-values.ts';
import { airplaneInTheWay, mobileDataOff, wifiOn } from './blockers.ts';
import { wifiPassword } from './wifi.ts';

const domain = 'network-connectivity';

const hotspotEnable = switchWrite({
  id: 'network.hotspot.enable',
  domain,
  tool: 'manage_hotspot',
  action: 'enable',
  row: ['network', 'hotspot'],
  on: true,
  setup: { network: { wifi: { on: false }, mobile_data: { on: true }, airplane_mode: { on: false } } },
  conflicts: () => [wifiOn, mobileDataOff, airplaneInTheWay],
  wordings: {
    en: {
      train: ['turn on the hotspot', 'start the personal hotspot', 'enable tethering', 'share my mobile connection as a hotspot', 'switch the hotspot on'],
      dev: ['activate the personal hotspot', 'I want the hotspot running'],
      test: ['put the hotspot on', 'start sharing my mobile connection'],
    },
    zh: { train: ['打开热点', '开启个人热点', '把手机热点打开', '开热点共享网络'], dev: ['启用热点', '让个人热点打开'], test: ['帮我开启热点', '麻烦打开手机热点'] },
  },
});

const hotspotDisable = switchWrite({
  id: 'network.hotspot.disable',
  domain,
  tool: 'manage_hotspot',
  action: 'disable',
  row: ['network', 'hotspot'],
  on: false,
  setup: { network: { wifi: { on: false } } },
  wordings: {
    en: {
      train: ['turn off the hotspot', 'stop the personal hotspot', 'disable tethering', 'stop sharing my mobile connection', 'switch the hotspot off'],
      dev: ['deactivate the personal hotspot', 'I want the hotspot off'],
      test: ['shut the hotspot down', 'end sharing of my mobile connection'],
    },
    zh: { train: ['关闭热点', '关掉个人热点', '把手机热点关了', '停止共享网络热点'], dev: ['停用热点', '让个人热点关闭'], test: ['帮我关掉热点', '麻烦关一下手机热点'] },
  },
});

const HOTSPOT_NAMES = {
  train: ['Blue Kite', 'Riverside Phone', 'Team Van', '星河热点', '小鹿的网', 'Weekend Net', 'Studio Link', '北窗'],
  dev: ['Garden Net', '晨光热点', 'Field Kit'],
  test: ['Harbor Link', '远山热点', 'Night Owl Net'],
};

const hotspotName = settingWrite({
  id: 'network.hotspot_name.set',
  domain,
  tool: 'configure_hotspot',
  plan(draw) {
    const name = draw.random.pick(HOTSPOT_NAMES[draw.split]);
    return {
      slots: { name: quoted(draw, name) },
      args: { settingItem: 'name', settingValue: name },
      row: ['network', 'hotspot'],
      before: { name: 'Pocket One' },
      after: { name },
    };
  },
  wordings: {
    en: {
      train: ['rename the hotspot to {name}', 'set the hotspot name to {name}', 'call my hotspot {name}', 'name the personal hotspot {name}', 'change what the hotspot is called to {name}'],
      dev: ['give the hotspot the name {name}', 'I want the hotspot renamed to {name}'],
      test: ['have my hotspot called {name}', 'make {name} the name of the hotspot'],
    },
    zh: {
      train: ['把热点名称改成{name}', '热点改名为{name}', '热点名字设为{name}', '我的热点就叫{name}'],
      dev: ['给热点起名{name}', '请把热点改名成{name}'],
      test: ['我要热点叫{name}', '把热点的名字换成{name}'],
    },
  },
  omissions: {
    name: {
      parameter: 'settingValue',
      wordings: {
        en: { train: ['rename the hotspot', 'change the hotspot name', 'give my hotspot a new name'], dev: ['I want the hotspot renamed'], test: ['make a new name for the hotspot'] },
        zh: { train: ['改一下热点名称', '给热点换个名字'], dev: ['热点起个新名'], test: ['热点名字想换一个'] },
      },
    },
  },
});

const hotspotPassword = settingWrite({
  id: 'network.hotspot_password.set',
  domain,
  tool: 'configure_hotspot',
  plan(draw) {
    const password = wifiPassword(draw);
    return {
      slots: { password: quoted(draw, password) },
      args: { settingItem: 'password', settingValue: password },
      row: ['network', 'hotspot'],
      before: { password: 'river7788' },
      after: { password },
    };
  },
  wordings: {
    en: {
      train: ['set the hotspot password to {password}', 'change the password of my hotspot to {password}', 'use {password} as the hotspot password', 'make the hotspot key {password}', 'protect the hotspot with the password {password}'],
      dev: ['I want {password} as the hotspot password', 'give the hotspot the new password {password}'],
      test: ['let the password of the hotspot be {password}', 'have the hotspot protected by {password}'],
    },
    zh: {
      train: ['把热点密码改成{password}', '热点密码设为{password}', '用{password}当热点密码', '热点的口令换成{password}'],
      dev: ['请把热点密码换成{password}', '我要热点密码用{password}'],
      test: ['给热点设密码{password}', '让热点的密码变成{password}'],
    },
  },
  omissions: {
    password: {
      parameter: 'settingValue',
      wordings: {
        en: { train: ['change the hotspot password', 'set a new password for my hotspot', 'give the hotspot another password'], dev: ['I want another hotspot password'], test: ['have the hotspot protected by a different password'] },
        zh: { train: ['改一下热点密码', '给热点设个新密码'], dev: ['我要换热点密码'], test: ['热点的密码想换掉'] },
      },
    },
  },
  memorable: {
    password: {
      category: 'important_info',
      content: { en: ['Always uses {value} as the password for shared connections.', 'The family password for shared connections is {value}.'], zh: ['共享网络一直用密码{value}。', '家里人共享网络的密码是{value}。'] },
      reference: {
        en: { train: ['the password I always share', 'our family password', 'my usual shared password'], dev: ['the one I give everybody'], test: ['the same code as every time'] },
        zh: { train: ['我一直用的那个', '我们家的密码'], dev: ['平时给大家的那个'], test: ['老规矩那个口令'] },
      },
    },
  },
});

const hotspotDevices = settingWrite({
  id: 'network.hotspot_devices.set',
  domain,
  tool: 'manage_hotspot',
  plan(draw) {
    const count = 2 + draw.random.int(6);
    return {
      slots: { count: { said: sayNumber(draw.random, draw.locale, count), value: count } },
      args: { action: 'set_max_devices', maxDevices: count },
      row: ['network', 'hotspot'],
      before: { max_devices: 10 },
      after: { max_devices: count },
    };
  },
  omissions: {
    count: {
      parameter: 'maxDevices',
      wordings: {
        en: { train: ['limit the number of devices on the hotspot', 'set the hotspot device limit', 'change how many devices may join my hotspot'], dev: ['cap the hotspot connections'], test: ['have another device limit on the hotspot'] },
        zh: { train: ['限制热点的连接数', '改一下热点设备上限'], dev: ['热点连接数要限一限'], test: ['设一下热点能连几台'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['allow at most {count} devices on the hotspot', 'limit the hotspot to {count} devices', 'set the hotspot device limit to {count}', 'let only {count} devices join my hotspot', 'the hotspot may take {count} devices and no more'],
      dev: ['cap hotspot connections at {count}', 'no more than {count} gadgets on my hotspot'],
      test: ['have {count} devices as the hotspot limit', 'my hotspot should take at most {count} devices'],
    },
    zh: {
      train: ['热点最多允许{count}台设备', '把热点连接数限制为{count}', '热点设备上限设成{count}台', '只让{count}台设备连我的热点'],
      dev: ['热点连接封顶{count}台', '连热点的设备别超过{count}台'],
      test: ['我的热点只能连{count}台设备', '热点设备数限制成{count}台'],
    },
  },
});

const hotspotIdle = settingWrite({
  id: 'network.hotspot_idle.set',
  domain,
  tool: 'manage_hotspot',
  plan(draw) {
    const minutes = draw.random.pick({ train: [5, 15, 20, 30], dev: [25, 40], test: [35, 50] }[draw.split]);
    return {
      slots: { minutes: { said: sayMinutes(draw.random, draw.locale, minutes), value: minutes } },
      args: { action: 'set_idle_time', idleMinutes: minutes },
      row: ['network', 'hotspot'],
      before: { auto_off_minutes: 10 },
      after: { auto_off_minutes: minutes },
    };
  },
  omissions: {
    minutes: {
      parameter: 'idleMinutes',
      wordings: {
        en: { train: ['set the hotspot idle time', 'change after how long the unused hotspot stops', 'let the hotspot turn itself off when idle for a while'], dev: ['give the hotspot an idle limit'], test: ['make another idle time for the hotspot'] },
        zh: { train: ['设一下热点空闲关闭时间', '改热点自动关闭的时长'], dev: ['给热点定个空闲时限'], test: ['热点空闲时间想调一下'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['let the hotspot turn itself off after {minutes} without devices', 'set the hotspot idle time to {minutes}', 'auto-off for the hotspot after {minutes}', 'close the hotspot by itself when idle for {minutes}', 'make the unused hotspot stop after {minutes}'],
      dev: ['the hotspot should time out after {minutes} of idling', 'give the hotspot an idle limit of {minutes}'],
      test: ['when the hotspot is idle for {minutes}, turn it off by itself', 'make {minutes} the idle time of the hotspot'],
    },
    zh: {
      train: ['热点空闲{minutes}后自动关闭', '没人连热点超过{minutes}就自动关', '热点自动关闭时间设为{minutes}', '热点闲置时长改成{minutes}'],
      dev: ['热点无人使用{minutes}就停', '给热点定{minutes}的空闲时限'],
      test: ['热点没人连{minutes}后就自动关', '热点空闲时间调成{minutes}'],
    },
  },
});

export const hotspotIntents: readonly Intent[] = [hotspotEnable, hotspotDisable, hotspotName, hotspotPassword, hotspotDevices, hotspotIdle];
