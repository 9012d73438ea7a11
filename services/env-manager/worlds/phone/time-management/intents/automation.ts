import type { Draw, Intent } from '../../../intent.ts';
import { named, oneOf, timeSlot } from '../../authoring/drawn-values.ts';
import { entityAct, entityCreate } from '../../authoring/entity-intents.ts';
import { clearWhere, conflict } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';

const domain = 'time-management';
const rule = { domain, tool: 'manage_automation_rule' };
const rulePlace = { base, table: 'automation_rules', prefix: 'rule', nameField: 'name' };
const findRule = { tool: 'query_automation_rule', args: (name: string) => ({ name }), path: 'data.items.0.rule_id' };

const RULE_ACTIONS = [
  { value: 'turn_on_do_not_disturb', en: ['turn on Do Not Disturb', 'switch Do Not Disturb on'], zh: ['打开勿扰模式', '开启勿扰'] },
  { value: 'turn_on_dark_mode', en: ['turn on dark mode', 'switch to dark mode'], zh: ['打开深色模式', '开启深色模式'] },
  { value: 'mute_sound', en: ['mute the sound', 'mute all sound'], zh: ['静音', '把声音静音'] },
  { value: 'turn_on_battery_saver', en: ['turn on the battery saver', 'switch the battery saver on'], zh: ['打开省电模式', '开启省电'] },
] as const;

const automationPaused = () => [
  conflict(
    'automation_paused',
    { time_settings: { automation: { paused: true } } },
    { tool: 'manage_automation_rule', args: { action: 'resume_all' } },
    { table: 'time_settings', id: 'automation', fields: { paused: false } },
  ),
];

const createAt = entityCreate({
  ...rule,
  id: 'time.automation.create_at_time',
  base,
  table: 'automation_rules',
  prefix: 'rule',
  plan(draw) {
    const time = timeSlot(draw, 19, 23);
    const doing = oneOf(draw, RULE_ACTIONS);
    return {
      slots: { time, doing },
      args: { action: 'create', time: time.value, ruleAction: doing.value },
      fields: { name: '', trigger_type: 'time_of_day', trigger_value: time.value, rule_action: doing.value, enabled: true },
      setup: { automation_rules: clearWhere(base, 'automation_rules', (row) => row['trigger_value'] === time.value) },
    };
  },
  conflicts: automationPaused,
  wordings: {
    en: {
      train: ['create an automation rule: every day at {time} {doing}', 'automate this: {doing} every day at {time}', 'make a rule so that at {time} the phone will {doing}', 'add an automation that at {time} each day will {doing}', 'set up a daily rule for {time}: {doing}', 'let my phone {doing} automatically every day at {time}', 'build a rule that will {doing} at {time} each day'],
      dev: ['make an automation that will {doing} daily at {time}', 'from now on automatically {doing} at {time} daily'],
      test: ['build an automation triggered at {time} to {doing}', 'have my phone {doing} on its own when it is {time}'],
    },
    zh: {
      train: ['新建自动化规则：每天{time}{doing}', '设个自动化，每天{time}自动{doing}', '创建规则，每到{time}就{doing}', '加一条自动化：{time}{doing}', '让手机到{time}就自己{doing}，每天如此', '以后{time}自动{doing}，建一条规则'],
      dev: ['让手机每天{time}自己{doing}', '以后每天{time}自动{doing}'],
      test: ['做一个{time}触发的自动化来{doing}', '到了{time}手机就自行{doing}，建成规则'],
    },
  },
  omissions: {
    doing: {
      parameter: 'ruleAction',
      wordings: {
        en: { train: ['create an automation rule for {time} every day', 'set up a daily automation at {time}', 'add an automation that runs every day at {time}'], dev: ['make an automation for {time} daily'], test: ['build an automation triggered at {time}'] },
        zh: { train: ['新建一条每天{time}的自动化规则', '设个自动化，每天{time}执行'], dev: ['让手机每天{time}自己做件事'], test: ['做一个{time}触发的自动化'] },
      },
    },
  },
  memorable: {
    time: {
      category: 'routines_habits',
      content: { en: ['Goes to bed at {value}.', 'Bedtime is {value}.'], zh: ['晚上{value}睡觉。', '就寝时间是{value}。'] },
      reference: {
        en: { train: ['my bedtime', 'the time I go to bed'], dev: ['the hour I turn in'], test: ['when I always go to sleep'] },
        zh: { train: ['我睡觉的时间', '我的就寝时间'], dev: ['我平时上床的点'], test: ['我入睡的钟点'] },
      },
    },
  },
});

const createAtPlace = entityCreate({
  ...rule,
  id: 'time.automation.create_at_place',
  base,
  table: 'automation_rules',
  prefix: 'rule',
  plan(draw) {
    const where = named(draw, draw.entity('place'));
    const doing = oneOf(draw, RULE_ACTIONS);
    return {
      slots: { place: where, doing },
      args: { action: 'create', place: where.value, ruleAction: doing.value },
      fields: { name: '', trigger_type: 'arrive_at_place', trigger_value: where.value, rule_action: doing.value, enabled: true },
    };
  },
  conflicts: automationPaused,
  wordings: {
    en: {
      train: ['create an automation rule: when I arrive at {place}, {doing}', 'automate this: {doing} when I get to {place}', 'make a rule so that on arrival at {place} the phone will {doing}', 'add an automation that will {doing} as soon as I reach {place}', 'set up a rule for the place {place}: {doing}', 'let my phone {doing} automatically whenever I enter {place}', 'build a rule that will {doing} once I come to {place}'],
      dev: ['let the phone {doing} by itself whenever I enter {place}', 'from now on automatically {doing} once I come to {place}'],
      test: ['build an automation triggered by getting to {place} to {doing}', 'have my phone {doing} on its own each time I turn up at {place}'],
    },
    zh: {
      train: ['新建自动化规则：到{place}时{doing}', '设个自动化，我到了{place}就{doing}', '创建规则，一到{place}就{doing}', '加一条自动化：抵达{place}后{doing}', '让手机一到{place}就自己{doing}', '以后到{place}自动{doing}，建一条规则'],
      dev: ['让手机在我到{place}以后自己{doing}', '以后只要到{place}就自动{doing}'],
      test: ['做一个到{place}触发的自动化来{doing}', '每次来到{place}手机就自行{doing}，建成规则'],
    },
  },
  omissions: {
    doing: {
      parameter: 'ruleAction',
      wordings: {
        en: { train: ['create an automation rule for when I arrive at {place}', 'set up an automation for the place {place}', 'automate something for when I get to {place}'], dev: ['let the phone do something by itself whenever I enter {place}'], test: ['build an automation triggered by getting to {place}'] },
        zh: { train: ['新建一条到{place}时的自动化规则', '设个自动化，我到了{place}就执行', '创建规则，一到{place}就触发'], dev: ['让手机在我到{place}以后自己做件事'], test: ['做一个到{place}触发的自动化'] },
      },
    },
  },
  memorable: {
    place: {
      category: 'important_info',
      content: { en: ['Works at {value}.', 'The workplace is {value}.'], zh: ['在{value}上班。', '工作的地方是{value}。'] },
      reference: {
        en: { train: ['my workplace', 'the place where I work'], dev: ['where I have my job'], test: ['my place of work'] },
        zh: { train: ['我上班的地方', '我工作的地方'], dev: ['我的工作地点'], test: ['我任职的单位'] },
      },
    },
  },
});

function held(enabled: boolean) {
  return (draw: Draw) => {
    const name = named(draw, draw.entity('label'));
    const rest = { trigger_type: 'time_of_day', trigger_value: timeSlot(draw, 7, 22).value, rule_action: draw.random.pick(RULE_ACTIONS).value, enabled };
    return { slots: { name }, row: { name: name.value, ...rest }, others: [{ name: draw.entity('label'), ...rest }] };
  };
}

const ruleTwin = { slot: 'name', fields: (draw: Draw) => ({ trigger_value: timeSlot(draw, 4, 6).value }) };

const disableRule = entityAct({
  ...rule,
  id: 'time.automation.disable',
  place: rulePlace,
  find: findRule,
  idParameter: 'ruleId',
  plan: (draw) => ({ ...held(true)(draw), args: { action: 'disable' }, change: { kind: 'update', fields: { enabled: false } } }),
  twin: ruleTwin,
  repeatable: true,
  wordings: {
    en: {
      train: ['turn off the automation rule {name}', 'switch the rule called {name} off', 'disable the automation {name}', 'stop the rule named {name} from running but keep it', 'make sure the automation rule {name} is off', 'deactivate the rule called {name}', 'put the automation {name} to rest'],
      dev: ['deactivate my {name} automation', 'let the rule titled {name} rest'],
      test: ['put the {name} automation out of action without deleting it', 'set the rule {name} to off'],
    },
    zh: {
      train: ['关闭自动化规则{name}', '把名叫{name}的规则关掉', '停用自动化{name}', '别再执行{name}规则，先留着', '禁用规则{name}', '自动化{name}先歇着，不运行'],
      dev: ['禁用我的{name}自动化', '{name}这条规则先歇着'],
      test: ['将{name}的自动化设为关闭', '规则{name}保留但不运行'],
    },
  },
});

const enableRule = entityAct({
  ...rule,
  id: 'time.automation.enable',
  place: rulePlace,
  find: findRule,
  idParameter: 'ruleId',
  plan: (draw) => ({ ...held(false)(draw), args: { action: 'enable' }, change: { kind: 'update', fields: { enabled: true } } }),
  twin: ruleTwin,
  repeatable: true,
  conflicts: automationPaused,
  wordings: {
    en: {
      train: ['turn on the automation rule {name}', 'switch the rule called {name} on', 'enable the automation {name}', 'let the rule named {name} run again', 'make sure the automation rule {name} is on', 'activate the rule called {name}', 'bring the automation {name} back into action'],
      dev: ['activate my {name} automation', 'have the automation rule titled {name} switched on'],
      test: ['bring the {name} automation into action', 'have the rule {name} turned on'],
    },
    zh: {
      train: ['打开自动化规则{name}', '把名叫{name}的规则开起来', '启用自动化{name}', '让{name}规则重新执行', '激活规则{name}', '自动化{name}恢复运行'],
      dev: ['激活我的{name}自动化', '{name}这条规则恢复运行'],
      test: ['将{name}的自动化设为开启', '规则{name}要跑起来'],
    },
  },
});

const deleteRule = entityAct({
  ...rule,
  id: 'time.automation.delete',
  place: rulePlace,
  find: findRule,
  idParameter: 'ruleId',
  plan: (draw) => ({ ...held(draw.random.next() < 0.5)(draw), args: { action: 'delete' }, change: { kind: 'delete' } }),
  twin: ruleTwin,
  wordings: {
    en: {
      train: ['delete the automation rule {name}', 'remove the rule called {name}', 'get rid of the automation {name}', 'erase the rule named {name}', 'I no longer want the automation rule {name}, delete it', 'drop the rule called {name}', 'clear away the automation rule {name}'],
      dev: ['throw my {name} automation away', 'clear out the rule titled {name}'],
      test: ['drop the {name} automation for good', 'wipe the rule {name}'],
    },
    zh: {
      train: ['删除自动化规则{name}', '把名叫{name}的规则删掉', '去掉自动化{name}', '{name}规则不需要了，删了', '清除规则{name}', '自动化{name}不要了'],
      dev: ['清除我的{name}自动化', '移除{name}这条规则'],
      test: ['将{name}的自动化彻底删去', '规则{name}不要了'],
    },
  },
});

export const automationIntents: readonly Intent[] = [createAt, createAtPlace, disableRule, enableRule, deleteRule];
