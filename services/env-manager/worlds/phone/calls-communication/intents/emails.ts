import type { Draw, Intent, TargetChange } from '../../../intent.ts';
import { dateTime, plain, quoted } from '../../authoring/drawn-values.ts';
import { clearNamesakes, freshId, lookThen, twinOf } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { airplaneMode, domain, emailAddress, known, twin } from './people.ts';

const mail = { domain, permission: 'email' };

function mailed(to: string, subject: unknown, content: unknown): TargetChange[] {
  return [{ table: 'emails', kind: 'insert', fields: { folder: 'sent', sender: 'me', from: 'me@pocket.example', to, subject: String(subject), content: String(content) }, free: ['datetime'] }];
}

const sendMail: Intent = {
  ...mail,
  id: 'calls.email.send',
  tool: 'send_email',
  kind: 'write',
  draw(draw) {
    const to = plain(emailAddress(draw));
    const subject = quoted(draw, draw.entity('email_subject'));
    const content = quoted(draw, draw.entity('message'));
    return {
      slots: { to, subject, content },
      setup: {},
      calls: [{ id: 'c1', tool: 'send_email', args: { to: to.value, subject: subject.value, content: content.value } }],
      changes: mailed(String(to.value), subject.value, content.value),
    };
  },
  conflicts: () => [airplaneMode()],
  wordings: {
    en: {
      train: ['send an e-mail to {to} with the subject {subject} and the text {content}', 'e-mail {to}, subject {subject}, text {content}', 'write an e-mail to {to} titled {subject} that says {content}', 'mail {content} to {to} under the subject {subject}', 'send {to} an e-mail, subject {subject}: {content}', 'compose a mail to {to} with the title {subject} and the body {content}', 'have an e-mail headed {subject} go to {to}: {content}'],
      dev: ['have a mail go to {to}, headed {subject}, reading {content}', 'compose an e-mail for {to}: title {subject}, body {content}'],
      test: ['let {to} get an e-mail whose subject is {subject} and whose body is {content}', 'write a mail to the address {to}, subject line {subject}, message {content}'],
    },
    zh: {
      train: ['发邮件到{to}，主题{subject}，正文{content}', '给{to}写封邮件，标题是{subject}，内容是{content}', '向{to}发送邮件，主题为{subject}，写上{content}', '发封邮件给{to}，题目{subject}，正文写{content}', '写电邮到{to}，题目{subject}，里面写{content}', '寄一封邮件到邮箱{to}，主题是{subject}，内容说{content}'],
      dev: ['电邮{to}：主题{subject}，内容{content}', '写一封主题为{subject}的邮件寄到{to}，里面说{content}'],
      test: ['让{to}收到一封邮件，标题{subject}，正文是{content}', '往邮箱{to}投一封信，主题写{subject}，内容写{content}'],
    },
  },
  omissions: {
    to: {
      parameter: 'to',
      wordings: {
        en: { train: ['send an e-mail with the subject {subject} and the text {content}', 'write an e-mail titled {subject} that says {content}', 'mail {content} under the subject {subject}'], dev: ['compose an e-mail: title {subject}, body {content}'], test: ['write a mail, subject line {subject}, message {content}'] },
        zh: { train: ['发封邮件，主题{subject}，正文{content}', '写封邮件，标题是{subject}，内容是{content}', '发送邮件，主题为{subject}，写上{content}'], dev: ['写一封主题为{subject}的邮件，里面说{content}'], test: ['投一封信，主题写{subject}，内容写{content}'] },
      },
    },
    content: {
      parameter: 'content',
      wordings: {
        en: { train: ['send an e-mail to {to} with the subject {subject}', 'write an e-mail to {to} titled {subject}', 'e-mail {to}, subject {subject}'], dev: ['compose an e-mail for {to}: title {subject}'], test: ['write a mail to the address {to}, subject line {subject}'] },
        zh: { train: ['发邮件到{to}，主题{subject}', '给{to}写封邮件，标题是{subject}', '发封邮件给{to}，题目{subject}'], dev: ['写一封主题为{subject}的邮件寄到{to}'], test: ['往邮箱{to}投一封信，主题写{subject}'] },
      },
    },
  },
  memorable: {
    to: {
      category: 'important_info',
      content: { en: ['The accountant reads mail at {value}.', 'Address of the accountant: {value}.'], zh: ['会计的邮箱是{value}。', '会计收邮件用{value}。'] },
      reference: {
        en: { train: ["my accountant's address", 'the address of my accountant'], dev: ['the accountant at the usual address'], test: ['the mailbox of my accountant'] },
        zh: { train: ['我会计的邮箱', '会计的邮件地址'], dev: ['会计常用的邮箱'], test: ['会计收信的地址'] },
      },
    },
  },
};

const sendMailPerson: Intent = {
  ...mail,
  id: 'calls.email.send_person',
  tool: 'send_email',
  kind: 'write',
  draw(draw) {
    const { name, person, row, setup } = known(draw);
    const subject = quoted(draw, draw.entity('email_subject'));
    const content = quoted(draw, draw.entity('message'));
    return {
      slots: { person, subject, content },
      setup,
      calls: lookThen({ tool: 'query_contact', args: { name } }, { tool: 'send_email', args: { to: '$c1.data.items.0.email', subject: subject.value, content: content.value } }),
      changes: mailed(String(row['email']), subject.value, content.value),
    };
  },
  conflicts: () => [airplaneMode()],
  ambiguity(instance, draw) {
    const id = Object.entries(instance.setup['contacts'] ?? {}).find(([, row]) => row?.['name'] === instance.slots['person']?.value)?.[0];
    if (id === undefined) return undefined;
    return { slot: 'person', parameter: 'to', setup: twinOf(base, instance, 'contacts', id, freshId(draw.random, 'contact'), twin.fields(draw)) };
  },
  wordings: {
    en: {
      train: ['send my contact {person} an e-mail with the subject {subject} and the text {content}', 'e-mail my contact {person}: subject {subject}, text {content}', 'write an e-mail to the contact {person} titled {subject} that says {content}', 'mail {content} to my contact {person} under the subject {subject}', 'look up the address of {person} and e-mail {subject} with the text {content}', 'compose a mail to my contact {person} with the title {subject} and the body {content}', 'let my contact {person} get an e-mail with the subject line {subject}: {content}'],
      dev: ['have a mail go to {person} from my contacts, headed {subject}, reading {content}', 'compose an e-mail for the contact {person}: title {subject}, body {content}'],
      test: ['let {person} from the address book get an e-mail, subject line {subject}, body {content}', 'dispatch a mail to the saved address of {person}, subject {subject}, message {content}'],
    },
    zh: {
      train: ['给联系人{person}发邮件，主题{subject}，正文{content}', '给联系人{person}写封邮件，标题是{subject}，内容是{content}', '查{person}的邮箱并发邮件，主题为{subject}，写上{content}', '发封邮件给联系人{person}，题目{subject}，正文写{content}', '写电邮给联系人{person}，题目{subject}，里面写{content}', '寄一封邮件到联系人{person}的邮箱，主题是{subject}，内容说{content}'],
      dev: ['电邮联系人{person}：主题{subject}，内容{content}', '写一封邮件寄给通讯录里的{person}，主题{subject}，里面说{content}'],
      test: ['让通讯录里的{person}收到邮件，标题{subject}，正文是{content}', '往{person}存的邮箱投一封信，主题写{subject}，内容写{content}'],
    },
  },
  memorable: {
    person: {
      category: 'important_info',
      content: { en: ['{value} looks after the taxes.', 'The tax adviser is {value}.'], zh: ['{value}负责报税。', '税务顾问是{value}。'] },
      reference: {
        en: { train: ['my tax adviser', 'the person who looks after my taxes'], dev: ['the one handling my taxes'], test: ['my counsellor in tax matters'] },
        zh: { train: ['我的税务顾问', '负责我报税的人'], dev: ['替我管税务的那位'], test: ['帮我报税的顾问'] },
      },
    },
  },
};

function mailbox(draw: Draw) {
  const subject = quoted(draw, draw.entity('email_subject'));
  const sender = draw.entity('person');
  const row = (from: string, title: string, datetime: string) => ({ folder: 'inbox', sender: from, from: emailAddress(draw), to: 'me@pocket.example', subject: title, content: '', datetime });
  const datetime = dateTime(draw, -9, -1);
  const rows = {
    [`email_${5000 + draw.random.int(4000)}`]: row(draw.entity('person'), draw.entity('email_subject'), dateTime(draw, -20, -12)),
    [`email_${2000 + draw.random.int(3000)}`]: row(sender, String(subject.value), datetime),
  };
  return { subject, sender, datetime, setup: { emails: { ...clearNamesakes(base, 'emails', 'subject', String(subject.value)), ...rows } } };
}

function askMail(spec: Pick<Intent, 'id' | 'wordings'> & { readonly answers: (drawn: ReturnType<typeof mailbox>) => string[] }): Intent {
  const { answers, ...shared } = spec;
  return {
    ...shared,
    ...mail,
    tool: 'query_email',
    kind: 'question',
    draw(draw) {
      const drawn = mailbox(draw);
      return { slots: { subject: drawn.subject }, setup: drawn.setup, calls: [{ id: 'c1', tool: 'query_email', args: { subject: drawn.subject.value }, read: true }], changes: [], answers: answers(drawn) };
    },
  };
}

const askSender = askMail({
  id: 'calls.email.ask_sender',
  answers: ({ sender }) => [sender],
  wordings: {
    en: {
      train: ['who sent me the e-mail {subject}', 'who is the e-mail with the subject {subject} from', 'tell me the sender of the e-mail {subject}', 'check who wrote the mail titled {subject}', 'look up from whom the e-mail {subject} came', 'find the person who mailed {subject}', 'give me the name of the sender of the mail {subject}'],
      dev: ['which person mailed me {subject}', 'find the sender of the mail headed {subject}'],
      test: ['give me the name of whoever wrote the e-mail {subject}', 'look up which person the mail {subject} is from'],
    },
    zh: {
      train: ['主题为{subject}的邮件是谁发的', '查一下邮件{subject}的发件人', '告诉我{subject}这封邮件是谁写来的', '看看标题是{subject}的邮件来自谁', '说说邮件{subject}是谁寄来的', '{subject}那封邮件的发信人是谁'],
      dev: ['邮件{subject}出自谁', '{subject}那封电邮的寄件人是谁'],
      test: ['是谁给我寄来了邮件{subject}', '说说{subject}这封信的发信人'],
    },
  },
});

const askArrival = askMail({
  id: 'calls.email.ask_arrival',
  answers: ({ datetime }) => [datetime.slice(0, 10), datetime.slice(11)],
  wordings: {
    en: {
      train: ['on what day and at what time did the e-mail {subject} arrive', 'when did I get the e-mail with the subject {subject}', 'tell me date and time of the e-mail {subject}', 'check when the mail titled {subject} came in', 'look up the day and hour at which the e-mail {subject} reached me', 'find out when the mail {subject} was received', 'give me the date and hour of the e-mail titled {subject}'],
      dev: ['on which date and at which hour did the mail {subject} come in', 'tell me when I received the mail titled {subject}'],
      test: ['give me the moment the e-mail {subject} was received', 'since which day and time have I had the mail titled {subject}'],
    },
    zh: {
      train: ['主题为{subject}的邮件是哪天几点到的', '查一下邮件{subject}的收到日期和时间', '告诉我{subject}这封邮件什么时候来的', '看看标题是{subject}的邮件何时收到', '说说邮件{subject}是几号几点收到的', '{subject}那封邮件什么时刻到邮箱的'],
      dev: ['邮件{subject}是几号几点进邮箱的', '{subject}那封电邮在哪一天什么时间到'],
      test: ['我是哪一天、几点钟收到邮件{subject}的', '说说{subject}这封信的到达日期和时刻'],
    },
  },
});

export const emailIntents: readonly Intent[] = [sendMail, sendMailPerson, askSender, askArrival];
