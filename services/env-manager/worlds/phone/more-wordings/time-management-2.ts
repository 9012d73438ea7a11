import type { WordingsByIntent } from '../wordings.ts';

export const timeManagement2: WordingsByIntent = {
  'time.stopwatch.start': {
    en: ['stopwatch on', 'get the stopwatch going', 'fire up the stopwatch', 'time me with the stopwatch, go', 'switch on the stopwatch', "I'd like the stopwatch running", 'I need the stopwatch now, make it go', 'kick the stopwatch off', 'activate the stopwatch now', 'could you start measuring with the stopwatch', 'press start on the stopwatch'],
    zh: ['秒表计时开始', '用秒表给我计时', '开秒表', '让秒表跑起来', '按下秒表的开始键', '麻烦启用秒表计时', '我要用秒表，现在开始', '秒表开起来', '秒表走表'],
  },
  'time.stopwatch.lap': {
    en: ['lap', 'new lap on the stopwatch', 'save a split time on the stopwatch', 'log the current lap', 'stopwatch, count a lap', 'press lap on the stopwatch', 'one round done, record it with the stopwatch', 'register another lap in the stopwatch', "I'd like a lap recorded", 'keep this lap time', 'have the stopwatch split here'],
    zh: ['计圈', '秒表分段一下', '记下这一圈的时间', '按一下秒表的计圈键', '跑完一圈了，秒表记一下', '保存当前圈的成绩到秒表', '秒表新增一个计次', '麻烦用秒表计次', '秒表这圈存一下'],
  },
  'time.stopwatch.reset': {
    en: ['stopwatch back to zero', 'bring the stopwatch back to 0:00', 'wipe the time on the stopwatch', 'restore the stopwatch to its start value', 'get rid of the measured time on the stopwatch', "I'd like the stopwatch reset", 'return the stopwatch to nought', 'make the stopwatch read zero again', 'throw out the time shown on the stopwatch', 'press reset on the stopwatch', 'wind the stopwatch back to the beginning'],
    zh: ['秒表清零', '让秒表回到零', '按一下秒表的复位键', '清掉秒表上的时间', '秒表重新变成零', '麻烦清空秒表', '秒表的读数不要了，归到0', '把秒表恢复到初始状态', '将秒表重置为零'],
  },
  'time.todo.add': {
    en: ['to-do: {content}', 'jot down {content} on my task list', 'I still have to {content}, put it on my list of tasks', 'write {content} on the to-do list', 'new task, {content}', 'include {content} in my tasks', 'make a to-do out of this: {content}', 'enter {content} as something to do in my tasks', "I'd like {content} on my to-do list", 'have my to-do list say {content}', 'could you save {content} as a task'],
    zh: ['待办加一条{content}', '我还得{content}，记到任务里', '把{content}写进待办事项', '新增任务{content}', '帮我记个待办：{content}', '任务列表里添上{content}', '创建一项待办，内容{content}', '{content}，列入待办', '麻烦把{content}记成一个任务'],
  },
  'time.todo.add_due': {
    en: ['new to-do: {content}, due {date}', 'jot down {content} as a new task with {date} as the last day', 'I still have to {content} by {date}, put it on my list of tasks', 'write {content} on the to-do list with the deadline {date}', 'new task, {content}, finish by {date}', 'include {content} in my tasks, to be finished by {date}', 'make a new to-do {content} that has to be ready by {date}', 'enter a task: {content}, due date {date}', "I'd like {content} added to my to-do list, due {date}", 'by {date} I must {content}, save that as a new task', 'could you create a to-do with due date {date}: {content}'],
    zh: ['新待办：{content}，{date}之前', '我{date}前还得{content}，记到任务里', '把{content}写进待办事项，最晚{date}', '新增任务{content}，期限{date}', '帮我记个待办：{content}，{date}截止', '任务列表里添上{content}，到期日{date}', '创建一项{date}到期的待办，内容{content}', '要在{date}前{content}，加个新任务', '麻烦新建待办{content}，截止时间填{date}'],
  },
  'time.todo.complete': {
    en: ["I've done {content}, cross it off my tasks", '{content}: done', 'set the task {content} to completed', "I'm through with {content}, mark the task finished", 'put a check mark next to {content} on the to-do list', 'the to-do {content} has been taken care of, tick it', 'finish off the task {content} in my list', 'record that the to-do item {content} is completed', 'cross out {content} on my to-do list as done', 'change the status of the task {content} to done', "that's {content} finished, update my tasks"],
    zh: ['{content}已经做好了，待办打勾', '{content}完成了', '任务{content}搞定，标成已完成', '将{content}这项待办设为已完成', '待办里的{content}勾上', '我做完{content}了，任务状态改为完成', '给任务{content}打个完成的勾', '把{content}这条待办划掉，已经做了', '麻烦把任务{content}记作完成'],
  },
  'time.todo.delete': {
    en: ['drop {content} from my tasks', 'scrap the to-do {content}', 'take {content} out of my to-do list, I will not do it', 'throw the task {content} away', 'I no longer have to {content}, remove it from my tasks', "I'd like the to-do item {content} gone", 'wipe {content} off my task list without completing it', 'clear the task {content} out of the list', 'never mind the task {content}, delete it', 'the to-do {content} has become pointless, bin it', 'strike the task {content}, it is not needed any longer'],
    zh: ['{content}不做了，从任务里拿掉', '待办{content}删除', '清除任务{content}', '去掉待办里的{content}这条', '不需要{content}这个任务了，移除', '帮我把待办事项{content}删了', '任务列表里不要留{content}', '{content}这项待办作废', '麻烦删去{content}这条任务'],
  },
  'time.todo.set_priority': {
    en: ['the task {content} is {priority} priority', 'I want {priority} priority for {content} on my task list', '{content}: priority {priority}', 'treat the to-do item {content} with {priority} priority', 'assign {priority} priority to the task {content}', 'update how important the to-do {content} is to {priority}', 'label the task {content} {priority} in priority', 'switch the priority level of {content} to {priority}', 'rank my task {content} as {priority} priority', 'put {priority} as the importance of the to-do {content}', 'adjust the task {content} so its priority reads {priority}'],
    zh: ['{content}优先级{priority}', '任务{content}的重要程度改为{priority}', '给待办{content}设{priority}优先级', '我想让{content}变成{priority}优先级的任务', '调整任务{content}，优先级选{priority}', '把{content}标为{priority}优先级', '待办事项{content}的优先程度换成{priority}', '{content}这个任务按{priority}优先级来', '将任务{content}的优先级更改成{priority}'],
  },
  'time.todo.set_due': {
    en: ['extend the task {content} until {date}', "I get until {date} for {content}, fix the task's deadline", 'reschedule the to-do item {content} to {date}', 'push the due date of {content} to {date}', 'the deadline for my task {content} has changed to {date}', 'update the existing to-do {content}: due {date}', 'shift {content} on my task list to {date}', 'have the task {content} end {date} instead', 'adjust the due day of the to-do {content} to {date}', '{date} is the new due date for the task {content}', 'edit the task {content} so that it is due {date}'],
    zh: ['{content}的截止日挪到{date}', '任务{content}期限有变，改{date}', '给已有的待办{content}换个截止日期：{date}', '待办{content}现在是{date}到期，改一下', '把任务{content}的最后期限更新为{date}', '原来的任务{content}放到{date}再截止', '{content}这条待办的期限设到{date}', '调整{content}的截止时间至{date}', '待办事项{content}的到期日换成{date}'],
  },
  'time.todo.ask_due': {
    en: ["when's the task {content} due", 'how long do I have for {content} on my to-do list, until which day', 'find out the deadline of the task {content}', 'by when must the to-do {content} be finished', 'what is the last day for the task {content}', "I'd like to know which due date {content} has in my tasks", 'the task {content}, by which date is it', 'see which day my to-do {content} has to be ready', 'let me know the due day of the to-do item {content}', 'show me the deadline for {content}', 'on what date does the task {content} fall due'],
    zh: ['{content}这个任务什么时候到期', '待办{content}的期限是哪天', '帮我看下{content}截止到几号', '任务{content}最迟要在哪天做完', '想知道待办{content}的截止日', '{content}得在哪天之前完成', '任务清单里{content}的到期日是几号', '请问任务{content}何时截止', '{content}的最后期限是哪一天'],
  },
  'time.reminder.create': {
    en: ["don't let me forget to {content}, {datetime}", 'nudge me {datetime} so that I do not forget to {content}', '{datetime}, remind me that I have to {content}', 'I need to be reminded to {content}, {datetime}', 'I want to {content} {datetime}, so remind me', 'new reminder, {datetime}: {content}', 'ping me {datetime} to {content}', "I'd like a reminder that pops up {datetime}: {content}", 'have my phone remind me to {content}, {datetime}', 'add a reminder, {content}, for {datetime}', 'make sure I remember to {content}, alert me {datetime}'],
    zh: ['{datetime}记得叫我{content}', '别让我忘了{datetime}{content}，设个提醒', '我{datetime}要{content}，到时提醒一下', '加个提醒，{datetime}，{content}', '{content}，请在{datetime}提醒', '创建提醒事项{content}，提醒时间{datetime}', '麻烦{datetime}提示我{content}', '到了{datetime}给我弹个提醒：{content}', '需要一个新提醒，内容{content}，定在{datetime}'],
  },
  'time.reminder.delete': {
    en: ["I don't need reminding to {content} any more", 'scrap the reminder to {content}', 'drop my reminder about {content}', "there's no need to remind me to {content}, take the reminder out", 'the reminder {content} can go', 'call off the reminder to {content}', 'never mind reminding me to {content}', 'erase the reminder that tells me to {content}', 'wipe the {content} reminder', 'I no longer want the reminder to {content}', 'clear the reminder {content} from my list'],
    zh: ['{content}那条提醒不要了', '别提醒我{content}了', '移除关于{content}的提醒', '{content}的提醒可以取消了', '我不需要{content}这个提醒', '把提醒事项{content}去掉', '撤掉{content}的提醒', '清除让我{content}的那条提醒', '提醒{content}作废，删除吧'],
  },
  'time.reminder.postpone': {
    en: ['snooze the reminder to {content} until {datetime}', 'delay my {content} reminder to {datetime}', 'put off the reminder about {content} until {datetime}', 'not now, bring the existing reminder to {content} back {datetime}', 'reschedule the reminder {content} for {datetime}', 'the reminder to {content} should pop up later, {datetime}', "I'd rather get the reminder about {content} later, {datetime}", 'change the time of the existing reminder {content} to {datetime}', 'defer the reminder that tells me to {content} to {datetime}', 'let the reminder about {content} wait until {datetime}', 'my {content} reminder is too early, make it {datetime}'],
    zh: ['{content}那条提醒晚点，{datetime}再响', '推后提醒{content}，到{datetime}', '原来{content}的提醒挪到{datetime}', '延后关于{content}的提醒，时间改为{datetime}', '现有的提醒{content}调整至{datetime}', '把让我{content}的那个提醒顺延到{datetime}', '{content}先不提醒，等到{datetime}再说', '提醒{content}太早了，改成{datetime}', '将提醒事项{content}的时间往后调到{datetime}'],
  },
  'time.reminder.ask_when': {
    en: ["when's my reminder to {content}", 'for what day and hour did I set the reminder {content}', 'find out when I will be reminded to {content}', 'what date and time is the {content} reminder', "I'd like to know when you remind me to {content}", 'the reminder about {content}, when does it pop up', 'see what day and time the reminder to {content} is due', 'let me know when the {content} reminder goes off', 'show me the date and hour of my reminder {content}', 'which day and time did I choose for the reminder to {content}', 'at which moment will the reminder about {content} appear'],
    zh: ['{content}的提醒是什么时候', '你几号几点会提醒我{content}', '帮我看下提醒{content}设的时间', '让我{content}的那条提醒什么时候弹出', '想知道{content}提醒的日期和几点', '我给{content}定的提醒是何时', '提醒{content}会在哪天什么时间响', '请问关于{content}的提醒在几号几点', '提醒事项{content}的时间是哪天几点'],
  },
  'time.automation.create_at_time': {
    en: ['new daily automation, {time}: {doing}', "I'd like the phone to {doing} automatically each day at {time}", 'daily at {time}, automatically {doing}', 'have a rule that will {doing} whenever the clock says {time}', 'schedule an automatic action for {time} every day: {doing}', 'get my phone to {doing} by itself at {time} each day', 'set a routine for {time} that will {doing}', 'program the phone to {doing} day after day at {time}', 'every day when it is {time}, {doing} without asking me', 'build an automation with trigger time {time} and action {doing}', 'once it gets to {time}, always {doing}, save that as a rule'],
    zh: ['每天到{time}自动{doing}', '我想让手机每天{time}自己{doing}', '{time}一到就{doing}，做成自动化', '加个每日规则，{time}执行：{doing}', '定时自动化：{time}，{doing}', '以后每天{time}都自动帮我{doing}', '设置一条按时间触发的规则，{time}{doing}', '创建一个自动任务，每日{time}{doing}', '让手机在每天{time}时自动{doing}'],
  },
  'time.automation.create_at_place': {
    en: ['new automation for arriving at {place}: {doing}', "I'd like the phone to {doing} automatically whenever I reach {place}", 'whenever I get to {place}, automatically {doing}', 'have a rule that will {doing} each time I arrive at {place}', 'on reaching {place}, {doing} without asking me, save that as a rule', 'get my phone to {doing} by itself once I am at {place}', 'set a location routine: at {place}, {doing}', 'program the phone to {doing} as I arrive at {place}', 'build an automation with the trigger {place} and the action {doing}', 'every time I come to {place}, {doing}, make that automatic', 'let arrival at {place} trigger this: {doing}'],
    zh: ['我一到{place}就自动{doing}', '想让手机在我到达{place}时自己{doing}', '{place}到了就{doing}，做成自动化', '加个地点规则，到{place}执行：{doing}', '位置自动化：{place}，{doing}', '以后我每次到{place}都自动帮我{doing}', '设置一条按地点触发的规则，抵达{place}就{doing}', '创建一个自动任务，进入{place}后{doing}', '让手机在我来到{place}时自动{doing}'],
  },
  'time.automation.disable': {
    en: ['automation {name} off', 'deactivate the rule {name}', "don't run the automation {name} for now", 'suspend the automation rule called {name}', 'set the automation {name} to inactive', "I'd like the rule {name} switched off", 'toggle the automation rule {name} off', 'pause the rule {name} without deleting it', 'the automation named {name} should be inactive', 'put the rule {name} out of action, but leave it in the list', 'the {name} rule must not fire for the time being'],
    zh: ['自动化{name}关一下', '暂时不要运行{name}规则', '禁用规则{name}', '将自动化{name}设为关闭', '{name}这条自动化先停一停', '让规则{name}不再生效，但别删', '麻烦停掉自动化规则{name}', '我想关了{name}这个自动化', '{name}规则先别自动跑，关上'],
  },
  'time.automation.enable': {
    en: ['automation {name} on', 'activate the rule {name}', 'run the automation {name} from now on again', 'put the automation rule called {name} back into action', 'set the automation {name} to active', "I'd like the rule {name} switched on", 'toggle the automation rule {name} on', 'reactivate the {name} rule', 'get the automation named {name} working again', 'the rule {name} may fire again', 'bring the automation {name} back on'],
    zh: ['自动化{name}开一下', '恢复运行{name}规则', '激活规则{name}', '将自动化{name}设为开启', '{name}这条自动化又要用了，打开它', '让规则{name}生效', '麻烦开启自动化规则{name}', '我想重新用上{name}这个自动化', '{name}规则可以自动跑了，开起来'],
  },
  'time.automation.delete': {
    en: ['scrap the automation {name}', 'throw out the rule {name}', 'the automation rule {name} can be deleted', 'clear the rule called {name} out of my automations', 'wipe the automation {name} for good', "I'd like the rule {name} gone for ever", 'drop the automation rule {name} from the list', 'take the {name} rule out of the automations altogether', 'bin the automation named {name}', 'automation {name}: delete', "the rule {name} isn't needed any more, get it removed"],
    zh: ['自动化{name}删了', '清除规则{name}', '移除名为{name}的自动化', '{name}这条自动化没用了，删掉它', '从自动化列表里拿掉{name}', '我不想留着规则{name}，请删除', '彻底删除{name}这个自动化', '不要规则{name}了，移走', '麻烦把自动化规则{name}删除掉'],
  },
  'time.habit.check_in': {
    en: ['{name} habit: done today', "today's check-in for the habit {name}, please", 'tick my habit {name} for today', 'record that I kept up the habit {name} today', "I've finished {name} today, tick that habit", 'put a check mark on the habit {name} today', 'count today as done for my {name} habit', 'note down in my habits that {name} was done today', "I'd like to check in {name}, my habit", 'register the habit {name} as completed today', 'enter {name} in the habit tracker for today'],
    zh: ['{name}打卡', '今天{name}做了，习惯打个勾', '习惯{name}今日签到', '记录今天完成了习惯{name}', '帮我打卡{name}这个习惯', '给今天的{name}习惯签个到', '我今天坚持了{name}，记到习惯里', '把今天的{name}习惯标记完成', '习惯追踪里给{name}打上今天的卡'],
  },
  'time.habit.create': {
    en: ['{name} as a new habit, goal {times} times a week', "I'd like to get into the habit {name}, {times} times per week, add it", 'begin a new habit: {name}, weekly goal {times}', 'set up a habit tracker for {name}, {times} times a week', 'put {name} into my habits as a new one, {times} times every week', 'I want to start {name} as a habit, on {times} days a week', 'build a new habit called {name} with {times} check-ins per week', 'include a new habit in my list: {name}, {times} times weekly', 'open a new habit {name} aiming at {times} times per week', '{name}, {times} times weekly, should become a habit I track', 'could you add {name} to the habits I track, {times} per week'],
    zh: ['新习惯：{name}，一周{times}次', '我想养成{name}的习惯，每周{times}次，加进去', '习惯里新增{name}，周目标{times}次', '建一个习惯叫{name}，每星期要做{times}次', '每周{times}次{name}，设为新习惯', '帮我开一个习惯追踪：{name}，每周{times}次', '打卡里加个新习惯{name}，一星期{times}回', '从现在起培养新习惯{name}，一周打卡{times}次', '新添习惯{name}，频率为每周{times}次'],
  },
  'time.habit.set_goal': {
    en: ['adjust the goal of my {name} habit to {times} times per week', 'habit {name}: new weekly goal {times}', 'I want to do my existing habit {name} {times} times a week from now on', 'switch the target for the habit {name} to {times} a week', 'make it {times} times a week for the habit {name} that I already track', 'the weekly target of {name} in my habits should be {times}', 'edit the habit {name} so the goal says {times} times a week', 'my aim for the {name} habit has changed to {times} times weekly', 'put the target of the existing habit {name} at {times} per week', 'let the goal for {name}, my habit, be {times} times each week', 'modify how often the habit {name} is due: {times} times a week'],
    zh: ['{name}习惯的周目标改{times}次', '原来的习惯{name}以后一周做{times}次', '调整习惯{name}，目标换成每周{times}次', '习惯{name}的目标定为一星期{times}次', '把已有习惯{name}的频率改到每周{times}次', '编辑习惯{name}：周目标{times}次', '我想把{name}这个习惯变成每周{times}次', '修改{name}习惯的目标次数，一周{times}次', '现有习惯{name}的每周目标更改为{times}次'],
  },
  'time.habit.ask_streak': {
    en: ["what's my {name} streak", 'how many days running have I done the habit {name}', 'find out my current streak for {name}', '{name} habit, how long a streak', 'for how many days now have I kept up {name}, my habit, without a break', "I'd like to know how long my streak for {name} is", 'see how many consecutive days I checked in {name}', 'let me know the number of days in my {name} streak', 'show me how many days straight the habit {name} was kept', 'for the habit {name}, what is the day streak', 'how many days without a gap does my {name} habit have'],
    zh: ['{name}习惯坚持几天了', '我{name}连着打卡几天了', '帮我看下习惯{name}的连续天数', '{name}这个习惯已经连续多少天没断', '想知道{name}的连续打卡天数', '习惯{name}到现在连了几天', '{name}我持续打卡多久了', '请问我的习惯{name}连续坚持了多少天', '统计习惯{name}连续完成的天数'],
  },
  'time.world_clock.add': {
    en: ['world clock, add {city}', "I'd like to see the time of {city} on my world clock", 'include {city} in the world clock', 'get {city} onto the world clock list', 'set up a world clock entry for {city}', 'insert {city} into my world clock', 'the world clock should list {city} too', 'I want {city} among my world clock cities', 'new world clock city: {city}', 'could you pin {city} to the world clock', 'make {city} appear on the world clock'],
    zh: ['世界时钟加{city}', '我想在世界时钟里看到{city}的时间', '新增一个世界时钟城市：{city}', '把{city}放进世界时钟列表', '世界时钟也要有{city}', '时钟里新添城市{city}', '让世界时钟列出{city}', '帮我在世界时钟页面加个{city}', '将{city}纳入世界时钟'],
  },
  'time.world_clock.remove': {
    en: ['world clock, drop {city}', 'get rid of {city} on the world clock', "I don't need {city} on the world clock any more", 'erase the world clock entry for {city}', 'clear {city} out of my world clock', '{city} can go from the world clock', "I'd like {city} gone from my world clock cities", 'scrap the clock for {city}', 'wipe {city} from the world clock list', 'the world clock should no longer list {city}', 'throw {city} out of the world clock'],
    zh: ['世界时钟不要{city}了', '删掉世界时钟里的{city}', '{city}的世界时钟可以去掉了', '把{city}移出世界时钟列表', '我不用在世界时钟看{city}的时间了，删除它', '世界时钟页面拿掉{city}', '清除{city}这个世界时钟城市', '别在世界时钟里留{city}', '将{city}从我的时钟城市中删除'],
  },
};
