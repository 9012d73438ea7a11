import type { Draw, Intent } from '../../../intent.ts';
import { sayNumber } from '../../../surface.ts';
import { named, plain, quoted } from '../../authoring/drawn-values.ts';
import { entityCreate } from '../../authoring/entity-intents.ts';
import { asIfDone, clearNamesakes, conflict, freshId } from '../../authoring/entity-rows.ts';
import { CITIES } from '../cities.ts';
import { base } from '../state.ts';

const domain = 'time-management';

/** In Chinese always a figure: `每周三次` also reads as Wednesday. */
function weeklyTimes(draw: Draw, value: number): string {
  return draw.locale === 'zh' ? String(value) : sayNumber(draw.random, draw.locale, value);
}

function habitRow(draw: Draw, fields: { readonly [field: string]: string | number | boolean }) {
  const name = named(draw, draw.entity('label'));
  const id = freshId(draw.random, 'habit');
  const row = { name: String(name.value), times_per_week: 2 + draw.random.int(3), streak_days: draw.random.int(40), checked_in_today: false, ...fields };
  const other = { ...row, name: draw.entity('label') };
  return { name, id, row, setup: { habits: { ...clearNamesakes(base, 'habits', 'name', row.name), [freshId(draw.random, 'habit')]: other, [id]: row } } };
}

const checkIn: Intent = {
  id: 'time.habit.check_in',
  domain,
  tool: 'manage_habit',
  kind: 'write',
  draw(draw) {
    const { name, id, row, setup } = habitRow(draw, {});
    return {
      slots: { name },
      setup,
      calls: [{ id: 'c1', tool: 'manage_habit', args: { action: 'check_in', name: name.value } }],
      changes: [{ table: 'habits', kind: 'update', id, fields: { checked_in_today: true, streak_days: row.streak_days + 1 } }],
    };
  },
  conflicts: () => [
    conflict('habits_paused', { time_settings: { habits: { paused: true } } }, { tool: 'manage_habit', args: { action: 'resume_all' } }, { table: 'time_settings', id: 'habits', fields: { paused: false } }),
  ],
  alreadyDone: (instance) => asIfDone(base, instance, ''),
  wordings: {
    en: {
      train: ['check in my habit {name} for today', 'mark the habit {name} as done today', 'log the habit {name} for today', 'check the {name} habit off today', 'I did my habit {name} today, check it in', 'enter the habit {name} as done today in the tracker', 'tick the {name} habit for today'],
      dev: ['give the habit {name} its tick for today', 'count today for the {name} habit'],
      test: ['enter {name} as kept today in the habit tracker', 'do the check in for the habit {name} today'],
    },
    zh: {
      train: ['习惯{name}今天打卡', '给习惯{name}打个卡', '今天的{name}习惯已完成，打卡', '把习惯{name}记为今天做了', '习惯{name}今天签到', '今天{name}习惯达成，登记'],
      dev: ['{name}习惯签个到', '今天{name}的习惯算完成'],
      test: ['在习惯追踪里给{name}记上今天', '{name}这个习惯今天达成，登记一下'],
    },
  },
};

const createHabit = entityCreate({
  id: 'time.habit.create',
  domain,
  tool: 'manage_habit',
  base,
  table: 'habits',
  prefix: 'habit',
  plan(draw) {
    const name = quoted(draw, draw.entity('label'));
    const value = 2 + draw.random.int(5);
    const times = { said: weeklyTimes(draw, value), value };
    return {
      slots: { name, times },
      args: { action: 'create', name: name.value, timesPerWeek: value },
      fields: { name: name.value, times_per_week: value, streak_days: 0, checked_in_today: false },
      setup: { habits: clearNamesakes(base, 'habits', 'name', String(name.value)) },
    };
  },
  wordings: {
    en: {
      train: ['track a new habit {name}, {times} times a week', 'create the habit {name} with a goal of {times} times a week', 'add a habit called {name}, {times} days per week', 'start tracking the habit {name} {times} times weekly', 'make a habit {name} that I do {times} times each week', 'build the new habit {name}, {times} times a week', 'put the new habit {name} into the tracker, {times} times weekly'],
      dev: ['put a habit {name} into the tracker, weekly goal {times}', 'I want to build the habit {name}, {times} times a week'],
      test: ['open a habit named {name} with {times} repetitions a week', 'start the habit {name} and track it {times} times a week'],
    },
    zh: {
      train: ['新建习惯{name}，每周{times}次', '添加一个习惯{name}，一周{times}次', '开始追踪习惯{name}，目标每周{times}次', '创建名为{name}的习惯，每星期{times}次', '我要建立新习惯{name}，每周{times}次', '养成{name}习惯，登记为每周{times}次'],
      dev: ['我要养成{name}的习惯，每周做{times}次', '习惯追踪里加上{name}，周目标{times}次'],
      test: ['建立习惯{name}，一星期坚持{times}次', '把{name}列为习惯，每周完成{times}次'],
    },
  },
});

const setGoal: Intent = {
  id: 'time.habit.set_goal',
  domain,
  tool: 'manage_habit',
  kind: 'write',
  draw(draw) {
    const { name, id, setup } = habitRow(draw, {});
    const value = 5 + draw.random.int(3);
    return {
      slots: { name, times: { said: weeklyTimes(draw, value), value } },
      setup,
      calls: [{ id: 'c1', tool: 'manage_habit', args: { action: 'set_goal', name: name.value, timesPerWeek: value } }],
      changes: [{ table: 'habits', kind: 'update', id, fields: { times_per_week: value } }],
    };
  },
  alreadyDone: (instance) => asIfDone(base, instance, ''),
  wordings: {
    en: {
      train: ['set the goal of the habit {name} to {times} times a week', 'change my habit {name} to {times} times a week', 'the existing habit {name} should now be {times} times weekly', 'raise the weekly goal of the {name} habit to {times}', 'update the habit {name}: {times} times per week', 'adjust the target of my habit {name} to {times} times a week', 'aim at {times} times a week for the existing habit {name}'],
      dev: ['change the goal of the {name} habit to {times} times weekly', 'aim for {times} times weekly with my {name} habit'],
      test: ['adjust how often the habit {name} is due: {times} times a week', 'let the target of the {name} habit be {times} per week'],
    },
    zh: {
      train: ['把习惯{name}的目标改成每周{times}次', '习惯{name}调整为一周{times}次', '将{name}习惯的每周次数设为{times}', '更新习惯{name}的目标：每周{times}次', '习惯{name}原来的目标换成每周{times}次', '{name}习惯的频率变更到每周{times}次'],
      dev: ['{name}习惯的周目标换成{times}次', '原来的习惯{name}提高到每周{times}次'],
      test: ['{name}这个习惯的频率变更为每周{times}次', '让{name}习惯的目标变为一星期{times}次'],
    },
  },
  omissions: {
    times: {
      parameter: 'timesPerWeek',
      wordings: {
        en: { train: ['set a different weekly goal for the habit {name}', 'change how often I do my habit {name}', 'update the weekly goal of the existing habit {name}'], dev: ['give my {name} habit another weekly goal'], test: ['adjust how often the habit {name} is due'] },
        zh: { train: ['改一下习惯{name}的每周目标', '习惯{name}的次数要调整'], dev: ['{name}习惯换个周目标'], test: ['{name}这个习惯的频率要变更'] },
      },
    },
  },
};

const askStreak: Intent = {
  id: 'time.habit.ask_streak',
  domain,
  tool: 'manage_habit',
  kind: 'question',
  draw(draw) {
    const { name, row, setup } = habitRow(draw, { streak_days: 8 + draw.random.int(50) });
    return { slots: { name }, setup, calls: [{ id: 'c1', tool: 'manage_habit', args: { action: 'query', name: name.value }, read: true }], changes: [], answers: [String(row.streak_days)] };
  },
  wordings: {
    en: {
      train: ['how many days is the streak of my habit {name}', 'how long is my {name} habit streak', 'tell me the streak of the habit {name}', 'check for how many days in a row I kept the habit {name}', 'look up the current streak of the {name} habit', 'for how many consecutive days have I kept the habit {name}', 'give me the length of the {name} streak in days'],
      dev: ['how many days running have I done the habit {name}', 'find out the streak length for my {name} habit'],
      test: ['give me the number of consecutive days for the habit {name}', 'since how many days have I not broken the habit {name}'],
    },
    zh: {
      train: ['习惯{name}连续打卡多少天了', '查一下{name}习惯的连续天数', '告诉我习惯{name}坚持了几天', '看看我的{name}习惯连续了多久', '说说习惯{name}连续了几天', '{name}习惯已经坚持多少天没断'],
      dev: ['{name}习惯已经连着几天没断', '我的习惯{name}连续签到多少天'],
      test: ['{name}这个习惯一口气坚持了多少天', '说说{name}习惯目前的连续天数'],
    },
  },
};

function cityFor(draw: Draw) {
  const free = CITIES.filter((city) => !Object.values(base['world_clocks'] ?? {}).some((row) => row['city'] === city.en));
  const city = draw.random.pick(free);
  return { city, said: plain(city[draw.locale]), row: { city: city.en, utc_offset_minutes: city.utcOffsetMinutes } };
}

const addCity = entityCreate({
  id: 'time.world_clock.add',
  domain,
  tool: 'manage_world_clock',
  base,
  table: 'world_clocks',
  prefix: 'clock',
  plan(draw) {
    const { said, row } = cityFor(draw);
    return { slots: { city: said }, args: { action: 'add', city: said.value }, fields: row };
  },
  wordings: {
    en: {
      train: ['add {city} to the world clock', 'show {city} on my world clock', 'put {city} on the world clock page', 'add the city {city} to my clocks', 'have the world clock display {city}', 'include the city {city} on the world clock', 'I want {city} on the world clock'],
      dev: ['I want to see {city} among the world clocks', 'include {city} in the world clock'],
      test: ['give {city} a place on the world clock', 'extend my world clock by {city}'],
    },
    zh: {
      train: ['世界时钟添加{city}', '把{city}加到世界时钟', '在世界时钟里显示{city}', '给世界时钟加上{city}这个城市', '世界时钟里放上{city}', '世界时钟上列出{city}'],
      dev: ['世界时钟上我要看到{city}', '世界时钟里放一个{city}'],
      test: ['将{city}列进世界时钟', '世界时钟多加一座城市{city}'],
    },
  },
  omissions: {
    city: {
      parameter: 'city',
      wordings: {
        en: { train: ['add a city to the world clock', 'show one more city on my world clock', 'put another city on the world clock page'], dev: ['include another city in the world clock'], test: ['extend my world clock by a city'] },
        zh: { train: ['世界时钟添加一个城市', '在世界时钟里多显示一个城市'], dev: ['世界时钟里再放一个城市'], test: ['世界时钟多加一座城市'] },
      },
    },
  },
  memorable: {
    city: {
      category: 'important_info',
      content: { en: ['The sister lives in {value}.', 'Visits the sister in {value} every year.'], zh: ['姐姐住在{value}。', '每年去{value}看姐姐。'] },
      reference: {
        en: { train: ["my sister's city", 'the city where my sister lives'], dev: ['where my sister has her home'], test: ['the town of my sister'] },
        zh: { train: ['我姐姐住的城市', '姐姐所在的城市'], dev: ['我姐安家的城市'], test: ['姐姐生活的那座城'] },
      },
    },
  },
});

const removeCity: Intent = {
  id: 'time.world_clock.remove',
  domain,
  tool: 'manage_world_clock',
  kind: 'write',
  draw(draw) {
    const { said, row } = cityFor(draw);
    const id = freshId(draw.random, 'clock');
    return {
      slots: { city: said },
      setup: { world_clocks: { [id]: row } },
      calls: [{ id: 'c1', tool: 'manage_world_clock', args: { action: 'remove', city: said.value } }],
      changes: [{ table: 'world_clocks', kind: 'delete', id }],
    };
  },
  wordings: {
    en: {
      train: ['remove {city} from the world clock', 'take {city} off my world clock', 'delete {city} from the world clock page', 'stop showing {city} on the world clock', 'drop the city {city} from my clocks', 'wipe the city {city} off the world clock', 'I do not need {city} on the world clock any more'],
      dev: ['I do not want to see {city} among the world clocks any more', 'delete the city {city} on my world clock page'],
      test: ['strike {city} off the world clock', 'my world clock can do without {city}, remove it'],
    },
    zh: {
      train: ['世界时钟删除{city}', '把{city}从世界时钟去掉', '世界时钟里不要显示{city}了', '移除世界时钟上的{city}', '世界时钟清除{city}', '{city}不想放在世界时钟里了'],
      dev: ['世界时钟上不想再看到{city}', '世界时钟清掉{city}'],
      test: ['将{city}从世界时钟中划掉', '世界时钟少一座城市，去掉{city}'],
    },
  },
};

export const habitIntents: readonly Intent[] = [checkIn, createHabit, setGoal, askStreak];
export const worldClockIntents: readonly Intent[] = [addCity, removeCity];
