import type { WordingsByIntent } from '../wordings.ts';

export const timeManagement1: WordingsByIntent = {
  'time.alarm.create': {
    en: ['get me up at {time}', '{time} alarm please', "I'd like an alarm at {time}", 'put an alarm on for {time}', 'I have to be up at {time}, so get an alarm ready', 'could you schedule an alarm for {time}', 'new alarm, {time}', 'at {time} I want an alarm to sound', 'add one more alarm, for {time}', "make sure I'm woken up at {time}", 'program the alarm clock for {time}'],
    zh: ['闹钟，{time}', '我想{time}起床，帮我上个闹钟', '{time}的时候把我叫醒', '给我加一个闹钟，时间是{time}', '请在{time}用闹铃喊我', '我{time}得起来，弄个闹钟吧', '{time}要有闹铃响', '再添个闹钟，{time}的', '麻烦安排一个{time}响的闹钟'],
  },
  'time.alarm.create_labelled': {
    en: ['new alarm {label}, {time}', 'I want a {label} alarm at {time}', 'put on an alarm for {time} and call it {label}', 'at {time} I need an alarm with the title {label}', 'give me a new {time} alarm under the name {label}', 'could you set up an extra alarm, {label}, to go off at {time}', '{time} alarm, label {label}, please add it', 'schedule a fresh alarm for {time}, labelled {label}', 'I would like one more alarm at {time}, titled {label}', 'program a new {label} alarm to sound at {time}', 'there should be a new alarm {label} ringing at {time}'],
    zh: ['添个闹钟，叫{label}，{time}的', '我要一个{label}闹钟，{time}响铃', '{time}上个闹钟，备注{label}', '麻烦新增一个闹钟，标签为{label}，时间为{time}', '帮我弄个{time}的闹铃，起名{label}', '再来一个闹钟，{time}，就叫{label}', '创建{time}的闹钟，标题是{label}', '新增{label}闹铃，时间定在{time}', '请安排一个新闹钟{label}，到{time}响起'],
  },
  'time.alarm.create_repeating': {
    en: ['{repeat} I have to get up at {time}, so set an alarm', "I'd like to be woken {repeat} at {time}", 'recurring alarm at {time}, {repeat}', 'get me out of bed {repeat} at {time}', 'put on a {time} alarm that repeats {repeat}', 'schedule a {time} alarm {repeat}', '{repeat} at {time} I want the alarm to sound', 'could you program an alarm that comes {repeat} at {time}', 'new alarm, {time}, to be repeated {repeat}', 'the phone should get me up {repeat}, always at {time}', 'I need a regular alarm {repeat}, time {time}'],
    zh: ['{repeat}都要{time}起床，帮我上个闹钟', '闹钟{time}，{repeat}重复', '{repeat}的{time}把我叫醒', '加一个循环闹钟，{repeat}，{time}', '我希望{repeat}{time}有闹铃响', '麻烦安排{repeat}{time}的重复闹铃', '给我弄个{time}的闹钟，重复方式是{repeat}', '创建一个{time}响的闹钟，{repeat}都响', '{repeat}我得{time}起来，用闹钟喊我'],
  },
  'time.alarm.delete': {
    en: ['scrap the {label} alarm altogether', 'wipe out the alarm {label}', 'I want the {label} alarm gone from the list', 'the {label} alarm can be deleted', 'clear my {label} alarm out of the clock app', 'throw away the alarm with the label {label}', 'could you take the {label} alarm out of the alarm list', '{label} alarm: delete', 'I would like to remove the {label} alarm for good', "the alarm {label} isn't needed any more, bin it", 'drop the {label} alarm from my alarms'],
    zh: ['{label}闹钟删了', '我不想留着{label}闹钟，请删除', '清除名为{label}的闹钟', '把{label}那个闹铃从列表里移除', '{label}的闹钟没用了，帮我删掉它', '移除标签是{label}的闹钟', '麻烦彻底删掉{label}闹钟', '闹钟列表里不要再有{label}了', '那个叫{label}的闹钟可以删了'],
  },
  'time.alarm.disable': {
    en: ['{label} alarm off', 'deactivate the alarm {label}', "I don't want the {label} alarm to ring for now, just switch it off", 'set the {label} alarm to inactive', 'flip the alarm {label} off', "don't let the {label} alarm go off for the time being", 'suspend the {label} alarm without deleting it', "I'd like the {label} alarm switched off", 'the alarm labelled {label} should be off', 'leave the {label} alarm in the list but disabled', 'toggle off the alarm called {label}'],
    zh: ['{label}闹钟关一下', '暂时别让{label}闹钟响', '将{label}闹铃设为关闭状态', '禁用名为{label}的闹钟', '{label}那个闹钟先不要响，关了它', '我想把{label}闹钟停掉，但留着', '麻烦关了{label}的闹铃', '让{label}闹钟处于未启用状态', '{label}的闹钟这阵子用不着，先停用'],
  },
  'time.alarm.enable': {
    en: ['{label} alarm on', 'activate the alarm {label}', 'I want my existing {label} alarm to ring again, switch it on', 'set the {label} alarm to active', 'flip on the alarm called {label}', 'reactivate the {label} alarm', 'get the {label} alarm going again', "I'd like the {label} alarm switched on", 'toggle the alarm labelled {label} on', 'could you re-enable the {label} alarm', 'the alarm {label} is off, please put it back on'],
    zh: ['{label}闹钟开一下', '让{label}闹钟恢复响铃', '将{label}闹铃设为开启状态', '激活名为{label}的闹钟', '{label}那个闹钟又要用了，把它打开', '麻烦开启{label}的闹铃', '我想让{label}闹钟重新生效', '之前关掉的{label}闹钟再开回来', '确保{label}闹钟是开着的'],
  },
  'time.alarm.move': {
    en: ['reset the existing {label} alarm to {time}', '{label} alarm to {time} instead', 'adjust the alarm {label} so that it rings at {time}', 'push my {label} alarm to {time}', 'I want the {label} alarm at {time} rather than when it is now', 'shift the alarm named {label} to {time}', 'edit the {label} alarm, new time {time}', 'my {label} alarm is set wrong, it should be {time}', 'could you reschedule the {label} alarm for {time}', 'switch the {label} alarm over to {time}', '{time} is the new time for the {label} alarm'],
    zh: ['{label}闹钟挪到{time}', '调一下{label}闹钟，改{time}', '把{label}闹铃的响铃时间换成{time}', '我想让原来的{label}闹钟改在{time}响', '{label}那个闹钟时间不对，应该是{time}', '将闹钟{label}重新定到{time}', '麻烦把{label}闹铃的时间更新成{time}', '原有的{label}闹钟现在要{time}响', '编辑{label}闹钟，新时间{time}'],
  },
  'time.alarm.ask_time': {
    en: ["what's my {label} alarm set to", 'find out when the {label} alarm will ring', 'at what time will the alarm {label} wake me', 'for which time did I set the {label} alarm', 'show me the time of the alarm labelled {label}', '{label} alarm, what time', "I'd like to know when the {label} alarm sounds", 'can you see what time my alarm {label} is at', 'when will I hear the {label} alarm', 'the alarm called {label}, when does it ring', 'let me know the hour the {label} alarm is set for'],
    zh: ['{label}闹钟是几点的', '我的{label}闹铃什么时候响', '帮我看下{label}闹钟设的几点', '{label}那个闹钟定的是什么时间', '想知道{label}闹钟的响铃时间', '名为{label}的闹钟会在几点响起', '我把{label}闹钟设在几点了', '查查{label}闹铃几点', '请问{label}闹钟的时间是多少'],
  },
  'time.schedule.create': {
    en: ['pencil in {event}, {datetime}', 'make a calendar entry for {event}, {datetime}', "I've got {event} {datetime}, put that on my schedule", 'enter {event} in the calendar with the start {datetime}', 'block out {datetime} in my calendar for {event}', 'new appointment: {event}, {datetime}', 'plan {event} in my agenda for {datetime}', 'could you get {event} onto my calendar, {datetime}', 'set up a calendar event named {event} for {datetime}', '{datetime}: {event}, please enter it in my diary', 'I would like {event} written into my calendar, beginning {datetime}'],
    zh: ['{datetime}有{event}，帮我记到日历', '日历新增{event}，{datetime}', '帮我排一个{event}，时间定在{datetime}', '创建日历事件{event}，开始时间{datetime}', '我{datetime}要{event}，写进日程表', '{datetime}这个时间留给{event}，加进日历', '麻烦在日程表上登记{event}，{datetime}开始', '行程里加上{event}，{datetime}', '预定一个日程，{datetime}，名称{event}'],
  },
  'time.schedule.create_with_place': {
    en: ['pencil in {event} at {location}, {datetime}', 'make a calendar entry: {event}, {location}, {datetime}', "I've got {event} {datetime} at {location}, put that on my schedule", 'new appointment {event}, where: {location}, when: {datetime}', '{datetime} at {location} there is {event}, enter it in my calendar', 'plan {event} in my agenda for {datetime}, to be held at {location}', 'set up a calendar event named {event} with venue {location}, starting {datetime}', 'could you get {event} onto my calendar, {datetime}, venue {location}', 'write into my diary that {event} takes place at {location}, {datetime}', 'block out {datetime} in my calendar for {event} at {location}', "I'd like a new event in the calendar: {event}, beginning {datetime}, location {location}"],
    zh: ['{datetime}在{location}有{event}，帮我记到日历', '日历新增{event}，{datetime}，{location}', '帮我排一个{event}，时间{datetime}，场地{location}', '创建日历事件{event}，开始时间{datetime}，位置{location}', '我{datetime}要去{location}，是{event}，写进日程表', '麻烦登记日程{event}：{datetime}，{location}举行', '行程里加上{datetime}在{location}的{event}', '预定一个日程，地点{location}，{datetime}开始，名称{event}', '在{location}的{event}，{datetime}，请加入日历'],
  },
  'time.schedule.cancel': {
    en: ['scrap the {event} from my calendar', "the {event} isn't happening, drop it from the calendar", 'strike the {event} from my schedule', 'I no longer have the {event}, delete it from my calendar', 'get rid of the calendar entry {event}', 'clear the {event} out of my agenda', "I can't make it to the {event}, cancel it", "I'd like the {event} gone from my calendar", 'erase the appointment {event}', 'wipe the {event} off my schedule', '{event} is off, take it out of my diary'],
    zh: ['{event}取消了，从日历里删掉', '我不去{event}了，把日程撤掉', '撤销日程{event}', '日历上的{event}划掉吧', '删除名为{event}的日历事件', '{event}不办了，移除这个安排', '麻烦取消我日历里的{event}', '把{event}这项行程清掉', '{event}这个安排作废，删了吧'],
  },
  'time.schedule.reschedule': {
    en: ['put the {event} off until {datetime}', '{event} has been moved, new time {datetime}', 'let the {event} in my schedule begin {datetime} instead', 'push the {event} to {datetime}', 'I need the {event} at a different time: {datetime}', 'rebook the {event} for {datetime}', 'adjust my calendar, the {event} is now {datetime}', 'could you bump the {event} to {datetime}', 'edit the {event} so that it starts {datetime}', 'switch my existing {event} over to {datetime}', 'the time of the {event} has changed to {datetime}, fix it in the calendar'],
    zh: ['{event}改期了，新时间是{datetime}', '日历里的{event}挪到{datetime}', '{event}换个时间，{datetime}再开始', '把原定的{event}调到{datetime}', '更改日程{event}的开始时间：{datetime}', '{event}时间有变，改{datetime}', '我想把{event}另约在{datetime}', '麻烦把已有的{event}移至{datetime}', '日程{event}的时间更新为{datetime}'],
  },
  'time.schedule.set_place': {
    en: ['the {event} has a new venue, {location}', 'put {location} down as the location of the {event}', 'we are meeting at {location} for the {event} now, change it in the calendar', '{location} is where the {event} will be, note that in the event', 'relocate the {event} to {location}', 'enter {location} as the place for the {event}', "edit the {event}'s location to read {location}", 'fill in {location} as the venue of the {event} in my calendar', 'the {event} takes place at {location} instead, correct the entry', 'for the {event}, make the location {location}', 'switch the venue of my {event} to {location}'],
    zh: ['{event}换地方了，在{location}', '日历里{event}的位置填{location}', '给日程{event}写上地点{location}', '{event}的场地更新为{location}', '{event}现在去{location}开，改一下日程', '编辑{event}，地点一栏填{location}', '麻烦把{event}的举办地点调整到{location}', '{location}是{event}的新地点，改到日历里', '日程{event}挪到{location}举办'],
  },
  'time.schedule.ask_when': {
    en: ["when's the {event}", 'find out what day and time the {event} is', 'which date and hour is the {event} down for', 'what date and time did I put down for the {event}', "I'd like to know when the {event} takes place", 'the {event}, when is that again', 'for when is the {event} scheduled', 'can you see in my schedule when I have the {event}', 'show me the start time and date of the {event}', 'let me know the day and the time of my {event}', 'when exactly does the {event} begin'],
    zh: ['{event}是什么时候', '我的{event}约在哪一天几点', '帮我看下{event}的时间', '想知道{event}的具体日期和几点开始', '{event}定在何时', '日程表上{event}是几号几点', '{event}哪天开始，几点', '请问{event}安排在什么时间', '查查{event}何时举行'],
  },
  'time.schedule.ask_where': {
    en: ["where's the {event} being held", 'which venue is the {event} at', 'find out the location of the {event}', 'where do I have to go for the {event}', 'in what place does the {event} happen', "I'd like to know where the {event} will be", 'the {event}, where is that again', 'can you see in my calendar where the {event} is', 'show me the place for the {event}', 'let me know the venue of my {event}', 'what location did I put down for the {event}'],
    zh: ['{event}在哪儿', '去{event}要到什么地方', '帮我看下{event}的地址', '想知道{event}的举办地点', '{event}的场地是哪里', '我的{event}约在哪个地方', '日程表上{event}写的地点是哪', '请问{event}安排在哪里', '{event}该去哪儿参加'],
  },
  'time.schedule.count_day': {
    en: ["what's the total of my appointments {date}", 'how busy am I {date}, how many events are there', 'find out how many calendar entries I have {date}', 'number of events in my calendar {date}', 'how many things are on my schedule {date}', '{date}, what is the count of calendar events', "I'd like to know the number of appointments {date}", 'how many times am I booked {date}', 'can you see how many events are planned {date}', 'let me know how many entries my agenda holds {date}', 'how full is my calendar {date}, in number of events'],
    zh: ['我{date}有多少个安排', '{date}日程数是多少', '帮我看下{date}有几个行程', '{date}忙不忙，有几项日程', '想知道{date}安排了几件事', '统计{date}的日历事件个数', '日历上{date}有几项', '{date}我总共有多少日程', '请问{date}排了几个日程'],
  },
  'time.schedule.share': {
    en: ['give {person} access to the {event}', 'extend calendar sharing of the {event} to {person}', "I'd like {person} to be able to view the {event}", '{person} should also see the {event} in the calendar', 'open up the {event} to {person}', 'add {person} as a viewer of my {event} event', 'for the {event}, turn on sharing with {person}', 'my {event} should be viewable for {person}', 'allow {person} to look at the {event} on my schedule', 'show the calendar event {event} to {person} too', 'set the {event} to be shared with {person}'],
    zh: ['{event}这个日程给{person}看', '允许{person}查看日程{event}', '{event}也分享一份给{person}', '让{person}也能看到日历里的{event}', '把我的{event}日程开放给{person}', '跟{person}分享日程{event}', '麻烦把{event}共享出去，对象是{person}', '我想让{person}看得到{event}这项安排', '日程{event}对{person}可见'],
  },
  'time.day.ask_weekday': {
    en: ['{date}, what weekday does that make', 'on which weekday does {date} fall', 'find out the weekday for {date}', 'is {date} a Monday, a Tuesday or what', "I'd like to know the day of the week for {date}", 'let me know which weekday {date} will be', 'can you see what weekday {date} is', 'day of the week for {date}, please', 'show the day of the week of {date}', 'give me the weekday that belongs to {date}', 'I forget, what weekday does {date} land on'],
    zh: ['{date}礼拜几', '{date}是周几', '帮我看下{date}是星期几', '{date}落在星期几', '想知道{date}周几', '请问{date}对应礼拜几', '日历上{date}是星期几', '{date}那一天是一周里的星期几', '{date}赶上周几了'],
  },
  'time.day.ask_holiday': {
    en: ["what's the holiday on {date}", 'the public holiday {date}, what is it called', 'why is {date} a day off, what holiday is it', 'name the public holiday on {date}', 'find out the holiday that {date} is', 'what do people celebrate on {date}', "I'd like to know what holiday falls on {date}", 'see in the calendar which holiday {date} is', 'let me know the name of the public holiday on {date}', 'what is the occasion on {date}, which holiday', '{date}, what holiday is that'],
    zh: ['{date}过的是哪个节', '{date}是什么假期', '帮我看下{date}是哪个节日', '想知道{date}是什么公众假日', '{date}因为什么节放假', '日历上{date}标的是什么节', '请问{date}是哪个法定节假日', '{date}叫什么节', '{date}庆祝的是什么节日'],
  },
  'time.zone.convert': {
    en: ["{time} {from} time, what's that in {to}", 'find out what {time} {from} time means in {to}', "if it's {time} in {from}, how late is it in {to}", 'translate {time} from the {from} time zone into {to} time', 'what will the clock show in {to} when it is {time} in {from}', "I'd like to know the {to} time for {time} in {from}", 'give me the {to} equivalent of {time} {from} time', 'someone in {from} says {time}, what time is that in {to}', 'change {time} in {from} into local time in {to}', 'see what time people in {to} have at {time} {from} time', 'for {to}, what time is it when {from} has {time}'],
    zh: ['{from}时间{time}，{to}那边几点', '{to}在{from}{time}时是什么时间', '帮我算下{from}{time}等于{to}几点', '{from}那边{time}，换成{to}时间是多少', '想知道{from}到{time}时{to}几点钟', '从{from}到{to}的时差换算：{time}', '当地时间{from}{time}，对应{to}的几点', '把{from}的{time}转成{to}当地时间', '请问{from}{time}的时候{to}那边是几点'],
  },
  'time.countdown.start': {
    en: ['timer, {duration}', 'give me {duration} on the timer', 'let me know when {duration} are up', 'put a timer on for {duration}', 'I need a {duration} timer', 'kick off a countdown, {duration}', 'could you time {duration} for me', 'get a countdown going for {duration}', 'beep once {duration} have gone by', "I'd like a countdown of {duration}, starting now", 'fire up the timer with {duration}'],
    zh: ['计时器{duration}', '帮我定时{duration}', '{duration}后响一下，开始倒数', '来个{duration}的定时器', '启动倒计时，时长{duration}', '我需要计{duration}的时', '从现在起倒数{duration}', '过{duration}叫我，开个计时器', '麻烦开一个{duration}的倒计时器'],
  },
  'time.countdown.start_labelled': {
    en: ['{label} timer, {duration}, go', 'give me {duration} on a timer for {label}', 'put a timer on for {duration} and call it {label}', 'I need a {duration} timer with the label {label}', 'kick off a new countdown {label}, {duration}', 'time {duration} for me, name the timer {label}', 'get a {label} countdown going for {duration}', 'set up a timer labelled {label}, length {duration}', "I'd like a countdown of {duration} titled {label}, starting now", 'fire up a new timer for {label} with {duration}', 'let {duration} run down on a timer named {label}'],
    zh: ['{label}计时器，{duration}，开始', '帮我定时{duration}，名称{label}', '来个{duration}的定时器，就叫{label}', '启动倒计时，时长{duration}，名字{label}', '新建一个{label}倒计时，{duration}后响', '我要为{label}开个{duration}的计时器', '从现在起倒数{duration}，备注{label}', '弄个{duration}的倒计时，标题是{label}', '开一个标签为{label}的计时器，计{duration}'],
  },
  'time.countdown.cancel': {
    en: ['scrap the {label} timer', 'I no longer need the {label} timer, kill it', 'forget about the countdown {label}', 'get rid of the running {label} timer', 'drop the {label} countdown', '{label} timer: cancel', "the timer {label} isn't needed any more", 'discard the countdown named {label}', 'please delete the {label} timer', 'shut the {label} timer down completely', "don't count down {label} any longer, remove that timer"],
    zh: ['{label}计时器不要了', '删掉{label}倒计时', '别再给{label}倒计时了，取消', '把{label}这个定时器撤掉', '放弃{label}倒计时', '我不需要{label}计时器了', '结束并移除{label}倒计时', '名为{label}的定时器作废', '麻烦取消正在走的{label}倒计时'],
  },
  'time.countdown.pause': {
    en: ['freeze the {label} timer', '{label} timer: pause', 'let the {label} countdown rest for a bit', 'stop the {label} timer for now, we continue in a while', 'suspend the timer {label}', 'give the {label} countdown a break', "I'd like to pause the countdown {label}", 'interrupt the {label} timer for the moment', 'could you stop the clock on {label} temporarily', "the {label} timer should wait until I'm back", "take a break from the {label} timer, I'll pick it up again soon"],
    zh: ['{label}计时器停一会儿', '{label}倒计时暂停', '先别走{label}的计时，等会儿再继续', '让{label}计时器暂时停住', '把{label}定时器按暂停', '{label}的倒计时先等等', '麻烦暂时中断{label}倒计时', '我要暂停叫{label}的那个计时器', '临时停下{label}的计时'],
  },
  'time.countdown.resume': {
    en: ['get the {label} timer going again', '{label} timer: continue', 'restart the {label} countdown from where it was paused', 'pick the {label} countdown up again', 'let the countdown {label} run on', 'end the pause of the {label} timer', 'keep counting down {label}, the pause is over', "I'd like the paused {label} countdown to continue", 'set the {label} timer running again', 'the {label} timer may go on now', 'take the timer {label} off pause'],
    zh: ['{label}计时器接着计', '{label}倒计时可以继续了', '取消{label}计时器的暂停', '让{label}定时器重新走起来', '从暂停处继续{label}的计时', '把停住的{label}倒计时恢复', '{label}的倒计时接着来', '麻烦继续走{label}那个计时器', '结束{label}倒计时的暂停状态'],
  },
  'time.countdown.ask_remaining': {
    en: ['how long till the {label} timer is done', "what's left on the {label} countdown", 'find out how many minutes the {label} timer has to go', '{label} timer, how much longer', 'when will the {label} countdown be over, in how many minutes', 'how many more minutes does the countdown {label} need', "I'd like to know the time left on {label}, the timer", 'see how much is still on the timer called {label}', 'let me know in how many minutes the {label} timer rings', 'show me the remaining minutes of the {label} countdown', 'how far is the {label} timer from finishing'],
    zh: ['{label}计时器还要多久', '{label}倒计时剩多少时间', '帮我看下{label}还有几分钟结束计时', '{label}的计时再过几分钟完', '想知道{label}定时器剩余时间', '距离{label}倒计时结束还有几分钟', '{label}那个计时器还差多长时间响', '请问{label}倒计时剩下几分钟', '{label}倒计时还得等多少分钟'],
  },
};
