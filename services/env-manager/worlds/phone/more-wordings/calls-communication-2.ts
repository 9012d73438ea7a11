import type { WordingsByIntent } from '../wordings.ts';

export const callsCommunication2: WordingsByIntent = {
  'calls.message.send': {
    en: ['drop {person} a text: {content}', 'let {person} know by SMS: {content}', 'shoot {person} a message saying {content}', '{content}, send that to {person} as a text', 'SMS to {person}: {content}', "I'd like to text {person} the following: {content}", 'send a note by text to {person} with the words {content}', 'get a text off to {person}: {content}', 'tell {person} in a text message {content}', 'compose a message for {person}, text {content}, and send it', 'could you message {person} with {content}'],
    zh: ['短信给{person}：{content}', '跟{person}发个短信，就说{content}', '把{content}用短信发给{person}', '发一条消息告诉{person}{content}', '我要短信通知{person}：{content}', '给{person}传个信息：{content}', '写条短信给{person}，内容{content}', '{content}，这句话发给{person}', '向{person}发送短信，正文{content}'],
  },
  'calls.message.send_number': {
    en: ['SMS to {phone}: {content}', 'drop {phone} a text saying {content}', '{content}, send that as a text to {phone}', "I'd like to text the following to {phone}: {content}", 'get a text off to the number {phone}: {content}', 'shoot a message to {phone} with the words {content}', 'let the person at {phone} know by SMS: {content}', 'compose a text for {phone}, {content}, and send it', 'deliver the text {content} to the phone number {phone}', 'could you write {content} in an SMS to {phone}', 'text {phone}: {content}'],
    zh: ['短信给{phone}：{content}', '短信发到{phone}这个号，就说{content}', '把{content}用短信发到{phone}', '发一条消息到号码{phone}，写{content}', '我要给{phone}发信息：{content}', '写条短信，内容{content}，发往{phone}', '{content}，这句话发给{phone}', '用短信告诉{phone}：{content}', '短信收件号码{phone}，正文{content}，发送'],
  },
  'calls.message.delete': {
    en: ["I no longer need {person}'s text, delete it", 'wipe the SMS {person} sent', "drop {person}'s text message", 'throw away the text from {person}', "{person}'s message: delete", 'clear the text message of {person} out of my inbox', "I'd like the SMS from {person} gone", 'scrap what {person} texted me', 'the text by {person} can be deleted', 'take the SMS from {person} out of my messages', "bin {person}'s SMS"],
    zh: ['{person}的短信不要了', '清除{person}发的消息', '{person}那条短信删了吧', '把收到的{person}短信去掉', '我不想留着{person}发来的信息，删除', '从短信里移走{person}那条', '麻烦删除{person}发给我的信息', '收件箱里{person}的短信可以删', '{person}传来的那条短信帮我删除'],
  },
  'calls.message.mark_read': {
    en: ["{person}'s text: mark as read", "I've already seen the SMS from {person}, set it to read", "make {person}'s message read", 'switch the text from {person} to the read state', 'treat the text by {person} as read', 'let the SMS of {person} no longer show as unread', "clear the unread mark on {person}'s text", 'change the status of the message from {person} to read', "I'd like the text from {person} marked read", "take the unread flag off {person}'s message", 'count the SMS {person} sent as already read'],
    zh: ['{person}的短信已读', '我看过{person}的短信了，标已读', '{person}那条消息设为已读状态', '去掉{person}短信的未读标记', '别再把{person}的短信显示成未读', '把收到的{person}信息标成已读', '将{person}发的短信改为已读', '{person}的消息算看过了，标记一下', '麻烦把{person}传来的短信置为已读'],
  },
  'calls.message.ask_content': {
    en: ["what's in {person}'s text", "read {person}'s SMS out loud", 'find out what {person} texted', 'show me the text message {person} sent', 'what does {person} want in the SMS', "I'd like to hear the text from {person}", 'let me know what the message of {person} says', 'open the SMS by {person} and tell me what it says', "{person}'s text, what does it say", 'see what {person} has written to me by text', 'give me the wording of the SMS from {person}'],
    zh: ['{person}短信说啥', '{person}发了什么消息给我', '帮我看下{person}的短信内容', '念一下{person}发来的信息', '想知道{person}短信里写的什么', '{person}传来的短信讲了什么', '打开{person}的短信，告诉我内容', '请问{person}给我的消息是什么内容', '{person}在短信里跟我说了什么'],
  },
  'calls.message.count_unread': {
    en: ['number of unread texts from {person}, please', "what's the number of {person}'s texts I still have to read", 'find out how many unread SMS {person} has sent', "how many new messages from {person} haven't I opened", "I'd like to know how many of {person}'s texts are unread", 'see how many unread texts there are by {person}', 'let me know the count of unread SMS from {person}', 'how many messages by {person} are waiting to be read', 'show me how many texts of {person} I have not looked at', "has {person} sent texts I haven't read, and how many are there", 'how many SMS from {person} did I not read yet'],
    zh: ['{person}未读短信几条', '我没读的{person}短信有多少', '帮我看下{person}有几条未读信息', '{person}发来还没看的消息几条', '想知道{person}的未读短信数量', '统计{person}的未读消息条数', '来自{person}的短信有几条是未读', '请问{person}的短信我有多少条没打开', '收件箱里{person}未读的有几条'],
  },
  'calls.email.send': {
    en: ['mail to {to}, subject {subject}: {content}', 'compose an e-mail for {to} with {subject} as the subject and {content} in the body', 'get a mail off to {to}: title {subject}, body {content}', "I'd like to e-mail {to} about {subject}, saying {content}", 'shoot an e-mail over to {to}, headed {subject}, reading {content}', 'the address is {to}, the subject {subject}, the body {content}, send that e-mail', 'write to {to} by e-mail under the heading {subject}: {content}', 'drop {to} an e-mail titled {subject} with the message {content}', 'let {to} know by e-mail, under the title {subject}: {content}', 'deliver an e-mail to {to}, subject line {subject}, content {content}', 'could you send {content} by e-mail to {to}, with subject {subject}'],
    zh: ['邮件给{to}，主题{subject}，内容{content}', '写邮件到{to}，标题{subject}，正文是{content}', '把{content}用邮件发给{to}，主题写{subject}', '我要发邮件，收件人{to}，主题{subject}，正文{content}', '发一封题为{subject}的邮件到{to}，内容{content}', '往{to}发电子邮件：标题{subject}，正文{content}', '收件地址{to}，邮件主题{subject}，写{content}，发送', '用邮件告诉{to}：{content}，主题是{subject}', '帮我给{to}发个邮件，题目叫{subject}，里面写{content}'],
  },
  'calls.email.send_person': {
    en: ['mail to the contact {person}, subject {subject}: {content}', 'compose an e-mail for {person} from my contacts with subject {subject} and body {content}', 'get a mail off to my contact {person}: title {subject}, body {content}', "I'd like to e-mail my contact {person} about {subject}, saying {content}", 'use the address saved for {person} and mail {content}, headed {subject}', "write to {person}'s e-mail address in the contacts, subject {subject}, text {content}", 'drop the contact {person} an e-mail titled {subject} with the message {content}', 'let my contact {person} know by e-mail, titled {subject}: {content}', 'e-mail from my phone to the contact {person}, subject line {subject}, content {content}', 'find {person} in the contacts and e-mail {content} there, title {subject}', 'send {content} by e-mail to the contact {person}, about {subject}'],
    zh: ['邮件给联系人{person}，主题{subject}，内容{content}', '写邮件给通讯录里的{person}，标题{subject}，正文是{content}', '把{content}用邮件发给联系人{person}，主题写{subject}', '我要发邮件，收件人是联系人{person}，主题{subject}，正文{content}', '发一封题为{subject}的邮件到{person}的邮箱，内容{content}', '用通讯录里{person}的邮箱发邮件：标题{subject}，正文{content}', '找到{person}的邮件地址，发信过去，主题{subject}，写{content}', '给我存的联系人{person}发电子邮件，题目叫{subject}，里面写{content}', '按{person}存的邮箱寄一封邮件，主题为{subject}，正文为{content}'],
  },
  'calls.email.ask_sender': {
    en: ["who's the e-mail {subject} from", 'find out who sent the mail {subject}', 'from whom did I get the e-mail titled {subject}', "I'd like to know who wrote the e-mail {subject}", 'see which person the e-mail {subject} is from', 'let me know the sender of the mail with subject {subject}', 'show me who is behind the e-mail {subject}', 'the mail {subject}, who sent it', 'whose e-mail is the one with the subject {subject}', 'name the sender of the mail called {subject}', 'what sender does the e-mail {subject} have'],
    zh: ['邮件{subject}谁发来的', '{subject}那封邮件的发件人是谁', '帮我看下主题{subject}的邮件谁寄的', '想知道是谁给我发了{subject}这封邮件', '标题为{subject}的邮件，发件人叫什么', '谁写的邮件{subject}', '收到的{subject}邮件来自哪位', '请问邮件{subject}是哪个人发的', '题目{subject}的那封信是谁寄来的'],
  },
  'calls.email.ask_arrival': {
    en: ['when did the mail {subject} get here', 'find out when the e-mail {subject} was received, day and time', "what's the date and time of arrival of the e-mail {subject}", "I'd like to know when I received the mail titled {subject}", 'see what day and hour the e-mail with subject {subject} came', 'let me know when the mail {subject} landed in my inbox', 'show me the time and date of receipt of the e-mail {subject}', 'the mail {subject}, when did it arrive', 'which day and hour was it when I received the mail {subject}', 'at what date and hour did the mail called {subject} come through', 'when was the e-mail {subject} delivered to me, date and time please'],
    zh: ['邮件{subject}什么时候到的', '{subject}那封邮件几号几点收到的', '帮我看下主题{subject}的邮件到达时间', '想知道我哪天几点收到邮件{subject}', '标题为{subject}的邮件，收件时间是什么', '收到{subject}这封邮件是在何时', '邮件{subject}是哪天什么时间进来的', '请问题目{subject}的邮件何时到达', '查查邮件{subject}的接收时间'],
  },
  'calls.blocked.block': {
    en: ["don't let {phone} reach me any more, block it", '{phone} on the block list', 'bar the number {phone}', "I don't want any more calls from {phone}, block them", 'put a block on {phone}', 'stop {phone} from calling me', 'refuse calls from the number {phone} from now on', '{phone} keeps bothering me, shut that number out', 'ban {phone} from calling', "I'd like {phone} blacklisted", 'include {phone} in the list of blocked callers'],
    zh: ['{phone}拉进黑名单', '别让{phone}再打进来', '阻止{phone}给我打电话', '我不想再接{phone}的电话，屏蔽它', '黑名单加上{phone}', '封掉号码{phone}', '拒接{phone}的所有来电，加黑名单', '{phone}老骚扰我，拉黑吧', '将{phone}列为拦截号码'],
  },
  'calls.blocked.unblock': {
    en: ['{phone} off the block list', 'let {phone} call me again', 'lift the block on {phone}', 'the number {phone} may get through again', 'I no longer want {phone} blocked', 'clear {phone} from the blacklist', 'undo the blocking of the number {phone}', 'release {phone} from my blocked callers', "don't reject {phone} any more", 'cancel the block for {phone}', "I'd like calls from {phone} to come through again"],
    zh: ['{phone}从黑名单放出来', '允许{phone}再打进来', '黑名单里去掉{phone}', '别再屏蔽{phone}了', '我想让{phone}重新能打通', '解封号码{phone}', '撤销对{phone}的拦截', '{phone}不用拉黑了', '把{phone}从拦截名单中删除'],
  },
  'calls.blocked.block_person': {
    en: ["don't let {person} call me any more, block the contact", '{person} on the block list', 'bar {person} from calling', "I don't want any more calls from {person}, block them", "put a block on {person}'s number", 'stop {person} from ringing me', 'blacklist my contact {person}', '{person} keeps bothering me, block that contact', "shut out {person}'s calls from now on", "I'd like {person} added to my blocked contacts", "ban {person}'s number"],
    zh: ['{person}拉进黑名单', '别让{person}再打进来', '阻止{person}给我打电话', '我不想再接{person}的电话，屏蔽了吧', '黑名单加上{person}', '封掉联系人{person}的号码', '拒接{person}的所有来电，加黑名单', '{person}老烦我，拉黑他的号码', '将联系人{person}列为拦截对象'],
  },
  'calls.interception.set_level': {
    en: ['interception level: {level}', 'nuisance call filter at {level}', 'put harassment interception on {level}', "I'd like the {level} level for intercepting nuisance calls", 'adjust how strictly harassing calls are intercepted to {level}', 'choose {level} as the interception level for harassment', 'use {level} interception against nuisance calls', 'let the harassment filter work at the {level} level', 'select {level} strictness for the nuisance call filter', '{level} is the level I want for harassment call interception', 'the interception of harassing calls should be set to {level}'],
    zh: ['骚扰拦截{level}级', '拦截级别选{level}', '我想要{level}级别的骚扰拦截', '骚扰电话的拦截力度设到{level}', '来电骚扰拦截换成{level}', '调整骚扰拦截的强度，用{level}', '拦截等级定为{level}', '将骚扰电话拦截的等级调到{level}', '骚扰拦截按{level}级别来'],
  },
  'calls.interception.enable': {
    en: ['harassment interception on', 'activate the nuisance call filter', 'get harassment interception going', "I don't want nuisance calls to get through, turn the filter on", 'put the interception of harassing calls on', 'protect me from nuisance calls, switch on the interception', "I'd like harassment call interception switched on", 'let the phone intercept harassing calls', 'fire up nuisance call interception', 'make sure harassing calls are intercepted', 'start the filter against harassment calls'],
    zh: ['骚扰拦截开一下', '帮我挡住骚扰电话，开拦截', '激活骚扰来电拦截', '开始拦截骚扰电话', '我不想接骚扰电话，打开拦截功能', '让手机拦截骚扰来电', '骚扰电话太多了，开启拦截', '把防骚扰拦截功能开起来', '确保骚扰拦截处于开启状态'],
  },
  'calls.forwarding.enable': {
    en: ['redirect {condition} to {phone}', 'call forwarding on: {condition} to {phone}', 'let {condition} go to {phone} instead', 'have {condition} ring at {phone}', 'reroute {condition} to the number {phone}', "I'd like {condition} passed on to {phone}", '{phone} should get {condition}, set the forwarding', 'transfer {condition} automatically to {phone}', 'activate forwarding to {phone} for {condition}', 'make {condition} land at {phone}', 'whenever there are {condition}, forward them to {phone}'],
    zh: ['{condition}转{phone}', '呼叫转移：{condition}，{phone}', '让{condition}都打到{phone}', '{condition}自动转到{phone}这个号', '我想把{condition}转移给{phone}', '启用呼叫转移，将{condition}转往{phone}', '{condition}由{phone}来接，设好转移', '用{phone}接收{condition}，打开转接', '为{condition}设置呼叫转移号码{phone}'],
  },
  'calls.forwarding.disable': {
    en: ['forwarding of {condition} off', "don't redirect {condition} any more", 'deactivate call forwarding for {condition}', 'let {condition} come to my own phone again, end the forwarding', 'I no longer want {condition} forwarded', 'get rid of the forwarding for {condition}', 'drop the diversion of {condition}', 'lift the redirection of {condition}', "I'd like forwarding for {condition} switched off", 'undo the call forwarding set for {condition}', 'call diversion for {condition}: off'],
    zh: ['{condition}不转了', '把{condition}的转接关上', '停用{condition}的呼叫转移', '别再转接{condition}', '我不想再转移{condition}了', '撤销{condition}的呼叫转移', '{condition}还是打到我手机，取消转移', '解除{condition}的转接设置', '让{condition}的呼叫转移失效'],
  },
  'calls.forwarding.ask_number': {
    en: ['where do {condition} go, to which number', 'find out where {condition} get forwarded', '{condition}, forwarded to what number', 'which number receives {condition} through forwarding', "I'd like to know the number that {condition} are redirected to", 'see which number is set as the target for {condition}', 'let me know where I am forwarding {condition}', 'show me the forwarding target for {condition}', 'what phone number did I enter for diverting {condition}', 'the forwarding number for {condition}, what is it', 'at what number do forwarded {condition} end up'],
    zh: ['{condition}转到哪了，什么号码', '{condition}会转给哪个号', '帮我看下{condition}转移到的号码', '想知道{condition}的转接目标号码', '我把{condition}转到了什么号码', '{condition}的转移号码是多少', '请问{condition}现在转到哪个电话', '{condition}设的呼叫转移是哪个号码', '{condition}转出去由哪个号码接'],
  },
  'calls.voicemail.enable': {
    en: ['voicemail on', 'get voicemail going', 'put my voicemail on', "I'd like callers to be able to leave a voicemail, switch it on", 'start the voicemail service', 'set voicemail to active', 'fire up voicemail', 'bring voicemail into service', 'toggle on the voice mailbox', 'I want to use voicemail, please activate it', 'make sure voicemail is on'],
    zh: ['语音信箱开一下', '激活语音信箱', '我要用语音信箱', '让语音信箱接收留言', '语音信箱功能开起来', '将语音信箱设为开启', '我想让别人能留言，打开语音信箱', '麻烦启动语音信箱', '确保语音信箱开着'],
  },
  'calls.voicemail.disable': {
    en: ['voicemail off', 'shut down voicemail', 'take my voicemail out of service', "I don't want callers to leave voicemails, switch it off", 'stop the voicemail service', 'set voicemail to inactive', 'quit using voicemail on my phone', 'I no longer need voicemail', 'toggle off the voice mailbox', "I'd rather not use voicemail, deactivate it", 'make sure voicemail is off'],
    zh: ['语音信箱关一下', '禁用语音信箱', '我不用语音信箱了', '别让语音信箱接留言了', '语音信箱功能停掉', '将语音信箱设为关闭', '我不想让别人留言，关掉语音信箱', '麻烦停止语音信箱', '确保语音信箱是关的'],
  },
  'calls.voicemail.delete': {
    en: ["{person}'s voicemail: delete", "wipe {person}'s voicemail", 'drop the voicemail left by {person}', "I've heard {person}'s voicemail, you can delete it", "throw away {person}'s recording in the voicemail box", 'clear the voice message of {person} out of voicemail', "I no longer need {person}'s voicemail, remove it", 'scrap the voicemail message from {person}', 'take the voicemail of {person} off my phone', "I'd like the voicemail by {person} gone", 'bin the message {person} spoke on my voicemail'],
    zh: ['{person}的语音留言不要了', '清除{person}的语音信箱留言', '{person}那条语音留言删了吧', '把{person}的留言录音从语音信箱去掉', '我听过{person}的语音留言了，删掉', '从语音信箱移走{person}的留言', '不想留着{person}的语音信箱录音，删除', '语音信箱里{person}的留言可以删', '麻烦删除{person}在语音信箱的留言'],
  },
  'calls.voicemail.count': {
    en: ['voicemails from {person}, how many', "what's the number of voicemails {person} left me", 'find out how many voicemails are from {person}', "I'd like to know how many voicemail messages {person} has left", 'see how many voicemails by {person} are stored', 'let me know the count of voicemails from {person}', 'how many times did {person} speak on my voicemail', 'how many recordings from {person} are in the voicemail box', 'show me how many voice messages {person} left on voicemail', 'has {person} left any voicemails, and if so how many', "how many of my voicemails are {person}'s"],
    zh: ['{person}语音留言几条', '{person}在语音信箱留了几次言', '帮我看下语音信箱里{person}的留言数', '来自{person}的语音留言有多少', '想知道{person}给我留了几条语音信箱留言', '统计{person}的语音留言条数', '语音信箱有几条是{person}留的', '请问{person}一共留了多少条语音留言', '语音信箱中{person}的录音留言共几条'],
  },
};
