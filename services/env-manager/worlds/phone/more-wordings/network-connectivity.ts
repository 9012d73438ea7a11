import type { WordingsByIntent } from '../wordings.ts';

export const networkConnectivity: WordingsByIntent = {
  'network.wifi.enable': {
    en: ['activate the wireless network', 'Wi-Fi on', 'put Wi-Fi on', 'I would like Wi-Fi switched on', 'fire up the Wi-Fi', 'I need the WLAN active again', 'get Wi-Fi going', 'bring the Wi-Fi back up', 'let the phone use Wi-Fi', 'please have the wireless LAN turned on', 'Wi-Fi should be on from now on'],
    zh: ['启用无线局域网', 'Wi-Fi打开', '麻烦帮我开下无线网', '我要用Wi-Fi，开一下', '启动WLAN', '让手机的Wi-Fi开着', '恢复Wi-Fi开关', '激活无线网络功能', '无线网给我开起来'],
  },
  'network.wifi.disable': {
    en: ['deactivate the wireless network', 'Wi-Fi off', 'I no longer need Wi-Fi', 'put the WLAN out of action', 'I would like Wi-Fi switched off', 'power down the Wi-Fi', 'no more Wi-Fi for now', 'take the phone off Wi-Fi and leave it off', 'cut the wireless internet', 'please have the wireless LAN turned off', 'Wi-Fi should be off from now on'],
    zh: ['停用无线局域网', 'Wi-Fi关掉', '不用Wi-Fi了', '麻烦帮我关下无线网', '让手机的Wi-Fi关着', '禁用WLAN', 'Wi-Fi先关了吧', '切断无线网络', '我不想开着Wi-Fi，关了它'],
  },
  'network.wifi.connect': {
    en: ['log my phone on to {network}, the Wi-Fi it already knows', 'I would like to be on the {network} Wi-Fi', '{network} is the Wi-Fi I want, connect the phone', 'hop on the wireless network {network}', 'change the Wi-Fi over to {network}', 'link up with {network} over WLAN', 'get online through the Wi-Fi {network}', 'pick {network} from the Wi-Fi list', 'put my phone on the {network} wireless', 'I want to use the {network} WLAN', 'make {network} the Wi-Fi I am connected to'],
    zh: ['帮我连一下Wi-Fi {network}', '我要上{network}这个无线网', '无线网换成{network}', '手机接入{network}网络', '把Wi-Fi切换成{network}', '选{network}这个WLAN连上', '{network}的Wi-Fi连一下', '通过{network}无线网上网', '想用{network}这个Wi-Fi'],
  },
  'network.wifi.join_new': {
    en: ['hook my phone up to {network}, a new Wi-Fi with the key {password}', 'the password is {password}, get me on the Wi-Fi {network}', 'use {password} to get into the {network} Wi-Fi', 'I would like to join the wireless network {network}, its key is {password}', 'enter {password} as the password and connect to {network}', 'new Wi-Fi {network}, passcode {password}, please connect', 'get on the WLAN {network} by typing {password}', 'with {password} as the key, link to the new network {network}', 'set up the Wi-Fi {network} on my phone, password {password}', 'they gave me {password} for the Wi-Fi {network}, connect me', 'access {network} wireless, passphrase {password}'],
    zh: ['有个新无线网{network}，密码{password}，帮我连上', '输入{password}连接Wi-Fi {network}', '连一下{network}，Wi-Fi密码是{password}', '我要接入新网络{network}，口令是{password}', '密码是{password}，帮我加入Wi-Fi {network}', '登录无线网{network}，用{password}这个密码', '手机第一次连{network}，密码填{password}', '新的WLAN {network}，用{password}接入', '把{network}加进来并连上，密钥为{password}'],
  },
  'network.wifi.forget': {
    en: ['erase the Wi-Fi {network} from memory', 'I no longer need {network} among my saved Wi-Fi networks', 'get rid of the stored network {network}', '{network} Wi-Fi, forget it', 'wipe {network} off the Wi-Fi list', 'clear the remembered wireless network {network}', 'do not keep the Wi-Fi {network} any more', 'I would like the phone to forget {network} as a network', 'scrap the saved WLAN {network}', 'throw out the Wi-Fi entry for {network}', 'discard what is stored for the network {network}'],
    zh: ['把{network}这个Wi-Fi忘了', '清除{network}的无线网记录', '不用保存{network}这个Wi-Fi了', '移除已存网络{network}', '帮我把无线网{network}忘掉', '{network}这个网络以后不用了，从Wi-Fi列表删除', 'Wi-Fi列表里去掉{network}', '让手机忽略保存过的WLAN {network}', '抹掉记住的Wi-Fi {network}'],
  },
  'network.bluetooth.enable': {
    en: ['activate Bluetooth', 'Bluetooth on', 'put Bluetooth on', 'fire up the Bluetooth', 'I would like Bluetooth switched on', 'I need Bluetooth running', 'get Bluetooth going', 'bring Bluetooth back up', 'Bluetooth should be active', 'please have the Bluetooth radio turned on', 'make the phone use Bluetooth again'],
    zh: ['启用蓝牙', '蓝牙打开', '麻烦开下蓝牙', '启动蓝牙功能', '我要用蓝牙，开起来', '重新打开蓝牙', '让蓝牙开着', '激活手机蓝牙', '帮忙把蓝牙功能开了'],
  },
  'network.bluetooth.disable': {
    en: ['deactivate Bluetooth', 'Bluetooth off', 'I no longer need Bluetooth', 'power down Bluetooth', 'I would like Bluetooth switched off', 'kill the Bluetooth', 'cut Bluetooth for now', 'no more Bluetooth, please', 'Bluetooth should not be running', 'please have the Bluetooth radio turned off', 'put Bluetooth out of action'],
    zh: ['停用蓝牙', '蓝牙关掉', '麻烦关下蓝牙', '不用蓝牙了，关了吧', '禁用蓝牙功能', '让蓝牙关着', '蓝牙先别开着了', '切断手机蓝牙', '帮忙把蓝牙功能关闭'],
  },
  'network.bluetooth.make_visible': {
    en: ['let others find my phone when they search over Bluetooth', 'activate Bluetooth discoverability', 'I would like my phone to show up on nearby devices', 'Bluetooth visibility on', 'put the phone in discoverable mode', 'make it possible to see this phone via Bluetooth', 'open my phone up to Bluetooth searches', 'I want to be visible to Bluetooth devices around me', 'unhide my phone on Bluetooth', 'nearby gadgets should be able to discover my phone', 'have the phone appear in Bluetooth scans'],
    zh: ['开启蓝牙可被发现', '手机蓝牙要能被别人搜到', '让其他设备看得见我的手机', '把蓝牙的可见性打开', '开放蓝牙检测', '蓝牙设成可被搜索', '我的手机想被周围设备发现', '启用可被发现模式', '周围蓝牙设备应该能看到本机'],
  },
  'network.bluetooth.hide': {
    en: ['deactivate Bluetooth discoverability', 'Bluetooth visibility off', 'I do not want my phone to show up on nearby devices', 'keep others from seeing this phone over Bluetooth', 'take the phone out of discoverable mode', 'conceal my phone from Bluetooth searches', 'my phone should not appear in Bluetooth scans', 'make this phone invisible to gadgets around me', 'I would like to stay hidden on Bluetooth', 'do not let strangers discover my phone via Bluetooth', 'disable being visible on Bluetooth'],
    zh: ['蓝牙设成不可被搜索', '停用可被发现模式', '手机蓝牙不要被别人搜到', '隐藏我的蓝牙', '不让其他设备看见我的手机', '把蓝牙的可见性关了', '周围设备不应该看到本机蓝牙', '在蓝牙里把我的手机藏起来', '我不想手机被附近蓝牙发现'],
  },
  'network.bluetooth_device.pair': {
    en: ['I would like to pair {device} for the first time', 'do the Bluetooth pairing with {device}', 'start pairing {device}', '{device} is new, pair it with my phone', 'register {device} as a Bluetooth accessory', 'carry out a first-time Bluetooth setup of {device}', 'go ahead and pair up with {device}', 'get {device} paired', 'introduce {device} to my phone by pairing', 'put {device} on the list of paired devices', 'I just got {device}, please pair it'],
    zh: ['配对{device}', '我要把手机和{device}配对', '{device}是新的，帮我配对', '开始跟{device}配对', '{device}还没配过，配对一下', '让手机与{device}完成配对', '把{device}加到已配对设备里', '蓝牙配对一下{device}', '绑定新蓝牙设备{device}'],
  },
  'network.bluetooth_device.connect': {
    en: ['link my phone to {device}', 'I would like {device} connected', '{device}, connect it by Bluetooth', 'get my phone talking to {device}', 'use {device} over Bluetooth', 'establish the Bluetooth link to {device}', 'bring {device} back online with my phone', 'join up with {device} on Bluetooth', 'set the phone to connect to {device} now', 'have the phone use {device} over its Bluetooth link again', 'make the connection to {device}, it is already paired'],
    zh: ['蓝牙连一下{device}', '我要用{device}，连上它', '把手机连到{device}', '接通{device}的蓝牙', '让{device}连上手机', '{device}连起来', '与{device}建立蓝牙连接', '把配好对的{device}连上', '切到蓝牙设备{device}'],
  },
  'network.bluetooth_device.disconnect': {
    en: ['end the connection with {device}', 'I am done with {device}, disconnect it', '{device}, disconnect please', 'detach {device} from my phone for now', 'let go of {device} without unpairing', 'sever the Bluetooth link to {device}', 'stop the phone from being connected to {device}', 'close the Bluetooth connection with {device}', 'I would like {device} disconnected', 'unhook {device}', 'cut the connection to {device}'],
    zh: ['{device}断开一下', '切断{device}的蓝牙连接', '不用{device}了，断开它', '让{device}和手机断开', '把蓝牙上的{device}断掉', '结束与{device}的连接', '中断和{device}的连接，配对保留', '暂时不连{device}', '停止连接{device}'],
  },
  'network.bluetooth_device.unpair': {
    en: ['I no longer want {device} paired', 'get rid of the pairing with {device}', 'erase {device} from the Bluetooth list', '{device}, unpair it', 'make the phone forget {device} on Bluetooth', 'scrap the Bluetooth pairing for {device}', 'throw {device} out of my paired devices', 'undo the pairing with {device}', 'wipe {device} from my Bluetooth devices for good', 'I would like to have {device} unpaired', 'dissolve the pairing between my phone and {device}'],
    zh: ['解除{device}的配对', '跟{device}解绑', '把{device}的蓝牙配对删了', '不再和{device}配对', '从蓝牙列表里删除{device}', '让手机忘掉蓝牙设备{device}', '清除{device}的配对信息', '{device}取消配对', '我不要{device}了，把配对去掉'],
  },
  'network.mobile_data.enable': {
    en: ['activate cellular data', 'mobile data on', 'I would like mobile internet switched on', 'get the mobile data going', 'put cellular data on', 'I need mobile data, turn it on', 'allow internet over the SIM', 'fire up the cellular data', 'start using mobile data', 'bring mobile internet back', 'let me go online with cellular data'],
    zh: ['启用移动数据', '流量打开', '麻烦开下数据流量', '开启手机上网流量', '我要用流量上网，开一下', '把数据连接打开', '让手机走移动数据', '恢复蜂窝数据', '移动网络数据开起来'],
  },
  'network.mobile_data.disable': {
    en: ['deactivate cellular data', 'mobile data off', 'I no longer need mobile data', 'cut the mobile internet', 'I would like cellular data switched off', 'stop the SIM from using the internet', 'shut down mobile data', 'no more cellular data', 'kill the mobile data', 'put an end to internet over the SIM', 'block data on the cellular network'],
    zh: ['停用移动数据', '流量关掉', '麻烦关下数据流量', '不要用流量上网', '把数据连接断掉', '禁用蜂窝数据', '我不想跑流量，关了它', '手机上网流量先关掉', '别让手机走移动数据'],
  },
  'network.roaming.enable': {
    en: ['activate data roaming', 'roaming on', 'I am going abroad, switch on data roaming', 'permit mobile internet in foreign countries', 'I would like roaming to be on', 'get data roaming going', 'let my SIM roam for data', 'put data roaming on', 'make mobile data work outside my country', 'I need internet overseas, so allow roaming', 'start using roaming'],
    zh: ['启用数据漫游', '漫游打开', '让手机在国外能上网，开漫游', '我要出国了，开数据漫游', '把漫游数据开起来', '同意使用漫游数据', '麻烦开一下漫游', '境外上网打开', '激活国际漫游流量'],
  },
  'network.roaming.disable': {
    en: ['deactivate data roaming', 'roaming off', 'I no longer need roaming', 'block mobile internet in foreign countries', 'I would like roaming to be off', 'stop data roaming', 'keep my SIM from roaming for data', 'cut data roaming', 'my trip abroad is over, switch off data roaming', 'do not allow roaming data', 'prevent roaming charges by turning roaming off'],
    zh: ['停用数据漫游', '漫游关掉', '不需要漫游了', '在国外不要用流量，关漫游', '把漫游数据关闭', '麻烦关一下漫游', '境外上网关掉', '不允许手机漫游', '禁用国际漫游流量'],
  },
  'network.network_mode.set': {
    en: ['choose {mode} as the network type', 'I want the SIM on {mode}', '{mode} as preferred network mode', 'move the cellular network over to {mode}', 'let the phone use {mode} reception', 'make {mode} my mobile network mode', 'select {mode} for mobile reception', 'go to {mode} for the mobile network', 'I would like {mode} as cellular mode', 'have the network type be {mode}', 'pick network mode {mode}'],
    zh: ['网络模式选{mode}', '手机改用{mode}网络', '网络制式换成{mode}', '我要用{mode}，改一下网络模式', '让手机卡走{mode}', '首选网络类型设成{mode}', '{mode}作为蜂窝网络模式', '移动网络切换到{mode}', '信号模式调为{mode}'],
  },
  'network.airplane_mode.enable': {
    en: ['activate flight mode', 'airplane mode on', 'I am boarding, put on flight mode', 'go into airplane mode', 'I would like flight mode switched on', 'set the phone to aeroplane mode', 'cut all the radios with airplane mode', 'get the phone into flight mode', 'make it airplane mode', 'use flight mode now', 'I need airplane mode'],
    zh: ['启用飞行模式', '飞行模式开一下', '要登机了，开飞行模式', '切到飞行模式', '把飞行模式打开', '让手机进飞行模式', '手机设为飞行模式', '我需要飞行模式', '帮我启动飞行模式'],
  },
  'network.airplane_mode.disable': {
    en: ['deactivate flight mode', 'airplane mode off', 'we have landed, switch flight mode off', 'get out of airplane mode', 'I no longer need flight mode', 'stop airplane mode', 'bring the phone back from flight mode', 'cancel aeroplane mode', 'I would like airplane mode to be over', 'exit flight mode', 'go back to normal from airplane mode'],
    zh: ['停用飞行模式', '飞行模式关一下', '飞机落地了，关飞行模式', '把飞行模式关了', '解除飞行模式', '不用飞行模式了', '结束飞行模式', '让手机从飞行模式恢复', '离开飞行模式'],
  },
  'network.data_limit.set': {
    en: ['make {limit} the most I can use in mobile data a month', 'I would like a monthly data cap of {limit}', '{limit} as the mobile data limit', 'do not let me use more than {limit} of data each month', 'restrict monthly cellular usage to {limit}', 'change the data limit to {limit}', 'fix my data allowance at {limit} monthly', 'keep my mobile data within {limit} a month', 'the monthly data limit should be {limit}', 'stop me at {limit} of cellular data per month', 'establish {limit} as the ceiling for mobile data'],
    zh: ['每个月流量别超过{limit}', '流量上限改成{limit}', '给移动数据设个{limit}的月上限', '月流量封顶{limit}', '把流量限额调到{limit}', '我每月只想用{limit}流量，设个上限', '将蜂窝数据限制为每月{limit}', '{limit}作为每月流量限额', '一个月的流量控制在{limit}以内'],
  },
  'network.data_limit.remove': {
    en: ['get rid of the data limit', 'I no longer need a cap on mobile data', 'scrap the monthly data limit', 'let me use mobile data without a limit', 'delete the cap on cellular data', 'no data limit any more', 'call off the data cap', 'make mobile data unlimited again', 'I would like the monthly limit on data gone', 'clear the data cap I set', 'do away with the monthly mobile data limit'],
    zh: ['流量限额不要了', '删除流量上限', '把每月流量限制取消掉', '流量不设上限了', '清除移动数据限额', '让流量不再受限制', '撤掉流量上限', '我不需要流量限制了', '蜂窝数据的限额给我取消'],
  },
  'network.data_cycle.set': {
    en: ['make {day} the day the data cycle begins', 'my data plan renews on {day}, set the cycle to that', 'count mobile data from {day}', 'change the billing day for data to {day}', 'I would like data usage to start over on {day}', 'have the data usage cycle begin on {day}', '{day} as start of the data cycle', 'shift the monthly data cycle so that it starts on {day}', 'let the data meter go back to zero on {day} every month', 'use {day} as the data reset day', 'my mobile data month should run from {day}'],
    zh: ['流量周期起始日设为{day}', '把流量结算日改成{day}', '我的套餐每月{day}更新，流量周期跟着设', '每月从{day}起算流量', '流量统计改为{day}清零', '将{day}设为流量周期第一天', '月结日定在{day}，用于流量', '让流量在每月{day}重置', '数据流量的账期从{day}开始'],
  },
  'network.hotspot.enable': {
    en: ['activate the mobile hotspot', 'hotspot on', 'I would like to share my internet through the hotspot', 'fire up the hotspot', 'let other devices use my phone as a hotspot', 'get the personal hotspot going', 'put the Wi-Fi hotspot on', 'begin tethering', 'make my phone a hotspot', 'I need the hotspot running', 'open the portable hotspot'],
    zh: ['启用热点', '热点打开', '我要给电脑共享网络，开热点', '麻烦开下个人热点', '启动便携热点', '把手机变成热点', '让别的设备能用我的热点', '开启移动热点', '热点给我开起来'],
  },
  'network.hotspot.disable': {
    en: ['deactivate the mobile hotspot', 'hotspot off', 'I no longer need the hotspot', 'shut down the hotspot', 'cut the tethering', 'end the personal hotspot', 'kill the hotspot', 'I would like my hotspot closed', 'no more sharing my internet through the hotspot', 'close the portable hotspot', 'my phone should stop being a hotspot'],
    zh: ['停用热点', '热点关掉', '不用热点了', '麻烦关下个人热点', '关闭便携热点', '别再共享我的网络了', '结束热点共享', '把移动热点停掉', '热点给我关了吧'],
  },
  'network.hotspot_name.set': {
    en: ['give my hotspot the name {name}', 'make {name} the hotspot name', '{name} as the name of the hotspot', 'I would like my hotspot to be named {name}', 'let the hotspot show up as {name}', 'use {name} as name for the mobile hotspot', 'label the hotspot {name}', 'the hotspot should be called {name}', 'switch the hotspot name to {name}', 'title my personal hotspot {name}', 'update the name of the hotspot to {name}'],
    zh: ['给热点起名{name}', '个人热点的名称换成{name}', '热点名用{name}', '让我的热点显示为{name}', '{name}作为热点名称', '帮我把热点改叫{name}', '我想让热点名字是{name}', '热点命名为{name}', '将手机热点更名为{name}'],
  },
  'network.hotspot_password.set': {
    en: ['I would like {password} as the key for my hotspot', 'make {password} the password to join my hotspot', '{password} for the hotspot password', 'secure my hotspot with {password}', 'switch the hotspot passcode to {password}', 'update the personal hotspot password, it is {password} now', 'give the hotspot the password {password}', 'people joining my hotspot should type {password}', 'replace the hotspot key by {password}', 'lock the hotspot with {password}', 'let {password} be the passphrase of the mobile hotspot'],
    zh: ['热点密码换{password}', '给我的热点设密码{password}', '个人热点密码更新为{password}', '让别人连热点时输入{password}', '{password}作为热点密码', '将热点密钥修改为{password}', '我想把热点密码定为{password}', '手机热点的密码用{password}', '热点加密，密码{password}'],
  },
  'network.hotspot_devices.set': {
    en: ['no more than {count} devices on my hotspot', 'cap the hotspot at {count} devices', 'I want at most {count} devices to use my hotspot', 'make {count} the maximum of devices for the hotspot', 'change the number of hotspot connections allowed to {count}', 'permit {count} devices to connect to the hotspot', '{count} devices as the hotspot maximum', 'up to {count} devices should be able to get on the hotspot', 'restrict my hotspot to {count} connections', 'hold the hotspot to {count} users', 'give the hotspot room for {count} devices'],
    zh: ['热点最大连接数改成{count}', '我的热点不超过{count}台设备', '热点能连的设备数设为{count}', '最多{count}台设备能用热点', '将个人热点的设备上限调到{count}', '限制{count}台设备连接热点', '热点允许{count}个设备接入', '连热点的设备控制在{count}台以内', '让热点最多接{count}台'],
  },
  'network.hotspot_idle.set': {
    en: ['if nobody uses the hotspot for {minutes}, let it switch off', 'I would like the hotspot to shut down after {minutes} of no use', 'change the hotspot timeout to {minutes}', '{minutes} as the idle limit for the hotspot', 'have the hotspot close when unused for {minutes}', 'the hotspot should go off by itself after {minutes} idle', 'make the automatic shut-off of the hotspot {minutes}', 'keep an idle hotspot on for {minutes} and then end it', 'give the hotspot {minutes} before it turns off on its own', 'with no device connected, stop the hotspot in {minutes}', 'adjust the hotspot auto-off timer to {minutes}'],
    zh: ['热点{minutes}没设备连就自动关', '把热点的空闲关闭时间设为{minutes}', '热点超时改成{minutes}', '个人热点无人使用{minutes}后自己关掉', '让热点闲着{minutes}就关闭', '没有设备连接时，热点{minutes}后停用', '热点自动断开时间调到{minutes}', '{minutes}没人用热点就自动停', '将热点闲置自动关闭定为{minutes}'],
  },
  'network.nfc.enable': {
    en: ['activate NFC', 'NFC on', 'put NFC on', 'I would like NFC switched on', 'get NFC going', 'I want to tap with my phone, turn NFC on', 'let the phone use NFC', 'bring NFC back up', 'have near-field communication on', 'fire up NFC', 'I need NFC working'],
    zh: ['启用NFC', 'NFC打开', '麻烦开下NFC', '让手机NFC开着', '我要刷NFC，开一下功能', '启动近场通信', '激活NFC', '重新打开NFC', '帮我把NFC功能开起来'],
  },
  'network.nfc.disable': {
    en: ['deactivate NFC', 'NFC off', 'I no longer need NFC', 'shut NFC down', 'I would like NFC switched off', 'cut NFC', 'keep the phone from using NFC', 'have near-field communication off', 'kill NFC', 'no more NFC on this phone', 'put NFC out of action'],
    zh: ['停用NFC', 'NFC关掉', '麻烦关下NFC', '不用NFC了', '禁用近场通信', '让手机NFC关着', 'NFC先别开了', '帮我把NFC功能关掉', '我不需要NFC，关闭它'],
  },
  'network.nfc_mode.set': {
    en: ['choose {mode} as the NFC mode', 'I would like NFC to work as {mode}', '{mode} for NFC mode', 'let NFC run in {mode}', 'make {mode} the way NFC works', 'select NFC mode {mode}', 'turn NFC to {mode} mode', 'have the NFC mode be {mode}', 'move NFC to {mode}', 'I need NFC in the mode {mode}', 'pick {mode} for the NFC chip'],
    zh: ['NFC模式选{mode}', '让NFC工作在{mode}模式', 'NFC换到{mode}', '将NFC模式调成{mode}', '把NFC切成{mode}模式', '我想让NFC用于{mode}', 'NFC方式改为{mode}', '{mode}作为NFC模式', '近场通信模式设置成{mode}'],
  },
  'network.vpn.connect': {
    en: ['get me on the {profile} VPN', 'VPN {profile} on', 'I would like to be connected to the VPN {profile}', 'fire up the {profile} VPN', 'activate VPN profile {profile}', 'use the VPN {profile}', 'route my traffic through the {profile} VPN', 'log in to the VPN {profile}', 'bring up the VPN connection {profile}', 'pick {profile} as VPN and connect', 'establish the {profile} VPN tunnel'],
    zh: ['开启VPN，用{profile}', '把{profile}这个VPN连上', '我要用{profile}的VPN', '接入{profile} VPN', 'VPN选{profile}连接', '建立{profile}的VPN连接', '帮我打开VPN配置{profile}', '让手机走{profile}这个VPN', '启用名为{profile}的VPN'],
  },
  'network.vpn.disconnect': {
    en: ['deactivate the VPN', 'VPN off', 'I no longer need the VPN', 'cut the VPN connection', 'close the VPN', 'drop out of the VPN', 'I would like to leave the VPN', 'shut the VPN down', 'kill the VPN tunnel', 'go back to browsing without the VPN', 'no VPN any more'],
    zh: ['停用VPN', 'VPN断掉', '不用VPN了', '麻烦关下VPN', '退出VPN', '中断VPN连接', '让手机不再走VPN', 'VPN给我停了', '切断正在用的VPN'],
  },
  'network.wifi.ask_current': {
    en: ['find out which Wi-Fi I am using', 'what is the Wi-Fi I am on called', 'name the WLAN this phone is on', 'see which Wi-Fi network we are connected to', 'I would like to know the name of my current Wi-Fi', 'check what Wi-Fi is in use', 'the phone is on some Wi-Fi, which one', 'which WLAN am I logged in to', 'can you say which Wi-Fi I am connected to', 'current Wi-Fi name, please', 'the Wi-Fi my phone is on, what is it'],
    zh: ['手机连着哪个无线网', '我在用哪个Wi-Fi', '查一下当前Wi-Fi的名字', '现在的WLAN是哪一个', '帮我看下连的Wi-Fi叫什么名字', '目前连接的无线网络是哪个', '想知道我连上了什么Wi-Fi', '正在用的Wi-Fi名称是什么', '确认一下现在连的无线网'],
  },
  'network.wifi.ask_password': {
    en: ['find the password saved for the Wi-Fi {network}', 'I forgot the {network} Wi-Fi password, what is it', 'I would like to know the key of the Wi-Fi {network}', '{network} Wi-Fi password, please', 'how do I get into the Wi-Fi {network}, what is the password', 'check which key is stored for {network}', 'give me the passcode of the {network} wireless', 'what did I enter as password for the WLAN {network}', 'read me the Wi-Fi password for {network}', 'my guest needs the password of {network}, what is it', 'see what password the network {network} has'],
    zh: ['我忘了{network}的Wi-Fi密码，是什么', '看看无线网{network}的密码', '{network}这个Wi-Fi要输什么密码', '帮我找一下{network}的无线密码', '想知道{network}的Wi-Fi口令', '把{network}存的Wi-Fi密码念给我', '手机里存的{network}密码是啥', '连{network}用的是哪个密码', '朋友要连{network}，密码告诉我'],
  },
  'network.wifi.ask_signal': {
    en: ['find out how good the signal of {network} is', 'I would like to know the Wi-Fi strength of {network}', 'does {network} Wi-Fi have a good signal', 'see how well the wireless network {network} comes in', '{network} Wi-Fi signal, how is it', 'how is the reception of the Wi-Fi {network}', 'look up the signal level of {network}', 'what is the strength of the WLAN {network}', 'can you see if {network} Wi-Fi is strong here', 'how well do I receive {network} Wi-Fi', 'the network {network}, how strong does it come through'],
    zh: ['{network}的Wi-Fi信号好不好', '查查{network}信号有多强', '这里收到的{network}信号如何', '想知道无线网{network}的信号强弱', '{network}信号强度是多少', '帮我看下Wi-Fi {network}的信号', '{network}这个无线网信号行吗', '{network}的WLAN信号是强还是弱', '告诉我{network}的信号情况'],
  },
  'network.bluetooth.ask_state': {
    en: ['do I have Bluetooth switched on', 'find out if Bluetooth is enabled', 'see whether Bluetooth is active', 'Bluetooth, on or off', 'I would like to know if Bluetooth is on', 'has Bluetooth been turned on', 'look whether my Bluetooth is off', 'what is the current Bluetooth status', 'did I leave Bluetooth on', 'can you see if Bluetooth is enabled', 'is the Bluetooth radio active at the moment'],
    zh: ['蓝牙现在是开的吗', '我开蓝牙了吗', '确认下蓝牙有没有开', '告诉我蓝牙开没开', '蓝牙是不是关着', '手机蓝牙处于什么状态', '帮我看看蓝牙是否开启', '想知道蓝牙是开着还是关着', '蓝牙启用了没'],
  },
  'network.bluetooth_device.ask_battery': {
    en: ['find out the remaining battery of {device}', 'does {device} still have enough charge, what percent', 'I would like to know how full the battery of {device} is', '{device} battery level, please', 'how charged up is {device}', 'what is left in the battery of {device}', 'look up how much power {device} has', 'how much juice is in {device}', 'give me the battery percentage of {device}', 'what does the battery of {device} stand at', 'see how much charge is left on {device}'],
    zh: ['{device}电量还有多少', '看下{device}还有几成电', '帮我查{device}剩余电量', '告诉我{device}的电池电量', '{device}有没有电，剩百分之多少', '想知道{device}剩下多少电', '{device}现在电量百分之几', '确认一下{device}的电池', '瞧瞧{device}还有多少电量'],
  },
  'network.bluetooth_device.ask_connected': {
    en: ['find out what Bluetooth device I am connected to', 'see what is linked with my phone by Bluetooth', 'I would like to know which device is on Bluetooth', 'name the Bluetooth device in use', 'which accessory is my phone using over Bluetooth', 'is there a device on Bluetooth now, and which one', 'look up the connected Bluetooth device', 'Bluetooth is connected to what', 'which gadget does my phone have on Bluetooth', 'the device connected by Bluetooth, what is it called', 'show me which Bluetooth device is active'],
    zh: ['蓝牙现在连的是啥', '查一下蓝牙连接了哪个设备', '我的手机正连着哪个蓝牙设备', '目前连接的蓝牙设备叫什么', '帮我看下蓝牙上连了什么', '想知道哪个设备连着我的蓝牙', '哪台蓝牙设备在连着', '确认蓝牙连着的设备', '蓝牙当前连接的设备是哪一个'],
  },
  'network.status.ask_carrier': {
    en: ['find out who my mobile provider is', 'I would like to know my carrier', 'what network operator do I have', 'which operator issued my SIM', 'name my cellular provider', 'check which carrier this SIM belongs to', 'see what mobile company the phone is with', 'who runs my mobile service', 'my carrier, who is it', 'which phone company am I using', 'which provider is shown for my mobile network'],
    zh: ['我用的哪家运营商', '手机卡是哪个公司的', '告诉我手机的运营商', '我这张SIM卡是谁家的', '帮我查查是哪个运营商', '想知道手机用的什么运营商', '目前用的是哪家移动网络', '手机号属于哪家运营商', '确认一下我的网络运营商'],
  },
  'network.status.ask_signal': {
    en: ['find out how many bars I have', 'I would like to know my mobile signal in bars', 'see how good the cellular signal is, in bars', 'do I have mobile reception here, how many bars', 'number of signal bars, please', 'how is my phone reception, how many bars', 'look up the bars on the cellular signal', 'what does the mobile signal show in bars', 'how many bars of reception are there', 'count the signal bars of my SIM', 'how strong is the mobile signal in bars'],
    zh: ['我手机现在信号几格', '告诉我移动信号有几格', '手机卡信号是几格的', '帮我看下手机信号格数', '想知道这会儿信号有几格', '蜂窝信号显示几格', '现在手机信号强度是几格', '确认一下信号格', '我这边有几格手机信号'],
  },
  'network.status.ask_ip_address': {
    en: ['find out my IP', 'I would like to know the IP address of my phone', 'IP address of this phone, please', 'see what IP my phone has been given', 'check which IP I have', 'what IP is this device using', 'give me the IP address', 'can you read out my IP address', 'under which IP is my phone online', 'I need my phone IP, what is it', 'get the IP address of the device for me'],
    zh: ['我手机的IP是什么', '本机IP地址多少', '帮我看下IP地址', '想知道我的IP', '手机目前的IP地址是哪个', '给我报一下IP地址', '这台手机用的什么IP', '确认一下本机IP地址', '显示手机的IP地址'],
  },
  'network.status.ask_data_used': {
    en: ['find out how much data I went through this month', 'I would like to know my cellular usage for the month', 'mobile data used so far this month, please', 'how many gigs have I burned this month', 'see how much mobile data is used up', 'what amount of data has the phone consumed this month', 'how much of my mobile data is gone', 'give me the mobile data usage of this month', 'how high is my data consumption this month', 'show the mobile data consumed so far', 'have a look at how much cellular data was used'],
    zh: ['流量这个月已经用了多少', '告诉我本月用掉的流量', '我用掉多少流量了', '想知道当月移动数据用量', '帮我看下流量用了多少', '到现在流量消耗了几G', '这月跑了多少流量', '移动数据本月使用了多少', '统计一下这个月的流量用量'],
  },
  'network.status.ask_speed': {
    en: ['find out my download speed', 'I would like to know how fast the network is', 'measure how fast I am downloading', 'what is my internet speed', 'how quick is the connection right now', 'network speed, please', 'see what speed I get on downloads', 'download rate right now, what is it', 'do I have fast internet, how many megabits is it', 'look up the current network speed', 'give me the speed of my internet connection'],
    zh: ['网速是多少', '告诉我现在的下载速度', '我这网有多快', '帮我看看网络速度', '想知道目前网速', '看看下载能跑多少兆', '当前上网速度如何，多少兆', '网络现在快不快，速度多少', '检测一下网络下载速度'],
  },
  'network.status.ask_connection': {
    en: ['find out if I am using Wi-Fi or cellular for internet', 'I would like to know how the phone is connected to the internet', 'see what connection I am on, WLAN or mobile data', 'what type of network is my phone on now', 'current connection type, please', 'how is my phone getting online', 'look up whether internet goes over mobile data or Wi-Fi', 'do I surf on mobile data or WLAN right now', 'by which kind of connection am I online', 'which way does the phone reach the internet', 'Wi-Fi or cellular, which one am I using'],
    zh: ['手机现在靠什么上网', '告诉我目前的网络连接类型', '我在用流量还是Wi-Fi', '现在的网是移动数据还是无线网', '帮我看下用哪种方式联网', '想知道手机走的哪种网络', '当前联网类型是什么', '上网走的是WLAN还是蜂窝', '确认一下现在是流量还是Wi-Fi联网'],
  },
  'network.hotspot.ask_password': {
    en: ['find out the password of my hotspot', 'I would like to know my hotspot key', 'I forgot my hotspot password, what is it', 'hotspot password, please', 'see which password my hotspot uses', 'give me the passcode of the mobile hotspot', 'how do people log in to my hotspot, which password', 'check the key of the personal hotspot', 'read out the hotspot password', 'my friend wants on my hotspot, what is the password', 'what is the current passphrase for tethering'],
    zh: ['个人热点的密码是什么', '我忘了热点密码，是多少', '看看我的热点口令', '帮我找下热点密码', '想知道手机热点密码', '朋友要连热点，密码多少', '把热点密码念一下', '热点现在用的什么密码', '连我手机热点的密码是啥'],
  },
  'network.data_limit.ask': {
    en: ['find out my mobile data cap', 'I would like to know how high the monthly data limit is', 'monthly data limit, please', 'see what data cap is set', 'how much mobile data am I allowed per month', 'where is my cellular data capped', 'at how many gigabytes does the limit on my data lie', 'which data limit did I set for the month', 'how much data per month does the limit permit', 'show the cap on monthly data', 'what did I put as mobile data limit'],
    zh: ['我的流量上限设的多少', '告诉我每月流量限额', '流量限额是几个G', '想知道一个月流量封顶多少', '移动数据上限是多少', '帮我看下设置的流量上限', '每个月最多能用多少流量', '确认一下月流量限制', '蜂窝数据限额目前是多少'],
  },
  'network.vpn.ask_current': {
    en: ['find out which VPN I am on', 'I would like to know the VPN in use', 'current VPN, please', 'see what VPN profile is connected', 'through which VPN am I online', 'name the VPN my phone is using', 'what VPN is active at the moment', 'the VPN that is connected, what is it called', 'which VPN profile does the phone run right now', 'show me which VPN I use', 'what VPN am I going through'],
    zh: ['我在用哪个VPN', '告诉我当前连接的VPN', '手机现在走的哪个VPN', '正在使用的VPN是什么', '帮我看下连的是什么VPN', '想知道现在VPN连到哪个', 'VPN现在连着哪一个', '目前启用的是哪个VPN配置', '确认一下VPN的名称'],
  },
};
