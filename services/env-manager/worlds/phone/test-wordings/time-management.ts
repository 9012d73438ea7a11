import type { WordingsByIntent } from '../wordings.ts';

/** Test wordings, written from the meaning of the intents alone, without sight of any other wording. */
export const timeManagementTest: WordingsByIntent = {
  'time.alarm.create': {
    en: [
      'set an alarm for {time}',
      'make my alarm clock go off at {time}',
      'wake me up at {time} with an alarm',
    ],
    zh: [
      '帮我定个{time}的闹钟',
      '{time}用闹钟叫我起来',
      '新加一个闹钟，{time}响',
    ],
  },
  'time.alarm.create_labelled': {
    en: [
      'set a new alarm for {time} and call it {label}',
      'add another alarm named {label} that rings at {time}',
      'could you give me a fresh {time} alarm with the label {label}',
    ],
    zh: [
      '新建一个{time}的闹钟，名字叫{label}',
      '帮我加个叫{label}的新闹钟，{time}响',
      '再定一个闹钟，时间{time}，标签写{label}',
    ],
  },
  'time.alarm.create_repeating': {
    en: [
      'set an alarm for {time} that repeats {repeat}',
      'have a new alarm ring at {time} with the repeat set to {repeat}',
      "let's add a recurring alarm, {repeat}, going off at {time}",
    ],
    zh: [
      '定一个{repeat}都响的闹钟，时间是{time}',
      '帮我设个重复闹钟，{repeat}{time}响',
      '新加个{time}的闹钟，重复选{repeat}',
    ],
  },
  'time.alarm.delete': {
    en: [
      'delete the alarm called {label}',
      'remove my {label} alarm from the clock for good',
      'get rid of the {label} alarm completely',
    ],
    zh: [
      '把{label}那个闹钟删掉',
      '名叫{label}的闹钟不要了，直接删除',
      '帮我删除闹钟{label}',
    ],
  },
  'time.alarm.disable': {
    en: [
      'turn off the alarm called {label} but keep it in the list',
      'switch my {label} alarm to off without deleting it',
      'make sure the {label} alarm stays saved but is turned off',
    ],
    zh: [
      '把{label}这个闹钟关掉，别删',
      '闹钟{label}先关上，留着以后用',
      '帮我把叫{label}的闹钟的开关关掉',
    ],
  },
  'time.alarm.enable': {
    en: [
      'turn my {label} alarm back on',
      'switch the alarm named {label} on',
      'the {label} alarm is off right now, please activate it again',
    ],
    zh: [
      '把{label}这个闹钟打开',
      '重新开启名为{label}的闹钟',
      '闹钟{label}现在是关着的，帮我开一下',
    ],
  },
  'time.alarm.move': {
    en: [
      'change my {label} alarm to {time}',
      'have the alarm called {label} ring at {time} instead',
      'shift the existing {label} alarm so it goes off at {time}',
    ],
    zh: [
      '把{label}那个闹钟改到{time}',
      '闹钟{label}换个时间，改成{time}响',
      '原来的{label}闹钟调整为{time}',
    ],
  },
  'time.alarm.ask_time': {
    en: [
      'what time does my {label} alarm go off',
      'when is the alarm called {label} set to ring',
      'tell me which time I picked for the {label} alarm',
    ],
    zh: [
      '{label}那个闹钟几点响',
      '我的闹钟{label}定的是什么时间',
      '看一下叫{label}的闹钟设在几点',
    ],
  },
  'time.schedule.create': {
    en: [
      'put {event} in my calendar for {datetime}',
      'add a new calendar event called {event} for {datetime}',
      'book {event} into my schedule, {datetime}',
    ],
    zh: [
      '在日历里加一个{event}，时间是{datetime}',
      '帮我新建日程{event}，{datetime}开始',
      '{datetime}有个{event}，记到我的日程表里',
    ],
  },
  'time.schedule.create_with_place': {
    en: [
      'put {event} in my calendar for {datetime} with {location} as the place',
      'create an appointment called {event} at {location} for {datetime}',
      "there's {event} at {location}, add it to my schedule for {datetime}",
    ],
    zh: [
      '在日历里新增{event}，{datetime}，地点在{location}',
      '{datetime}在{location}有个{event}，帮我加进日程',
      '新建一个日程叫{event}，地方写{location}，时间{datetime}',
    ],
  },
  'time.schedule.cancel': {
    en: [
      'cancel {event} in my calendar',
      'take {event} off my calendar',
      'call off the calendar event {event}',
    ],
    zh: [
      '把日历上的{event}取消掉',
      '{event}不开了，从我的日程里取消',
      '帮我取消{event}这个日程',
    ],
  },
  'time.schedule.reschedule': {
    en: [
      'move {event} in my calendar to {datetime}',
      'reschedule the existing {event} appointment for {datetime}',
      'change the date and time of my calendar event {event} to {datetime}',
    ],
    zh: [
      '把日历里的{event}改到{datetime}',
      '{event}这个日程换个时间，挪到{datetime}',
      '原定的{event}改期，新时间是{datetime}',
    ],
  },
  'time.schedule.set_place': {
    en: [
      'change the location of {event} in my calendar to {location}',
      'set {location} as the place for my calendar event {event}',
      '{event} will be held at {location} now, update that in my schedule',
    ],
    zh: [
      '把日历里{event}的地点改成{location}',
      '{event}换到{location}了，更新一下日程里的地点',
      '给已有的日程{event}把地方设为{location}',
    ],
  },
  'time.schedule.ask_when': {
    en: [
      'when is {event} in my calendar',
      'what date and time is {event} scheduled for',
      'could you check my calendar and tell me which day and what time {event} starts',
    ],
    zh: [
      '日历上的{event}是哪天几点',
      '我的{event}安排在什么时候',
      '查一下日程，{event}几号几点开始',
    ],
  },
  'time.schedule.ask_where': {
    en: [
      'where is {event} taking place according to my calendar',
      'what location does my calendar show for {event}',
      'look in my schedule and tell me the place of {event}',
    ],
    zh: [
      '日历上写的{event}在哪儿',
      '我日程里的{event}是在什么地方',
      '看看{event}这个日程的地点是哪里',
    ],
  },
  'time.schedule.count_day': {
    en: [
      'how many events are in my calendar for {date}',
      'count the appointments I have scheduled for {date}',
      'what number of things does my calendar hold for {date}',
    ],
    zh: [
      '{date}我有几个日程',
      '日历上{date}一共安排了多少件事',
      '帮我数数{date}有几项日程安排',
    ],
  },
  'time.schedule.share': {
    en: [
      'share {event} from my calendar with {person}',
      'let {person} see my calendar event {event}',
      'give {person} access to the {event} appointment in my schedule',
    ],
    zh: [
      '把日历里的{event}共享给{person}',
      '让{person}也能看到我的{event}这个日程',
      '{event}这项日程分享给{person}',
    ],
  },
  'time.day.ask_weekday': {
    en: [
      'what day of the week is {date}',
      'which weekday does {date} fall on',
      '{date}, which day of the week would that be',
    ],
    zh: [
      '{date}是星期几',
      '帮我看看{date}是周几',
      '{date}那天是礼拜几',
    ],
  },
  'time.day.ask_holiday': {
    en: [
      'what public holiday is on {date}',
      'which holiday falls on {date}',
      'tell me the name of the holiday people celebrate on {date}',
    ],
    zh: [
      '{date}是什么节日',
      '{date}那天放的是什么公共假日',
      '查一下{date}是哪个法定节假日',
    ],
  },
  'time.zone.convert': {
    en: [
      'when it is {time} in {from}, what time is it in {to}',
      "what will the clock say in {to} if it's {time} in {from}",
      'convert {time} in {from} to the local time in {to}',
    ],
    zh: [
      '{from}时间{time}的时候，{to}是几点',
      '{from}{time}换算成{to}时间是多少',
      '如果{from}现在是{time}，那{to}几点了',
    ],
  },
  'time.countdown.start': {
    en: [
      'start a timer for {duration}',
      'count down {duration} for me',
      'get a countdown running that lasts {duration}',
    ],
    zh: [
      '开始一个{duration}的倒计时',
      '帮我倒数{duration}',
      '来个倒计时，时长{duration}',
    ],
  },
  'time.countdown.start_labelled': {
    en: [
      'start a timer called {label} for {duration}',
      'run a {label} countdown that lasts {duration}',
      'count down {duration} for me and name that timer {label}',
    ],
    zh: [
      '开一个叫{label}的倒计时，{duration}',
      '帮我倒计时{duration}，名称用{label}',
      '新开个{duration}的计时器倒数，标签写{label}',
    ],
  },
  'time.countdown.cancel': {
    en: [
      'cancel the {label} timer',
      'stop my countdown called {label} for good',
      "the {label} countdown isn't needed any more, so end it",
    ],
    zh: [
      '取消{label}那个倒计时',
      '叫{label}的倒计时不用了，取消掉',
      '把倒计时{label}撤掉，不再计了',
    ],
  },
  'time.countdown.pause': {
    en: [
      'pause the {label} timer',
      'put my countdown called {label} on pause for now',
      'freeze the {label} countdown for a moment so it can go on later',
    ],
    zh: [
      '暂停{label}那个倒计时',
      '让倒计时{label}先停一下，待会儿再继续',
      '把叫{label}的倒计时暂停住',
    ],
  },
  'time.countdown.resume': {
    en: [
      'resume the {label} timer',
      'let my paused countdown called {label} carry on',
      'unpause the {label} countdown',
    ],
    zh: [
      '让{label}那个倒计时继续走',
      '恢复暂停了的倒计时{label}',
      '叫{label}的倒计时接着往下计',
    ],
  },
  'time.countdown.ask_remaining': {
    en: [
      'how many minutes are left on the {label} timer',
      'how much time remains in my countdown called {label}',
      'tell me when the {label} countdown will be over, in minutes from now',
    ],
    zh: [
      '{label}那个倒计时还剩几分钟',
      '我的倒计时{label}还有多久结束',
      '看看叫{label}的倒计时剩多少分钟',
    ],
  },
  'time.stopwatch.start': {
    en: [
      'start the stopwatch',
      'get the stopwatch running',
      'begin counting up from now on the stopwatch',
    ],
    zh: [
      '开始用秒表计时',
      '把秒表启动起来',
      '按下秒表，开始走',
    ],
  },
  'time.stopwatch.lap': {
    en: [
      'record a lap on the stopwatch',
      'take a lap time with the stopwatch now',
      'save this round as a lap in the running stopwatch',
    ],
    zh: [
      '秒表记一圈',
      '用秒表记下这一圈的时间',
      '给正在走的秒表打个计次',
    ],
  },
  'time.stopwatch.reset': {
    en: [
      'reset the stopwatch',
      'put the stopwatch back to zero',
      'clear the time on the stopwatch so it shows zero again',
    ],
    zh: [
      '把秒表清零',
      '秒表归零',
      '重置一下秒表',
    ],
  },
  'time.todo.add': {
    en: [
      'add {content} to my to-do list',
      'put a new task on my list that says {content}',
      'write down {content} as something on my to-dos',
    ],
    zh: [
      '把{content}加到待办里',
      '新建一条待办：{content}',
      '我的待办清单上再记一项{content}',
    ],
  },
  'time.todo.add_due': {
    en: [
      'add {content} to my to-do list, due {date}',
      'create a new task that says {content} with {date} as its deadline',
      'put {content} on my to-dos as a new item to be done by {date}',
    ],
    zh: [
      '新加一条待办{content}，截止日期{date}',
      '在待办清单里新添{content}，要在{date}前做完',
      '帮我新建待办事项{content}，期限定在{date}',
    ],
  },
  'time.todo.complete': {
    en: [
      'tick off {content} on my to-do list',
      'mark the task {content} as done',
      'my to-do {content} is finished, so check it off',
    ],
    zh: [
      '待办里的{content}做完了，帮我勾掉',
      '把待办{content}标记为已完成',
      '{content}这条待办已经搞定，打个勾',
    ],
  },
  'time.todo.delete': {
    en: [
      'delete {content} from my to-do list',
      'remove the task {content} from my to-dos without marking it done',
      'throw out the to-do item {content}',
    ],
    zh: [
      '把{content}从待办清单里删掉',
      '待办{content}不要了，删除',
      '帮我删了{content}这条待办',
    ],
  },
  'time.todo.set_priority': {
    en: [
      'set the priority of my task {content} to {priority}',
      'give the to-do {content} a priority of {priority}',
      'change how important {content} is on my to-do list, making its priority {priority}',
    ],
    zh: [
      '把待办{content}的优先级设为{priority}',
      '{content}这条待办，优先级改成{priority}',
      '将待办清单里{content}的优先程度调到{priority}',
    ],
  },
  'time.todo.set_due': {
    en: [
      'change the due date of my task {content} to {date}',
      'move the deadline for the existing to-do {content} to {date}',
      '{content} is already on my to-do list, make it due {date}',
    ],
    zh: [
      '把待办{content}的截止日期改成{date}',
      '已有的{content}那条待办，期限调到{date}',
      '给清单里原有的待办{content}设个截止日，{date}',
    ],
  },
  'time.todo.ask_due': {
    en: [
      'when is my task {content} due',
      "what's the deadline of {content} on my to-do list",
      'by which date do I have to finish the to-do {content}',
    ],
    zh: [
      '待办{content}什么时候到期',
      '我清单里的{content}这条待办截止到哪天',
      '查一下待办事项{content}的截止日期是几号',
    ],
  },
  'time.reminder.create': {
    en: [
      'set a reminder to {content} for {datetime}',
      "don't let me forget to {content}, remind me {datetime}",
      'have a reminder pop up {datetime} telling me to {content}',
    ],
    zh: [
      '{datetime}提醒我{content}',
      '设一个{datetime}的提醒，内容是{content}',
      '怕忘了{content}，帮我建个提醒，{datetime}弹出来',
    ],
  },
  'time.reminder.delete': {
    en: [
      'delete the reminder to {content}',
      "there's no need to remind me to {content} any more, remove that reminder",
      'scrap my {content} reminder',
    ],
    zh: [
      '删掉{content}的提醒',
      '不用再提醒我{content}了，把那条提醒删除',
      '{content}那条提醒帮我去掉',
    ],
  },
  'time.reminder.postpone': {
    en: [
      'push my reminder to {content} back to {datetime}',
      'postpone the {content} reminder until {datetime}',
      'let the existing reminder to {content} pop up later, {datetime}',
    ],
    zh: [
      '把{content}的提醒推迟到{datetime}',
      '{content}那条提醒往后延，改到{datetime}再弹',
      '原来提醒我{content}的那条，延后到{datetime}',
    ],
  },
  'time.reminder.ask_when': {
    en: [
      'when is my reminder to {content} set for',
      'what date and time will you remind me to {content}',
      'look up the {content} reminder and tell me which day and hour it pops up',
    ],
    zh: [
      '{content}的提醒设在什么时候',
      '你哪天几点会提醒我{content}',
      '查查{content}那条提醒是几号几点的',
    ],
  },
  'time.automation.create_at_time': {
    en: [
      'create an automation rule to {doing} at {time}',
      'whenever it gets to {time}, have the phone automatically {doing}',
      'add a new rule so that my phone will {doing} by itself at {time}',
    ],
    zh: [
      '建一条自动化规则，到{time}就{doing}',
      '以后一到{time}就让手机自动{doing}',
      '新增一个自动化，时间是{time}，执行的动作是{doing}',
    ],
  },
  'time.automation.create_at_place': {
    en: [
      'create an automation rule to {doing} when I reach {place}',
      'whenever I get to {place}, have the phone automatically {doing}',
      'add a new rule so that arriving at {place} makes my phone {doing} by itself',
    ],
    zh: [
      '建一条自动化规则，到了{place}就{doing}',
      '以后我一到{place}，就让手机自动{doing}',
      '新增一个自动化，地点是{place}，执行的动作是{doing}',
    ],
  },
  'time.automation.disable': {
    en: [
      'turn off the automation rule {name} but keep it',
      'switch the automation called {name} to off',
      'stop the rule {name} from running automatically without deleting it',
    ],
    zh: [
      '把自动化规则{name}关掉，先别删',
      '停用名为{name}的自动化',
      '{name}那条自动化规则暂时别让它运行了，关上开关',
    ],
  },
  'time.automation.enable': {
    en: [
      'turn on the automation rule {name}',
      'switch my automation called {name} back on',
      'let the rule {name} run automatically again',
    ],
    zh: [
      '把自动化规则{name}打开',
      '启用名为{name}的自动化',
      '让{name}那条自动化规则重新生效',
    ],
  },
  'time.automation.delete': {
    en: [
      'delete the automation rule {name}',
      'remove my automation called {name} for good',
      'the automated rule {name} can go, erase it',
    ],
    zh: [
      '把自动化规则{name}删掉',
      '删除名为{name}的自动化',
      '{name}那条自动化规则没用了，帮我删了',
    ],
  },
  'time.habit.check_in': {
    en: [
      'check in my {name} habit for today',
      'log that I did the habit {name} today',
      'mark {name} as done for today in the habit tracker',
    ],
    zh: [
      '给习惯{name}打个今天的卡',
      '我今天的{name}习惯完成了，帮我打卡',
      '在习惯里记一下，{name}今天做到了',
    ],
  },
  'time.habit.create': {
    en: [
      'start tracking a new habit called {name}, {times} times a week',
      'add {name} to my habit tracker as a new habit with {times} times per week',
      'help me build a new habit named {name}, aiming for {times} times weekly',
    ],
    zh: [
      '新建一个习惯叫{name}，每周{times}次',
      '开始记录新习惯{name}，一周{times}次',
      '我想养成{name}这个新习惯，帮我加上，一星期做{times}次',
    ],
  },
  'time.habit.set_goal': {
    en: [
      'change the goal of my {name} habit to {times} times a week',
      'from now on the existing habit {name} should be done {times} times per week',
      'adjust the weekly target for the habit {name} to {times} times',
    ],
    zh: [
      '把习惯{name}的目标改成每周{times}次',
      '已有的{name}习惯，一周要做的次数调为{times}次',
      '我那个{name}习惯的每周目标换成{times}次',
    ],
  },
  'time.habit.ask_streak': {
    en: [
      'how long is my streak for the habit {name}',
      "what's the current streak on my {name} habit",
      "tell me how many in a row I've managed with the habit {name}",
    ],
    zh: [
      '我的习惯{name}连续坚持多久了',
      '{name}这个习惯现在连着打卡多少次了',
      '看看习惯{name}的连续记录是多少',
    ],
  },
  'time.world_clock.add': {
    en: [
      'add {city} to my world clock',
      'show {city} on the world clock page as well',
      'put the time for {city} among the cities in my world clock',
    ],
    zh: [
      '在世界时钟里加上{city}',
      '世界时钟页面也显示一下{city}',
      '把{city}添加到我的世界时钟',
    ],
  },
  'time.world_clock.remove': {
    en: [
      'remove {city} from my world clock',
      'take {city} off the world clock page',
      'stop showing {city} among my world clock cities',
    ],
    zh: [
      '把{city}从世界时钟里去掉',
      '世界时钟里不用再显示{city}了',
      '删掉世界时钟上的{city}',
    ],
  },
};
