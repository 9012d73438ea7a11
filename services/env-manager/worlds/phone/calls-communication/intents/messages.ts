import type { Draw, Intent, TargetChange } from '../../../intent.ts';
import { dateTime, phoneNumber, phoneSlot, quoted } from '../../authoring/drawn-values.ts';
import { clearNamesakes, freshId, lookThen, twinOf } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { airplaneMode, blockedNumber, domain, known, twin } from './people.ts';

const sms = { domain, permission: 'sms' };

function sent(contact: string, phone: string, content: string): TargetChange[] {
  return [{ table: 'messages', kind: 'insert', fields: { contact, phone_number: phone, content, direction: 'outgoing', read: true, locked: false }, free: ['datetime'] }];
}

const send: Intent = {
  ...sms,
  id: 'calls.message.send',
  tool: 'send_message',
  kind: 'write',
  draw(draw) {
    const { person, name, phone, setup } = known(draw);
    const content = quoted(draw, draw.entity('message'));
    return { slots: { person, content }, setup, calls: [{ id: 'c1', tool: 'send_message', args: { content: content.value, contact: name } }], changes: sent(name, phone, String(content.value)) };
  },
  conflicts: (instance) => [airplaneMode(), blockedNumber(String(instance.changes[0]?.fields?.['phone_number']))],
  ambiguity(instance, draw) {
    const id = Object.entries(instance.setup['contacts'] ?? {}).find(([, row]) => row?.['name'] === instance.slots['person']?.value)?.[0];
    if (id === undefined) return undefined;
    return { slot: 'person', parameter: 'contact', setup: twinOf(base, instance, 'contacts', id, freshId(draw.random, 'contact'), twin.fields(draw)) };
  },
  wordings: {
    en: {
      train: ['send {person} a text message saying {content}', 'text {person} {content}', 'message {person}: {content}', 'write an SMS to {person} that says {content}', 'send the message {content} to {person}', 'let {person} know {content} by SMS', 'have an SMS go to {person} with the words {content}'],
      dev: ['let {person} know by text: {content}', 'get an SMS to {person}, text: {content}'],
      test: ['get a text message to {person}: {content}', 'have {person} get the text message {content}'],
    },
    zh: {
      train: ['给{person}发短信：{content}', '发消息给{person}，内容是{content}', '短信告诉{person}{content}', '给{person}发条短信说{content}', '用短信跟{person}说{content}', '编一条短信让{person}收到：{content}'],
      dev: ['用短信通知{person}：{content}', '发个信息跟{person}讲{content}'],
      test: ['编条短信{person}收，写{content}', '让{person}收到短信{content}'],
    },
  },
  omissions: {
    content: {
      parameter: 'content',
      wordings: {
        en: { train: ['send {person} a text message', 'text {person}', 'write an SMS to {person}'], dev: ['get an SMS to {person}'], test: ['get a text message to {person}'] },
        zh: { train: ['给{person}发短信', '发消息给{person}', '给{person}发条短信'], dev: ['用短信通知{person}'], test: ['编条短信给{person}'] },
      },
    },
    person: {
      parameter: 'contact',
      wordings: {
        en: { train: ['send a text message saying {content}', 'send the message {content}', 'write an SMS that says {content}'], dev: ['let someone know by text: {content}'], test: ['get a text message off: {content}'] },
        zh: { train: ['发短信：{content}', '发条消息，内容是{content}', '发条短信说{content}'], dev: ['发个信息，就讲{content}'], test: ['编条短信，写{content}'] },
      },
    },
  },
  memorable: {
    person: {
      category: 'important_info',
      content: { en: ['Shares a flat with {value}.', '{value} is the flatmate.'], zh: ['和{value}合租。', '{value}是室友。'] },
      reference: {
        en: { train: ['my flatmate', 'the person I share a flat with'], dev: ['the one living with me in the flat'], test: ['my sharer of the flat'] },
        zh: { train: ['我室友', '和我合租的人'], dev: ['跟我同住的那位'], test: ['我的合租伙伴'] },
      },
    },
  },
};

const sendNumber: Intent = {
  ...sms,
  id: 'calls.message.send_number',
  tool: 'send_message',
  kind: 'write',
  draw(draw) {
    const phone = phoneSlot(draw);
    const content = quoted(draw, draw.entity('message'));
    return { slots: { phone, content }, setup: {}, calls: [{ id: 'c1', tool: 'send_message', args: { content: content.value, phoneNumber: phone.value } }], changes: sent('', String(phone.value), String(content.value)) };
  },
  conflicts: (instance) => [airplaneMode(), blockedNumber(String(instance.slots['phone']?.value))],
  wordings: {
    en: {
      train: ['send a text message to the number {phone}: {content}', 'text the number {phone} {content}', 'send {content} as an SMS to {phone}', 'write to the number {phone} by text, {content}', 'message the number {phone} with {content}', 'have an SMS go to the number {phone} with the words {content}', 'drop a text to {phone}: {content}'],
      dev: ['let the owner of {phone} know by text: {content}', 'drop an SMS to the number {phone}, {content}'],
      test: ['get a text message to the number {phone}: {content}', 'have the text {content} go out to {phone}'],
    },
    zh: {
      train: ['给号码{phone}发短信：{content}', '发短信到{phone}，内容是{content}', '往{phone}发一条短信：{content}', '向号码{phone}发送短信{content}', '用短信跟号码{phone}说{content}', '编一条短信，让{phone}收到：{content}'],
      dev: ['用短信通知号码{phone}：{content}', '发个信息到{phone}这个号，说{content}'],
      test: ['编条短信发到号码{phone}，写{content}', '让{phone}这个号收到短信{content}'],
    },
  },
  omissions: {
    content: {
      parameter: 'content',
      wordings: {
        en: { train: ['send a text message to the number {phone}', 'text the number {phone}', 'write to the number {phone} by text'], dev: ['drop an SMS to the number {phone}'], test: ['get a text message to the number {phone}'] },
        zh: { train: ['给号码{phone}发短信', '发短信到{phone}', '往{phone}发一条短信'], dev: ['用短信通知号码{phone}'], test: ['编条短信发到号码{phone}'] },
      },
    },
  },
};

/** Messages of a person, and one of somebody else with the same text. */
function received(draw: Draw, count: number, fields: { readonly read: boolean }) {
  const { name, person, phone } = known(draw);
  const other = draw.entity('person');
  const row = (contact: string, number: string, content: string) => ({ contact, phone_number: number, content, direction: 'incoming', datetime: dateTime(draw, -9, -1), locked: false, ...fields });
  const contents = Array.from({ length: count }, () => draw.entity('message'));
  const ids = contents.map((_, at) => `message_${2000 + at * 1500 + draw.random.int(1500)}`);
  const rows: { [id: string]: { [field: string]: string | boolean } } = {};
  ids.forEach((id, at) => (rows[id] = row(name, phone, contents[at] ?? '')));
  if (!other.toLowerCase().includes(name.toLowerCase())) rows[`message_${9500 + draw.random.int(400)}`] = row(other, phoneNumber(draw), contents[0] ?? '');
  return { name, person, contents, ids, setup: { messages: { ...clearNamesakes(base, 'messages', 'contact', name), ...rows } } };
}

/** Acts on the one message of a person. */
function onMessage(spec: Pick<Intent, 'id' | 'wordings' | 'conflicts'> & { readonly action: string; readonly read: boolean; readonly after?: { readonly read: boolean } }): Intent {
  const { action, read, after, ...shared } = spec;
  return {
    ...shared,
    ...sms,
    tool: 'manage_message',
    kind: 'write',
    draw(draw) {
      const { name, person, ids, setup } = received(draw, 1, { read });
      const id = ids[0] ?? '';
      return {
        slots: { person },
        setup,
        calls: lookThen({ tool: 'query_messages', args: { contact: name } }, { tool: 'manage_message', args: { action, messageId: '$c1.data.items.0.message_id' } }),
        changes: [{ table: 'messages', id, ...(after === undefined ? { kind: 'delete' } : { kind: 'update', fields: after }) }],
      };
    },
    ambiguity(instance, draw) {
      const id = instance.changes[0]?.id ?? '';
      return { slot: 'person', parameter: 'messageId', setup: twinOf(base, instance, 'messages', id, freshId(draw.random, 'message'), { content: draw.entity('message'), datetime: dateTime(draw, -20, -12) }) };
    },
  };
}

const remove = onMessage({
  id: 'calls.message.delete',
  action: 'delete',
  read: true,
  conflicts(instance) {
    const id = instance.changes[0]?.id ?? '';
    return [
      {
        id: 'message_locked',
        status: 409,
        setup: { messages: { [id]: { ...instance.setup['messages']?.[id], locked: true } } },
        repair: [{ id: 'repair_message_locked', tool: 'manage_message', args: { action: 'unlock', messageId: id } }],
        repairChanges: [],
      },
    ];
  },
  wordings: {
    en: {
      train: ['delete the text message from {person}', 'remove the message {person} sent me', 'erase the SMS from {person}', 'get rid of the text I got from {person}', 'delete the SMS that came from {person}', 'throw away the text message of {person}', 'clear the SMS from {person}'],
      dev: ['remove the SMS that I got from {person}', 'clear the message from {person} out of my inbox'],
      test: ['delete what {person} sent me as a text message', 'erase the text from {person}'],
    },
    zh: {
      train: ['删除{person}发来的短信', '把{person}的短信删掉', '删掉{person}给我的那条消息', '移除来自{person}的短信', '{person}的信息清除', '{person}发的那条短信不要了'],
      dev: ['{person}那条短信不留了', '清除{person}发的短信'],
      test: ['将{person}写来的短信扔掉', '{person}的那条信息不要了'],
    },
  },
});

const markRead: Intent = {
  ...onMessage({
    id: 'calls.message.mark_read',
    action: 'mark_read',
    read: false,
    after: { read: true },
    wordings: {
      en: {
        train: ['mark the text message from {person} as read', 'set the SMS from {person} to read', 'the message from {person} counts as read, mark it', 'mark what {person} texted me as read', 'flag the message of {person} as read', 'treat the SMS from {person} as seen', 'the text from {person} should not count as unread any more'],
        dev: ['take the unread mark off the SMS by {person}', 'treat the text message from {person} as already read'],
        test: ['have the text of {person} no longer show as unread', 'note the SMS from {person} as seen'],
      },
      zh: {
        train: ['把{person}的短信标为已读', '将{person}发来的消息设为已读', '{person}的短信标记已读', '来自{person}的短信设成已读', '{person}的信息看过了，记为已读', '{person}的短信去掉未读标记'],
        dev: ['{person}那条短信的未读标记去掉', '{person}发的信息当作看过了'],
        test: ['让{person}的短信不再显示未读', '{person}写来的那条记为已读'],
      },
    },
  }),
  alreadyDone: (instance) => ({ messages: { [instance.changes[0]?.id ?? '']: { ...instance.setup['messages']?.[instance.changes[0]?.id ?? ''], read: true } } }),
};

const askContent: Intent = {
  ...sms,
  id: 'calls.message.ask_content',
  tool: 'query_messages',
  kind: 'question',
  draw(draw) {
    const { name, person, contents, ids, setup } = received(draw, 1, { read: false });
    const own = Object.fromEntries(Object.entries(setup.messages).map(([id, row]) => [id, row === null || ids.includes(id) ? row : { ...row, content: draw.entity('message') }]));
    return { slots: { person }, setup: { messages: own }, calls: [{ id: 'c1', tool: 'query_messages', args: { contact: name }, read: true }], changes: [], answers: [contents[0] ?? ''] };
  },
  wordings: {
    en: {
      train: ['what does the text message from {person} say', 'what did {person} text me', 'read me the message from {person}', 'tell me what {person} wrote in the SMS', 'look up the text of the SMS from {person}', 'find out what {person} wrote in the text message', 'give me the words of the SMS from {person}'],
      dev: ['what are the words of the text that {person} sent', 'find out what is in the message by {person}'],
      test: ['tell me the content of the message from {person}', 'what message has {person} left me by text'],
    },
    zh: {
      train: ['{person}给我发的短信写了什么', '读一下{person}的短信', '查一下{person}发来的消息内容', '告诉我{person}短信里说什么', '说说{person}的短信是什么内容', '看看{person}那条信息讲了什么'],
      dev: ['{person}的信息是什么内容', '看看{person}发的短信讲了啥'],
      test: ['{person}那条短信的原文是什么', '说说{person}在短信里写的话'],
    },
  },
};

const askUnread: Intent = {
  ...sms,
  id: 'calls.message.count_unread',
  tool: 'query_messages',
  kind: 'question',
  draw(draw) {
    const count = 1 + draw.random.int(3);
    const { name, person, setup } = received(draw, count, { read: false });
    return { slots: { person }, setup, calls: [{ id: 'c1', tool: 'query_messages', args: { contact: name, status: 'unread' }, read: true }], changes: [], answers: [String(count)] };
  },
  wordings: {
    en: {
      train: ['how many unread messages do I have from {person}', 'how many texts from {person} are unread', 'count the unread SMS from {person}', 'tell me the number of unread messages from {person}', 'check how many messages of {person} I have not read', 'find how many SMS from {person} are waiting unread', 'give me the number of unread texts by {person}'],
      dev: ['how many text messages by {person} are still waiting to be read', 'find the count of unread texts from {person}'],
      test: ['what number of messages from {person} have I not opened', 'give me the tally of unread SMS by {person}'],
    },
    zh: {
      train: ['{person}有几条未读短信', '查一下{person}发来的未读消息有多少条', '{person}的短信我还有几条没看', '数一下{person}的未读短信', '说说{person}有多少条没读的短信', '看看{person}的信息还有几条没打开'],
      dev: ['{person}的信息还剩多少条没读', '看看{person}有几条短信未读'],
      test: ['{person}发的短信里没打开过的有几条', '说说{person}未读短信的条数'],
    },
  },
};

export const messageIntents: readonly Intent[] = [send, sendNumber, remove, markRead, askContent, askUnread];
