import type { Intent } from '../../../intent.ts';
import { settingWrite, spoken, switchConflict, switchWrite } from '../../authoring/setting-intents.ts';
import { domain, levelSlot, timeoutSlot } from './values.ts';

const autoBrightnessOn = switchConflict({
  id: 'auto_brightness_on',
  row: ['display', 'auto_brightness'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'manage_auto_brightness', args: { action: 'disable' } },
});

const eyeComfortOn = switchConflict({
  id: 'eye_comfort_on',
  row: ['display', 'eye_comfort'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'manage_eye_comfort', args: { action: 'disable' } },
});

const brightness = settingWrite({
  id: 'display.brightness.set',
  domain,
  tool: 'manage_brightness',
  conflicts: () => [autoBrightnessOn],
  plan(draw) {
    const level = levelSlot(draw);
    return {
      slots: { level },
      args: { action: 'set', level: level.value },
      row: ['display', 'brightness'],
      before: { level: 55 },
      after: { level: level.value },
      setup: { display: { auto_brightness: { on: false } } },
    };
  },
  wordings: {
    en: {
      train: ['set the screen brightness to {level}', 'make the screen {level} bright', 'change the brightness to {level}', 'put the display brightness at {level}', 'bring screen brightness to {level}', 'adjust brightness to {level}'],
      dev: ['I want the screen brightness at {level}', 'have the display {level} bright'],
      test: ['let the brightness of the screen be {level}', 'make {level} the display brightness'],
    },
    zh: {
      train: ['把屏幕亮度调到{level}', '亮度设为{level}', '屏幕亮度改成{level}', '将亮度调整为{level}'],
      dev: ['屏幕亮到{level}就好', '显示亮度给我{level}'],
      test: ['让屏幕保持{level}的亮度', '亮度拉到{level}'],
    },
  },
  omissions: {
    level: {
      parameter: 'level',
      wordings: {
        en: { train: ['set the screen brightness', 'change the brightness to something else', 'adjust the display brightness'], dev: ['I want a different screen brightness'], test: ['have the display brightness changed'] },
        zh: { train: ['调一下屏幕亮度', '改一下亮度'], dev: ['屏幕亮度换一换'], test: ['亮度帮我动一下'] },
      },
    },
  },
  memorable: {
    level: {
      category: 'routines_habits',
      content: { en: ['Keeps the screen at {value} brightness when reading at night.', 'Night-time screen brightness is {value}.'], zh: ['晚上看书时屏幕亮度用{value}。', '夜里习惯的屏幕亮度是{value}。'] },
      reference: {
        en: { train: ['my night reading level', 'what I use at night', 'my usual night-time value'], dev: ['the level I read with after dark'], test: ['whatever I have it at when reading in bed'] },
        zh: { train: ['我晚上习惯的值', '夜间常用的数值'], dev: ['我睡前看书的那个程度'], test: ['夜里惯用的那一档'] },
      },
    },
  },
});

const autoOn = switchWrite({
  id: 'display.auto_brightness.enable',
  domain,
  tool: 'manage_auto_brightness',
  action: 'enable',
  row: ['display', 'auto_brightness'],
  on: true,
  wordings: {
    en: {
      train: ['turn on auto brightness', 'enable adaptive brightness', 'let the screen adjust its brightness by itself', 'switch automatic brightness on', 'have brightness follow the light around me'],
      dev: ['activate automatic brightness', 'have the screen brightness adjust automatically'],
      test: ['put brightness on automatic', 'I want adaptive brightness on'],
    },
    zh: { train: ['打开自动亮度', '开启自动调节亮度', '让屏幕亮度自动调节', '把自动亮度打开'], dev: ['启用自动亮度', '让亮度自动调节'], test: ['帮我开自动亮度', '我要屏幕自动调节亮度'] },
  },
});

const autoOff = switchWrite({
  id: 'display.auto_brightness.disable',
  domain,
  tool: 'manage_auto_brightness',
  action: 'disable',
  row: ['display', 'auto_brightness'],
  on: false,
  wordings: {
    en: {
      train: ['turn off auto brightness', 'disable adaptive brightness', 'stop the screen from adjusting its brightness by itself', 'switch automatic brightness off', 'do not let brightness follow the light around me'],
      dev: ['deactivate automatic brightness', 'the brightness must not adjust automatically'],
      test: ['take brightness off automatic', 'I want adaptive brightness off'],
    },
    zh: { train: ['关闭自动亮度', '关掉自动调节亮度', '别让屏幕亮度自动调节', '把自动亮度关了'], dev: ['停用自动亮度', '亮度不要自动调节'], test: ['帮我关自动亮度', '我不要屏幕自动调节亮度'] },
  },
});

const RATES = {
  '60Hz': { en: ['60 Hz', '60Hz', '60 hertz'], zh: ['60Hz', '60赫兹'] },
  '90Hz': { en: ['90 Hz', '90Hz', '90 hertz'], zh: ['90Hz', '90赫兹'] },
  '120Hz': { en: ['120 Hz', '120Hz', '120 hertz'], zh: ['120Hz', '120赫兹'] },
  adaptive: { en: ['adaptive', 'adaptive mode'], zh: ['自适应', '自适应模式'] },
} as const;

const refreshRate = settingWrite({
  id: 'display.refresh_rate.set',
  domain,
  tool: 'manage_refresh_rate',
  plan(draw) {
    const rate = draw.random.pick(['60Hz', '90Hz', '120Hz', 'adaptive'] as const);
    return {
      slots: { rate: spoken(draw, rate, RATES[rate]) },
      args: { action: 'set', rate },
      row: ['display', 'refresh_rate'],
      before: { rate: rate === '60Hz' ? 'adaptive' : '60Hz' },
      after: { rate },
    };
  },
  omissions: {
    rate: {
      parameter: 'rate',
      wordings: {
        en: { train: ['change the refresh rate', 'set another screen refresh rate', 'switch the refresh rate of the display'], dev: ['select a different refresh rate'], test: ['the screen should have another refresh rate'] },
        zh: { train: ['改一下屏幕刷新率', '刷新率换一档'], dev: ['选一下刷新率'], test: ['我要换刷新率'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the refresh rate to {rate}', 'switch the screen refresh rate to {rate}', 'change the refresh rate of the display to {rate}', 'run the screen refresh at {rate}', 'use {rate} as refresh rate'],
      dev: ['have the display refresh at {rate}', 'select {rate} for the refresh rate'],
      test: ['the screen should have a refresh rate of {rate}', 'make {rate} the refresh rate'],
    },
    zh: { train: ['把刷新率设为{rate}', '屏幕刷新率调到{rate}', '刷新率改成{rate}', '屏幕刷新用{rate}'], dev: ['刷新率选{rate}', '让屏幕以{rate}刷新'], test: ['刷新率给我换到{rate}', '屏幕跑{rate}的刷新率'] },
  },
});

const SIZES = {
  small: { en: ['small'], zh: ['小号', '小'] },
  standard: { en: ['standard', 'normal'], zh: ['标准', '正常'] },
  large: { en: ['large'], zh: ['大号', '大'] },
  extra_large: { en: ['extra large', 'the biggest'], zh: ['特大号', '超大'] },
} as const;

const fontSize = settingWrite({
  id: 'display.font_size.set',
  domain,
  tool: 'manage_font_size',
  plan(draw) {
    const size = draw.random.pick(['small', 'standard', 'large', 'extra_large'] as const);
    return {
      slots: { size: spoken(draw, size, SIZES[size]) },
      args: { action: 'set', size },
      row: ['display', 'font_size'],
      before: { size: size === 'standard' ? 'large' : 'standard' },
      after: { size },
    };
  },
  wordings: {
    en: {
      train: ['set the font size to {size}', 'change the text size to {size}', 'make the letters on the screen {size}', 'use {size} text', 'switch the font size to {size}'],
      dev: ['show text in {size} size', 'I need the font {size}'],
      test: ['I want the text size to be {size}', 'have {size} letters on the screen'],
    },
    zh: { train: ['把字体大小设为{size}', '字号调成{size}', '屏幕文字改为{size}', '字体用{size}'], dev: ['请把字体调成{size}', '文字大小选{size}'], test: ['我要{size}的字体', '屏幕文字大小换成{size}'] },
  },
  omissions: {
    size: {
      parameter: 'size',
      wordings: {
        en: { train: ['change the font size', 'set another text size', 'adjust the size of the letters'], dev: ['show text in a different size'], test: ['I want the text size to be another'] },
        zh: { train: ['改一下字体大小', '调一下字号'], dev: ['文字大小换一种'], test: ['屏幕文字换个大小'] },
      },
    },
  },
  memorable: {
    size: {
      category: 'routines_habits',
      content: { en: ['Reads best with {value} text on the phone.', 'Prefers {value} letters without glasses.'], zh: ['手机上看{value}的字最舒服。', '不戴眼镜时喜欢{value}的字。'] },
      reference: {
        en: { train: ['my preferred size', 'the size I read best', 'my no-glasses size'], dev: ['the size that suits my eyes'], test: ['the size I favour'] },
        zh: { train: ['我看着最舒服的', '我喜欢的大小'], dev: ['我不戴眼镜用的那种'], test: ['我偏爱的尺寸'] },
      },
    },
  },
});

const timeout = settingWrite({
  id: 'display.screen_timeout.set',
  domain,
  tool: 'manage_screen_timeout',
  plan(draw) {
    const duration = timeoutSlot(draw);
    return { slots: { duration }, args: { action: 'set', timeoutSeconds: duration.value }, row: ['display', 'screen_timeout'], before: { seconds: 60 }, after: { seconds: duration.value } };
  },
  wordings: {
    en: {
      train: ['set the screen timeout to {duration}', 'turn the screen off after {duration} without touch', 'let the screen stay on for {duration}', 'change the auto-lock time to {duration}', 'make the display time out after {duration}'],
      dev: ['the screen should turn off after {duration}', 'keep the screen on for {duration}'],
      test: ['have the screen time out after {duration}', 'make {duration} the screen timeout'],
    },
    zh: { train: ['把自动锁屏时间设为{duration}', '屏幕{duration}后自动熄灭', '息屏时间改成{duration}', '让屏幕亮{duration}再熄'], dev: ['请让屏幕{duration}后熄灭', '息屏时间调成{duration}'], test: ['我要屏幕亮{duration}', '自动锁屏的时间换成{duration}'] },
  },
  omissions: {
    duration: {
      parameter: 'timeoutSeconds',
      wordings: {
        en: { train: ['change the screen timeout', 'set another auto-lock time', 'adjust how long the screen stays on'], dev: ['the screen should turn off after a different time'], test: ['have another screen timeout'] },
        zh: { train: ['改一下息屏时间', '调一下自动锁屏时间'], dev: ['息屏时间换一个'], test: ['自动锁屏时间改改'] },
      },
    },
  },
  memorable: {
    duration: {
      category: 'routines_habits',
      content: { en: ['When cooking the screen should stay on for {value}.', 'Needs the screen awake for {value} while following recipes.'], zh: ['做饭看菜谱时屏幕要亮{value}。', '看菜谱习惯让屏幕保持{value}。'] },
      reference: {
        en: { train: ['my usual cooking time', 'as long as I need for recipes', 'the recipe duration'], dev: ['what I take when following a recipe'], test: ['the span I like in the kitchen'] },
        zh: { train: ['我做饭时用的时长', '看菜谱的时间'], dev: ['下厨时惯用的时长'], test: ['厨房里常设的那么久'] },
      },
    },
  },
});

const COLORS = {
  natural: { en: ['natural'], zh: ['自然'] },
  vivid: { en: ['vivid'], zh: ['鲜艳', '艳丽'] },
  cinema: { en: ['cinema', 'film'], zh: ['影院', '电影'] },
  grayscale: { en: ['grayscale', 'black and white'], zh: ['灰度', '黑白'] },
} as const;

const colorMode = settingWrite({
  id: 'display.color_mode.set',
  domain,
  tool: 'manage_color_mode',
  conflicts: () => [eyeComfortOn],
  plan(draw) {
    const mode = draw.random.pick(['natural', 'vivid', 'cinema', 'grayscale'] as const);
    return {
      slots: { mode: spoken(draw, mode, COLORS[mode]) },
      args: { action: 'set', mode },
      row: ['display', 'color_mode'],
      before: { mode: mode === 'natural' ? 'vivid' : 'natural' },
      after: { mode },
      setup: { display: { eye_comfort: { on: false } } },
    };
  },
  omissions: {
    mode: {
      parameter: 'mode',
      wordings: {
        en: { train: ['change the color mode of the screen', 'set another display color style', 'switch the screen colors to another mode'], dev: ['select a different color style'], test: ['I want other screen colors'] },
        zh: { train: ['改一下色彩模式', '屏幕颜色换个模式'], dev: ['选一种色彩风格'], test: ['我要换屏幕色彩'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the color mode to {mode}', 'switch the screen colors to {mode}', 'change the display color style to {mode}', 'use {mode} colors on the screen', 'put the display in {mode} color mode'],
      dev: ['show the screen in {mode} colors', 'select the {mode} color style'],
      test: ['make {mode} the color mode of the screen', 'I want {mode} screen colors'],
    },
    zh: { train: ['把色彩模式设为{mode}', '屏幕颜色切换成{mode}', '显示色彩改为{mode}', '屏幕色彩用{mode}模式'], dev: ['色彩风格选{mode}', '画面颜色要{mode}的'], test: ['屏幕配色换到{mode}', '让显示颜色走{mode}风格'] },
  },
});

function rotate(on: boolean): Intent['wordings'] {
  return on
    ? {
        en: {
          train: ['turn on auto-rotate', 'let the screen rotate by itself', 'enable screen rotation', 'unlock the screen orientation', 'have the display turn when I turn the phone'],
          dev: ['activate auto-rotate', 'the screen should rotate when I turn the phone'],
          test: ['put screen rotation on', 'I want the screen to rotate automatically'],
        },
        zh: { train: ['打开自动旋转', '开启屏幕旋转', '让屏幕自动旋转', '解除屏幕方向锁定'], dev: ['启用自动旋转', '让屏幕跟着手机旋转'], test: ['我要屏幕能旋转', '取消屏幕方向锁定'] },
      }
    : {
        en: {
          train: ['turn off auto-rotate', 'stop the screen from rotating', 'disable screen rotation', 'lock the screen orientation', 'do not turn the display when I turn the phone'],
          dev: ['deactivate auto-rotate', 'the screen must not rotate when I turn the phone'],
          test: ['put screen rotation off', 'I want the screen orientation locked'],
        },
        zh: { train: ['关闭自动旋转', '关掉屏幕旋转', '别让屏幕自动旋转', '锁定屏幕方向'], dev: ['停用自动旋转', '屏幕别跟着手机旋转'], test: ['我不要屏幕旋转', '把屏幕方向锁定'] },
      };
}

const rotateOn = switchWrite({ id: 'display.auto_rotate.enable', domain, tool: 'manage_auto_rotate', action: 'enable', row: ['display', 'auto_rotate'], on: true, wordings: rotate(true) });
const rotateOff = switchWrite({ id: 'display.auto_rotate.disable', domain, tool: 'manage_auto_rotate', action: 'disable', row: ['display', 'auto_rotate'], on: false, wordings: rotate(false) });

const ITEMS = {
  battery_percentage: { en: ['battery percentage', 'battery percent'], zh: ['电量百分比', '电池百分比'] },
  network_speed: { en: ['network speed', 'live network speed'], zh: ['网速', '实时网速'] },
  notification_icons: { en: ['notification icons', 'icons of notifications'], zh: ['通知图标'] },
  carrier_name: { en: ['carrier name', 'name of the carrier'], zh: ['运营商名称', '运营商名字'] },
} as const;

function statusItem(show: boolean, wordings: Intent['wordings']): Intent {
  return settingWrite({
    id: `display.status_bar.${show ? 'show' : 'hide'}`,
    domain,
    tool: 'manage_status_bar_display',
    plan(draw) {
      const item = draw.random.pick(['battery_percentage', 'network_speed', 'notification_icons', 'carrier_name'] as const);
      return {
        slots: { item: spoken(draw, item, ITEMS[item]) },
        args: { action: show ? 'show' : 'hide', item },
        row: ['display', 'status_bar'],
        before: { [item]: !show },
        after: { [item]: show },
      };
    },
    wordings,
  });
}

const showItem = statusItem(true, {
  en: {
    train: ['show the {item} in the status bar', 'put the {item} in the status bar', 'display the {item} at the top of the screen', 'add the {item} to the status bar', 'turn on the {item} in the status bar'],
    dev: ['I want to see the {item} up in the status bar', 'make the {item} visible in the top bar'],
    test: ['the status bar should show the {item}', 'have the {item} displayed in the status bar'],
  },
  zh: { train: ['在状态栏显示{item}', '状态栏里加上{item}', '屏幕顶部显示{item}', '打开状态栏的{item}'], dev: ['我要在状态栏看到{item}', '顶栏把{item}亮出来'], test: ['请在状态栏加上{item}', '让状态栏显示{item}'] },
});

const hideItem = statusItem(false, {
  en: {
    train: ['hide the {item} in the status bar', 'remove the {item} from the status bar', 'do not display the {item} at the top of the screen', 'take the {item} out of the status bar', 'turn off the {item} in the status bar'],
    dev: ['I do not want to see the {item} up in the status bar', 'make the {item} invisible in the top bar'],
    test: ['the status bar should not show the {item}', 'have the {item} hidden from the status bar'],
  },
  zh: { train: ['在状态栏隐藏{item}', '状态栏里去掉{item}', '屏幕顶部不显示{item}', '关掉状态栏的{item}'], dev: ['我不想在状态栏看到{item}', '顶栏把{item}藏起来'], test: ['请在状态栏去掉{item}', '让状态栏不显示{item}'] },
});

export const screenIntents: readonly Intent[] = [brightness, autoOn, autoOff, refreshRate, fontSize, timeout, colorMode, rotateOn, rotateOff, showItem, hideItem];
