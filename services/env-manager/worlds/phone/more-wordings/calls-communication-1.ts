import type { WordingsByIntent } from '../wordings.ts';

export const callsCommunication1: WordingsByIntent = {
  'calls.contact.add': {
    en: ['new contact {person}, {phone}', 'make a contact entry for {person} with {phone}', 'I met {person}, the number is {phone}, save it as a new contact', 'enter {person} into my phone book, number {phone}', 'keep {phone} as a new contact named {person}', 'register {person} as a new contact with phone number {phone}', "I'd like {person} in my contacts, the number being {phone}", 'include a new person in the address book: {person}, reachable at {phone}', '{phone} belongs to {person}, create a contact for that', 'could you set up a contact called {person} whose number is {phone}', 'write {person} and the number {phone} into my contacts as a new entry'],
    zh: ['新联系人{person}，{phone}', '帮我存个号码：{person}，{phone}', '通讯录新增{person}，手机{phone}', '{phone}是{person}的号，新建个联系人', '创建联系人，姓名{person}，号码{phone}', '把{person}录入电话簿，电话是{phone}', '我刚认识{person}，号码{phone}，存为新联系人', '电话本里添一个{person}，号码为{phone}', '麻烦新存{person}的联系方式：{phone}'],
  },
  'calls.contact.add_with_email': {
    en: ['new contact {person}, {phone}, {email}', 'make a contact entry for {person} with phone {phone} and mail {email}', 'I met {person}, number {phone}, e-mail {email}, save that as a contact', 'enter {person} into my phone book, number {phone}, mail address {email}', 'keep {phone} and {email} as a contact named {person}', 'register {person} as a new contact reachable at {phone} and {email}', "I'd like {person} in my contacts with {phone} for the phone and {email} for e-mail", 'set up a contact called {person}, number {phone}, mail {email}', 'include a new person in the address book: {person}, phone {phone}, email {email}', '{phone} and {email} both belong to {person}, create the contact', 'write {person} down in the contacts, {email} as the mail address and {phone} as the number'],
    zh: ['新联系人{person}，{phone}，{email}', '帮我存一下{person}：手机{phone}，邮箱{email}', '通讯录新增{person}，号码{phone}，电子邮箱{email}', '创建联系人，姓名{person}，电话{phone}，邮件{email}', '把{person}录入电话簿，电话是{phone}，邮箱是{email}', '{phone}和{email}都是{person}的，新建个联系人', '电话本里添一个{person}，手机号为{phone}，邮箱为{email}', '我要加联系人{person}，邮箱{email}，号码{phone}', '麻烦登记{person}的联系方式，电话{phone}，电邮{email}'],
  },
  'calls.contact.delete': {
    en: ["I no longer need {person}'s contact, delete it", 'drop {person} from my phone book', 'wipe {person} out of the contacts', 'clear the entry for {person} from the address book', 'scrap the contact card of {person}', "I'd like {person} gone from my contact list", 'contact {person}: delete', 'throw {person} out of my contacts', 'the contact {person} can be deleted', 'strike {person} from the contact list', "please remove {person}'s entry in my contacts"],
    zh: ['联系人{person}删了吧', '通讯录不用留{person}了', '我不想再存着{person}的联系方式，删掉', '清除{person}的联系人信息', '从电话簿里移走{person}', '把{person}从联系人列表里去除', '电话本里的{person}可以删了', '{person}这个联系人没用了，删除它', '麻烦删掉通讯录中的{person}'],
  },
  'calls.contact.change_number': {
    en: ["{person}'s number is now {phone}, fix it in my contacts", 'correct the phone number of the contact {person} to {phone}', "edit {person}'s contact, number {phone}", 'overwrite the old number of {person} with {phone}', 'swap the number I have for {person} for {phone}', '{person} can be reached at {phone} from now on, change the entry', 'the number stored for {person} is wrong, it should be {phone}', "make {phone} the phone number on {person}'s existing contact", 'modify the contact {person}: phone number {phone}', "let {person}'s entry in the address book show {phone} as the new number", '{person} switched to {phone}, adjust the number'],
    zh: ['{person}的新号码是{phone}，改一下', '联系人{person}的电话更新成{phone}', '{person}现在用{phone}了，修改号码', '通讯录里{person}的号码换成{phone}', '编辑联系人{person}，手机号改{phone}', '原来存的{person}号码不对，应该是{phone}', '用{phone}替换{person}原来的号码', '更改{person}的电话号码为{phone}', '{person}换了手机号，新的是{phone}，帮我更新'],
  },
  'calls.contact.rename': {
    en: ['{person} should show up in my contacts as {name}', 'edit the contact {person}: new name {name}', 'turn the contact name {person} into {name}', 'relabel {person} as {name} in my address book', 'replace the name {person} with {name} in the contacts', "I'd rather have {person} saved as {name}", 'the name of the contact {person} is wrong, it ought to be {name}', 'call my contact {person} {name} from now on in the phone book', '{name} is the new name of the contact {person}', 'modify how {person} is named in the contacts to {name}', 'let the entry {person} be listed under {name}'],
    zh: ['{person}的备注名改成{name}', '通讯录里{person}换成{name}这个名字', '联系人{person}以后叫{name}', '编辑联系人{person}，姓名改为{name}', '把{person}另存名为{name}', '将电话簿里的{person}更名为{name}', '{person}的名字存错了，应该是{name}', '我想让联系人{person}显示为{name}', '修改{person}的联系人姓名：{name}'],
  },
  'calls.contact.set_email': {
    en: ["{person}'s e-mail is {email}, put it in the contact", 'enter {email} as the mail address of {person}', 'edit the contact {person}, e-mail {email}', 'note {email} under e-mail for the contact {person}', "make {email} the e-mail on {person}'s contact card", '{person} can be mailed at {email}, keep that in my contacts', 'fill in the e-mail of {person}: {email}', "add {email} to {person}'s existing contact", 'correct the mail address stored for {person} to {email}', 'let the contact entry of {person} show the e-mail {email}', 'modify {person} in my contacts so that the e-mail reads {email}'],
    zh: ['{person}的邮箱是{email}，存一下', '联系人{person}的邮箱填{email}', '给{person}加上邮箱{email}', '{person}现在用{email}收邮件，更新联系人', '通讯录里{person}的邮件地址换成{email}', '编辑联系人{person}，邮箱写{email}', '更改{person}的电子邮箱为{email}', '在{person}的联系人资料里记下邮箱{email}', '将{person}的电邮设置成{email}'],
  },
  'calls.contact.favourite': {
    en: ['put {person} among my favourites', 'favourite {person}', "give {person}'s contact a star", "I'd like {person} in the favourites of my contacts", 'set {person} as a favorite', 'pin {person} to my favourite contacts', 'include {person} in the favourite list', 'turn {person} into a favorite in my phone book', '{person} belongs in my favourites, add the star', "{person}'s contact should be starred", 'flag the contact {person} as one of my favorites'],
    zh: ['{person}加收藏', '把{person}放进收藏夹联系人', '给{person}点个星', '将{person}标为星标联系人', '{person}设成常用联系人', '我想收藏{person}这个联系人', '通讯录里把{person}标星', '联系人{person}列入个人收藏', '麻烦把{person}添加到收藏的联系人'],
  },
  'calls.contact.set_group': {
    en: ["{person}'s contact group should be {group}", '{person} belongs to {group}, sort the contact there', 'file {person} under {group} in my contacts', 'add {person} to the group {group}', 'edit the contact {person}: group {group}', 'I want {person} listed with my {group} contacts', 'switch {person} over to the {group} group', 'make {group} the group for {person}', 'categorise my contact {person} as {group}', 'include {person} in the group {group} in the address book', 'let {person} be part of the contact group {group}'],
    zh: ['{person}分到{group}组', '通讯录里{person}归入{group}分组', '把{person}加入{group}群组', '联系人{person}属于{group}，改一下分组', '将{person}的分组换成{group}', '编辑{person}，群组选{group}', '把{person}划到{group}那一组联系人', '我想让{person}排在{group}分组里', '给{person}设置联系人分组{group}'],
  },
  'calls.contact.ask_number': {
    en: ["what's {person}'s number", "find {person}'s phone number for me", 'on which number can I reach {person}', 'show me the number of my contact {person}', "{person}'s phone number please", 'do you have the number for {person}, what is it', 'under what phone number is {person} stored', "I'd like to know the telephone number of {person}", 'see which mobile number I have for {person}', 'let me know what phone number {person} uses', 'read out the number in the contact {person}'],
    zh: ['{person}手机号多少', '{person}的号码是几号', '帮我找一下{person}的电话', '想知道{person}的联系电话', '打哪个号能找到{person}', '我存的{person}的电话是多少', '请问{person}的手机号码', '看看联系人{person}的号码', '电话簿里{person}的号码报给我'],
  },
  'calls.contact.ask_email': {
    en: ["what's {person}'s e-mail", "find {person}'s mail address for me", 'at which e-mail address can I write to {person}', 'show me the e-mail of my contact {person}', "{person}'s e-mail address please", 'do you have an e-mail for {person}, what is it', 'under what mail address is {person} stored', "I'd like to know which e-mail address {person} has", 'see what e-mail I saved for {person}', 'let me know which mail address {person} uses', 'read out the e-mail in the contact {person}'],
    zh: ['{person}邮箱多少', '{person}的电子邮箱是哪个', '帮我找一下{person}的邮箱', '想知道{person}的电邮地址', '给{person}写邮件该发到哪个地址', '我存的{person}的邮箱是什么', '请问{person}的邮箱地址', '看看联系人{person}的邮箱', '往哪个邮箱能写信给{person}'],
  },
  'calls.contact.ask_owner': {
    en: ['who is {phone}', "who's behind the number {phone}", 'find out whose number {phone} is', 'which of my contacts uses {phone}', 'under which name is {phone} saved', 'to which contact does {phone} belong', "I'd like to know who has {phone}", 'let me know the name that goes with {phone}', 'do I know the number {phone}, whose is it', 'show me the contact that has the number {phone}', 'see which person the number {phone} is stored for'],
    zh: ['{phone}是谁', '这个号{phone}我存的是哪个人', '帮我看下{phone}是谁的电话', '{phone}在通讯录里叫什么名字', '哪个联系人的号码是{phone}', '想知道{phone}是哪位', '号码{phone}属于谁', '请问{phone}对应的联系人是谁', '{phone}这个号存在谁名下'],
  },
  'calls.call.person': {
    en: ['get {person} on the phone', 'dial {person}', "I'd like to talk to {person} on the phone", 'buzz {person} on the phone', 'give {person} a ring', 'place a voice call to {person}', 'connect me by phone with {person}', 'can you ring up {person} for me', 'start a phone call with {person}', 'I need {person} on the line', 'put a call through to {person}'],
    zh: ['打给{person}', '跟{person}通个电话', '拨给{person}', '我想和{person}打电话聊聊', '帮我电话联系{person}', '给{person}去个电话', '接通{person}的电话', '语音通话，打{person}', '麻烦给{person}拨个电话'],
  },
  'calls.call.video': {
    en: ['video chat with {person}', 'talk to {person} face to face on video', 'get {person} on video', "I'd like to see {person} in a video call", 'ring {person} with the camera on', 'open a video chat to {person}', 'place a video call to {person}', 'connect me with {person} by video', 'call {person}, but with video', 'dial {person} on video', "let's do a video call with {person}"],
    zh: ['视频打给{person}', '我要和{person}视频聊天', '跟{person}视频一下', '给{person}拨个视频', '打开视频呼叫{person}', '接通{person}的视频通话', '想看着{person}通话，打视频', '帮我用视频联系{person}', '向{person}发起视频聊天'],
  },
  'calls.call.number': {
    en: ['call the number {phone}', 'place a call to {phone}', 'get me through to {phone}', "I'd like to phone {phone}", 'give the number {phone} a ring', 'phone up {phone} for me', 'start a call to {phone}', '{phone}, call that number', 'telephone {phone}', 'connect me to {phone}', 'try calling {phone}'],
    zh: ['给{phone}打电话', '呼叫{phone}', '打电话到{phone}', '帮我拨一下{phone}这个号', '我要打{phone}', '接通{phone}', '拨通号码{phone}', '用电话联系{phone}', '往{phone}打个电话'],
  },
  'calls.call.hang_up': {
    en: ['ring off', 'get off the phone', 'disconnect the call', "I'm done talking, end the call", 'terminate this call', 'cut the connection of the call', 'drop the call', 'close the ongoing call', "that's it, put the phone down", 'stop this phone call', 'the call is over, hang up for me'],
    zh: ['挂了', '挂机', '断开通话', '把这通电话挂断', '不聊了，挂电话', '终止当前通话', '电话打完了，挂上', '结束这通电话', '帮我挂电话'],
  },
  'calls.call.hold': {
    en: ['call on hold, please', 'park the call', 'put them on hold', 'pause the call, I will be right back', 'leave the other person waiting on the line', 'suspend the ongoing call without hanging up', "I'd like to put this call on hold", 'set the active call to hold', 'have the caller wait a moment on hold', 'keep the line open but on hold', 'could you hold the line for me'],
    zh: ['让对方等一下，通话保持', '把电话先挂起，别挂断', '先别挂，让电话处于保持', '这通电话先保留', '暂停通话，我马上回来', '电话先别断，让对方稍候', '将这通电话设为保持状态', '开启通话保持', '帮我把通话保留一会儿'],
  },
  'calls.call.mute': {
    en: ['mic off in this call', "I don't want to be heard on this call", 'silence my side of the call', 'go mute on the phone call', 'switch my microphone off for the ongoing call', 'cut my mic while I am on the phone', 'set the current call to mute', "the other side shouldn't hear me for now, mute me", 'block my voice in the call', 'activate mute for this phone call', 'make me inaudible in the call'],
    zh: ['别让对方听到我说话', '通话里把麦克风关了', '当前通话设为静音', '我这边静音，电话别挂', '打开通话静音', '让通话的另一方听不见我', '电话里关我的麦', '把这通电话的话筒静音', '通话时请静音我的声音'],
  },
  'calls.call.speaker': {
    en: ['speakerphone on', 'I want to hear the call out loud', 'let me talk hands-free', 'play the call through the loudspeaker', 'activate the speakerphone', 'put them on loudspeaker', 'get this call onto the speaker', 'switch on hands-free for the call', 'my hands are full, put the phone call on speaker', 'enable speaker mode in the current call', "route the call's sound to the loudspeaker"],
    zh: ['免提', '开一下扬声器通话', '通话改用外放', '电话外放', '把这通电话放出来听', '启用免提模式', '我手占着，通话用免提', '让通话声音从扬声器出来', '切换到扬声器接听当前通话'],
  },
  'calls.log.count_missed': {
    en: ['missed calls from {person}, how many', 'how often has {person} tried to call me without reaching me', 'find out how many missed calls {person} left', "what's the number of calls I missed from {person}", "I'd like to know how many calls by {person} went unanswered", 'see how many of my missed calls are from {person}', 'how many times did {person} ring and I did not pick up', 'let me know the count of missed calls from {person}', 'in the call log, how many missed calls are by {person}', 'show me how many calls of {person} I failed to answer', 'total of missed calls from {person}, please'],
    zh: ['{person}的未接有几个', '我没接到{person}的电话有几次', '帮我看下{person}有多少未接来电', '{person}打来没接的电话几个', '想知道错过了{person}几通电话', '统计{person}的未接来电数', '通话记录里{person}未接几次', '来自{person}的未接电话一共多少', '请问漏掉了{person}多少个来电'],
  },
  'calls.log.ask_received_when': {
    en: ['when did {person} ring me', 'find out when {person} phoned me, day and time', 'what day and hour was the call from {person}', "I'd like to know when the call by {person} came in", 'at what date and time did {person} get hold of me by phone', 'see in my call history when I was called by {person}', 'let me know the date and time {person} called', 'the call I received from {person}, when was that', 'show me when the incoming call of {person} was', '{person} called me, say when exactly that was', 'what does the log say about when {person} called me'],
    zh: ['{person}什么时候给我来的电话', '{person}的来电是几号几点', '帮我看下{person}哪天打过电话来', '想知道{person}打进来的时间', '我接到{person}的电话是在什么时候', '通话记录上{person}的来电时间', '{person}那通来电是哪天的几点', '请问{person}何时给我打的电话', '查查接到{person}来电的时间'],
  },
};
