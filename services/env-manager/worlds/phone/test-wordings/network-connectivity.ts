import type { WordingsByIntent } from '../wordings.ts';

/** Test wordings, written from the meaning of the intents alone, without sight of any other wording. */
export const networkConnectivityTest: WordingsByIntent = {
  'network.wifi.enable': {
    en: [
      'turn on the Wi-Fi',
      'I need wireless internet, so switch Wi-Fi on',
      "get the phone's Wi-Fi going",
    ],
    zh: [
      '把Wi-Fi打开',
      '我要用无线网，帮我开一下WLAN',
      '手机的无线网络开关给我开起来',
    ],
  },
  'network.wifi.disable': {
    en: [
      'turn the Wi-Fi off',
      "I don't need wireless internet right now, switch off the Wi-Fi",
      'shut down Wi-Fi on this phone',
    ],
    zh: [
      '关掉Wi-Fi',
      '不用无线网了，把WLAN关了吧',
      '帮我把手机的Wi-Fi开关关上',
    ],
  },
  'network.wifi.connect': {
    en: [
      'connect to the Wi-Fi {network}',
      'hop onto the {network} wireless network',
      'I want my phone to use the Wi-Fi called {network}',
    ],
    zh: [
      '连上{network}这个Wi-Fi',
      '帮我接入无线网{network}',
      '我想用{network}的Wi-Fi，连一下',
    ],
  },
  'network.wifi.join_new': {
    en: [
      'join the Wi-Fi {network}, the password is {password}',
      'use {password} as the password to get onto the {network} Wi-Fi',
      "there's a new wireless network {network} here, log me in with the password {password}",
    ],
    zh: [
      '连一下{network}这个Wi-Fi，密码是{password}',
      '用密码{password}登上无线网{network}',
      '这里有个新的无线网{network}，输入{password}帮我连上',
    ],
  },
  'network.wifi.forget': {
    en: [
      'forget the Wi-Fi network {network}',
      'remove {network} from my saved Wi-Fi networks',
      "I don't want the phone joining the {network} Wi-Fi anymore, drop it from memory",
    ],
    zh: [
      '忘记{network}这个Wi-Fi',
      '把{network}从已保存的无线网里删掉',
      '以后别再自动连{network}这个无线网了，把它忘掉吧',
    ],
  },
  'network.bluetooth.enable': {
    en: [
      'turn Bluetooth on',
      "I'm going to need Bluetooth, switch it on",
      'get Bluetooth running on my phone',
    ],
    zh: [
      '打开蓝牙',
      '我要用蓝牙，帮我开一下',
      '把手机的蓝牙开关打开吧',
    ],
  },
  'network.bluetooth.disable': {
    en: [
      'switch Bluetooth off',
      "I'm done with Bluetooth, turn it off",
      'shut Bluetooth down on my phone',
    ],
    zh: [
      '关闭蓝牙',
      '蓝牙用完了，帮我关掉',
      '把手机蓝牙的开关关上吧',
    ],
  },
  'network.bluetooth.make_visible': {
    en: [
      'make my phone visible over Bluetooth',
      'let devices nearby find this phone by Bluetooth',
      'I want my phone to show up when others scan for Bluetooth devices',
    ],
    zh: [
      '让我的手机能被附近的蓝牙设备搜到',
      '把蓝牙设成对别人可见',
      '别人搜蓝牙的时候要能看到我这台手机',
    ],
  },
  'network.bluetooth.hide': {
    en: [
      'hide my phone from other Bluetooth devices',
      "don't let anyone nearby discover this phone over Bluetooth",
      "I'd rather my phone didn't show up when people scan for Bluetooth",
    ],
    zh: [
      '别让附近的蓝牙设备搜到我的手机',
      '把蓝牙设成对别人不可见',
      '在蓝牙列表里把我这台手机隐藏起来',
    ],
  },
  'network.bluetooth_device.pair': {
    en: [
      'pair my phone with {device}',
      'add {device} as a new Bluetooth device',
      'I just got {device}, set up the Bluetooth pairing with it',
    ],
    zh: [
      '把手机和{device}配对',
      '新添加一个蓝牙设备{device}',
      '帮我跟{device}做一下蓝牙配对',
    ],
  },
  'network.bluetooth_device.connect': {
    en: [
      'connect to {device} over Bluetooth',
      'link the phone up with {device} by Bluetooth',
      'I want to use {device} now, get the Bluetooth connection to it going',
    ],
    zh: [
      '用蓝牙连上{device}',
      '我现在要用{device}，把蓝牙接上',
      '把手机蓝牙连到{device}',
    ],
  },
  'network.bluetooth_device.disconnect': {
    en: [
      'disconnect {device} from Bluetooth',
      'drop the Bluetooth connection to {device} for now',
      "I'm finished using {device}, let go of its Bluetooth link",
    ],
    zh: [
      '断开和{device}的蓝牙连接',
      '{device}先不用了，把它的蓝牙断开',
      '让手机蓝牙别再连着{device}',
    ],
  },
  'network.bluetooth_device.unpair': {
    en: [
      'unpair {device}',
      'remove {device} from my paired Bluetooth devices',
      "I won't be using {device} anymore, delete its Bluetooth pairing",
    ],
    zh: [
      '取消和{device}的配对',
      '把{device}从已配对的蓝牙设备里删掉',
      '{device}以后不用了，解除它的蓝牙配对',
    ],
  },
  'network.mobile_data.enable': {
    en: [
      'turn on mobile data',
      'let the phone go online with cellular data',
      'I want to use my data plan, switch the data on',
    ],
    zh: [
      '打开移动数据',
      '把手机流量开一下',
      '我要用流量上网，开启数据网络',
    ],
  },
  'network.mobile_data.disable': {
    en: [
      'turn mobile data off',
      'stop the phone from using cellular data',
      "I don't want to use up my data plan, switch the data off",
    ],
    zh: [
      '关掉移动数据',
      '把手机流量关了',
      '我不想跑流量，把数据网络关上',
    ],
  },
  'network.roaming.enable': {
    en: [
      'turn on data roaming',
      "allow my phone to use data while I'm abroad",
      "I'm traveling to another country, let roaming data through",
    ],
    zh: [
      '打开数据漫游',
      '我要出国，允许手机在国外漫游上网',
      '让手机在境外也能用流量',
    ],
  },
  'network.roaming.disable': {
    en: [
      'turn off data roaming',
      "don't let my phone use data when I'm abroad",
      'I want no roaming charges, so block data roaming',
    ],
    zh: [
      '关闭数据漫游',
      '在国外的时候别让手机用流量',
      '我怕产生漫游费，禁止漫游上网',
    ],
  },
  'network.network_mode.set': {
    en: [
      'switch my mobile network to {mode}',
      'I want the phone to run on {mode}',
      'choose {mode} as the network type for cellular',
    ],
    zh: [
      '把手机网络切换到{mode}',
      '我想用{mode}网络',
      '移动网络的制式选成{mode}',
    ],
  },
  'network.airplane_mode.enable': {
    en: [
      'put the phone in airplane mode',
      'turn flight mode on',
      "I'm about to board, go into airplane mode",
    ],
    zh: [
      '打开飞行模式',
      '我要登机了，让手机进入飞行模式',
      '把手机调成飞行模式',
    ],
  },
  'network.airplane_mode.disable': {
    en: [
      'take the phone out of airplane mode',
      'turn flight mode off',
      "we've landed, end airplane mode",
    ],
    zh: [
      '关闭飞行模式',
      '飞机落地了，帮我退出飞行模式',
      '让手机别再处于飞行模式',
    ],
  },
  'network.data_limit.set': {
    en: [
      'set my monthly mobile data limit to {limit}',
      "I don't want to use more than {limit} of mobile data a month, put a cap on it",
      'cap the data at {limit} per month',
    ],
    zh: [
      '把每月流量上限设为{limit}',
      '我一个月的流量最多用{limit}，帮我限制一下',
      '给每个月的移动数据设个{limit}的限额',
    ],
  },
  'network.data_limit.remove': {
    en: [
      'remove the monthly data limit',
      "I don't want a cap on my mobile data anymore",
      'get rid of the limit on how much data I can use each month',
    ],
    zh: [
      '取消每月的流量上限',
      '别再限制我每个月用多少流量了',
      '把移动数据的月限额去掉',
    ],
  },
  'network.data_cycle.set': {
    en: [
      'make my data plan start over on {day} of every month',
      'my mobile data renews on {day} each month, set the billing cycle that way',
      'start counting the monthly data from {day}',
    ],
    zh: [
      '把流量套餐的每月起算日设为{day}',
      '我的流量是每月{day}重新算的，帮我设一下',
      '每个月从{day}开始统计流量',
    ],
  },
  'network.hotspot.enable': {
    en: [
      'turn on my hotspot',
      "share my phone's internet so other devices can get online",
      "I want my laptop to use the phone's connection, start the personal hotspot",
    ],
    zh: [
      '打开个人热点',
      '把手机的网共享出去给别的设备用',
      '我电脑要蹭手机的网，开一下热点',
    ],
  },
  'network.hotspot.disable': {
    en: [
      'turn the hotspot off',
      "stop sharing my phone's internet with other devices",
      "I don't want anybody using my connection, close the personal hotspot",
    ],
    zh: [
      '关闭个人热点',
      '别再把手机的网共享给别的设备了',
      '热点用完了，关掉吧',
    ],
  },
  'network.hotspot_name.set': {
    en: [
      'rename my hotspot to {name}',
      'call the personal hotspot {name}',
      'I want others to see my hotspot under the name {name}',
    ],
    zh: [
      '把热点名称改成{name}',
      '我的热点以后就叫{name}',
      '给个人热点换个名字，用{name}',
    ],
  },
  'network.hotspot_password.set': {
    en: [
      'change my hotspot password to {password}',
      'make {password} the password for the personal hotspot',
      'I want people to type {password} to get on my hotspot',
    ],
    zh: [
      '把热点密码改成{password}',
      '个人热点的密码就用{password}',
      '给我的热点换个密码，换成{password}',
    ],
  },
  'network.hotspot_devices.set': {
    en: [
      'let at most {count} devices join my hotspot',
      "set the hotspot's device limit to {count}",
      "I don't want more than {count} devices on my hotspot",
    ],
    zh: [
      '我的热点最多允许{count}台设备连接',
      '把热点的连接设备数上限设为{count}',
      '别让超过{count}台设备连我的热点',
    ],
  },
  'network.hotspot_idle.set': {
    en: [
      'have the hotspot stop by itself after {minutes} without use',
      "set the hotspot's idle time to {minutes}",
      'if nobody is using my hotspot for {minutes}, let it switch itself off',
    ],
    zh: [
      '热点闲置{minutes}后自动关闭',
      '把热点的空闲关闭时间设为{minutes}',
      '要是{minutes}没人用我的热点，就让它自己停掉',
    ],
  },
  'network.nfc.enable': {
    en: [
      'turn NFC on',
      'I want to use contactless, switch on NFC',
      "get the phone's NFC working",
    ],
    zh: [
      '打开NFC',
      '我要用近场感应功能，把NFC开一下',
      '让手机的NFC用起来',
    ],
  },
  'network.nfc.disable': {
    en: [
      'turn NFC off',
      "I don't need contactless anymore, switch off NFC",
      "shut down the phone's NFC",
    ],
    zh: [
      '关闭NFC',
      '近场感应先不用了，把NFC关了',
      '帮我把手机NFC的开关关上',
    ],
  },
  'network.nfc_mode.set': {
    en: [
      'set NFC to {mode} mode',
      'I want NFC to be used for {mode}',
      'change what NFC does at a reader to {mode}',
    ],
    zh: [
      '把NFC切到{mode}模式',
      '我想让NFC用来做{mode}',
      '手机贴近感应器的时候，NFC用{mode}',
    ],
  },
  'network.vpn.connect': {
    en: [
      'connect to the VPN {profile}',
      'get me onto the {profile} VPN',
      'I need to go through {profile}, start that VPN',
    ],
    zh: [
      '连接VPN {profile}',
      '我要走{profile}这个VPN，帮我连上',
      '把{profile}的虚拟专用网接通',
    ],
  },
  'network.vpn.disconnect': {
    en: [
      'disconnect the VPN',
      "I'm done with the VPN, turn it off",
      'stop sending my traffic through the VPN',
    ],
    zh: [
      '断开VPN',
      'VPN不用了，帮我关掉',
      '别再走虚拟专用网了，断了吧',
    ],
  },
  'network.wifi.ask_current': {
    en: [
      'which Wi-Fi am I connected to',
      "what's the name of the wireless network my phone is using",
      "tell me whose Wi-Fi network I'm on at the moment",
    ],
    zh: [
      '我现在连的是哪个Wi-Fi',
      '手机正在用的无线网叫什么名字',
      '告诉我这会儿连着的Wi-Fi是哪一个',
    ],
  },
  'network.wifi.ask_password': {
    en: [
      "what's the password of the {network} Wi-Fi",
      'I forgot the password for the wireless network {network}, tell me',
      'look up the saved Wi-Fi password for {network}',
    ],
    zh: [
      '{network}这个Wi-Fi的密码是什么',
      '我忘了无线网{network}的密码，帮我看看',
      '查一下保存过的{network}的Wi-Fi密码',
    ],
  },
  'network.wifi.ask_signal': {
    en: [
      'how strong is the signal of the {network} Wi-Fi here',
      'does the wireless network {network} have good reception',
      'check the Wi-Fi signal strength of {network}',
    ],
    zh: [
      '{network}这个Wi-Fi的信号强不强',
      '查一下无线网{network}的信号强度',
      '在这儿收{network}的Wi-Fi信号怎么样',
    ],
  },
  'network.bluetooth.ask_state': {
    en: [
      'is Bluetooth on',
      'tell me whether my Bluetooth is on or off',
      'do I have Bluetooth switched on right now',
    ],
    zh: [
      '蓝牙开着吗',
      '告诉我蓝牙现在是开还是关',
      '看看手机蓝牙打开了没有',
    ],
  },
  'network.bluetooth_device.ask_battery': {
    en: [
      'how much battery does {device} have left',
      "what's the charge level of the Bluetooth device {device}",
      'tell me what percent {device} is charged to',
    ],
    zh: [
      '{device}还剩多少电',
      '蓝牙设备{device}的电量是多少',
      '看一下{device}的电池还有百分之几',
    ],
  },
  'network.bluetooth_device.ask_connected': {
    en: [
      'which Bluetooth device is connected right now',
      'what is my phone hooked up to by Bluetooth',
      "tell me the name of the device that's linked over Bluetooth",
    ],
    zh: [
      '现在蓝牙连着哪个设备',
      '我手机的蓝牙接的是什么东西',
      '告诉我正用蓝牙连接的设备叫什么',
    ],
  },
  'network.status.ask_carrier': {
    en: [
      'which carrier am I with',
      'who is my mobile operator',
      'tell me the name of the phone company on this phone',
    ],
    zh: [
      '我用的是哪家运营商',
      '这手机是哪个电信公司的网',
      '告诉我手机的运营商叫什么',
    ],
  },
  'network.status.ask_signal': {
    en: [
      'how many bars of signal do I have',
      "what's my mobile reception like right now",
      "tell me how strong the phone's cell signal is",
    ],
    zh: [
      '我手机现在有几格信号',
      '移动信号怎么样，强不强',
      '看一下手机信号是多少格',
    ],
  },
  'network.status.ask_ip_address': {
    en: [
      "what's my IP address",
      'tell me the IP this phone has',
      "look up which IP address I'm using",
    ],
    zh: [
      '我的IP地址是多少',
      '告诉我这台手机的IP',
      '查查我现在用的是哪个IP地址',
    ],
  },
  'network.status.ask_data_used': {
    en: [
      'how much mobile data have I used this month',
      "what's my data usage so far this month",
      'tell me how many gigabytes of mobile data are gone this month',
    ],
    zh: [
      '我这个月用了多少流量',
      '本月的移动数据用掉了几个G',
      '查一下这个月到现在流量跑了多少',
    ],
  },
  'network.status.ask_speed': {
    en: [
      'how fast is my internet right now',
      'what download speed am I getting',
      'check the speed of my connection',
    ],
    zh: [
      '我现在的网速是多少',
      '下载速度这会儿有多快',
      '帮我看看当前网络的速度',
    ],
  },
  'network.status.ask_connection': {
    en: [
      'am I online through Wi-Fi or mobile data',
      'what kind of connection is my phone using for the internet',
      "tell me whether it's Wi-Fi or cellular that carries my internet now",
    ],
    zh: [
      '我现在是用Wi-Fi还是流量上网',
      '手机这会儿走的是哪种网络连接',
      '看看我上网靠的是无线网还是移动数据',
    ],
  },
  'network.hotspot.ask_password': {
    en: [
      "what's the password for my hotspot",
      'someone wants to join my hotspot, tell me the password',
      'look up which password my personal hotspot has',
    ],
    zh: [
      '我的热点密码是多少',
      '有人想连我的热点，告诉我密码是什么',
      '查一下个人热点现在的密码',
    ],
  },
  'network.data_limit.ask': {
    en: [
      "what's my monthly data limit",
      'how many gigabytes is my mobile data capped at each month',
      "tell me the data cap that's set on this phone",
    ],
    zh: [
      '我每月的流量上限是多少',
      '移动数据一个月限额是几个G',
      '看一下手机里设的流量限额',
    ],
  },
  'network.vpn.ask_current': {
    en: [
      'which VPN am I connected to',
      "what's the name of the VPN in use right now",
      'tell me the VPN profile my phone is going through',
    ],
    zh: [
      '我现在连的是哪个VPN',
      '正在用的VPN叫什么名字',
      '告诉我手机这会儿走的是哪条VPN',
    ],
  },
};
