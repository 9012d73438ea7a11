/**
 * Everyday phone vocabulary, so that a request and a tool description meet although one is Chinese and the other English, or
 * one says `text` and the other `message`. General words only; nothing is taken from the wording of any task.
 */

const CHINESE = `
闹钟 alarm|闹铃 alarm|叫醒 alarm wake|起床 alarm wake|响铃 ring alarm|铃声 ringtone ring|提醒 reminder alarm|倒计时 countdown timer|计时 timer countdown|计时器 timer countdown
定时 timer schedule|秒表 stopwatch timer|日程 schedule calendar event|日历 calendar schedule|安排 schedule event|会议 meeting schedule event|行程 schedule trip|预约 appointment schedule|待办 todo task
任务 task todo|清单 list task|备忘 note memo|备忘录 note memo|便签 note|笔记 note|记录 record note log|自动化 automation rule|场景 scene automation|规则 rule automation|触发 trigger automation
时区 timezone|世界时钟 clock world|时钟 clock|时间 time|日期 date|生日 birthday|纪念日 anniversary|重复 repeat|每天 daily repeat|工作日 weekday repeat|周末 weekend
无线 wireless wlan|无线网 wlan wifi|网络 network|上网 network data|流量 data mobile usage|移动数据 mobile data|数据 data|蜂窝 mobile cellular|蓝牙 bluetooth|热点 hotspot|飞行模式 airplane mode|飞行 airplane
漫游 roaming|信号 signal network|运营商 carrier|卡槽 sim slot|双卡 sim|配对 pair|连接 connect|断开 disconnect|已连接 connected|密码 password|耳机 earphones headset bluetooth|音箱 speaker
网速 speed network|代理 vpn proxy|共享 share sharing|投屏 casting cast screen|镜像 mirror casting|电视 tv casting|打印 print printer|近场 nfc|门禁 nfc card|碰一碰 nfc|刷卡 nfc card payment
电话 call phone|打电话 call|拨打 call dial|拨号 dial call|呼叫 call|来电 incoming call|未接 missed call|通话 call|通话记录 call log|号码 number phone|联系人 contact|通讯录 contact|联系方式 contact
好友 contact friend|短信 sms message|信息 message information|消息 message notification|发送 send|发给 send|发条 send message|发消息 send message|回复 reply message|转发 forward|邮件 email mail|邮箱 email mail|群发 send message group
拦截 block intercept harassment|骚扰 harassment block|黑名单 blacklist block|拉黑 block blacklist|白名单 whitelist|语音信箱 voicemail|留言 voicemail message|转接 forward call|呼叫转移 forward call|录音 record recording
亮度 brightness|屏幕 screen display|太亮 brightness|太暗 brightness|调亮 brightness|调暗 brightness|变亮 brightness|变暗 brightness|音量 volume|声音 sound volume|大声 volume|小声 volume|静音 mute silent sound mode|震动 vibrate vibration
振动 vibrate vibration|响铃模式 ring sound mode|勿扰 disturb dnd|免打扰 disturb dnd|深色 dark mode|暗色 dark mode|夜间 night dark|黑暗 dark|浅色 light mode|护眼 eye comfort|色温 color temperature|字体 font|字号 font size
壁纸 wallpaper|主题 theme|息屏 screen timeout display|熄屏 screen timeout display|常亮 always display|锁屏 lock screen|解锁 unlock|自动旋转 rotate auto|旋转 rotate|横屏 rotate landscape|分辨率 resolution|刷新率 refresh rate
电池 battery|电量 battery|省电 battery saving power|续航 battery|充电 charge charging battery|性能 performance|关机 power off|重启 restart reboot power|开机 power on|定时开关机 scheduled power|散热 cooling fan|风扇 fan cooling
手电 flashlight|手电筒 flashlight|闪光灯 flashlight flash|拍照 camera photo|相机 camera|照片 photo image|图片 image photo|相册 gallery album|录像 video record|视频 video|录屏 screen recorder record|截屏 screenshot|截图 screenshot
扫码 qr scan|扫一扫 qr scan|二维码 qr code|音乐 music play|歌曲 song music|播放 play|暂停 pause|下一首 next music|上一首 previous music|循环 repeat loop|单曲 repeat one|听歌 music play|识曲 music recognition
打开 open on enable|开启 enable on|启用 enable|关闭 close off disable|关掉 off disable close|停用 disable|禁用 disable|启动 launch start open|退出 close exit|安装 install|卸载 uninstall|更新 update|升级 update upgrade|应用 app
软件 app|程序 app|权限 permission|通知 notification|清理 clean cleanup storage|存储 storage|空间 storage space|内存 memory storage|缓存 cache clean|文件 file|文件夹 folder file|下载 download|删除 delete remove|取消 cancel delete
新建 create add|创建 create add|添加 add create|增加 add increase|修改 update modify edit|更改 change update|调整 adjust set|设置 set setting|设为 set|设成 set|调到 set adjust|改成 change update|改到 change update|改为 change update
查询 query search|查看 query view|查一下 query search|看看 query view|搜索 search|查找 search find|有没有 query|多少 query|几点 time query|什么时候 time query|状态 status state|列表 list|设备 device|手机 phone device
天气 weather|导航 navigation navigate|路线 route navigation|地图 map navigation|打车 taxi ride|公交 transit bus|地铁 transit metro|机票 ticket flight|火车票 ticket train|快递 express parcel|付款 payment code|支付 payment|乘车码 transit code
健康 health|步数 steps health|睡眠 sleep health|心率 heart rate health|运动 exercise health|体重 weight health|翻译 translation translate|换算 convert unit|单位 unit convert|汇率 currency convert|货币 currency|计算 calculate|计算器 calculator
浏览器 browser|网页 browser web|问答 qa question|图像 image|修图 image edit|口语 speaking coach|对话 dialogue|语音 voice|助手 assistant voice|指纹 fingerprint biometric|人脸 face biometric|应用锁 app lock|隐私 privacy
安全 security|紧急 emergency|求助 emergency|定位 location|位置 location|系统 system|语言 language|输入法 input keyboard|键盘 keyboard|鼠标 mouse|无障碍 accessibility|朗读 speak select|读屏 talkback|字幕 caption
记住 memory remember add|记得 memory remember|习惯 memory routine habit|平时 memory routine usual|通常 memory usual|往常 memory usual|一般 memory usual|老样子 memory usual|上次 memory last|忘掉 memory remove forget|忘记 memory forget|惯例 memory routine
偏好 memory preference|喜欢 memory preference|常用 memory usual|迁移 migration device|换机 migration|控制中心 control center|桌面 desktop layout|状态栏 status bar|导航键 system button|手势 gesture|游戏 game`;

const ENGLISH = `
wifi wlan|wi wlan|fi wlan|wlan wifi|internet network data|cellular mobile data|cell mobile data|text message sms|texting message sms|ring call ringtone|dial call|phone call device|ping message|mail email|wake alarm|nap alarm timer|remind reminder alarm schedule
meeting schedule event|appointment schedule event|event schedule calendar|calendar schedule|countdown timer|timer countdown|stopwatch timer|todo task|memo note|jot note|louder volume|quieter volume|loud volume|quiet mute volume|silence mute silent sound|hush mute silent
mute volume sound|vibrate sound mode|disturb dnd|dim brightness dark|bright brightness|brighter brightness|darker brightness dark|night dark|torch flashlight|lamp flashlight|headphone bluetooth|headset bluetooth|earbud bluetooth|speaker bluetooth volume
flight airplane|plane airplane|tether hotspot|tethering hotspot|share sharing|spam harassment block|blacklist block|blocked block|people contact|person contact|number contact phone|buddy contact|friend contact|usual memory|usually memory|habit memory|routine memory
remember memory|forget memory|prefer memory|favourite memory|favorite memory|always memory|regular memory|juice battery|charge battery|power battery|reboot restart power|shutdown power|photo image camera|picture image camera|pic image|song music|track music|tune music
movie video|application app|program app|tv casting|television casting|mirror casting|forecast weather|rain weather|map navigation|direction navigation|route navigation|pay payment|steps health|sleep health|language translation|translate translation
currency convert|dollar currency|mile unit convert|sum calculate|website browser|site browser|automate automation|whenever automation trigger|wallpaper theme|rotate rotation|lock screen|fingerprint biometric|passcode password|storage file
delete remove|erase remove delete|cancel delete|change update modify|move update modify|postpone update schedule|reschedule update schedule|edit update|rename update|create add|new add create|enable on|disable off|start on|stop off|show query list|check query
find search|look query search|list query|many query|much query`;

function parse(source: string): [string, string[]][] {
  return source
    .trim()
    .split(/[|\n]/)
    .map((entry) => {
      const [word = '', ...meanings] = entry.trim().split(' ');
      return [word, meanings];
    });
}

/** Chinese word to English words. */
export const CHINESE_GLOSS: ReadonlyMap<string, readonly string[]> = new Map(parse(CHINESE));

/** English word to words that tool descriptions use for the same thing. */
export const ENGLISH_GLOSS: ReadonlyMap<string, readonly string[]> = new Map(parse(ENGLISH));
