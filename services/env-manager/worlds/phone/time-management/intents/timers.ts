import type { Draw, Intent } from '../../../intent.ts';
import { minutesSlot, named, quoted } from '../../authoring/drawn-values.ts';
import { entityCreate, entityQuestion } from '../../authoring/entity-intents.ts';
import { asIfDone, clearNamesakes, freshId } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';

const domain = 'time-management';
const tool = 'manage_countdown';
const MINUTES = [2, 4, 5, 6, 8, 10, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 90];

const start = entityCreate({
  id: 'time.countdown.start',
  domain,
  tool,
  base,
  table: 'countdowns',
  prefix: 'countdown',
  plan(draw) {
    const duration = minutesSlot(draw, MINUTES);
    return {
      slots: { duration },
      args: { action: 'start', duration: duration.value },
      fields: { label: '', duration_minutes: duration.value, remaining_minutes: duration.value, status: 'running' },
    };
  },
  wordings: {
    en: {
      train: ['start a timer for {duration}', 'set a countdown of {duration}', 'count down {duration}', 'run a timer, {duration} from now', 'begin a countdown that lasts {duration}', 'get a countdown going for {duration}', 'put a timer on, lasting {duration}'],
      dev: ['get a timer going: {duration}', 'have a countdown run for {duration}'],
      test: ['kick off a countdown lasting {duration}', 'put {duration} on the timer'],
    },
    zh: {
      train: ['倒计时{duration}', '开始一个{duration}的倒计时', '设个{duration}的计时器', '计时{duration}，到点叫我', '来个{duration}的倒计时', '启动计时器，{duration}'],
      dev: ['来一个{duration}的倒数', '定个{duration}的倒计时'],
      test: ['启动倒数计时，时长{duration}', '开个计时器数{duration}'],
    },
  },
  omissions: {
    duration: {
      parameter: 'duration',
      wordings: {
        en: { train: ['start a timer', 'set a countdown', 'run a timer'], dev: ['get a timer going'], test: ['kick off a countdown'] },
        zh: { train: ['开始一个倒计时', '设个计时器', '来计时'], dev: ['来一个倒数'], test: ['启动倒数计时'] },
      },
    },
  },
  memorable: {
    duration: {
      category: 'routines_habits',
      content: { en: ['The nap after lunch always lasts {value}.', 'Usual nap length: {value}.'], zh: ['午睡总是睡{value}。', '习惯的午睡时长：{value}。'] },
      reference: {
        en: { train: ['my usual nap length', 'the length of my nap'], dev: ['the time my naps always take'], test: ['the span I tend to nap'] },
        zh: { train: ['我平时午睡的时长', '我午睡的时间'], dev: ['我每次午睡的长度'], test: ['我习惯睡午觉的时长'] },
      },
    },
  },
});

const startLabelled = entityCreate({
  id: 'time.countdown.start_labelled',
  domain,
  tool,
  base,
  table: 'countdowns',
  prefix: 'countdown',
  plan(draw) {
    const duration = minutesSlot(draw, MINUTES);
    const label = quoted(draw, draw.entity('label'));
    return {
      slots: { duration, label },
      args: { action: 'start', duration: duration.value, label: label.value },
      fields: { label: label.value, duration_minutes: duration.value, remaining_minutes: duration.value, status: 'running' },
      setup: { countdowns: clearNamesakes(base, 'countdowns', 'label', String(label.value)) },
    };
  },
  wordings: {
    en: {
      train: ['start a timer called {label} for {duration}', 'set a countdown of {duration} named {label}', 'count down {duration} under the label {label}', 'run a {label} timer, {duration}', 'begin a countdown {label} that lasts {duration}', 'get the new {label} countdown going for {duration}', 'put a timer on, lasting {duration}, with the title {label}'],
      dev: ['get a timer titled {label} going: {duration}', 'have a countdown run for {duration} and name it {label}'],
      test: ['kick off a countdown lasting {duration} with {label} as its name', 'put {duration} on a timer marked {label}'],
    },
    zh: {
      train: ['开始倒计时{label}，{duration}', '设个名为{label}的计时器，{duration}', '倒计时{duration}，标签写{label}', '给{label}计时{duration}', '来个{duration}的倒计时，取名{label}', '启动叫{label}的计时器，{duration}'],
      dev: ['来一个叫{label}的倒数，{duration}', '定时{duration}，备注{label}'],
      test: ['启动倒数计时{label}，时长{duration}', '开个计时器数{duration}，取名{label}'],
    },
  },
  omissions: {
    duration: {
      parameter: 'duration',
      wordings: {
        en: { train: ['start a timer called {label}', 'set a countdown named {label}', 'begin a countdown {label}'], dev: ['get a timer titled {label} going'], test: ['kick off a countdown with {label} as its name'] },
        zh: { train: ['开始倒计时{label}', '设个名为{label}的计时器'], dev: ['来一个叫{label}的倒数'], test: ['启动倒数计时{label}'] },
      },
    },
  },
});

function timer(draw: Draw, status: string) {
  const label = named(draw, draw.entity('label'));
  const row = (name: unknown, minutes: number) => ({ label: String(name), duration_minutes: minutes + 5, remaining_minutes: minutes, status });
  const minutes = draw.random.pick(MINUTES);
  const id = freshId(draw.random, 'countdown');
  const setup = { countdowns: { ...clearNamesakes(base, 'countdowns', 'label', String(label.value)), [freshId(draw.random, 'countdown')]: row(draw.entity('label'), minutes + 3), [id]: row(label.value, minutes) } };
  return { label, id, setup, minutes };
}

/** Timers are named by their label: no read is needed. */
function onTimer(spec: Pick<Intent, 'id' | 'wordings'> & { readonly action: string; readonly from: string; readonly to?: string }): Intent {
  const { id, wordings, action, from, to } = spec;
  return {
    id,
    domain,
    tool,
    kind: 'write',
    wordings,
    draw(draw) {
      const drawn = timer(draw, from);
      return {
        slots: { label: drawn.label },
        setup: drawn.setup,
        calls: [{ id: 'c1', tool, args: { action, label: drawn.label.value } }],
        changes: [{ table: 'countdowns', id: drawn.id, ...(to === undefined ? { kind: 'delete' } : { kind: 'update', fields: { status: to } }) }],
      };
    },
    ambiguity(instance, draw) {
      const id = instance.changes[0]?.id ?? '';
      return { slot: 'label', parameter: 'label', setup: { countdowns: { [freshId(draw.random, 'countdown')]: { ...instance.setup['countdowns']?.[id], remaining_minutes: 1 } } } };
    },
    ...(to === undefined ? {} : { alreadyDone: (instance) => asIfDone(base, instance, '') }),
  };
}

const cancel = onTimer({
  id: 'time.countdown.cancel',
  action: 'cancel',
  from: 'running',
  wordings: {
    en: {
      train: ['cancel the {label} timer', 'stop and remove the countdown called {label}', 'abort the {label} countdown', 'call the {label} timer off', 'end the timer named {label} for good', 'terminate the timer called {label} and delete it', 'drop the {label} countdown, it is not needed'],
      dev: ['I do not need the {label} timer any more, cancel it', 'scrap the {label} countdown'],
      test: ['cancel and remove the timer titled {label}', 'terminate the {label} countdown'],
    },
    zh: {
      train: ['取消{label}计时器', '把{label}倒计时取消掉', '{label}的倒计时不用了，取消', '终止名为{label}的倒计时', '撤掉{label}倒计时', '{label}这个倒计时作废'],
      dev: ['撤掉{label}这个计时', '{label}倒数作废'],
      test: ['放弃{label}那个倒计时', '取消掉{label}计时器'],
    },
  },
});

const pause = onTimer({
  id: 'time.countdown.pause',
  action: 'pause',
  from: 'running',
  to: 'paused',
  wordings: {
    en: {
      train: ['pause the {label} timer', 'hold the countdown called {label}', 'put the {label} timer on pause', 'pause the timer named {label} for a moment', 'halt the {label} countdown, I will go on later', 'let the {label} timer wait for a while', 'stop the countdown called {label} for now without ending it'],
      dev: ['freeze the {label} timer for now', 'hold the {label} timer, I will resume it later'],
      test: ['let the timer titled {label} rest a while', 'interrupt the {label} countdown without ending it'],
    },
    zh: {
      train: ['暂停{label}计时器', '把{label}倒计时暂停一下', '{label}的倒计时先停一停，稍后继续', '暂停名为{label}的倒计时', '{label}倒计时暂时停住，不要取消', '让{label}计时器歇一会儿'],
      dev: ['{label}计时先冻结', '让{label}倒数暂时停住'],
      test: ['中断一下{label}那个倒计时，不要取消', '{label}计时器歇一会儿再走'],
    },
  },
});

const resume = onTimer({
  id: 'time.countdown.resume',
  action: 'resume',
  from: 'paused',
  to: 'running',
  wordings: {
    en: {
      train: ['resume the {label} timer', 'continue the countdown called {label}', 'let the paused {label} timer go on', 'carry on with the timer named {label}', 'unpause the {label} countdown', 'get the paused countdown {label} going again', 'take the {label} timer off pause'],
      dev: ['let the {label} timer continue where it was paused', 'go on with the {label} countdown after the pause'],
      test: ['resume the paused timer titled {label}', 'proceed with the halted {label} countdown'],
    },
    zh: {
      train: ['继续{label}计时器', '恢复{label}倒计时', '让暂停的{label}倒计时接着走', '继续名为{label}的倒计时', '{label}倒计时接着来', '{label}计时器从暂停的地方恢复'],
      dev: ['{label}计时接着来', '把停住的{label}倒数再开动'],
      test: ['解除{label}那个倒计时的暂停', '{label}计时器从停的地方往下走'],
    },
  },
});

const askRemaining = entityQuestion({
  id: 'time.countdown.ask_remaining',
  domain,
  tool,
  place: { base, table: 'countdowns', prefix: 'countdown', nameField: 'label' },
  plan(draw) {
    const label = named(draw, draw.entity('label'));
    const minutes = draw.random.pick(MINUTES);
    const row = { label: label.value, duration_minutes: minutes + 5, remaining_minutes: minutes, status: 'paused' };
    return { slots: { label }, row, others: [{ ...row, label: draw.entity('label'), remaining_minutes: minutes + 2 }], args: { action: 'query', label: label.value }, answers: [String(minutes)] };
  },
  wordings: {
    en: {
      train: ['how many minutes are left on the {label} timer', 'how much time remains on the countdown called {label}', 'tell me the minutes remaining on the {label} timer', 'check how long the {label} countdown still has', 'look up the remaining time of the timer named {label}', 'find out how long the countdown called {label} has to run', 'give me the minutes that are left of the {label} timer'],
      dev: ['how many minutes does the {label} countdown have to go', 'find out what is left on the timer titled {label}'],
      test: ['in how many minutes would the {label} timer be over', 'give me the rest of the {label} countdown in minutes'],
    },
    zh: {
      train: ['{label}计时器还剩几分钟', '查一下{label}倒计时还有多久', '告诉我{label}倒计时剩余的分钟数', '看看名为{label}的倒计时还差多少分钟', '说说{label}倒计时还要走多久', '{label}倒计时剩多长时间'],
      dev: ['{label}计时还要走几分钟', '{label}倒数剩多长时间'],
      test: ['{label}那个倒计时还得多少分钟才结束', '说说{label}计时器余下的时间'],
    },
  },
});

/** The one stopwatch: no slots. */
function onStopwatch(spec: Pick<Intent, 'id' | 'wordings' | 'conflicts'> & { readonly action: string; readonly before: (laps: number) => { [field: string]: string | number }; readonly after: (laps: number) => { [field: string]: string | number }; readonly repeatable: boolean }): Intent {
  const { action, before, after, repeatable, ...shared } = spec;
  return {
    ...shared,
    domain,
    tool: 'manage_stopwatch',
    kind: 'write',
    draw(draw) {
      const laps = 1 + draw.random.int(6);
      return {
        slots: {},
        setup: { stopwatch: { stopwatch_101: before(laps) } },
        calls: [{ id: 'c1', tool: 'manage_stopwatch', args: { action } }],
        changes: [{ table: 'stopwatch', kind: 'update', id: 'stopwatch_101', fields: after(laps) }],
      };
    },
    ...(repeatable ? { alreadyDone: (instance) => asIfDone(base, instance, '') } : {}),
  };
}

const startStopwatch = onStopwatch({
  id: 'time.stopwatch.start',
  action: 'start',
  before: () => ({ status: 'idle', laps: 0, elapsed_seconds: 0 }),
  after: () => ({ status: 'running' }),
  repeatable: true,
  wordings: {
    en: {
      train: ['start the stopwatch', 'run the stopwatch', 'set the stopwatch going', 'begin timing with the stopwatch', 'have the stopwatch count up from now', 'get the stopwatch running', 'let the stopwatch go from zero'],
      dev: ['get the stopwatch ticking', 'let the stopwatch run'],
      test: ['launch the stopwatch', 'make the stopwatch go'],
    },
    zh: { train: ['开始秒表', '启动秒表', '打开秒表计时', '秒表走起来', '让秒表走', '按一下秒表开始跑'], dev: ['用秒表开始计时', '按下秒表开始'], test: ['让秒表跑起来', '秒表开始走'] },
  },
});

const lapStopwatch = onStopwatch({
  id: 'time.stopwatch.lap',
  action: 'lap',
  before: (laps) => ({ status: 'running', laps, elapsed_seconds: laps * 64 }),
  after: (laps) => ({ laps: laps + 1 }),
  repeatable: false,
  wordings: {
    en: {
      train: ['record a lap on the stopwatch', 'take a lap time', 'mark a lap on the stopwatch', 'add a lap to the running stopwatch', 'note this lap on the stopwatch', 'count one more lap on the stopwatch', 'save a lap with the stopwatch'],
      dev: ['log one more lap with the stopwatch', 'count this as a lap on the stopwatch'],
      test: ['stopwatch: save the lap now', 'split the stopwatch here as a lap'],
    },
    zh: { train: ['秒表记一圈', '用秒表计个圈', '给秒表加一圈', '秒表记录这一圈', '秒表上算一圈', '按秒表记圈数'], dev: ['秒表上再记一个圈数', '这一圈用秒表记下'], test: ['按一下秒表的计圈', '秒表分段，算一圈'] },
  },
});

const resetStopwatch = onStopwatch({
  id: 'time.stopwatch.reset',
  action: 'reset',
  before: (laps) => ({ status: 'stopped', laps, elapsed_seconds: laps * 71 }),
  after: () => ({ status: 'idle', laps: 0, elapsed_seconds: 0 }),
  repeatable: true,
  conflicts: (instance) => [
    {
      id: 'stopwatch_running',
      status: 409,
      setup: { stopwatch: { stopwatch_101: { ...instance.setup['stopwatch']?.['stopwatch_101'], status: 'running' } } },
      repair: [{ id: 'repair_stopwatch_running', tool: 'manage_stopwatch', args: { action: 'stop' } }],
      repairChanges: [],
    },
  ],
  wordings: {
    en: {
      train: ['reset the stopwatch', 'put the stopwatch back to zero', 'clear the stopwatch', 'set the stopwatch to zero', 'zero the stopwatch', 'return the stopwatch to zero', 'bring the stopwatch to its initial zero'],
      dev: ['clear the time of the stopwatch back to zero', 'bring the stopwatch back to 00:00'],
      test: ['return the stopwatch to its initial state', 'make the stopwatch show zero'],
    },
    zh: { train: ['秒表归零', '重置秒表', '把秒表清零', '秒表复位', '清空秒表', '秒表恢复到零'], dev: ['清掉秒表上的时间', '秒表回到零'], test: ['将秒表恢复到初始状态', '秒表数据清空'] },
  },
});

export const timerIntents: readonly Intent[] = [start, startLabelled, cancel, pause, resume, askRemaining, startStopwatch, lapStopwatch, resetStopwatch];
