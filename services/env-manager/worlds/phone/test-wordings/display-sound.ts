import type { WordingsByIntent } from '../wordings.ts';

/** Test wordings, written from the meaning of the intents alone, without sight of any other wording. */
export const displaySoundTest: WordingsByIntent = {
  'display.brightness.set': {
    en: [
      'set the screen brightness to {level}',
      'make the display {level} bright',
      "I'd like my screen at {level} brightness",
    ],
    zh: [
      '把屏幕亮度调到{level}',
      '屏幕亮度我要{level}',
      '让显示屏的亮度变成{level}',
    ],
  },
  'display.auto_brightness.enable': {
    en: [
      'turn on auto brightness',
      'let the screen adjust its brightness by itself',
      'I want the display to brighten and dim on its own depending on the light around me',
    ],
    zh: [
      '打开自动亮度',
      '让屏幕自己根据光线调亮度',
      '我想要亮度自动调节，开一下',
    ],
  },
  'display.auto_brightness.disable': {
    en: [
      'turn off auto brightness',
      'stop the screen from changing its brightness by itself',
      "I don't want the display to brighten and dim on its own anymore",
    ],
    zh: [
      '关闭自动亮度',
      '别让屏幕自己变亮变暗',
      '亮度不用自动调节了，关掉',
    ],
  },
  'display.refresh_rate.set': {
    en: [
      'set the screen refresh rate to {rate}',
      'I want my display to run at {rate} refresh',
      'change how often the screen refreshes to {rate}',
    ],
    zh: [
      '把屏幕刷新率设为{rate}',
      '刷新率帮我换成{rate}',
      '我想让屏幕用{rate}的刷新率',
    ],
  },
  'display.font_size.set': {
    en: [
      'set the text size to {size}',
      "I'd like the letters on my screen to be {size}",
      "change the phone's font size to {size}",
    ],
    zh: [
      '把字体大小调成{size}',
      '屏幕上的字我要{size}的',
      '手机字号换成{size}',
    ],
  },
  'display.screen_timeout.set': {
    en: [
      'let the screen go dark after {duration} without touching',
      'set the screen timeout to {duration}',
      "if I don't touch the phone for {duration}, have the display switch itself off",
    ],
    zh: [
      '屏幕{duration}不碰就自动熄灭',
      '把自动息屏时间设为{duration}',
      '我要是{duration}没动手机，就让屏幕自己黑掉',
    ],
  },
  'display.color_mode.set': {
    en: [
      "set the screen's color mode to {mode}",
      'I want the display colors in {mode}',
      'choose the {mode} color style for my screen',
    ],
    zh: [
      '把屏幕色彩模式设为{mode}',
      '屏幕颜色风格我想要{mode}',
      '显示的色彩换成{mode}模式',
    ],
  },
  'display.auto_rotate.enable': {
    en: [
      'turn on auto-rotate',
      'let the screen turn when I tilt the phone sideways',
      'I want the display to rotate by itself again',
    ],
    zh: [
      '打开自动旋转',
      '我把手机横过来的时候，让屏幕跟着转',
      '解除屏幕方向锁定，让它自己旋转',
    ],
  },
  'display.auto_rotate.disable': {
    en: [
      'turn off auto-rotate',
      "lock the screen so it doesn't turn when I tilt the phone",
      "I don't want the display flipping sideways by itself",
    ],
    zh: [
      '关闭自动旋转',
      '锁定屏幕方向，别让它跟着转',
      '我横着拿手机时屏幕不要转过来',
    ],
  },
  'display.status_bar.show': {
    en: [
      'show the {item} in the status bar',
      "I'd like to see the {item} at the top of the screen",
      'put the {item} up in the bar at the top',
    ],
    zh: [
      '在状态栏里显示{item}',
      '我想在屏幕顶上看到{item}',
      '让最上面那一栏显示出{item}',
    ],
  },
  'display.status_bar.hide': {
    en: [
      'hide the {item} in the status bar',
      "I don't want to see the {item} at the top of the screen",
      'take the {item} out of the bar at the top',
    ],
    zh: [
      '把状态栏里的{item}隐藏掉',
      '屏幕顶上别显示{item}了',
      '我不想在最上面那一栏看到{item}',
    ],
  },
  'display.dark_mode.enable': {
    en: [
      'turn on dark mode',
      'make the whole phone use the dark theme',
      'I want a black background everywhere, switch to night colors',
    ],
    zh: [
      '打开深色模式',
      '把手机界面换成暗色的',
      '我想要黑底的主题，开启暗黑模式',
    ],
  },
  'display.dark_mode.disable': {
    en: [
      'turn off dark mode',
      'put the phone back to the light theme',
      "I'm tired of the dark look, stop using night colors",
    ],
    zh: [
      '关闭深色模式',
      '把手机界面换回浅色的',
      '我不要黑底的主题了，退出暗黑模式',
    ],
  },
  'display.dark_mode.schedule': {
    en: [
      'have dark mode come on at {start} and go off at {end} every day',
      'schedule the dark theme from {start} to {end}',
      'I want night colors between {start} and {end} each day',
    ],
    zh: [
      '每天{start}到{end}自动用深色模式',
      '给暗黑模式定个时间，{start}开，{end}关',
      '让手机界面每天从{start}变暗色，到{end}再变回来',
    ],
  },
  'display.eye_comfort.enable': {
    en: [
      'turn on eye comfort',
      'switch the blue light filter on',
      'my eyes are tired, use the gentle reading light on the screen',
    ],
    zh: [
      '打开护眼模式',
      '把屏幕的蓝光过滤打开',
      '眼睛有点累，开一下护眼',
    ],
  },
  'display.eye_comfort.disable': {
    en: [
      'turn off eye comfort',
      "I don't need the blue light filter anymore, switch it off",
      'stop using the reading light on the screen',
    ],
    zh: [
      '关闭护眼模式',
      '蓝光过滤不需要了，关掉',
      '把护眼取消，屏幕别再发黄',
    ],
  },
  'display.eye_comfort.set_warmth': {
    en: [
      'set the warmth of the eye comfort light to {level}',
      'make the blue light filter {level} warm',
      "I'd like the eye comfort color temperature at {level} warmth",
    ],
    zh: [
      '把护眼的暖色程度调到{level}',
      '护眼光的色温我要{level}的暖度',
      '让护眼模式的暖光变成{level}',
    ],
  },
  'display.eye_comfort.schedule': {
    en: [
      'have eye comfort run from {start} to {end} every day',
      'turn the blue light filter on at {start} and off at {end} daily',
      'I want the reading light to come on each day at {start} and stop at {end}',
    ],
    zh: [
      '每天{start}到{end}自动开护眼',
      '给护眼模式设个时段，从{start}到{end}',
      '让蓝光过滤每天{start}打开，{end}关闭',
    ],
  },
  'sound.volume_media.set': {
    en: [
      'set the media volume to {level}',
      'play music and videos at {level} volume',
      'I want the sound of my songs and clips at {level}',
    ],
    zh: [
      '把媒体音量调到{level}',
      '听歌看视频的声音设成{level}',
      '音乐和视频的音量我要{level}',
    ],
  },
  'sound.volume_ringtone.set': {
    en: [
      'set the ringtone volume to {level}',
      'make the phone ring at {level} loudness when somebody calls',
      "I'd like the ringer volume at {level}",
    ],
    zh: [
      '把铃声音量调到{level}',
      '来电响铃的声音设成{level}',
      '有人打进来时，铃声大小我要{level}',
    ],
  },
  'sound.volume_notification.set': {
    en: [
      'set the notification volume to {level}',
      'let my notifications sound at {level} loudness',
      'I want the notification alerts to be at {level} volume',
    ],
    zh: [
      '把通知音量调到{level}',
      '通知提示音的大小设成{level}',
      '收到通知时的声音我要{level}',
    ],
  },
  'sound.volume_alarm.set': {
    en: [
      'set the alarm volume to {level}',
      'let alarms go off at {level} loudness',
      'I want the alarm clock sound at {level} volume',
    ],
    zh: [
      '把闹钟音量调到{level}',
      '闹铃响的声音设成{level}',
      '早上闹钟的音量大小我要{level}',
    ],
  },
  'sound.volume_call.set': {
    en: [
      'set the call volume to {level}',
      'make the voice of the other person on phone calls {level} loud',
      "I'd like the in-call sound at {level}",
    ],
    zh: [
      '把通话音量调到{level}',
      '打电话时听筒里的声音设成{level}',
      '跟人通话的音量大小我要{level}',
    ],
  },
  'sound.volume.mute': {
    en: [
      'mute the {stream} volume',
      'turn off the sound for {stream}',
      "I don't want to hear any {stream} sound",
    ],
    zh: [
      '把{stream}的音量静音',
      '{stream}的声音给我关掉',
      '我不想听到{stream}的声音，静音吧',
    ],
  },
  'sound.volume.unmute': {
    en: [
      'unmute the {stream} volume',
      'turn the sound for {stream} back on',
      'I want to hear the {stream} sound again, take it off mute',
    ],
    zh: [
      '取消{stream}音量的静音',
      '把{stream}的声音重新打开',
      '我想重新听到{stream}的声音，别静音了',
    ],
  },
  'sound.sound_mode.silent': {
    en: [
      'put the phone on silent',
      'switch over to silent mode',
      'I want my phone in silent mode, with no ringing or buzzing',
    ],
    zh: [
      '把手机调成静音模式',
      '切换到静音，不响也不震',
      '我要让手机进入静音模式',
    ],
  },
  'sound.sound_mode.vibrate': {
    en: [
      'put the phone on vibrate',
      'I want my phone to buzz instead of ring',
      'switch the sound mode to vibration only',
    ],
    zh: [
      '把手机调成震动模式',
      '让手机只震动不响铃',
      '我只要振动，声音模式切过去',
    ],
  },
  'sound.sound_mode.ring': {
    en: [
      'put the phone in ring mode',
      'take the phone off silent so that it rings out loud',
      'I want to hear my phone ring again, switch the sound mode to ring',
    ],
    zh: [
      '把手机调成响铃模式',
      '让手机恢复响铃，别静音也别光震动',
      '声音模式切换到响铃',
    ],
  },
  'sound.vibration.enable': {
    en: [
      'turn on {kind} vibration',
      "I'd like to have the {kind} vibration active",
      'get {kind} vibration working on my phone',
    ],
    zh: [
      '打开{kind}震动',
      '我想要有{kind}震动，开一下',
      '把手机的{kind}振动功能启用',
    ],
  },
  'sound.vibration.disable': {
    en: [
      'turn off {kind} vibration',
      "I don't want the {kind} vibration anymore",
      'make the {kind} vibration stop on my phone',
    ],
    zh: [
      '关闭{kind}震动',
      '我不想要{kind}震动了',
      '把手机的{kind}振动功能停用',
    ],
  },
  'sound.vibration.set_strength': {
    en: [
      'set the {kind} vibration to {strength}',
      'make the {kind} vibration feel {strength}',
      "I'd like {strength} as the strength for {kind} vibration",
    ],
    zh: [
      '把{kind}震动的强度设为{strength}',
      '{kind}震动我想要{strength}的力度',
      '让{kind}振动变成{strength}',
    ],
  },
  'sound.sound_effect.set': {
    en: [
      'set the sound effect to {preset}',
      'use the {preset} equalizer for my music and videos',
      'I want songs and films to play with the {preset} sound preset',
    ],
    zh: [
      '把音效设为{preset}',
      '听音乐看视频的均衡器用{preset}',
      '我想用{preset}音效来听歌',
    ],
  },
  'sound.do_not_disturb.enable': {
    en: [
      'turn on do not disturb',
      "I don't want to be interrupted now, go into do not disturb",
      'activate do not disturb on this phone',
    ],
    zh: [
      '打开勿扰模式',
      '现在别让人打扰我，开启免打扰',
      '让手机进入勿扰',
    ],
  },
  'sound.do_not_disturb.disable': {
    en: [
      'turn off do not disturb',
      'people can disturb me again, end do not disturb',
      'get the phone out of do not disturb',
    ],
    zh: [
      '关闭勿扰模式',
      '现在可以打扰我了，取消免打扰',
      '让手机退出勿扰',
    ],
  },
  'sound.do_not_disturb.schedule': {
    en: [
      'have do not disturb run from {start} to {end} every day',
      "I don't want to be disturbed between {start} and {end} each day, schedule that",
      'set do not disturb to begin at {start} and finish at {end} daily',
    ],
    zh: [
      '每天{start}到{end}自动开勿扰',
      '给免打扰设个时段，从{start}到{end}',
      '每天{start}以后别打扰我，到{end}再恢复',
    ],
  },
  'sound.do_not_disturb.set_callers': {
    en: [
      'during do not disturb, let calls from {who} come through',
      'allow {who} to reach me by phone while do not disturb is on',
      'set the callers who may get past do not disturb to {who}',
    ],
    zh: [
      '勿扰的时候，允许{who}的来电',
      '免打扰期间让{who}的电话能打进来',
      '把勿扰里可以来电的人设为{who}',
    ],
  },
  'sound.tone_call.set': {
    en: [
      'make {tone} my ringtone for incoming calls',
      'when somebody phones me, play {tone}',
      "I'd like {tone} as the melody for phone calls",
    ],
    zh: [
      '把来电铃声换成{tone}',
      '有人给我打电话时就放{tone}',
      '我想用{tone}做电话铃声',
    ],
  },
  'sound.tone_message.set': {
    en: [
      'make {tone} the sound for new messages',
      'when a text comes in, play {tone}',
      "I'd like {tone} as my message tone",
    ],
    zh: [
      '把短信提示音换成{tone}',
      '收到消息的时候就放{tone}',
      '我想用{tone}做信息铃声',
    ],
  },
  'sound.tone_alarm.set': {
    en: [
      'make {tone} the sound for my alarms',
      'when an alarm goes off, play {tone}',
      "I'd like to wake up to the alarm tone {tone}",
    ],
    zh: [
      '把闹钟铃声换成{tone}',
      '闹钟响的时候就放{tone}',
      '我想用{tone}做闹铃的声音',
    ],
  },
  'display.wallpaper_home.set': {
    en: [
      'make {picture} my home screen wallpaper',
      'put the picture {picture} behind the icons on my home screen',
      "I'd like {picture} as the background of the home screen",
    ],
    zh: [
      '把主屏幕壁纸换成{picture}',
      '桌面背景用{picture}这张图',
      '我想让{picture}当桌面壁纸',
    ],
  },
  'display.wallpaper_lock.set': {
    en: [
      'make {picture} my lock screen wallpaper',
      'show the picture {picture} on the screen when the phone is locked',
      "I'd like {picture} as the background of the lock screen",
    ],
    zh: [
      '把锁屏壁纸换成{picture}',
      '手机锁着的时候背景显示{picture}这张图',
      '我想让{picture}当锁屏的背景',
    ],
  },
  'power.power_off.schedule': {
    en: [
      'have the phone shut itself down at {time}',
      'schedule an automatic power off for {time}',
      "I'd like my phone to turn itself off at {time}",
    ],
    zh: [
      '让手机{time}自动关机',
      '设一个{time}的定时关机',
      '到了{time}手机就自己关机',
    ],
  },
  'power.power_on.schedule': {
    en: [
      'have the phone start itself up at {time}',
      'schedule an automatic power on for {time}',
      "I'd like my phone to switch itself on at {time}",
    ],
    zh: [
      '让手机{time}自动开机',
      '设一个{time}的定时开机',
      '到了{time}手机就自己开机',
    ],
  },
  'power.power_off.cancel': {
    en: [
      'cancel the scheduled power off',
      "I don't want the phone to shut itself down at the set time anymore",
      'drop the plan for the phone to turn itself off',
    ],
    zh: [
      '取消定时关机',
      '别再让手机到点自己关机了',
      '之前设的自动关机不要了',
    ],
  },
  'power.power_on.cancel': {
    en: [
      'cancel the scheduled power on',
      "I don't want the phone to start itself up at the set time anymore",
      'drop the plan for the phone to switch itself on',
    ],
    zh: [
      '取消定时开机',
      '别再让手机到点自己开机了',
      '之前设的自动开机不要了',
    ],
  },
  'aids.select_to_speak.enable': {
    en: [
      'turn on Select to Speak',
      'read out loud the text that I tap on the screen from now on',
      'I want to tap on words and hear them spoken, switch that feature on',
    ],
    zh: [
      '打开点选朗读',
      '以后我点到屏幕上哪段字就念给我听',
      '我想点哪里就读哪里，把随选朗读开一下',
    ],
  },
  'aids.select_to_speak.disable': {
    en: [
      'turn off Select to Speak',
      'stop reading out loud the text that I tap on the screen',
      'I no longer want words spoken when I tap them, switch that feature off',
    ],
    zh: [
      '关闭点选朗读',
      '以后我点屏幕上的字不要再念出来了',
      '不用点哪读哪了，把随选朗读关掉',
    ],
  },
  'aids.ai_caption.enable': {
    en: [
      'turn on AI captions',
      "show live subtitles for what's being said",
      "I'd like to read along with the sound, start the live captions",
    ],
    zh: [
      '打开AI字幕',
      '把听到的声音实时显示成字幕',
      '我想边听边看字，开启实时字幕',
    ],
  },
  'aids.ai_caption.disable': {
    en: [
      'turn off AI captions',
      "don't show live subtitles for what's being said anymore",
      "I'm done reading along, stop the live captions",
    ],
    zh: [
      '关闭AI字幕',
      '别再把听到的声音显示成字幕了',
      '实时字幕不用看了，关掉吧',
    ],
  },
  'aids.ai_caption.set_language': {
    en: [
      'set the AI captions to {language}',
      'I want the live subtitles in {language}',
      'use {language} as the caption language',
    ],
    zh: [
      '把AI字幕的语言设为{language}',
      '实时字幕我要看{language}的',
      '字幕语言换成{language}',
    ],
  },
  'display.brightness.ask': {
    en: [
      'how bright is my screen set',
      "what's the screen brightness at right now",
      'tell me the brightness percentage of the display',
    ],
    zh: [
      '屏幕亮度现在是多少',
      '我的屏幕调到多亮了',
      '告诉我显示屏的亮度是百分之几',
    ],
  },
  'sound.volume.ask': {
    en: [
      'what is the {stream} volume at',
      'how loud is the {stream} sound set',
      'tell me the current volume level for {stream}',
    ],
    zh: [
      '{stream}的音量现在是多少',
      '{stream}的声音调到多大了',
      '告诉我{stream}音量是百分之几',
    ],
  },
  'sound.sound_mode.ask': {
    en: [
      'is my phone on ring, vibrate or silent',
      'which sound mode am I in',
      "tell me what the phone's sound mode is set to",
    ],
    zh: [
      '手机现在是响铃、震动还是静音',
      '我现在用的是哪种声音模式',
      '看一下手机的声音模式设成了什么',
    ],
  },
  'display.dark_mode.ask': {
    en: [
      'is dark mode on',
      'am I using the dark theme right now',
      'tell me whether the phone is set to night colors or not',
    ],
    zh: [
      '深色模式开着吗',
      '我手机现在用的是不是暗色主题',
      '看看暗黑模式打开了没有',
    ],
  },
  'sound.do_not_disturb.ask': {
    en: [
      'is do not disturb on',
      'have I got do not disturb running at the moment',
      'tell me whether do not disturb is on or off',
    ],
    zh: [
      '勿扰模式开着吗',
      '我现在有没有开免打扰',
      '看看手机的勿扰是开还是关',
    ],
  },
  'display.screen_timeout.ask': {
    en: [
      'how long does my screen stay on before it goes dark by itself',
      'what is the screen timeout set to',
      'tell me after how many seconds the display turns itself off',
    ],
    zh: [
      '我的屏幕多久不碰会自动熄灭',
      '自动息屏时间设的是多长',
      '告诉我屏幕过多少秒会自己黑掉',
    ],
  },
  'display.refresh_rate.ask': {
    en: [
      'what refresh rate is my screen on',
      'how many hertz does the display run at',
      "tell me the screen's current refresh rate setting",
    ],
    zh: [
      '我屏幕的刷新率是多少',
      '显示屏现在跑的是多少赫兹',
      '看一下刷新率设成了哪一档',
    ],
  },
  'display.font_size.ask': {
    en: [
      "what's my text size set to",
      'how big are the letters on my screen set',
      'tell me which font size the phone is using',
    ],
    zh: [
      '我的字体大小设的是哪一种',
      '屏幕上的字现在是多大号的',
      '看一下手机用的是什么字号',
    ],
  },
  'power.power_off.ask': {
    en: [
      'when is my phone going to shut itself down',
      'what time is the scheduled power off',
      'tell me the time set for the phone to turn itself off',
    ],
    zh: [
      '我手机几点会自动关机',
      '定时关机设的是什么时间',
      '告诉我手机到几点自己关机',
    ],
  },
  'power.power_on.ask': {
    en: [
      'when is my phone going to start itself up',
      'what time is the scheduled power on',
      'tell me the time set for the phone to switch itself on',
    ],
    zh: [
      '我手机几点会自动开机',
      '定时开机设的是什么时间',
      '告诉我手机到几点自己开机',
    ],
  },
  'display.eye_comfort.ask_warmth': {
    en: [
      'how warm is the eye comfort light set',
      "what's the warmth level of the blue light filter",
      'tell me the percentage of warmth in eye comfort',
    ],
    zh: [
      '护眼光现在有多暖',
      '护眼模式的暖色程度是多少',
      '告诉我蓝光过滤的暖度是百分之几',
    ],
  },
};
