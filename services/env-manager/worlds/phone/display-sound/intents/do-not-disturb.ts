import type { Intent } from '../../../intent.ts';
import { permissionConflict, settingWrite, spoken, switchWrite } from '../../authoring/setting-intents.ts';
import { schedulePlan } from './comfort.ts';
import { domain } from './values.ts';

const permission = 'do_not_disturb';
const conflicts = () => [permissionConflict(permission)];

const enable = switchWrite({
  id: 'sound.do_not_disturb.enable',
  domain,
  tool: 'manage_do_not_disturb',
  permission,
  conflicts,
  action: 'enable',
  row: ['sound', 'do_not_disturb'],
  on: true,
  wordings: {
    en: {
      train: ['turn on Do Not Disturb', 'enable do not disturb', 'I do not want to be disturbed, set that mode', 'switch Do Not Disturb on', 'start do not disturb mode'],
      dev: ['activate Do Not Disturb', 'I want do not disturb running'],
      test: ['put Do Not Disturb on', 'nobody should disturb me now, use do not disturb'],
    },
    zh: { train: ['打开勿扰模式', '开启免打扰', '把勿扰打开', '进入勿扰模式'], dev: ['启用免打扰', '别让人打扰我，开勿扰'], test: ['帮我开勿扰', '现在谁也别来打扰，免打扰走起'] },
  },
});

const disable = switchWrite({
  id: 'sound.do_not_disturb.disable',
  domain,
  tool: 'manage_do_not_disturb',
  permission,
  conflicts,
  action: 'disable',
  row: ['sound', 'do_not_disturb'],
  on: false,
  wordings: {
    en: {
      train: ['turn off Do Not Disturb', 'disable do not disturb', 'I can be disturbed again, end that mode', 'switch Do Not Disturb off', 'stop do not disturb mode'],
      dev: ['deactivate Do Not Disturb', 'I want do not disturb off'],
      test: ['take Do Not Disturb off', 'people may disturb me now, end do not disturb'],
    },
    zh: { train: ['关闭勿扰模式', '关掉免打扰', '把勿扰关了', '退出勿扰模式'], dev: ['停用免打扰', '可以打扰我了，关勿扰'], test: ['帮我关掉勿扰', '不用再免打扰了，退出吧'] },
  },
});

const schedule = settingWrite({
  id: 'sound.do_not_disturb.schedule',
  domain,
  tool: 'manage_do_not_disturb',
  permission,
  conflicts,
  plan: (draw) => schedulePlan(draw, ['sound', 'do_not_disturb']),
  wordings: {
    en: {
      train: ['schedule Do Not Disturb from {start} to {end}', 'use do not disturb every day from {start} until {end}', 'set a Do Not Disturb schedule, {start} to {end}', 'let do not disturb run between {start} and {end}', 'have Do Not Disturb start at {start} and end at {end}'],
      dev: ['I want Do Not Disturb scheduled for {start} until {end}', 'plan do not disturb from {start} to {end}'],
      test: ['Do Not Disturb should be on from {start} to {end} each day', 'run do not disturb daily between {start} and {end}'],
    },
    zh: {
      train: ['每天{start}到{end}开启勿扰', '设置勿扰定时，{start}到{end}', '免打扰从{start}开到{end}', '让勿扰模式{start}开始{end}结束'],
      dev: ['{start}自动勿扰，{end}解除', '给免打扰定时：{start}至{end}'],
      test: ['每天{start}至{end}谁也别打扰我', '安排勿扰从{start}持续到{end}'],
    },
  },
  omissions: {
    start: {
      parameter: 'startTime',
      wordings: {
        en: { train: ['schedule Do Not Disturb until {end} every day', 'set a daily Do Not Disturb schedule that ends at {end}', 'let do not disturb run each night till {end}'], dev: ['plan daily Do Not Disturb up to {end}'], test: ['a Do Not Disturb schedule should stop at {end} each day'] },
        zh: { train: ['设置每天到{end}结束的勿扰定时', '勿扰定时每天{end}结束'], dev: ['给免打扰定时，{end}解除'], test: ['安排每天的勿扰，持续到{end}'] },
      },
    },
    end: {
      parameter: 'endTime',
      wordings: {
        en: { train: ['schedule Do Not Disturb from {start} every day', 'set a daily Do Not Disturb schedule that starts at {start}', 'let do not disturb run each night starting {start}'], dev: ['plan daily Do Not Disturb starting at {start}'], test: ['a Do Not Disturb schedule should begin at {start} each day'] },
        zh: { train: ['设置每天{start}开始的勿扰定时', '勿扰定时每天{start}开始'], dev: ['给免打扰定时，{start}起'], test: ['安排每天的勿扰，从{start}起'] },
      },
    },
  },
  memorable: {
    start: {
      category: 'routines_habits',
      content: { en: ['Goes to bed at {value}.', 'Bedtime is {value}.'], zh: ['每天{value}上床睡觉。', '睡觉时间是{value}。'] },
      reference: {
        en: { train: ['my bedtime', 'when I go to bed', 'my usual time for bed'], dev: ['the hour I turn in'], test: ['the time I hit the pillow'] },
        zh: { train: ['我睡觉的时间', '我上床的时候'], dev: ['我平时就寝那会儿'], test: ['我惯常的就寝时间'] },
      },
    },
    end: {
      category: 'routines_habits',
      content: { en: ['Gets out of bed at {value}.', 'The day begins at {value}.'], zh: ['每天{value}起床。', '一天从{value}开始。'] },
      reference: {
        en: { train: ['the time I get up', 'when I get out of bed', 'my getting-up time'], dev: ['the hour I rise'], test: ['the time my day begins'] },
        zh: { train: ['我起床的时间', '我起来的时候'], dev: ['我平时起身那会儿'], test: ['我惯常的起床时间'] },
      },
    },
  },
});

const CALLERS = {
  nobody: { en: ['nobody', 'no one'], zh: ['无人', '没有人'] },
  favorites: { en: ['favorites', 'my favorites'], zh: ['收藏联系人', '星标联系人'] },
  contacts: { en: ['contacts', 'my contacts'], zh: ['通讯录联系人', '通讯录里的人'] },
  everyone: { en: ['everyone'], zh: ['所有人', '任何人'] },
} as const;

const callers = settingWrite({
  id: 'sound.do_not_disturb.set_callers',
  domain,
  tool: 'manage_do_not_disturb',
  permission,
  conflicts,
  plan(draw) {
    const who = draw.random.pick(['nobody', 'favorites', 'contacts', 'everyone'] as const);
    return {
      slots: { who: spoken(draw, who, CALLERS[who]) },
      args: { action: 'set_allowed_callers', allowedCallers: who },
      row: ['sound', 'do_not_disturb'],
      before: { allowed_callers: who === 'contacts' ? 'favorites' : 'contacts' },
      after: { allowed_callers: who },
    };
  },
  wordings: {
    en: {
      train: ['allow calls from {who} during Do Not Disturb', 'let {who} call me while Do Not Disturb is on', 'set the allowed callers of Do Not Disturb to {who}', 'during do not disturb {who} may ring through', 'change who can call in Do Not Disturb to {who}'],
      dev: ['in Do Not Disturb {who} may call me', 'while do not disturb is on, allow calls from {who}'],
      test: ['let calls from {who} through in Do Not Disturb', 'make {who} the allowed callers during do not disturb'],
    },
    zh: {
      train: ['勿扰时允许{who}来电', '免打扰期间让{who}可以打进来', '勿扰的允许来电设为{who}', '勿扰模式下{who}可以呼入'],
      dev: ['开勿扰时放行{who}的电话', '免打扰来电例外：{who}'],
      test: ['勿扰中能接通的人改成{who}', '免打扰的来电过滤只放{who}'],
    },
  },
});

export const disturbIntents: readonly Intent[] = [enable, disable, schedule, callers];
