import type { WordingsByIntent } from '../wordings.ts';

export const displaySound1: WordingsByIntent = {
  'display.brightness.set': {
    en: ['I would like the brightness at {level}', 'brightness {level}', '{level} is what I want for screen brightness', 'get the display to {level} brightness', 'let the screen shine at {level}', 'move the brightness slider to {level}', '{level} brightness for the screen, please', 'turn the screen brightness to {level}', 'the display should be at {level} brightness', 'take the brightness of the display to {level}', 'I want my screen lit at {level}'],
    zh: ['亮度{level}', '屏幕亮度要{level}', '帮我把屏幕调成{level}亮度', '显示亮度改到{level}', '让屏幕亮度变为{level}', '亮度滑到{level}', '我想要{level}的亮度', '将手机屏幕的亮度设定成{level}', '屏幕调至{level}的亮度'],
  },
  'display.auto_brightness.enable': {
    en: ['activate automatic brightness', 'auto brightness on', 'I would like the phone to control brightness by itself', 'let the light sensor set the brightness', 'make brightness adaptive', 'put adaptive brightness on', 'have the screen brightness adapt to the surroundings', 'get the display to dim and brighten on its own', 'start adjusting the brightness automatically', 'leave the brightness to the phone', 'the screen should match the ambient light automatically'],
    zh: ['启用自动亮度', '自动亮度开一下', '亮度让手机自己调', '屏幕亮度跟着环境光变', '把亮度自适应打开', '开启自适应亮度', '我想让亮度自动变化', '亮度改成自动的', '麻烦打开自动调光'],
  },
  'display.auto_brightness.disable': {
    en: ['deactivate automatic brightness', 'auto brightness off', 'I would like to control the brightness by hand', 'do not let the light sensor set the brightness', 'make brightness manual', 'I no longer need adaptive brightness', 'keep the screen brightness from changing by itself', 'stop the display dimming on its own', 'quit adjusting the brightness automatically', 'the screen should not match the ambient light any more', 'get rid of adaptive brightness'],
    zh: ['停用自动亮度', '自动亮度关一下', '不要手机自己调亮度', '屏幕亮度别跟着环境光变', '把亮度自适应关闭', '不用自适应亮度了', '亮度改为手动', '麻烦关闭自动调光', '我不想亮度自己变来变去'],
  },
  'display.refresh_rate.set': {
    en: ['{rate} refresh rate', 'I would like the display to refresh at {rate}', 'take the refresh rate to {rate}', 'let the display run at {rate}', 'pick {rate} for the screen refresh rate', 'under refresh rate, select {rate}', 'the screen should refresh at {rate}', 'make {rate} the refresh rate', 'get the screen to {rate} refresh', 'I want {rate} on this screen for refreshing', 'have the display refreshed at {rate}'],
    zh: ['刷新率{rate}', '屏幕要{rate}刷新率', '帮我切到{rate}刷新率', '让屏幕以{rate}刷新', '选择{rate}的刷新率', '显示刷新率设定为{rate}', '刷新率切换成{rate}', '将屏幕刷新率调整到{rate}', '我想用{rate}的屏幕刷新率'],
  },
  'display.font_size.set': {
    en: ['{size} font, please', 'I would like the text to be {size}', 'make the font {size}', 'put the text size on {size}', 'let the phone show {size} letters', 'choose {size} as font size', 'the writing on the screen should be {size}', 'adjust the font to {size}', 'pick the {size} text size', 'get the letters to {size} size', 'display text in {size}'],
    zh: ['字体{size}', '字要{size}的', '帮我把字调成{size}', '文字大小改为{size}', '让手机字体变成{size}', '字体大小选{size}', '我想要{size}字体', '系统字号切换到{size}', '屏幕上的字设为{size}'],
  },
  'display.screen_timeout.set': {
    en: ['I would like the screen to go dark after {duration}', 'screen timeout {duration}', 'keep the display on for {duration} before it sleeps', 'lock the screen automatically after {duration}', 'put the phone to sleep after {duration} of no use', 'adjust the screen-off time to {duration}', 'give the screen {duration} before it switches off', 'make {duration} the time until the screen turns off', 'the screen should lock itself after {duration}', 'display sleep timer: {duration}', 'let the display go off when idle for {duration}'],
    zh: ['屏幕超时{duration}', '{duration}不动就锁屏', '让屏幕{duration}后自动锁', '自动息屏设为{duration}', '我想让屏幕{duration}不操作再关', '把屏幕休眠时间调到{duration}', '锁屏时间改成{duration}', '没操作{duration}后熄屏', '屏幕常亮时长设成{duration}'],
  },
  'display.color_mode.set': {
    en: ['{mode} color mode, please', 'I would like {mode} screen colors', 'choose {mode} as color mode', 'make the display colors {mode}', 'let the screen show {mode} colors', 'under color mode, select {mode}', 'pick the {mode} color profile', 'the screen colors should be {mode}', 'turn the screen to {mode} colors', 'have the color style of the screen be {mode}', 'go for {mode} in the display color settings'],
    zh: ['色彩模式{mode}', '屏幕要{mode}色彩', '帮我把屏幕颜色调成{mode}', '色彩风格选{mode}', '让屏幕显示{mode}的颜色', '换成{mode}色彩模式', '我想要{mode}的屏幕色彩', '将显示色彩切换为{mode}', '色彩模式切到{mode}'],
  },
  'display.auto_rotate.enable': {
    en: ['activate screen rotation', 'auto-rotate on', 'I would like the screen to rotate automatically', 'make the display follow how I hold the phone', 'release the orientation lock', 'let the picture flip when the phone is turned', 'put auto-rotate on', 'start rotating the screen automatically', 'turn off the portrait lock so that the screen rotates', 'the screen should turn along with the phone', 'get automatic rotation going'],
    zh: ['启用自动旋转', '自动旋转开一下', '屏幕要能跟着手机转', '转手机时画面也跟着转', '把方向锁定解开', '我想让屏幕能横过来，开自动旋转', '麻烦开启自动转屏', '取消竖屏锁定', '让画面自动横竖切换'],
  },
  'display.auto_rotate.disable': {
    en: ['deactivate screen rotation', 'auto-rotate off', 'I do not want the screen to rotate automatically', 'keep the display from flipping', 'put on the orientation lock', 'hold the screen in its present orientation', 'I no longer need auto-rotate', 'fix the screen direction', 'the screen should stay put when I tilt the phone', 'quit rotating the screen automatically', 'get rid of automatic rotation'],
    zh: ['停用自动旋转', '自动旋转关一下', '屏幕不要跟着手机转', '转手机时画面别动', '把屏幕方向锁住', '打开竖屏锁定', '麻烦关掉自动转屏', '我不想屏幕转来转去', '固定屏幕方向'],
  },
  'display.status_bar.show': {
    en: ['I would like to see the {item} in the status bar', 'make the {item} visible in the status bar', 'let the status bar show the {item}', 'have the {item} appear in the top bar', 'enable the {item} in the status bar', 'status bar: {item} on', 'bring the {item} into the status bar', 'include the {item} in the bar at the top', 'switch on the {item} for the status bar', 'give me the {item} up in the status bar', 'the status bar should have the {item}'],
    zh: ['状态栏要显示{item}', '让状态栏显示{item}', '把{item}放到状态栏', '我想在状态栏看到{item}', '状态栏{item}打开', '顶部状态栏加{item}', '启用状态栏里的{item}', '屏幕上方要有{item}', '状态栏开启{item}显示'],
  },
  'display.status_bar.hide': {
    en: ['I do not want to see the {item} in the status bar', 'make the {item} disappear from the status bar', 'status bar: {item} off', 'keep the {item} out of the top bar', 'disable the {item} in the status bar', 'get rid of the {item} in the status bar', 'clear the {item} from the bar at the top', 'switch off the {item} for the status bar', 'I no longer need the {item} up in the status bar', 'the status bar should not have the {item}', 'drop the {item} from the status bar'],
    zh: ['状态栏不要显示{item}', '别在状态栏显示{item}', '把{item}从状态栏拿掉', '我不想在状态栏看到{item}', '状态栏{item}关掉', '顶部状态栏去除{item}', '停用状态栏里的{item}', '屏幕上方不要有{item}', '把状态栏的{item}藏起来'],
  },
  'display.dark_mode.enable': {
    en: ['activate dark mode', 'dark mode on', 'I would like a dark interface', 'go dark with the theme', 'put the phone in dark mode', 'get dark mode going', 'change the theme to dark', 'have everything shown in dark colors', 'give me the dark look', 'start using dark mode', 'I prefer the dark theme, use it'],
    zh: ['启用深色模式', '深色模式开一下', '我要黑色界面', '换成暗色主题', '用深色主题', '把手机调成暗黑模式', '让系统变成深色', '麻烦开下深色模式', '界面改为黑底'],
  },
  'display.dark_mode.disable': {
    en: ['deactivate dark mode', 'dark mode off', 'I would like a light interface again', 'go back to light mode', 'I no longer need dark mode', 'change the theme to light', 'leave dark mode', 'have everything shown in light colors', 'I prefer the light theme, use that again', 'get out of the dark theme', 'stop using dark mode'],
    zh: ['停用深色模式', '深色模式关一下', '我不要黑色界面了', '换回亮色主题', '用浅色主题', '退出暗黑模式', '让系统变回浅色', '麻烦关下深色模式', '界面改回白底'],
  },
  'display.dark_mode.schedule': {
    en: ['from {start} to {end} make the interface dark', 'I would like dark mode between {start} and {end} every day', 'put dark mode on at {start} and off at {end} daily', 'dark mode, {start} to {end}', 'turn dark mode on automatically from {start} till {end}', 'time the dark theme for {start} to {end}', 'switch the theme to dark at {start} and back at {end}', 'let the phone be in dark mode during {start} to {end}', 'program dark mode: {start} until {end}', 'every day at {start} go dark and at {end} go light again', 'the dark theme should be active from {start} to {end}'],
    zh: ['深色模式定时{start}到{end}', '{start}至{end}自动开深色模式', '我想每天{start}到{end}界面变暗色', '把深色模式的时间段设为{start}到{end}', '从{start}起用暗色主题，{end}恢复', '深色主题按{start}到{end}定时', '每天{start}自动变深色，{end}变回来', '安排深色模式在{start}和{end}之间开启', '暗黑模式的时段改成{start}至{end}'],
  },
  'display.eye_comfort.enable': {
    en: ['activate eye comfort', 'eye comfort on', 'I would like the blue light filtered', 'put the blue light filter on', 'protect my eyes with the comfort mode', 'get the eye protection mode going', 'cut the blue light of the screen', 'reduce blue light', 'my eyes are tired, switch on the blue light filter', 'go into eye comfort mode', 'start eye care mode'],
    zh: ['启用护眼模式', '护眼模式开一下', '眼睛累了，开护眼', '打开防蓝光', '减少屏幕蓝光', '进入护眼模式', '让屏幕过滤蓝光', '麻烦启动护眼', '我要用护眼模式'],
  },
  'display.eye_comfort.disable': {
    en: ['deactivate eye comfort', 'eye comfort off', 'I no longer need the blue light filter', 'take the blue light filter off', 'leave eye comfort mode', 'get rid of the blue light filter', 'let the blue light through again', 'stop the eye protection mode', 'end eye care mode', 'I would like eye comfort to be off', 'the screen should not filter blue light any more'],
    zh: ['停用护眼模式', '护眼模式关一下', '不用护眼了', '关闭防蓝光', '退出护眼模式', '别再过滤蓝光了', '取消护眼', '麻烦停掉护眼模式', '我不需要蓝光过滤，关了'],
  },
  'display.eye_comfort.set_warmth': {
    en: ['I would like eye comfort at {level} warmth', '{level} warmth for the blue light filter', 'let the eye comfort tint be {level} warm', 'move the eye comfort color temperature to {level}', 'adjust the warmth in eye comfort mode to {level}', 'get the eye comfort tone to {level}', 'make the warmth of eye comfort {level}', 'the blue light filter should be {level} warm', 'take the warm tint of the screen to {level}', 'eye comfort warmth {level}', 'turn the warmth of the night light to {level}'],
    zh: ['护眼暖度{level}', '护眼模式的色温要{level}', '帮我把护眼暖色调成{level}', '护眼色温改为{level}', '让护眼模式的暖度变成{level}', '我想要{level}的护眼暖度', '蓝光过滤强度的色温调至{level}', '护眼屏幕的暖色设为{level}', '将护眼的冷暖调到{level}'],
  },
  'display.eye_comfort.schedule': {
    en: ['from {start} to {end} filter the blue light', 'I would like eye comfort between {start} and {end} every day', 'put eye comfort on at {start} and off at {end} daily', 'eye comfort, {start} to {end}', 'turn the blue light filter on automatically from {start} till {end}', 'time eye comfort for {start} to {end}', 'start filtering blue light at {start} and stop at {end}', 'the phone should be in eye comfort mode during {start} to {end}', 'program the blue light filter: {start} until {end}', 'every day at {start} go to eye comfort and leave it at {end}', 'let eye protection be active from {start} to {end}'],
    zh: ['护眼定时{start}到{end}', '{start}至{end}自动开护眼', '我想每天{start}到{end}过滤蓝光', '把护眼模式的时间段设为{start}到{end}', '从{start}起开护眼，{end}关', '蓝光过滤按{start}到{end}定时', '每天{start}自动进护眼，{end}退出', '安排护眼在{start}和{end}之间开启', '护眼时段改成{start}至{end}'],
  },
};
