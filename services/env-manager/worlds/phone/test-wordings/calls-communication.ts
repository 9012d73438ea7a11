import type { WordingsByIntent } from '../wordings.ts';

/** Test wordings, written from the meaning of the intents alone, without sight of any other wording. */
export const callsCommunicationTest: WordingsByIntent = {
  'calls.contact.add': {
    en: [
      'save {person} as a new contact with the number {phone}',
      'add a new person to my address book, {person}, phone number {phone}',
      'create a contact entry for {person} under {phone}',
    ],
    zh: [
      '新建联系人{person}，电话是{phone}',
      '把{person}存进通讯录，号码{phone}',
      '帮我在通讯录里加个新联系人，名字{person}，手机号{phone}',
    ],
  },
  'calls.contact.add_with_email': {
    en: [
      'save {person} as a new contact with the number {phone} and the e-mail {email}',
      'add a new person to my address book, {person}, phone {phone}, e-mail address {email}',
      'create a contact entry for {person} with both {phone} and {email} in it',
    ],
    zh: [
      '新建联系人{person}，电话{phone}，邮箱{email}',
      '把{person}存进通讯录，手机号是{phone}，电子邮件是{email}',
      '通讯录里加个新人，叫{person}，号码填{phone}，邮箱填{email}',
    ],
  },
  'calls.contact.delete': {
    en: [
      'delete {person} from my contacts',
      "remove {person}'s entry in the address book",
      "there's no need to keep {person} in my phone book, so erase that contact",
    ],
    zh: [
      '把{person}从通讯录里删掉',
      '删除联系人{person}',
      '通讯录里的{person}不留了，帮我删了',
    ],
  },
  'calls.contact.change_number': {
    en: [
      "change {person}'s phone number in my contacts to {phone}",
      '{person} has a new number now, update the saved contact to {phone}',
      'replace the number stored for {person} with {phone}',
    ],
    zh: [
      '把通讯录里{person}的电话改成{phone}',
      '{person}换号了，联系人里更新为{phone}',
      '将已存的{person}的旧号码换成{phone}',
    ],
  },
  'calls.contact.rename': {
    en: [
      'rename the contact {person} to {name}',
      'change the name {person} in my address book to {name}',
      'whoever is saved as {person} in my contacts should be called {name} instead',
    ],
    zh: [
      '把联系人{person}改名为{name}',
      '通讯录里{person}的名字换成{name}',
      '存成{person}的那个联系人，以后名字显示{name}',
    ],
  },
  'calls.contact.set_email': {
    en: [
      'set the e-mail address of my contact {person} to {email}',
      'save {email} as the e-mail for {person}, who is already in my contacts',
      "put {email} in the mail field of {person}'s existing contact",
    ],
    zh: [
      '把联系人{person}的邮箱设为{email}',
      '给通讯录里已有的{person}填上邮箱{email}',
      '{person}的电子邮件地址是{email}，更新到这个联系人里',
    ],
  },
  'calls.contact.favourite': {
    en: [
      'mark {person} as a favourite contact',
      'add {person} to my favourites in the address book',
      'put a star on {person} in my contacts so they count as a favourite',
    ],
    zh: [
      '把{person}设为收藏联系人',
      '通讯录里的{person}加到收藏',
      '给联系人{person}标个星，收藏起来',
    ],
  },
  'calls.contact.set_group': {
    en: [
      'put {person} in the {group} group in my contacts',
      'set the contact group of {person} to {group}',
      'sort {person} under {group} among my address book groups',
    ],
    zh: [
      '把联系人{person}放进{group}分组',
      '通讯录里{person}的分组设成{group}',
      '将{person}归到联系人的{group}这一组',
    ],
  },
  'calls.contact.ask_number': {
    en: [
      "what's {person}'s phone number",
      'which number do I have saved for {person}',
      'look up {person} in my contacts and tell me the phone number',
    ],
    zh: [
      '{person}的电话号码是多少',
      '我存的{person}的手机号是什么',
      '查查通讯录，告诉我{person}的号码',
    ],
  },
  'calls.contact.ask_email': {
    en: [
      "what's {person}'s e-mail address",
      'which e-mail do I have saved for {person}',
      'look up {person} in my contacts and tell me the e-mail address',
    ],
    zh: [
      '{person}的邮箱是什么',
      '我存的{person}的电子邮件地址是多少',
      '查查通讯录，告诉我{person}的邮箱地址',
    ],
  },
  'calls.contact.ask_owner': {
    en: [
      'whose number is {phone}',
      'who in my contacts has the phone number {phone}',
      'tell me the name saved under {phone} in the address book',
    ],
    zh: [
      '{phone}是谁的号码',
      '通讯录里哪个人的电话是{phone}',
      '帮我查查{phone}存的是谁的名字',
    ],
  },
  'calls.call.person': {
    en: [
      'call {person}',
      'give {person} a ring',
      'get {person} on the phone for me',
    ],
    zh: [
      '给{person}打个电话',
      '拨通{person}的电话',
      '我想跟{person}通话，帮我打过去',
    ],
  },
  'calls.call.video': {
    en: [
      'video call {person}',
      'start a call with video to {person}',
      'ring {person} with the camera on so we can see each other',
    ],
    zh: [
      '给{person}打视频电话',
      '跟{person}开个视频通话',
      '用视频呼叫{person}',
    ],
  },
  'calls.call.number': {
    en: [
      'dial {phone}',
      'call the number {phone}',
      'place a phone call to {phone}',
    ],
    zh: [
      '拨打{phone}',
      '给{phone}这个号码打电话',
      '打一下{phone}',
    ],
  },
  'calls.call.hang_up': {
    en: [
      'hang up',
      'end this call',
      "finish the phone call I'm on now",
    ],
    zh: [
      '挂断电话',
      '结束现在的通话',
      '把这通电话挂了',
    ],
  },
  'calls.call.hold': {
    en: [
      'put this call on hold',
      "hold the line I'm on for now without hanging up",
      'let the current caller wait on hold',
    ],
    zh: [
      '把当前通话保持住',
      '让对方在线上等一下，先保持这通电话',
      '别挂断，将正在进行的通话设为保持',
    ],
  },
  'calls.call.mute': {
    en: [
      'mute my microphone on this call',
      "make it so the other person on the line can't hear me",
      'turn off my mic during the current call',
    ],
    zh: [
      '把这通电话里我的麦克风静音',
      '通话中先让对方听不到我说话',
      '关掉当前通话的麦克风',
    ],
  },
  'calls.call.speaker': {
    en: [
      'put this call on speaker',
      'turn on the loudspeaker for the current call',
      "switch the phone call I'm on over to speakerphone",
    ],
    zh: [
      '这通电话开免提',
      '打开当前通话的扬声器',
      '把正在打的电话切换到免提',
    ],
  },
  'calls.log.count_missed': {
    en: [
      'how many missed calls do I have from {person}',
      'how often did {person} call without me picking up',
      'count the calls from {person} that I missed',
    ],
    zh: [
      '我有几个{person}的未接来电',
      '{person}打来的电话我漏接了多少个',
      '数一下{person}有多少次来电我没接到',
    ],
  },
  'calls.log.ask_received_when': {
    en: [
      'when did I last receive a call from {person}',
      'what were the date and time of the latest incoming call from {person}',
      'look in my call history and tell me when I most recently answered {person}',
    ],
    zh: [
      '我最近一次接到{person}的电话是什么时候',
      '{person}最近那通已接来电是几号几点',
      '翻翻通话记录，上次我接{person}打来的电话是哪天几点',
    ],
  },
  'calls.message.send': {
    en: [
      'send {person} a text saying {content}',
      'text {person} the words {content}',
      'tell {person} {content} in a text message',
    ],
    zh: [
      '给{person}发短信，说{content}',
      '发条短信告诉{person}，{content}',
      '短信发给{person}，内容是{content}',
    ],
  },
  'calls.message.send_number': {
    en: [
      'send a text to {phone} saying {content}',
      'text the number {phone} the words {content}',
      'write {content} in a text message and send it to {phone}',
    ],
    zh: [
      '给{phone}发短信，说{content}',
      '往{phone}这个号码发一条短信，内容是{content}',
      '把{content}用短信发到{phone}',
    ],
  },
  'calls.message.delete': {
    en: [
      'delete the text message from {person}',
      'get rid of the text {person} sent me',
      "erase {person}'s message from my texts",
    ],
    zh: [
      '删掉{person}发来的那条短信',
      '把{person}的短信删除',
      '{person}发给我的短信不要了，删了吧',
    ],
  },
  'calls.message.mark_read': {
    en: [
      'mark the text message from {person} as read',
      "set {person}'s text to read",
      "the text {person} sent me shouldn't show as unread any more",
    ],
    zh: [
      '把{person}发来的短信标为已读',
      '{person}那条短信设成已读',
      '别让{person}的短信再显示未读了',
    ],
  },
  'calls.message.ask_content': {
    en: [
      'what does the text message from {person} say',
      'what did {person} write to me by text',
      'read me the text that {person} sent',
    ],
    zh: [
      '{person}发来的短信写了什么',
      '{person}在短信里跟我说了啥',
      '念一下{person}发给我的那条短信',
    ],
  },
  'calls.message.count_unread': {
    en: [
      'how many unread texts do I have from {person}',
      "how many text messages from {person} haven't I read yet",
      'count the unread text messages {person} has sent me',
    ],
    zh: [
      '{person}有几条短信我还没读',
      '我这里{person}的未读短信有多少条',
      '数一数{person}发来的未读短信',
    ],
  },
  'calls.email.send': {
    en: [
      'send an e-mail to {to} with the subject {subject} and the text {content}',
      'write to the address {to} by e-mail, with {subject} as the subject line and {content} as the message',
      'e-mail {to} saying {content} and title it {subject}',
    ],
    zh: [
      '给{to}发封邮件，主题是{subject}，正文写{content}',
      '发邮件到{to}，标题{subject}，内容{content}',
      '写一封主题为{subject}的邮件寄到{to}，里面说{content}',
    ],
  },
  'calls.email.send_person': {
    en: [
      'send {person} an e-mail with the subject {subject} and the text {content}',
      'write to {person} by e-mail, with {subject} as the subject line and {content} as the message',
      'e-mail {person} saying {content} and title it {subject}',
    ],
    zh: [
      '给{person}发封邮件，主题是{subject}，正文写{content}',
      '发邮件到{person}的邮箱，标题{subject}，内容{content}',
      '写一封主题为{subject}的邮件寄给{person}，里面说{content}',
    ],
  },
  'calls.email.ask_sender': {
    en: [
      'who sent me the e-mail with the subject {subject}',
      'who is the e-mail {subject} from',
      'find the mail titled {subject} and tell me which person wrote it',
    ],
    zh: [
      '主题是{subject}的邮件是谁发来的',
      '那封标题为{subject}的邮件，发件人是谁',
      '看看邮件{subject}是哪位写给我的',
    ],
  },
  'calls.email.ask_arrival': {
    en: [
      'when did the e-mail with the subject {subject} arrive',
      'what date and time did I get the mail titled {subject}',
      'look in my inbox and tell me which day and at what time {subject} came in',
    ],
    zh: [
      '主题是{subject}的邮件是什么时候到的',
      '那封标题为{subject}的邮件，我是几号几点收到的',
      '查一下邮箱，邮件{subject}哪天几点进来的',
    ],
  },
  'calls.blocked.block': {
    en: [
      'block the number {phone}',
      'put {phone} on my blacklist',
      "don't let {phone} get through to me any more",
    ],
    zh: [
      '拉黑{phone}这个号码',
      '把{phone}加入黑名单',
      '以后别让{phone}再打进来，屏蔽掉',
    ],
  },
  'calls.blocked.unblock': {
    en: [
      'unblock the number {phone}',
      'take {phone} off my blacklist',
      'let {phone} get through to me again instead of being blocked',
    ],
    zh: [
      '解除对{phone}的拉黑',
      '把{phone}从黑名单里移出来',
      '不再屏蔽{phone}了，放它打进来',
    ],
  },
  'calls.blocked.block_person': {
    en: [
      'block {person}',
      "put {person}'s number on my blacklist",
      "don't let {person} get through to me any more",
    ],
    zh: [
      '拉黑{person}',
      '把{person}的号码加入黑名单',
      '以后别让{person}再打进来，屏蔽掉',
    ],
  },
  'calls.interception.set_level': {
    en: [
      'set the nuisance call blocking to {level}',
      'change how strictly harassing calls are filtered to {level}',
      'use the level {level} for intercepting unwanted calls',
    ],
    zh: [
      '把骚扰拦截的强度设为{level}',
      '骚扰电话拦截级别改成{level}',
      '拦截骚扰来电用{level}那一档',
    ],
  },
  'calls.interception.enable': {
    en: [
      'turn on nuisance call blocking',
      'start intercepting harassing calls',
      'switch the protection against nuisance calls on',
    ],
    zh: [
      '打开骚扰拦截',
      '开启骚扰电话拦截功能',
      '让手机开始拦截骚扰来电',
    ],
  },
  'calls.forwarding.enable': {
    en: [
      'forward {condition} to {phone}',
      'set up call forwarding so that {phone} gets {condition}',
      'divert {condition} to the number {phone} from now on',
    ],
    zh: [
      '把{condition}转接到{phone}',
      '开启呼叫转移，将{condition}转到{phone}',
      '以后{condition}都转给{phone}这个号码',
    ],
  },
  'calls.forwarding.disable': {
    en: [
      'stop forwarding {condition}',
      'turn off call forwarding for {condition}',
      "don't divert {condition} to another number any more",
    ],
    zh: [
      '取消{condition}的呼叫转移',
      '别再把{condition}转接到其他号码了',
      '之前设的{condition}自动转接，帮我关掉',
    ],
  },
  'calls.forwarding.ask_number': {
    en: [
      'what number is set for forwarding {condition}',
      'to which number does my phone divert {condition}',
      'tell me where call forwarding sends {condition}, I need the number',
    ],
    zh: [
      '{condition}会转接到哪个号码',
      '我设的呼叫转移，{condition}转去的号码是多少',
      '查一下{condition}现在转给了哪个号',
    ],
  },
  'calls.voicemail.enable': {
    en: [
      'turn on voicemail',
      'switch my answering machine on',
      'let callers leave me voicemails from now on',
    ],
    zh: [
      '打开语音信箱',
      '把语音留言功能开起来',
      '以后让来电的人可以给我留言，启用语音信箱',
    ],
  },
  'calls.voicemail.disable': {
    en: [
      'turn off voicemail',
      'switch my answering machine off',
      "don't let callers leave me voicemails any more",
    ],
    zh: [
      '关闭语音信箱',
      '把语音留言功能关了',
      '以后不让来电的人给我留言，停用语音信箱',
    ],
  },
  'calls.voicemail.delete': {
    en: [
      'delete the voicemail from {person}',
      'erase the message {person} left on my answering machine',
      "get rid of {person}'s recorded voicemail",
    ],
    zh: [
      '删掉{person}的语音留言',
      '把{person}留在语音信箱里的留言删除',
      '{person}给我录的那条语音留言不要了，清掉',
    ],
  },
  'calls.voicemail.count': {
    en: [
      'how many voicemails do I have from {person}',
      'how many times did {person} leave a message on my answering machine',
      'count the recordings from {person} in my voicemail',
    ],
    zh: [
      '{person}给我留了几条语音留言',
      '语音信箱里{person}的留言有多少条',
      '数一下{person}的语音留言',
    ],
  },
};
