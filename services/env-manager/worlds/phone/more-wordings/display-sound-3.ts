import type { WordingsByIntent } from '../wordings.ts';

export const displaySound3: WordingsByIntent = {
  'display.wallpaper_home.set': {
    en: ['I would like {picture} on my home screen', 'home screen wallpaper {picture}', 'pick {picture} as home background', 'have {picture} behind my app icons', 'switch the desktop background to {picture}', 'choose {picture} for the home screen', '{picture} should be my home wallpaper', 'show {picture} as the picture on the home screen', 'replace the home screen wallpaper with {picture}', 'let the home screen have {picture} as background', 'decorate the home screen with {picture}'],
    zh: ['桌面壁纸{picture}', '我想用{picture}当桌面', '主屏背景换{picture}', '把手机桌面换成{picture}', '桌面壁纸选{picture}', '主屏幕背景设置为{picture}', '让主屏幕显示{picture}壁纸', '将{picture}设成主屏壁纸', '{picture}作为桌面背景'],
  },
  'display.wallpaper_lock.set': {
    en: ['I would like {picture} on my lock screen', 'lock screen wallpaper {picture}', 'pick {picture} as lock background', 'have {picture} show while the phone is locked', 'switch the lock screen background to {picture}', 'choose {picture} for the lock screen', '{picture} should be my lock wallpaper', 'show {picture} as the picture on the lock screen', 'replace the lock screen wallpaper with {picture}', 'let the lock screen have {picture} as background', 'decorate the lock screen with {picture}'],
    zh: ['锁屏壁纸{picture}', '我想用{picture}当锁屏', '锁屏图片换{picture}', '把手机锁屏画面换成{picture}', '锁屏壁纸选{picture}', '锁定屏幕背景设置为{picture}', '让锁屏显示{picture}', '将{picture}设成锁屏图', '{picture}作为锁屏背景'],
  },
  'power.power_off.schedule': {
    en: ['I would like the phone to shut down at {time} daily', 'automatic power-off {time}', 'every day at {time} switch the phone off', 'program the shutdown for {time}', 'have the phone go off by itself at {time}', 'plan a daily shutdown at {time}', 'at {time} each day the phone should power down', 'put the power-off timer to {time}', 'make {time} the time when my phone switches off', 'let the phone shut itself off every day at {time}', 'change the scheduled shutdown to {time}'],
    zh: ['定时关机{time}', '每天到{time}就关机', '我想让手机每天{time}关机', '把关机时间定在{time}', '设个{time}的定时关机', '手机{time}自动关掉电源', '定时关机改到{time}', '每日{time}关机', '安排手机在{time}自动关机'],
  },
  'power.power_on.schedule': {
    en: ['I would like the phone to boot at {time} daily', 'automatic power-on {time}', 'every day at {time} switch the phone on', 'program the startup for {time}', 'have the phone come on by itself at {time}', 'plan a daily startup at {time}', 'at {time} each day the phone should power up', 'put the power-on timer to {time}', 'make {time} the time when my phone switches on', 'let the phone boot itself every day at {time}', 'change the scheduled startup to {time}'],
    zh: ['定时开机{time}', '每天到{time}就开机', '我想让手机每天{time}开机', '把开机时间定在{time}', '设个{time}的定时开机', '手机{time}自动启动', '定时开机改到{time}', '每日{time}开机', '安排手机在{time}自动开机'],
  },
  'power.power_off.cancel': {
    en: ['I no longer need the scheduled shutdown', 'scheduled power-off off', 'get rid of the automatic power-off', 'call off the daily shutdown', 'disable the shutdown timer', 'do not shut the phone down automatically any more', 'scrap the power-off schedule', 'delete the scheduled shutdown', 'the phone should stop switching itself off on schedule', 'turn off the automatic shutdown', 'I would like the timed power-off cancelled'],
    zh: ['定时关机不要了', '把自动关机取消掉', '停用定时关机', '别让手机自动关机', '我不需要定时关机了', '去掉每天的自动关机', '撤销定时关机', '让手机不再定时关机', '清除自动关机设置'],
  },
  'power.power_on.cancel': {
    en: ['I no longer need the scheduled startup', 'scheduled power-on off', 'get rid of the automatic power-on', 'call off the daily startup', 'disable the startup timer', 'do not boot the phone automatically any more', 'scrap the power-on schedule', 'delete the scheduled startup', 'I will switch the phone on by hand, cancel the automatic startup', 'turn off the automatic startup', 'I would like the timed power-on cancelled'],
    zh: ['定时开机不要了', '把自动开机取消掉', '停用定时开机', '别让手机自动开机', '我不需要定时开机了', '去掉每天的自动开机', '撤销定时开机', '让手机不再定时开机', '清除自动开机设置'],
  },
  'aids.select_to_speak.enable': {
    en: ['activate Select to Speak', 'Select to Speak on', 'I would like the phone to read what I tap', 'read the words I touch out loud', 'get Select to Speak going', 'let me hear the text I select', 'I need Select to Speak', 'speak whatever text I tap', 'I need selected text read to me', 'start reading tapped words aloud', 'have the phone say the text I touch'],
    zh: ['启用随选朗读', '随选朗读开一下', '点哪里就读哪里', '我想听点选的文字', '让手机朗读我点的内容', '启动点按朗读功能', '选中的文字念给我听', '麻烦打开点选朗读', '把点按朗读开起来'],
  },
  'aids.select_to_speak.disable': {
    en: ['deactivate Select to Speak', 'Select to Speak off', 'I no longer need the phone to read what I tap', 'do not read the words I touch any more', 'get rid of Select to Speak', 'shut select to speak down', 'be quiet when I tap text', 'stop speaking the text I select', 'I would like Select to Speak to end', 'quit reading tapped words aloud', 'keep the phone from saying the text I touch'],
    zh: ['停用随选朗读', '随选朗读关一下', '不要点哪读哪了', '不用朗读点选的文字', '别让手机朗读我点的内容', '停止点按朗读功能', '选中的文字别念了', '麻烦关闭点选朗读', '我不需要随选朗读了'],
  },
  'aids.ai_caption.enable': {
    en: ['activate AI captions', 'captions on', 'I would like to read what is being said', 'put live captions on', 'caption the audio for me', 'get subtitles going', 'give me live subtitles', 'have spoken words shown as text', 'start the AI captions', 'let me see captions of the sound', 'I need captions for the audio'],
    zh: ['启用AI字幕', '字幕开一下', '我想看字幕', '把说的话显示成字幕', '启动实时字幕', '给我配上AI字幕', '让手机显示字幕', '麻烦开下字幕功能', '听不清，开实时字幕'],
  },
  'aids.ai_caption.disable': {
    en: ['deactivate AI captions', 'captions off', 'I no longer need captions', 'get rid of the live captions', 'hide the subtitles', 'stop captioning the audio', 'I do not want live subtitles', 'shut the AI captions off', 'remove the captions from the screen', 'quit showing spoken words as text', 'end the live captioning'],
    zh: ['停用AI字幕', '字幕关一下', '我不看字幕了', '别把说的话显示成字幕', '停止实时字幕', '去掉AI字幕', '让手机不显示字幕', '麻烦关下字幕功能', '不需要实时字幕了'],
  },
  'aids.ai_caption.set_language': {
    en: ['I would like captions in {language}', 'captions: {language}', 'make the subtitles {language}', 'have captions written in {language}', 'choose {language} as caption language', 'put the captions into {language}', 'let the subtitles appear in {language}', 'the live captions should be in {language}', 'turn the AI caption language to {language}', 'pick {language} for subtitles', 'give me {language} captions'],
    zh: ['字幕{language}', '字幕要{language}的', '我想看{language}字幕', '让字幕显示成{language}', '字幕语言选{language}', '把AI字幕换成{language}', '实时字幕用{language}', '将字幕的语种改为{language}', '{language}作为字幕语言'],
  },
  'display.brightness.ask': {
    en: ['find out the screen brightness', 'current brightness, please', 'I would like to know how bright my display is', 'see what brightness the screen has', 'where is the brightness set', 'look up the brightness level', 'at which brightness is the display running', 'what level of brightness do I have', 'give me the brightness percentage', 'show the brightness setting', 'how high is my screen brightness'],
    zh: ['屏幕现在多亮', '告诉我屏幕的亮度', '亮度设的是多少', '想知道屏幕亮度百分比', '帮我看下屏幕有多亮', '当前屏幕亮度值多少', '亮度现在在哪一档', '手机亮度是百分之多少', '确认一下屏幕亮度'],
  },
  'sound.volume.ask': {
    en: ['find out the {stream} volume', '{stream} volume, please', 'I would like to know how loud {stream} is', 'see what volume {stream} has', 'where is the {stream} volume set', 'look up the volume level for {stream}', 'at which volume is {stream}', 'what level does the {stream} volume have', 'give me the {stream} volume in percent', 'show how high the {stream} volume is', 'how far up is the {stream} volume'],
    zh: ['{stream}音量现在多大', '告诉我{stream}的音量', '{stream}音量设的是多少', '想知道{stream}声音有多大', '帮我看下{stream}音量', '当前{stream}音量值多少', '{stream}声音是百分之多少', '{stream}的声音开到多大', '确认一下{stream}音量'],
  },
  'sound.sound_mode.ask': {
    en: ['find out which sound mode I have on', 'current sound mode, please', 'I would like to know the sound profile', 'see whether my phone is set to ring, vibrate or silent', 'what is the sound mode at the moment', 'look up the sound profile of the phone', 'how is my phone set, ring or silent or vibrate', 'which sound profile did I set', 'what mode is the ringer in', 'does the phone ring, vibrate or stay silent', 'show me the sound mode'],
    zh: ['手机是静音还是响铃还是震动', '告诉我现在的声音模式', '声音模式设的哪个', '想知道手机处于什么情景模式', '帮我看下声音模式', '当前声音模式是哪种', '我的手机会响铃还是震动还是静音', '现在是哪种响铃模式', '确认一下情景模式'],
  },
  'display.dark_mode.ask': {
    en: ['find out if dark mode is on', 'dark mode, on or off', 'I would like to know whether the dark theme is active', 'see if my phone is in dark mode', 'do I have dark mode switched on', 'look whether the dark theme is enabled', 'is the interface dark right now', 'has dark mode been turned on', 'what is the dark mode status', 'is my system theme dark or light', 'did I leave dark mode on'],
    zh: ['深色模式开了吗', '告诉我深色模式开没开', '现在是深色还是浅色模式', '想知道深色模式有没有开', '帮我看下是不是深色模式', '暗色主题是开着的吗', '手机在用暗黑模式吗', '深色模式是否启用', '确认一下深色模式开关'],
  },
  'sound.do_not_disturb.ask': {
    en: ['find out if Do Not Disturb is on', 'DND, on or off', 'I would like to know whether do not disturb is active', 'see if my phone is in Do Not Disturb', 'do I have DND switched on', 'look whether do not disturb is enabled', 'has Do Not Disturb been turned on', 'what is the DND status', 'did I leave do not disturb on', 'can people disturb me or is DND on', 'is the phone in DND mode at the moment'],
    zh: ['勿扰开了吗', '告诉我勿扰开没开', '现在是不是勿扰模式', '想知道免打扰有没有开', '帮我看下勿扰开着没', '免打扰是开着的吗', '手机在勿扰状态吗', '勿扰模式是否启用', '确认一下免打扰开关'],
  },
  'display.screen_timeout.ask': {
    en: ['find out the screen timeout', 'screen timeout setting, please', 'I would like to know when the screen locks itself', 'see after what time the display goes dark', 'how soon does my screen turn off', 'look up the auto-lock time', 'after how long does the phone lock by itself', 'how many seconds until the screen goes off', 'what is the screen-off time set to', 'show the sleep time of the display', 'when does the display time out'],
    zh: ['屏幕多久自动锁', '告诉我息屏时间', '锁屏时间设的是多少', '想知道屏幕多久会灭', '帮我看下自动锁屏时间', '屏幕超时是几秒', '不操作多久会息屏', '当前休眠时间设的多长', '确认一下屏幕熄灭时间'],
  },
  'display.refresh_rate.ask': {
    en: ['find out the refresh rate', 'screen refresh rate, please', 'I would like to know at what rate my display refreshes', 'see what refresh rate is on', 'how many hertz is the screen', 'look up the refresh rate setting', 'how often does the display refresh per second', 'what refresh rate am I using', 'how high is the refresh rate', 'show the refresh rate of the display', 'at which refresh rate is the phone working now'],
    zh: ['屏幕现在多少赫兹', '告诉我刷新率', '刷新率设的是多少', '想知道屏幕用的什么刷新率', '帮我看下刷新率', '当前屏幕刷新率有多高', '屏幕跑的是多少刷新率', '手机屏幕每秒刷新多少次', '确认一下屏幕刷新率'],
  },
  'display.font_size.ask': {
    en: ['find out the font size', 'font size setting, please', 'I would like to know which text size I use', 'see what font size is on', 'how big are the letters on the screen', 'look up the text size', 'what size does the text have', 'which font size am I using', 'what text size is my phone set to', 'show the current font size', 'what did I choose as font size'],
    zh: ['手机字体是多大的', '告诉我字体大小', '字号设的是什么', '想知道屏幕文字的大小', '帮我看下字体大小', '当前字体用的哪一档', '现在的字是什么大小', '系统字号是哪个', '确认一下文字大小'],
  },
  'power.power_off.ask': {
    en: ['find out when the phone shuts down automatically', 'scheduled shutdown time, please', 'I would like to know the automatic power-off time', 'see at what hour the phone turns itself off', 'what time is power-off set for', 'look up the scheduled shutdown', 'when will my phone switch itself off', 'for when is the daily shutdown planned', 'which time did I set for powering off', 'show the power-off schedule time', 'my phone has a timed power-off, at what hour'],
    zh: ['手机几点会自己关机', '告诉我定时关机的时间', '自动关机设的几点', '想知道手机什么时候自动关机', '帮我看下定时关机时间', '我定的关机时间是几点', '每天啥时候自动关机', '定时关机设在什么时候', '确认一下自动关机时刻'],
  },
  'power.power_on.ask': {
    en: ['find out when the phone starts up automatically', 'scheduled startup time, please', 'I would like to know the automatic power-on time', 'see at what hour the phone turns itself on', 'what time is power-on set for', 'look up the scheduled startup', 'when will my phone switch itself on', 'for when is the daily startup planned', 'which time did I set for powering on', 'show the power-on schedule time', 'my phone has a timed power-on, at what hour'],
    zh: ['手机几点会自己开机', '告诉我定时开机的时间', '自动开机设的几点', '想知道手机什么时候自动开机', '帮我看下定时开机时间', '我定的开机时间是几点', '每天啥时候自动开机', '定时开机设在什么时候', '确认一下自动开机时刻'],
  },
  'display.eye_comfort.ask_warmth': {
    en: ['find out the eye comfort warmth', 'eye comfort warmth, please', 'I would like to know how warm the blue light filter is set', 'see what warmth eye comfort uses', 'where is the warmth of eye comfort set', 'look up the warmth of the blue light filter', 'how warm is my screen in eye comfort', 'what level of warmth is on in eye comfort mode', 'give me the eye comfort color warmth in percent', 'show the warmth setting of eye comfort', 'how high is the warmth for eye comfort'],
    zh: ['护眼模式现在多暖', '告诉我护眼的色温', '护眼暖度设的是多少', '想知道护眼色温百分之几', '帮我看下护眼暖度', '当前护眼的色温值多少', '蓝光过滤暖色是多少', '护眼暖色调到了多少', '确认一下护眼色温'],
  },
};
