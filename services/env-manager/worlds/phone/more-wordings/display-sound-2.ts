import type { WordingsByIntent } from '../wordings.ts';

export const displaySound2: WordingsByIntent = {
  'sound.volume_media.set': {
    en: ['media volume {level}', 'I would like music to play at {level}', 'turn the volume for media to {level}', 'let videos and songs play at {level} volume', 'move the media slider to {level}', 'adjust the music volume to {level}', '{level} for the media volume, please', 'the sound of music and video should be {level}', 'get the multimedia volume to {level}', 'have songs play {level} loud', 'make the volume of my music {level}'],
    zh: ['媒体音量{level}', '音乐声音要{level}', '帮我把播放音量调成{level}', '视频音量设成{level}', '让音乐音量变为{level}', '媒体声音改到{level}', '我想要{level}的媒体音量', '听歌的音量调至{level}', '多媒体音量设定为{level}'],
  },
  'sound.volume_ringtone.set': {
    en: ['ringtone volume {level}', 'I would like the phone to ring at {level}', 'turn the ringer to {level}', 'let incoming calls ring {level} loud', 'move the ring slider to {level}', 'adjust the ringtone loudness to {level}', '{level} for the ringer, please', 'the ringing for calls should be {level} loud', 'get the ring volume to {level}', 'have my phone ring with {level} volume', 'make the ringtone {level} loud'],
    zh: ['铃声音量{level}', '电话铃声大小要{level}', '帮我把响铃音量调成{level}', '来电铃音的音量设成{level}', '让铃声音量变为{level}', '手机铃声音量改到{level}', '我想要{level}的铃声音量', '来电响铃大小调至{level}', '铃声大小设定为{level}'],
  },
  'sound.volume_notification.set': {
    en: ['notification volume {level}', 'I would like notifications to sound at {level}', 'turn the notifications to {level} volume', 'let notification alerts be {level} loud', 'move the notification slider to {level}', 'adjust the loudness of notifications to {level}', '{level} for the notification volume, please', 'the sound of app notifications should be {level}', 'get notification alerts to {level} volume', 'have notifications chime at {level}', 'when a notification comes in, use {level} volume'],
    zh: ['通知音量{level}', '通知的声音要{level}', '帮我把通知音调成{level}', '通知提醒的音量设成{level}', '让通知音量变为{level}', '消息通知的音量改到{level}', '我想要{level}的通知音量', '通知声大小调至{level}', '通知音大小设定为{level}'],
  },
  'sound.volume_alarm.set': {
    en: ['alarm volume {level}', 'I would like the alarm clock to sound at {level}', 'turn the alarms to {level} volume', 'let my alarm go off {level} loud', 'move the alarm slider to {level}', 'adjust the loudness of the alarm clock to {level}', '{level} for the alarm volume, please', 'the alarm should wake me at {level} volume', 'get the alarm loudness to {level}', 'have alarms ring with {level} volume', 'when the alarm goes off, use {level} volume'],
    zh: ['闹钟音量{level}', '闹钟的声音要{level}', '帮我把闹铃音量调成{level}', '闹钟响的音量设成{level}', '让闹钟音量变为{level}', '闹铃声音改到{level}', '我想要{level}的闹钟音量', '闹钟铃的大小调至{level}', '闹铃大小设定为{level}'],
  },
  'sound.volume_call.set': {
    en: ['call volume {level}', 'I would like to hear the other person at {level} volume', 'turn the in-call sound to {level}', 'let voices on the phone be {level} loud', 'move the call volume slider to {level}', 'adjust the earpiece volume to {level}', '{level} for the call volume, please', 'the voice in phone calls should be {level} loud', 'get the volume during calls to {level}', 'have phone conversations at {level} volume', 'while I am on a call, use {level} volume'],
    zh: ['通话音量{level}', '打电话的声音要{level}', '帮我把听筒音量调成{level}', '接电话时的音量设成{level}', '让通话音量变为{level}', '通话中的声音改到{level}', '我想要{level}的通话音量', '听筒声音大小调至{level}', '通话声大小设定为{level}'],
  },
  'sound.volume.mute': {
    en: ['{stream} on mute', 'I would like {stream} muted', 'silence {stream} only', 'turn the {stream} sound off', 'shut off the sound for {stream}', 'make the {stream} volume silent', 'I do not want any {stream} sound', 'cut the {stream} audio', 'I want to hear nothing from {stream}', 'no {stream} sound, please', 'quiet the {stream} volume completely'],
    zh: ['{stream}静音', '把{stream}的声音关了', '不要{stream}的声音', '我想让{stream}没声音', '单独把{stream}静音', '{stream}音量设成静音', '关闭{stream}声音', '{stream}别出声', '让{stream}静音一下'],
  },
  'sound.volume.unmute': {
    en: ['{stream} off mute', 'I would like to hear {stream} again', 'turn the {stream} sound back on', 'bring back the {stream} sound', 'end the mute on {stream}', 'restore the {stream} volume from mute', 'remove the mute from {stream}', 'let {stream} be heard again', '{stream} should no longer be muted', 'undo muting {stream}', 'cancel mute for the {stream} volume'],
    zh: ['{stream}取消静音', '把{stream}的声音打开', '让{stream}重新有声音', '我想再听到{stream}的声音', '撤销{stream}的静音', '{stream}不要静音了', '{stream}音量从静音恢复', '解开{stream}静音', '{stream}声音重新开启'],
  },
  'sound.sound_mode.silent': {
    en: ['go silent', 'silent mode on', 'I would like the phone to be silent', 'I am in a meeting, put my phone on silent mode', 'change the sound profile to silent', 'activate silent mode', 'make the phone quiet, no ring and no vibration', 'turn my phone to silent', 'the phone should make no sound at all', 'get into silent mode', 'have the sound profile be silent'],
    zh: ['静音模式', '手机调静音', '开启静音模式', '我要开会，手机静音', '让手机不要出声', '把情景模式切到静音', '手机设成静音', '麻烦开下静音模式', '声音模式切换为静音'],
  },
  'sound.sound_mode.vibrate': {
    en: ['vibrate only', 'vibrate mode on', 'I would like the phone to buzz and not ring', 'change the sound profile to vibrate', 'activate vibrate mode', 'no ringing, just vibration', 'turn my phone to vibrate', 'make the phone buzz only', 'the phone should vibrate without sound', 'get into vibration mode', 'have the sound profile be vibrate'],
    zh: ['震动模式', '手机调震动', '开启振动模式', '来电只要震动不要响', '把情景模式切到震动', '手机设成振动', '让手机光震不响', '麻烦换成震动模式', '声音模式切换为震动'],
  },
  'sound.sound_mode.ring': {
    en: ['ring mode on', 'go back to ringing', 'I would like my phone to ring normally', 'change the sound profile to ring', 'activate the ringer', 'turn my phone to ring', 'leave silent and let it ring', 'the phone should ring with sound again', 'get into ring mode', 'have the sound profile be ring', 'make the phone sound normally when called'],
    zh: ['响铃模式', '手机调响铃', '开启响铃模式', '手机要能响铃', '把情景模式切到响铃', '手机设成响铃', '不要静音了，改成响铃', '麻烦换回响铃模式', '声音模式切换为响铃'],
  },
  'sound.vibration.enable': {
    en: ['{kind} vibration on', 'activate {kind} vibration', 'I would like {kind} vibration', 'I miss the {kind} vibration, enable it', 'have {kind} vibration working', 'give me {kind} vibration again', 'get the {kind} vibration going', 'I want the vibration for {kind}', 'allow {kind} vibration', 'bring back the {kind} vibration', 'the {kind} vibration should be on'],
    zh: ['启用{kind}震动', '{kind}震动开一下', '我要{kind}震动', '恢复{kind}震动', '{kind}时要有震动', '激活{kind}振动', '麻烦打开{kind}的震动', '{kind}震动给我开起来', '让手机有{kind}震动'],
  },
  'sound.vibration.disable': {
    en: ['{kind} vibration off', 'deactivate {kind} vibration', 'I no longer need {kind} vibration', 'cut the {kind} vibration', 'I do not want {kind} vibration', 'no more {kind} vibration', 'the {kind} vibration bothers me, stop it', 'remove the vibration for {kind}', 'have {kind} vibration stopped', 'do away with the {kind} vibration', 'the {kind} vibration should be off'],
    zh: ['停用{kind}震动', '{kind}震动关一下', '我不要{kind}震动', '取消{kind}震动', '{kind}时别震动', '禁用{kind}振动', '麻烦关闭{kind}的震动', '{kind}震动给我关掉', '让手机没有{kind}震动'],
  },
  'sound.vibration.set_strength': {
    en: ['I would like the {kind} vibration to be {strength}', '{strength} for the {kind} vibration', 'let the {kind} vibration be {strength}', 'adjust the strength of {kind} vibration to {strength}', 'turn the {kind} vibration to {strength}', 'choose {strength} as {kind} vibration strength', 'the {kind} vibration should feel {strength}', 'get the {kind} vibration to {strength}', 'set how hard the {kind} vibration is to {strength}', 'pick {strength} {kind} vibration', 'have {kind} vibration run at {strength}'],
    zh: ['{kind}震动{strength}', '我想要{strength}的{kind}震动', '让{kind}震动变成{strength}', '{kind}震动力度改为{strength}', '{kind}振动强弱选{strength}', '帮我把{kind}震动调到{strength}', '{kind}震动强度切换到{strength}', '将{kind}振动设定为{strength}', '{kind}震感调成{strength}'],
  },
  'sound.sound_effect.set': {
    en: ['{preset} sound effect, please', 'I would like the {preset} sound', 'choose {preset} in the equalizer', 'make the equalizer {preset}', 'let music sound with {preset}', 'put the equalizer on {preset}', 'pick {preset} as audio effect', 'the sound effect should be {preset}', 'turn the audio preset to {preset}', 'adjust the equalizer to {preset}', 'I prefer {preset} as the sound effect'],
    zh: ['音效{preset}', '我想要{preset}音效', '均衡器选{preset}', '让音乐用{preset}效果', '把音效换成{preset}', '音效切换为{preset}', '声音效果调成{preset}', '均衡器设置成{preset}', '启用{preset}音效'],
  },
  'sound.do_not_disturb.enable': {
    en: ['activate Do Not Disturb', 'DND on', 'I would like no interruptions, put on Do Not Disturb', 'go into do not disturb', 'put the phone in Do Not Disturb', 'fire up DND mode', 'hold back calls and alerts with Do Not Disturb', 'get do not disturb going', 'I need some peace, activate DND', 'set my phone to Do Not Disturb', 'make it do not disturb mode'],
    zh: ['启用勿扰模式', '勿扰开一下', '我想安静会儿，开勿扰', '把手机设为免打扰', '启动勿扰', '切换到勿扰模式', '别让人打扰我，打开免打扰', '麻烦开一下免打扰模式', '手机进入免打扰'],
  },
  'sound.do_not_disturb.disable': {
    en: ['deactivate Do Not Disturb', 'DND off', 'I no longer need Do Not Disturb', 'leave do not disturb', 'take the phone out of Do Not Disturb', 'cancel DND mode', 'let calls and alerts through again, end Do Not Disturb', 'get rid of do not disturb', 'I would like Do Not Disturb to be over', 'exit DND', 'quit do not disturb mode'],
    zh: ['停用勿扰模式', '勿扰关一下', '不用勿扰了', '解除免打扰', '取消勿扰', '结束勿扰模式', '可以打扰我了，关勿扰', '麻烦关一下免打扰模式', '手机退出免打扰'],
  },
  'sound.do_not_disturb.schedule': {
    en: ['from {start} to {end} keep me undisturbed', 'I would like Do Not Disturb between {start} and {end} every day', 'put DND on at {start} and off at {end} daily', 'DND, {start} to {end}', 'turn Do Not Disturb on automatically from {start} till {end}', 'time do not disturb for {start} to {end}', 'nobody should disturb me between {start} and {end} each day', 'the phone should be in Do Not Disturb during {start} to {end}', 'program DND: {start} until {end}', 'every day at {start} go into do not disturb and leave it at {end}', 'let Do Not Disturb be active from {start} to {end}'],
    zh: ['勿扰定时{start}到{end}', '{start}至{end}自动开勿扰', '我想每天{start}到{end}不被打扰', '把勿扰模式的时间段设为{start}到{end}', '从{start}起开免打扰，{end}关', '免打扰按{start}到{end}定时', '每天{start}自动进勿扰，{end}退出', '安排勿扰在{start}和{end}之间开启', '勿扰时段改成{start}至{end}'],
  },
  'sound.do_not_disturb.set_callers': {
    en: ['in Do Not Disturb, accept calls from {who}', 'I would like {who} to get through in Do Not Disturb', 'DND should let calls from {who} in', 'set who may call during DND to {who}', 'with Do Not Disturb on, calls from {who} are allowed', 'make {who} the permitted callers in do not disturb', 'put {who} as callers who can reach me in DND', 'choose {who} as allowed callers in Do Not Disturb', 'the calls do not disturb lets through should be {who}', 'permit calls by {who} when Do Not Disturb is active', 'let the phone ring for {who} in DND'],
    zh: ['勿扰模式允许{who}打电话', '免打扰时接受{who}的来电', '我想让{who}在勿扰时能打进来', '勿扰期间放行{who}的电话', '把勿扰来电范围改成{who}', '免打扰下可来电的人设为{who}', '开勿扰时{who}的电话可以响', '勿扰的来电白名单选{who}', '勿扰模式里允许的呼叫者换成{who}'],
  },
  'sound.tone_call.set': {
    en: ['I would like {tone} as my ringtone', 'call ringtone {tone}', 'pick {tone} as the sound when someone calls', 'have the phone play {tone} for incoming calls', 'switch the ringtone to {tone}', 'choose {tone} for phone calls', '{tone} should be my call ringtone', 'when somebody calls, play {tone}', 'put {tone} on as ringtone for calls', 'replace my call ringtone with {tone}', 'let the ringtone of calls be {tone}'],
    zh: ['来电铃声{tone}', '我想用{tone}当来电铃声', '电话铃声换成{tone}', '有人打电话时响{tone}', '来电铃声选{tone}', '把手机来电音乐设置成{tone}', '让来电响起{tone}', '将电话铃声改为{tone}', '{tone}作为来电的铃声'],
  },
  'sound.tone_message.set': {
    en: ['I would like {tone} as message sound', 'message tone {tone}', 'pick {tone} as the sound when a text comes in', 'have the phone play {tone} for texts', 'switch the message alert to {tone}', 'choose {tone} for incoming messages', '{tone} should be my text tone', 'when a message arrives, play {tone}', 'put {tone} on as sound for texts', 'replace my message tone with {tone}', 'let the tone of new messages be {tone}'],
    zh: ['短信铃声{tone}', '我想用{tone}当短信提示音', '消息铃声换成{tone}', '收到短信时响{tone}', '短信提示音选{tone}', '把信息提示音设置成{tone}', '让短信来时响起{tone}', '将消息铃声改为{tone}', '{tone}作为短信的提示音'],
  },
  'sound.tone_alarm.set': {
    en: ['I would like {tone} as alarm sound', 'default alarm tone {tone}', 'pick {tone} as the sound the alarms make', 'have the alarm clock ring with {tone}', 'switch the alarm ringtone to {tone}', 'choose {tone} for the alarms', '{tone} should be my alarm tone', 'when alarms go off, play {tone}', 'put {tone} on as melody for alarms', 'replace the default alarm sound with {tone}', 'let the ringtone of alarms be {tone}'],
    zh: ['闹钟铃声{tone}', '我想用{tone}当闹铃', '闹铃换成{tone}', '闹钟响的时候放{tone}', '闹钟铃音选{tone}', '把默认闹钟声设置成{tone}', '让闹钟响起{tone}', '将闹钟的铃音改为{tone}', '{tone}作为闹钟的铃声'],
  },
};
