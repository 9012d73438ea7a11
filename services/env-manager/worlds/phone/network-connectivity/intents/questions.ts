import type { Draw, Intent, Wordings } from '../../../intent.ts';
import type { Row } from '../../../world.ts';
import { settingQuestion } from '../../authoring/setting-intents.ts';
import { plain } from '../../authoring/drawn-values.ts';
import { deviceRow } from './bluetooth.ts';
import { vpnProfile } from './nfc-vpn.ts';
import { wifiPassword, wifiRow } from './wifi.ts';

const domain = 'network-connectivity';

const wifiCurrent = settingQuestion({
  id: 'network.wifi.ask_current',
  domain,
  tool: 'query_wifi',
  plan(draw) {
    const { name, rows } = wifiRow(draw, {});
    return { args: { queryType: 'status' }, setup: { wifi_networks: rows, network: { wifi: { on: true, connected_network: name }, airplane_mode: { on: false } } }, answers: [name] };
  },
  wordings: {
    en: {
      train: ['which Wi-Fi am I on', 'tell me the name of the current Wi-Fi network', 'what Wi-Fi network is the phone connected to', 'which wireless network am I using right now', 'look up the Wi-Fi I am connected to'],
      dev: ['what is the Wi-Fi here called that I am using', 'name the wireless network in use'],
      test: ['say which Wi-Fi this phone is connected to', 'what is the current Wi-Fi called'],
    },
    zh: { train: ['我现在连的是哪个Wi-Fi', '当前无线网络叫什么', '看看手机连的是什么Wi-Fi', '告诉我现在用的是哪个无线网'], dev: ['现在用的Wi-Fi叫什么', '我连上的是哪个无线网'], test: ['手机现在连的哪个WLAN', '查一下当前Wi-Fi的名字'] },
  },
});

const wifiKey = settingQuestion({
  id: 'network.wifi.ask_password',
  domain,
  tool: 'query_wifi',
  plan(draw) {
    const password = wifiPassword(draw);
    const { name, rows } = wifiRow(draw, { saved: true, password });
    return { slots: { network: plain(name) }, args: { queryType: 'password', networkName: name }, setup: { wifi_networks: rows }, answers: [password] };
  },
  wordings: {
    en: {
      train: ['what is the password of the Wi-Fi {network}', 'tell me the saved password for {network}', 'look up the Wi-Fi password of {network}', 'show me the key for the network {network}', 'which password did I save for {network} Wi-Fi'],
      dev: ['find the saved Wi-Fi password of {network}', 'a guest needs the Wi-Fi password for {network}, what is it'],
      test: ['say what the password for {network} Wi-Fi is', 'which password does the network {network} have'],
    },
    zh: {
      train: ['{network}的Wi-Fi密码是多少', '告诉我{network}这个网络的密码', '查一下{network}保存的密码', '{network}无线网的口令是什么'],
      dev: ['请告诉我{network}的Wi-Fi密码', '{network}网络的密码是什么'],
      test: ['我想知道{network}这个Wi-Fi的密码', '看看{network}无线网保存的密码'],
    },
  },
});

const wifiSignal = settingQuestion({
  id: 'network.wifi.ask_signal',
  domain,
  tool: 'query_wifi',
  plan(draw) {
    const signal = draw.random.pick(['strong', 'medium', 'weak']);
    const { name, rows } = wifiRow(draw, { signal });
    return { slots: { network: plain(name) }, args: { queryType: 'nearby_networks', networkName: name }, setup: { wifi_networks: rows }, answers: [signal] };
  },
  wordings: {
    en: {
      train: ['how strong is the signal of the Wi-Fi {network}', 'tell me the signal strength of {network}', 'check the Wi-Fi signal of {network}', 'is the signal of the nearby network {network} strong or weak', 'what signal does {network} Wi-Fi have here'],
      dev: ['see how strong {network} Wi-Fi is here', 'is the Wi-Fi signal of {network} good'],
      test: ['say how strong a signal {network} Wi-Fi has', 'what is the signal strength of the Wi-Fi {network}'],
    },
    zh: {
      train: ['{network}这个Wi-Fi信号强不强', '看看{network}的信号强度', '附近的{network}信号怎么样', '查一下{network}无线网的信号'],
      dev: ['{network}的Wi-Fi信号好吗', '{network}无线网的信号强度如何'],
      test: ['这里{network}的信号强吗', '告诉我{network}这个Wi-Fi的信号'],
    },
  },
});

const bluetoothState = settingQuestion({
  id: 'network.bluetooth.ask_state',
  domain,
  tool: 'query_bluetooth',
  plan(draw) {
    const on = draw.random.next() < 0.5;
    return { args: { queryType: 'status' }, setup: { network: { bluetooth: { on }, airplane_mode: { on: false } } }, answers: [on ? 'on' : 'off'] };
  },
  wordings: {
    en: {
      train: ['is Bluetooth on', 'tell me whether Bluetooth is on or off', 'check if Bluetooth is switched on', 'is my Bluetooth running', 'what state is Bluetooth in'],
      dev: ['find out if Bluetooth is on', 'is Bluetooth switched on or off'],
      test: ['see whether the Bluetooth radio is up', 'has Bluetooth been switched off or not'],
    },
    zh: { train: ['蓝牙开着吗', '看看蓝牙是开还是关', '蓝牙打开了没有', '查一下蓝牙状态'], dev: ['我蓝牙是不是忘关了', '确认下蓝牙有没有启用'], test: ['蓝牙现在是什么状态', '看一下蓝牙开了没有'] },
  },
});

const deviceBattery = settingQuestion({
  id: 'network.bluetooth_device.ask_battery',
  domain,
  tool: 'query_bluetooth',
  plan(draw) {
    const battery = 11 + draw.random.int(88);
    const target = deviceRow(draw, { connected: true, battery });
    const neighbour = deviceRow(draw, { battery: battery > 50 ? battery - 7 : battery + 7 });
    return {
      slots: { device: plain(target.name) },
      args: { queryType: 'devices', deviceName: target.name },
      setup: { bluetooth_devices: { ...neighbour.rows, ...target.rows }, network: { bluetooth: { on: true }, airplane_mode: { on: false } } },
      answers: [String(battery)],
    };
  },
  wordings: {
    en: {
      train: ['how much battery does {device} have left', 'tell me the battery level of {device}', 'check the charge of {device}', 'what percent battery is {device} at', 'see how charged {device} is'],
      dev: ['does {device} need charging, what is its level', 'how full is the battery of {device}'],
      test: ['give me the battery percent of {device}', 'how much charge is left in {device}'],
    },
    zh: {
      train: ['{device}还剩多少电', '查一下{device}的电量', '看看{device}电量是多少', '{device}的电池还有百分之几'],
      dev: ['{device}要不要充电，电量多少', '{device}的电够用吗，剩多少'],
      test: ['报一下{device}剩余电量', '{device}电池显示多少'],
    },
  },
});

const connectedDevice = settingQuestion({
  id: 'network.bluetooth_device.ask_connected',
  domain,
  tool: 'query_bluetooth',
  plan(draw) {
    const target = deviceRow(draw, { connected: true });
    const neighbour = deviceRow(draw, {});
    return {
      args: { queryType: 'connected_devices' },
      setup: { bluetooth_devices: { ...neighbour.rows, ...target.rows }, network: { bluetooth: { on: true }, airplane_mode: { on: false } } },
      answers: [target.name],
    };
  },
  wordings: {
    en: {
      train: ['which Bluetooth device is connected', 'tell me what is connected over Bluetooth', 'what device is my phone connected to by Bluetooth', 'check which Bluetooth accessory is connected now', 'what is hooked up over Bluetooth right now'],
      dev: ['name the accessory that Bluetooth is linked to', 'what is my phone talking to over Bluetooth'],
      test: ['say which device is connected over Bluetooth', 'what Bluetooth device am I connected to'],
    },
    zh: { train: ['现在蓝牙连着哪个设备', '看看蓝牙连接的是什么', '手机蓝牙连了谁', '告诉我已连接的蓝牙设备'], dev: ['蓝牙现在连接的是哪个设备', '查一下蓝牙连了什么'], test: ['手机现在连着什么蓝牙设备', '哪个蓝牙设备已连接'] },
  },
});

/** A question about one fact of the network status. */
function fact(id: string, item: string, drawn: (draw: Draw) => { readonly setup: { readonly [row: string]: Row }; readonly answer: string }, wordings: Wordings): Intent {
  return settingQuestion({
    id: `network.status.ask_${id}`,
    domain,
    tool: 'query_network_status',
    plan(draw) {
      const { setup, answer } = drawn(draw);
      return { args: { item }, setup: { network: setup }, answers: [answer] };
    },
    wordings,
  });
}

const carrier = fact(
  'carrier',
  'carrier',
  (draw) => {
    const name = draw.random.pick({ train: ['Northline Mobile', 'Skyway Telecom', '华信通讯', 'Blue Cell'], dev: ['Aster Wireless', '东海移动'], test: ['Quartz Mobile', '云峰电信'] }[draw.split]);
    return { setup: { status: { carrier: name } }, answer: name };
  },
  {
    en: {
      train: ['which carrier am I with', 'tell me the name of my mobile carrier', 'what operator is this SIM on', 'look up my phone carrier', 'which mobile operator does the phone use'],
      dev: ['who is my mobile operator', 'name the carrier of my SIM'],
      test: ['say which carrier this phone is on', 'what is the name of my operator'],
    },
    zh: { train: ['我的运营商是哪家', '看看手机卡是什么运营商', '当前运营商叫什么', '查一下移动网络运营商'], dev: ['我用的是哪家运营商', '这张卡是哪个运营商的'], test: ['告诉我手机的运营商', '现在的运营商是哪个'] },
  },
);

const signal = fact(
  'signal',
  'signal',
  (draw) => {
    const bars = 1 + draw.random.int(5);
    return { setup: { status: { signal_bars: bars } }, answer: String(bars) };
  },
  {
    en: {
      train: ['how many bars of cellular signal do I have', 'tell me how many signal bars the phone shows', 'check the mobile signal bars', 'what is my cellular reception in bars', 'how many bars does the SIM get here'],
      dev: ['count the cellular signal bars', 'how good is mobile reception, in bars'],
      test: ['give me the number of signal bars', 'what is the mobile signal, how many bars'],
    },
    zh: { train: ['手机信号有几格', '看看现在几格信号', '查一下移动信号格数', '这里手机信号几格'], dev: ['数数信号有几格', '蜂窝信号好不好，几格'], test: ['报一下手机信号格', '信号条显示几格'] },
  },
);

const address = fact(
  'ip_address',
  'ip_address',
  (draw) => {
    const ip = `192.168.${1 + draw.random.int(60)}.${2 + draw.random.int(250)}`;
    return { setup: { status: { ip_address: ip } }, answer: ip };
  },
  {
    en: {
      train: ['what is my IP address', 'tell me the IP of this phone', 'look up the phone IP address', 'which IP address do I have', 'show the current IP address'],
      dev: ['read me the IP that the phone was given', 'find out this device\'s IP'],
      test: ['say the network address (IP) of my phone', 'I need the IP number of this handset'],
    },
    zh: { train: ['我的IP地址是多少', '查一下手机IP', '看看当前IP地址', '告诉我本机的IP'], dev: ['手机分到的IP是啥', '读一下这台设备的IP'], test: ['报一下手机的网络地址IP', '我要知道本机IP号'] },
  },
);

const dataUsed = fact(
  'data_used',
  'data_used',
  (draw) => {
    const used = 1 + draw.random.int(28) + 0.5 * draw.random.int(2);
    return { setup: { status: { used_gb: used } }, answer: String(used) };
  },
  {
    en: {
      train: ['how much mobile data have I used this month', 'tell me my data usage this month', 'check how many gigabytes of data I have used', 'what is my cellular data usage so far', 'look up the data used this month'],
      dev: ['how many GB have gone through my SIM this month', 'count up the mobile data I burned so far'],
      test: ['what is my mobile data usage for the month', 'say how much cellular data is used so far'],
    },
    zh: { train: ['这个月用了多少流量', '查一下本月流量使用量', '看看流量用了几个G', '我这个月的流量用了多少'], dev: ['本月流量用掉多少', '流量已经用了几G'], test: ['告诉我当月用了多少流量', '本月流量用到多少了'] },
  },
);

const speed = fact(
  'speed',
  'speed',
  (draw) => {
    const mbps = 20 + draw.random.int(400);
    return { setup: { status: { download_mbps: mbps } }, answer: String(mbps) };
  },
  {
    en: {
      train: ['how fast is my internet connection', 'tell me the download speed', 'check the network speed', 'what download speed am I getting', 'find out how fast the internet is'],
      dev: ['how quick is the internet, what speed', 'see the current download speed'],
      test: ['give me the speed of the internet connection', 'say how fast downloads are here'],
    },
    zh: { train: ['现在网速多快', '测一下网速', '看看下载速度是多少', '网络速度怎么样，多少兆'], dev: ['网速有多快', '下载速度现在多少'], test: ['看一下网速多少', '上网的速度是多少'] },
  },
);

const connection = fact(
  'connection',
  'connection',
  (draw) => {
    const wifi = draw.random.next() < 0.5;
    return { setup: { wifi: { on: wifi }, mobile_data: { on: true }, airplane_mode: { on: false } }, answer: wifi ? 'wifi' : 'mobile_data' };
  },
  {
    en: {
      train: ['am I online through Wi-Fi or mobile data', 'tell me what kind of connection the phone is using', 'is the internet coming over Wi-Fi or cellular', 'check which connection type is in use', 'what carries my internet connection'],
      dev: ['does my internet go over Wi-Fi or mobile data', 'which type of connection am I using'],
      test: ['is the phone online over Wi-Fi or cellular', 'say what kind of internet connection is in use'],
    },
    zh: { train: ['我现在是用Wi-Fi还是流量上网', '看看当前是什么网络连接方式', '手机走的是无线网还是移动数据', '查一下上网方式是哪种'], dev: ['现在上网用的是Wi-Fi还是移动数据', '网络连接方式是什么'], test: ['手机现在用哪种方式上网', '上网走的是Wi-Fi还是流量'] },
  },
);

const hotspotKey = settingQuestion({
  id: 'network.hotspot.ask_password',
  domain,
  tool: 'manage_hotspot',
  plan(draw) {
    const password = wifiPassword(draw);
    return { args: { action: 'query' }, setup: { network: { hotspot: { password } } }, answers: [password] };
  },
  wordings: {
    en: {
      train: ['what is my hotspot password', 'tell me the password of the personal hotspot', 'look up the hotspot password', 'what do others type to join my hotspot', 'show me the hotspot key'],
      dev: ['a friend wants to join my hotspot, what is the password', 'find my hotspot password'],
      test: ['say what the password of my hotspot is', 'which password does the personal hotspot have'],
    },
    zh: { train: ['我的热点密码是多少', '查一下热点密码', '告诉我个人热点的密码', '别人连我热点要输什么密码'], dev: ['有人要连热点，告诉我密码', '个人热点的密码是什么'], test: ['我想知道热点密码', '看看热点的密码是多少'] },
  },
});

const limit = settingQuestion({
  id: 'network.data_limit.ask',
  domain,
  tool: 'manage_data_limit',
  plan(draw) {
    const gb = 32 + draw.random.int(60);
    return { args: { action: 'query' }, setup: { network: { data_limit: { limit_gb: gb } } }, answers: [String(gb)] };
  },
  wordings: {
    en: {
      train: ['what is my monthly data limit', 'tell me the cap on mobile data', 'look up the data limit I set', 'how many gigabytes is the data cap', 'check the monthly limit for cellular data'],
      dev: ['how high is the monthly data cap', 'find the data limit that is set'],
      test: ['say how many gigabytes my data limit is', 'which monthly data limit do I have'],
    },
    zh: { train: ['每月流量上限是多少', '查一下流量限额', '我设的流量上限是几G', '看看移动数据的月限额'], dev: ['流量上限设的多少', '流量限额是多少'], test: ['告诉我每月流量限额', '现在的流量上限是几G'] },
  },
});

const vpnCurrent = settingQuestion({
  id: 'network.vpn.ask_current',
  domain,
  tool: 'manage_vpn',
  plan(draw) {
    const { name, rows } = vpnProfile(draw);
    return { args: { action: 'query' }, setup: { vpn_profiles: rows, network: { vpn: { connected_profile: name } } }, answers: [name] };
  },
  wordings: {
    en: {
      train: ['which VPN am I connected to', 'tell me the name of the current VPN', 'what VPN profile is in use', 'check which VPN is connected', 'look up the VPN that is on'],
      dev: ['name the VPN tunnel that is open', 'what is the VPN I am going through'],
      test: ['over which VPN does my traffic run', 'say what VPN profile holds the connection'],
    },
    zh: { train: ['我现在连的是哪个VPN', '当前VPN叫什么', '看看VPN用的是哪个配置', '查一下连接中的VPN'], dev: ['打开着的VPN是哪一个', 'VPN走的是什么通道'], test: ['报一下正用的VPN名称', '上网经过哪个VPN'] },
  },
});

export const questionIntents: readonly Intent[] = [
  wifiCurrent, wifiKey, wifiSignal, bluetoothState, deviceBattery, connectedDevice,
  carrier, signal, address, dataUsed, speed, connection, hotspotKey, limit, vpnCurrent,
];
