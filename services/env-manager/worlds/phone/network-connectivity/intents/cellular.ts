import type { Intent, Wordings } from '../../../intent.ts';
import { sayNumber } from '../../../surface.ts';
import { settingWrite, spoken, switchWrite } from '../../authoring/setting-intents.ts';
import { airplaneInTheWay } from './blockers.ts';

const domain = 'network-connectivity';

const dataOn = switchWrite({
  id: 'network.mobile_data.enable',
  domain,
  tool: 'manage_mobile_data',
  action: 'enable',
  row: ['network', 'mobile_data'],
  on: true,
  setup: { network: { airplane_mode: { on: false } } },
  conflicts: () => [airplaneInTheWay],
  wordings: {
    en: {
      train: ['turn on mobile data', 'switch cellular data on', 'enable mobile data', 'let the phone use cellular data', 'turn the data connection of my SIM on'],
      dev: ['activate mobile data', 'I want cellular data running'],
      test: ['put the mobile data on', 'get me online over cellular data'],
    },
    zh: { train: ['打开移动数据', '开启流量', '把手机流量打开', '打开蜂窝数据'], dev: ['启用移动数据', '让手机流量打开'], test: ['帮我打开流量', '麻烦开启蜂窝数据'] },
  },
});

const dataOff = switchWrite({
  id: 'network.mobile_data.disable',
  domain,
  tool: 'manage_mobile_data',
  action: 'disable',
  row: ['network', 'mobile_data'],
  on: false,
  wordings: {
    en: {
      train: ['turn off mobile data', 'switch cellular data off', 'disable mobile data', 'stop using cellular data', 'keep the phone from using mobile data'],
      dev: ['deactivate mobile data', 'I want cellular data off'],
      test: ['cut the mobile data', 'no more cellular data please'],
    },
    zh: { train: ['关闭移动数据', '关掉流量', '把手机流量关了', '关闭蜂窝数据'], dev: ['停用移动数据', '让手机流量关闭'], test: ['帮我关掉流量', '麻烦关一下蜂窝数据'] },
  },
});

function roaming(on: boolean, wordings: Wordings): Intent {
  const action = on ? 'enable_roaming' : 'disable_roaming';
  return settingWrite({
    id: `network.roaming.${on ? 'enable' : 'disable'}`,
    domain,
    tool: 'manage_mobile_data',
    plan: () => ({ args: { action }, row: ['network', 'mobile_data'], before: { roaming: !on }, after: { roaming: on } }),
    wordings,
  });
}

const roamingOn = roaming(true, {
  en: {
    train: ['turn on data roaming', 'allow data roaming', 'enable roaming for my trip abroad', 'let the phone use data abroad', 'switch roaming on'],
    dev: ['activate roaming', 'permit data on foreign networks'],
    test: ['I am going overseas, so have roaming running', 'make data work outside the country'],
  },
  zh: { train: ['打开数据漫游', '允许数据漫游', '开启漫游', '出国要用网，把漫游打开'], dev: ['启用漫游', '让手机在国外能上网，开漫游'], test: ['漫游给我开上', '我要去境外，让漫游生效'] },
});

const roamingOff = roaming(false, {
  en: {
    train: ['turn off data roaming', 'forbid data roaming', 'disable roaming now that I am back home', 'do not let the phone use data abroad', 'switch roaming off'],
    dev: ['deactivate roaming', 'block data on foreign networks'],
    test: ['I am back from overseas, so end roaming', 'keep data from working outside the country'],
  },
  zh: { train: ['关闭数据漫游', '禁止数据漫游', '关掉漫游', '回国了，把漫游关了'], dev: ['停用漫游', '别让手机在国外用流量，关漫游'], test: ['漫游给我关上', '我已经回来了，漫游不用了'] },
});

const networkMode = settingWrite({
  id: 'network.network_mode.set',
  domain,
  tool: 'manage_mobile_data',
  plan(draw) {
    const mode = draw.random.pick(['5G', '4G', '3G'] as const);
    return {
      slots: { mode: spoken(draw, mode, { en: [mode], zh: [mode, `${mode}网络`] }) },
      args: { action: 'set_network_mode', networkMode: mode },
      row: ['network', 'mobile_data'],
      before: { network_mode: mode === '4G' ? '5G' : '4G' },
      after: { network_mode: mode },
    };
  },
  wordings: {
    en: {
      train: ['set the network mode to {mode}', 'use {mode} for the cellular network', 'switch the SIM to {mode}', 'change the preferred network to {mode}', 'put mobile reception on {mode}'],
      dev: ['I want the cellular network on {mode}', 'select {mode} as the network mode'],
      test: ['make the SIM use {mode}', 'cellular should go over to {mode} network mode'],
    },
    zh: {
      train: ['把网络模式设为{mode}', '手机网络切到{mode}', '蜂窝网络用{mode}', '首选网络改成{mode}'],
      dev: ['请把蜂窝网络换成{mode}', '网络模式选{mode}'],
      test: ['手机网络改用{mode}', '我要把网络模式换到{mode}'],
    },
  },
  omissions: {
    mode: {
      parameter: 'networkMode',
      wordings: {
        en: { train: ['change the cellular network mode', 'switch the SIM to another network mode', 'set a different preferred network type'], dev: ['select the cellular network type'], test: ['move the SIM card to another generation'] },
        zh: { train: ['改一下网络模式', '换一种蜂窝网络模式'], dev: ['选一下网络模式'], test: ['手机网络换个模式'] },
      },
    },
  },
});

const airplaneOn = switchWrite({
  id: 'network.airplane_mode.enable',
  domain,
  tool: 'control_airplane_mode',
  action: 'enable',
  row: ['network', 'airplane_mode'],
  on: true,
  wordings: {
    en: {
      train: ['turn on airplane mode', 'switch to flight mode', 'enable airplane mode', 'put the phone in airplane mode', 'start flight mode'],
      dev: ['activate airplane mode', 'we are taking off, so go into flight mode'],
      test: ['set the phone up for the plane with airplane mode', 'I am boarding, flight mode on please'],
    },
    zh: { train: ['打开飞行模式', '开启飞行模式', '把手机调成飞行模式', '进入飞行模式'], dev: ['启用飞行模式', '要起飞了，切到飞行模式'], test: ['我登机了，飞行模式开上', '让手机进到飞行状态'] },
  },
});

const airplaneOff = switchWrite({
  id: 'network.airplane_mode.disable',
  domain,
  tool: 'control_airplane_mode',
  action: 'disable',
  row: ['network', 'airplane_mode'],
  on: false,
  wordings: {
    en: {
      train: ['turn off airplane mode', 'leave flight mode', 'disable airplane mode', 'take the phone out of airplane mode', 'end flight mode'],
      dev: ['deactivate airplane mode', 'we have landed, so come out of flight mode'],
      test: ['the flight is over, no more airplane mode', 'bring the phone back from flight mode'],
    },
    zh: { train: ['关闭飞行模式', '关掉飞行模式', '退出飞行模式', '取消飞行模式'], dev: ['停用飞行模式', '落地了，把飞行模式解除'], test: ['飞机到了，不用飞行模式了', '让手机从飞行状态恢复'] },
  },
});

const limitSet = settingWrite({
  id: 'network.data_limit.set',
  domain,
  tool: 'manage_data_limit',
  plan(draw) {
    const pool = { train: [5, 10, 15, 20, 40, 60], dev: [8, 25, 50], test: [12, 35, 80] }[draw.split];
    const limit = draw.random.pick(pool);
    return {
      slots: { limit: { said: draw.locale === 'en' ? `${sayNumber(draw.random, 'en', limit)} ${draw.random.pick(['GB', 'gigabytes'])}` : `${limit}${draw.random.pick(['G', 'GB'])}`, value: limit } },
      args: { action: 'set_limit', limitGb: limit },
      row: ['network', 'data_limit'],
      before: { limit_gb: draw.random.pick([0, 30]) },
      after: { limit_gb: limit },
    };
  },
  wordings: {
    en: {
      train: ['set the monthly data limit to {limit}', 'cap mobile data at {limit} a month', 'limit my cellular data to {limit}', 'put a data cap of {limit} on the month', 'allow at most {limit} of mobile data per month'],
      dev: ['keep monthly mobile data under a limit of {limit}', 'make {limit} the data limit'],
      test: ['no more than {limit} of cellular data each month, set that cap', 'fix my data allowance at {limit}'],
    },
    zh: {
      train: ['把每月流量上限设为{limit}', '每个月流量限制在{limit}', '流量限额设成{limit}', '移动数据每月最多用{limit}'],
      dev: ['月流量封顶{limit}', '给流量定个{limit}的上限'],
      test: ['一个月流量别超过{limit}，设好限额', '流量上限调到{limit}'],
    },
  },
  omissions: {
    limit: {
      parameter: 'limitGb',
      wordings: {
        en: { train: ['set a monthly data limit', 'cap my mobile data', 'change the limit for cellular data'], dev: ['make a ceiling for mobile data'], test: ['fix my data allowance'] },
        zh: { train: ['设一个每月流量上限', '改一下流量限额'], dev: ['给流量定个上限'], test: ['调一下流量上限'] },
      },
    },
  },
  memorable: {
    limit: {
      category: 'important_info',
      content: { en: ['The data plan includes {value} a month.', 'The mobile plan holds {value} of data each month.'], zh: ['手机套餐每月有{value}流量。', '流量套餐是每月{value}。'] },
      reference: {
        en: { train: ['what my plan includes', 'the amount in my data plan', 'my plan allowance'], dev: ['whatever the plan gives me'], test: ['the volume that my tariff holds'] },
        zh: { train: ['我套餐里的量', '套餐的流量数'], dev: ['我套餐包含的那么多'], test: ['和我套餐一样的量'] },
      },
    },
  },
});

const limitRemove = settingWrite({
  id: 'network.data_limit.remove',
  domain,
  tool: 'manage_data_limit',
  plan: (draw) => ({ args: { action: 'remove_limit' }, row: ['network', 'data_limit'], before: { limit_gb: draw.random.pick([10, 20, 30]) }, after: { limit_gb: 0 } }),
  wordings: {
    en: {
      train: ['remove the mobile data limit', 'lift the monthly data cap', 'take away the limit on cellular data', 'cancel the data cap', 'drop the data limit altogether'],
      dev: ['have no data limit any more', 'delete the cap on mobile data'],
      test: ['get rid of my monthly data restriction', 'I no longer want any cap on mobile data'],
    },
    zh: { train: ['取消流量限额', '去掉每月流量上限', '不再限制移动数据', '把流量上限解除'], dev: ['不要流量上限了', '请取消每月流量限额'], test: ['我要去掉流量限额', '移动数据不用再限制'] },
  },
});

const cycleDay = settingWrite({
  id: 'network.data_cycle.set',
  domain,
  tool: 'manage_data_limit',
  plan(draw) {
    const day = 2 + draw.random.int(27);
    const suffix = [11, 12, 13].includes(day) ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
    return {
      slots: { day: { said: draw.locale === 'en' ? draw.random.pick([`day ${day}`, `the ${day}${suffix}`]) : draw.random.pick([`${day}号`, `${day}日`]), value: day } },
      args: { action: 'set_cycle_day', cycleDay: day },
      row: ['network', 'data_limit'],
      before: { cycle_day: 1 },
      after: { cycle_day: day },
    };
  },
  omissions: {
    day: {
      parameter: 'cycleDay',
      wordings: {
        en: { train: ['change the day the data billing cycle starts', 'set another data cycle day', 'move the data plan cycle to a different day'], dev: ['set the day my data plan renews'], test: ['the data cycle should start on another day'] },
        zh: { train: ['改一下流量结算日', '换个流量月结日'], dev: ['流量账期的起算日调一下'], test: ['我要改流量归零的日子'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['start the data billing cycle on {day}', 'reset the data count on {day} of each month', 'move the data plan cycle to {day}', 'let data counting begin on {day} of the month', 'set the data cycle day to {day}'],
      dev: ['my data plan renews on {day}, set the cycle', 'count mobile data from {day} each month'],
      test: ['have the monthly data meter begin on {day}', 'the data month should turn over on {day}'],
    },
    zh: {
      train: ['流量结算日设为每月{day}', '流量从每月{day}开始计算', '把套餐流量周期改到{day}', '每月{day}重新统计流量'],
      dev: ['我的流量{day}清零，设一下结算日', '流量账期从{day}起算'],
      test: ['让流量统计每月{day}归零', '流量月结日挪到{day}'],
    },
  },
});

export const cellularIntents: readonly Intent[] = [
  dataOn, dataOff, roamingOn, roamingOff, networkMode, airplaneOn, airplaneOff, limitSet, limitRemove, cycleDay,
];
