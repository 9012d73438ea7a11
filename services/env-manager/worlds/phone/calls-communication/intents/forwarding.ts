import type { Draw, Intent } from '../../../intent.ts';
import { dateTime, oneOf, phoneNumber, phoneSlot } from '../../authoring/drawn-values.ts';
import { asIfDone, clearNamesakes, conflict, freshId, lookThen, twinOf } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { domain, known } from './people.ts';

const common = { domain, permission: 'phone' };

const CONDITIONS = [
  { value: 'always', en: ['all calls', 'every call'], zh: ['所有来电', '全部来电'] },
  { value: 'busy', en: ['calls while the line is busy', 'calls when I am busy on the line'], zh: ['占线时的来电', '忙线时的来电'] },
  { value: 'no_answer', en: ['calls that get no answer', 'calls with no answer'], zh: ['无人接听的来电', '没人接的来电'] },
  { value: 'unreachable', en: ['calls while the phone is unreachable', 'calls when I am unreachable'], zh: ['不在服务区时的来电', '无法接通时的来电'] },
] as const;

const forwarding = { ...common, tool: 'manage_call_forwarding' };

const forward: Intent = {
  ...forwarding,
  id: 'calls.forwarding.enable',
  kind: 'write',
  draw(draw) {
    const condition = oneOf(draw, CONDITIONS);
    const phone = phoneSlot(draw);
    return {
      slots: { condition, phone },
      setup: {},
      calls: [{ id: 'c1', tool: 'manage_call_forwarding', args: { action: 'enable', condition: condition.value, phoneNumber: phone.value } }],
      changes: [{ table: 'call_forwarding', kind: 'update', id: String(condition.value), fields: { enabled: true, phone_number: phone.value } }],
    };
  },
  alreadyDone: (instance) => asIfDone(base, instance, ''),
  conflicts: () => [
    conflict(
      'voicemail_on',
      { call_settings: { voicemail: { enabled: true } } },
      { tool: 'manage_voicemail', args: { action: 'disable' } },
      { table: 'call_settings', id: 'voicemail', fields: { enabled: false } },
    ),
  ],
  wordings: {
    en: {
      train: ['forward {condition} to {phone}', 'turn on call forwarding of {condition} to {phone}', 'divert {condition} to {phone}', 'set up forwarding: {condition} should go to {phone}', 'send {condition} on to {phone}', 'redirect {condition} to {phone}', 'let {condition} ring at {phone}'],
      dev: ['redirect {condition} towards {phone}', 'have {condition} passed along to {phone}'],
      test: ['set call forwarding so that {condition} go to {phone}', 'reroute {condition} so that they ring at {phone}'],
    },
    zh: {
      train: ['把{condition}转接到{phone}', '{condition}呼叫转移到{phone}', '开启呼叫转移，{condition}转到{phone}', '设置{condition}转给{phone}', '{condition}交给{phone}', '让{condition}改由{phone}接'],
      dev: ['{condition}都交给{phone}接', '将{condition}改送到{phone}'],
      test: ['让{condition}转去{phone}', '{condition}一律由{phone}代接'],
    },
  },
  omissions: {
    phone: {
      parameter: 'phoneNumber',
      wordings: {
        en: { train: ['forward {condition}', 'turn on call forwarding of {condition}', 'divert {condition} to another number'], dev: ['have {condition} passed along to someone'], test: ['reroute {condition} so that they ring elsewhere'] },
        zh: { train: ['转接{condition}', '开启呼叫转移，针对{condition}', '设置{condition}的呼叫转移'], dev: ['{condition}交给别的号接'], test: ['让{condition}转到别处'] },
      },
    },
  },
  memorable: {
    phone: {
      category: 'important_info',
      content: { en: ['The office landline is {value}.', 'Office line: {value}.'], zh: ['办公室座机是{value}。', '办公室的电话：{value}。'] },
      reference: {
        en: { train: ['my office landline', 'the phone in my office'], dev: ['the fixed line at my office'], test: ["my office's own line"] },
        zh: { train: ['我办公室的座机', '办公室电话'], dev: ['办公室那台固定电话'], test: ['单位办公室的线路'] },
      },
    },
  },
};

const stopForwarding: Intent = {
  ...forwarding,
  id: 'calls.forwarding.disable',
  kind: 'write',
  draw(draw) {
    const condition = oneOf(draw, CONDITIONS);
    return {
      slots: { condition },
      setup: { call_forwarding: { [String(condition.value)]: { enabled: true, phone_number: phoneNumber(draw) } } },
      calls: [{ id: 'c1', tool: 'manage_call_forwarding', args: { action: 'disable', condition: condition.value } }],
      changes: [{ table: 'call_forwarding', kind: 'update', id: String(condition.value), fields: { enabled: false } }],
    };
  },
  alreadyDone: (instance) => asIfDone(base, instance, ''),
  wordings: {
    en: {
      train: ['stop forwarding {condition}', 'turn off call forwarding of {condition}', 'no longer divert {condition}, switch that off', 'disable the forwarding of {condition}', 'cancel the call forwarding for {condition}', 'end the redirection for {condition}', 'undo call forwarding for {condition}'],
      dev: ['end the redirection of {condition}', 'let {condition} come to this phone again without forwarding'],
      test: ['have call forwarding of {condition} switched off', 'undo the rerouting of {condition}'],
    },
    zh: {
      train: ['关闭{condition}的呼叫转移', '停止转接{condition}', '{condition}不再转移，关掉', '取消{condition}的转接', '{condition}的呼叫转移停用', '撤销{condition}的呼叫转移'],
      dev: ['{condition}别再转移了，停止', '停用{condition}呼叫转移'],
      test: ['撤销{condition}的转接设置', '{condition}的转移到此为止'],
    },
  },
};

const askForwarding: Intent = {
  ...forwarding,
  id: 'calls.forwarding.ask_number',
  kind: 'question',
  draw(draw) {
    const condition = oneOf(draw, CONDITIONS);
    const phone = phoneNumber(draw);
    return {
      slots: { condition },
      setup: { call_forwarding: { [String(condition.value)]: { enabled: true, phone_number: phone } } },
      calls: [{ id: 'c1', tool: 'manage_call_forwarding', args: { action: 'query', condition: condition.value }, read: true }],
      changes: [],
      answers: [phone],
    };
  },
  wordings: {
    en: {
      train: ['to which number are {condition} forwarded', 'what number do I forward {condition} to', 'tell me the forwarding number for {condition}', 'check where {condition} are diverted to', 'look up the number set for forwarding {condition}', 'find out the number that {condition} are passed on to', 'give me the forwarding number of {condition}'],
      dev: ['which number receives {condition} through forwarding', 'find out to what number {condition} are redirected'],
      test: ['at what number do {condition} end up after forwarding', 'give me the number that {condition} get passed on to'],
    },
    zh: {
      train: ['{condition}转接到哪个号码', '查一下{condition}的呼叫转移号码', '告诉我{condition}转到了哪个号', '看看{condition}设置转接的号码', '说说{condition}转去哪个号码', '{condition}会转到什么电话'],
      dev: ['{condition}现在由哪个号码接', '{condition}会被转到什么号码'],
      test: ['{condition}最终转去哪个电话', '说说{condition}转移用的号码'],
    },
  },
};

const voicemail = { ...common, tool: 'manage_voicemail' };

const voicemailSwitch = (enabled: boolean): Pick<Intent, 'draw' | 'alreadyDone' | 'kind'> => ({
  kind: 'write',
  draw: () => ({
    slots: {},
    setup: { call_settings: { voicemail: { enabled: !enabled } } },
    calls: [{ id: 'c1', tool: 'manage_voicemail', args: { action: enabled ? 'enable' : 'disable' } }],
    changes: [{ table: 'call_settings', kind: 'update', id: 'voicemail', fields: { enabled } }],
  }),
  alreadyDone: (instance) => asIfDone(base, instance, ''),
});

const voicemailOn: Intent = {
  ...voicemail,
  ...voicemailSwitch(true),
  id: 'calls.voicemail.enable',
  wordings: {
    en: {
      train: ['turn on voicemail', 'switch the voicemail on', 'enable voicemail', 'activate my voicemail', 'let voicemail take messages', 'start the answering machine', 'bring the voicemail service up'],
      dev: ['get the answering machine running', 'switch on voicemail for callers'],
      test: ['start up the voicemail service', 'have my voicemail switched on'],
    },
    zh: { train: ['打开语音信箱', '开启语音信箱', '启用语音信箱', '把语音信箱开起来', '启动电话答录', '让来电者能在语音信箱留言'], dev: ['激活电话答录', '让来电者可以留言到语音信箱'], test: ['语音信箱设为开启', '启动语音信箱服务'] },
  },
};

const voicemailOff: Intent = {
  ...voicemail,
  ...voicemailSwitch(false),
  id: 'calls.voicemail.disable',
  wordings: {
    en: {
      train: ['turn off voicemail', 'switch the voicemail off', 'disable voicemail', 'deactivate my voicemail', 'no more voicemail, turn it off', 'shut off the answering machine', 'end the voicemail service'],
      dev: ['switch off the answering machine', 'let voicemail be off for callers'],
      test: ['shut the voicemail service down', 'have my voicemail switched off'],
    },
    zh: { train: ['关闭语音信箱', '停用语音信箱', '把语音信箱关掉', '语音信箱不用了，关上', '终止电话答录', '不让来电者在语音信箱留言'], dev: ['停掉电话答录', '把语音信箱停用，不再接留言'], test: ['语音信箱设为关闭', '终止语音信箱服务'] },
  },
};

function recorded(draw: Draw, count: number) {
  const { name, person, phone } = known(draw);
  const other = draw.entity('person');
  const row = (contact: string, number: string) => ({ contact, phone_number: number, datetime: dateTime(draw, -9, -1), duration_seconds: 5 + draw.random.int(110) });
  const ids = Array.from({ length: count }, (_, at) => `voicemail_${2000 + at * 1500 + draw.random.int(1500)}`);
  const rows: { [id: string]: { [field: string]: string | number } } = {};
  for (const id of ids) rows[id] = row(name, phone);
  if (!other.toLowerCase().includes(name.toLowerCase())) rows[`voicemail_${9500 + draw.random.int(400)}`] = row(other, phoneNumber(draw));
  return { name, person, ids, setup: { voicemails: { ...clearNamesakes(base, 'voicemails', 'contact', name), ...rows } } };
}

const deleteVoicemail: Intent = {
  ...voicemail,
  id: 'calls.voicemail.delete',
  kind: 'write',
  draw(draw) {
    const { name, person, ids, setup } = recorded(draw, 1);
    return {
      slots: { person },
      setup,
      calls: lookThen(
        { tool: 'manage_voicemail', args: { action: 'query', contact: name } },
        { tool: 'manage_voicemail', args: { action: 'delete', voicemailId: '$c1.data.items.0.voicemail_id' } },
      ),
      changes: [{ table: 'voicemails', kind: 'delete', id: ids[0] ?? '' }],
    };
  },
  ambiguity(instance, draw) {
    const id = instance.changes[0]?.id ?? '';
    return { slot: 'person', parameter: 'voicemailId', setup: twinOf(base, instance, 'voicemails', id, freshId(draw.random, 'voicemail'), { datetime: dateTime(draw, -20, -12), duration_seconds: 130 }) };
  },
  wordings: {
    en: {
      train: ['delete the voicemail from {person}', 'remove the voicemail {person} left', 'erase the voicemail by {person}', 'get rid of the voicemail recording from {person}', 'delete what {person} left on my voicemail', 'drop the voicemail from {person}', 'clear the voicemail {person} recorded'],
      dev: ['remove the recording on my voicemail from {person}', 'clear the recording by {person} from the voicemail'],
      test: ['erase the recording that {person} left on voicemail', 'wipe the recorded voicemail of {person}'],
    },
    zh: {
      train: ['删除{person}的语音留言', '把{person}留的语音信箱留言删掉', '删掉{person}在语音信箱里的录音', '移除来自{person}的语音留言', '{person}的语音留言清除', '{person}那段录音不要了'],
      dev: ['{person}那条语音留言不留了', '清除{person}录的留言'],
      test: ['将{person}说的那段留言扔掉', '{person}的语音留言不要了'],
    },
  },
};

const countVoicemails: Intent = {
  ...voicemail,
  id: 'calls.voicemail.count',
  kind: 'question',
  draw(draw) {
    const count = 1 + draw.random.int(4);
    const { name, person, setup } = recorded(draw, count);
    return { slots: { person }, setup, calls: [{ id: 'c1', tool: 'manage_voicemail', args: { action: 'query', contact: name }, read: true }], changes: [], answers: [String(count)] };
  },
  wordings: {
    en: {
      train: ['how many voicemails do I have from {person}', 'how many voicemails did {person} leave', 'count the voicemails from {person}', 'tell me the number of voicemails by {person}', 'check how many voicemail recordings there are from {person}', 'find how many recordings {person} left on voicemail', 'give me the number of voicemails from {person}'],
      dev: ['how often did {person} speak on my voicemail', 'find the count of recordings that {person} left'],
      test: ['what number of voicemails is there by {person}', 'give me the tally of voicemails of {person}'],
    },
    zh: {
      train: ['{person}留了几条语音留言', '查一下{person}的语音留言有多少条', '语音信箱里{person}的录音有几条', '数一下{person}的语音留言', '说说{person}有几段语音留言', '{person}录下多少条留言'],
      dev: ['{person}在语音信箱说了几次', '看看{person}有多少条留言'],
      test: ['{person}录下的留言一共几段', '说说{person}语音留言的数量'],
    },
  },
};

export const forwardingIntents: readonly Intent[] = [forward, stopForwarding, askForwarding];
export const voicemailIntents: readonly Intent[] = [voicemailOn, voicemailOff, deleteVoicemail, countVoicemails];
