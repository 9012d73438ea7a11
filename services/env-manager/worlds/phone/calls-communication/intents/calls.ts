import type { Draw, Intent, TargetChange } from '../../../intent.ts';
import type { Row } from '../../../world.ts';
import { dateTime, phoneNumber, phoneSlot } from '../../authoring/drawn-values.ts';
import { asIfDone, clearNamesakes, freshId, lookThen, twinOf } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { airplaneMode, blockedNumber, callInProgress, domain, known, NUMBER, twin } from './people.ts';

const permission = 'phone';

function placed(contact: string, phone: string, callType: string): TargetChange[] {
  return [
    { table: 'call_log', kind: 'insert', fields: { contact, phone_number: phone, call_type: callType, direction: 'outgoing', duration_seconds: 0 }, free: ['datetime'] },
    { table: 'ongoing_calls', kind: 'insert', fields: { contact, phone_number: phone, call_type: callType, status: 'active', muted: false, speaker: false } },
  ];
}

/** A call to a person: the number is looked up first. */
function callPerson(spec: Pick<Intent, 'id' | 'wordings' | 'omissions' | 'memorable'> & { readonly callType: 'voice' | 'video' }): Intent {
  const { callType, ...shared } = spec;
  return {
    ...shared,
    domain,
    permission,
    tool: 'make_call',
    kind: 'write',
    draw(draw) {
      const { person, name, phone, setup } = known(draw);
      const args: Row = callType === 'video' ? { phoneNumber: NUMBER, callType } : { phoneNumber: NUMBER };
      return {
        slots: { person },
        setup,
        calls: lookThen({ tool: 'query_contact', args: { name } }, { tool: 'make_call', args }),
        changes: placed(name, phone, callType),
      };
    },
    conflicts: (instance) => [callInProgress(), airplaneMode(), blockedNumber(String(instance.changes[0]?.fields?.['phone_number']))],
    ambiguity(instance, draw) {
      const id = Object.entries(instance.setup['contacts'] ?? {}).find(([, row]) => row?.['name'] === instance.slots['person']?.value)?.[0];
      if (id === undefined) return undefined;
      return { slot: 'person', parameter: 'phoneNumber', setup: twinOf(base, instance, 'contacts', id, freshId(draw.random, 'contact'), twin.fields(draw)) };
    },
  };
}

const call = callPerson({
  id: 'calls.call.person',
  callType: 'voice',
  wordings: {
    en: {
      train: ['call {person}', 'give {person} a call', 'phone {person}', 'ring {person}', 'make a phone call to {person}', 'get {person} on the line', 'connect me to {person} by phone'],
      dev: ['phone the contact {person} and put me through', 'place a call to {person}'],
      test: ['connect me with {person} by phone', 'start a voice call with {person}'],
    },
    zh: {
      train: ['给{person}打电话', '打电话给{person}', '呼叫{person}', '拨打{person}的电话', '用电话联系{person}', '接通{person}的电话'],
      dev: ['打个电话联系{person}', '拨通{person}的电话'],
      test: ['用电话联系一下{person}', '打语音电话给{person}'],
    },
  },
  omissions: {
    person: {
      parameter: 'phoneNumber',
      wordings: {
        en: { train: ['make a phone call', 'call someone', 'ring somebody'], dev: ['place a call'], test: ['start a voice call'] },
        zh: { train: ['打个电话', '帮我呼叫一个人', '拨个电话'], dev: ['通个电话'], test: ['打个语音电话'] },
      },
    },
  },
  memorable: {
    person: {
      category: 'important_info',
      content: { en: ['Goes running with {value} every week.', '{value} is the running partner.'], zh: ['每周和{value}一起跑步。', '{value}是跑步搭档。'] },
      reference: {
        en: { train: ['my running partner', 'the person I go running with'], dev: ['my companion for running'], test: ['whoever I always run with'] },
        zh: { train: ['我的跑步搭档', '和我一起跑步的人'], dev: ['我的跑友'], test: ['总跟我跑步的那位'] },
      },
    },
  },
});

const videoCall = callPerson({
  id: 'calls.call.video',
  callType: 'video',
  wordings: {
    en: {
      train: ['video call {person}', 'start a video call with {person}', 'make a video call to {person}', 'call {person} by video', 'give {person} a video call', 'get {person} on a video call', 'connect me with {person} by video'],
      dev: ['get {person} on video', 'place a video call with {person}'],
      test: ['connect me with {person} face to face over video', 'make my call to {person} a video call'],
    },
    zh: {
      train: ['给{person}打视频电话', '和{person}视频通话', '跟{person}开视频', '发起对{person}的视频呼叫', '用视频联系{person}', '接通和{person}的视频通话'],
      dev: ['视频联系一下{person}', '用视频打给{person}'],
      test: ['我要跟{person}视频见个面', '接通{person}的视频'],
    },
  },
  omissions: {
    person: {
      parameter: 'phoneNumber',
      wordings: {
        en: { train: ['start a video call', 'make a video call', 'video call someone'], dev: ['get somebody on video'], test: ['make my call a video call'] },
        zh: { train: ['打个视频电话', '开个视频通话', '发起视频呼叫'], dev: ['视频联系一个人'], test: ['我要跟人视频见个面'] },
      },
    },
  },
  memorable: {
    person: {
      category: 'important_info',
      content: { en: ['{value} teaches the guitar lessons.', 'The guitar teacher is {value}.'], zh: ['{value}教吉他课。', '吉他老师是{value}。'] },
      reference: {
        en: { train: ['my guitar teacher', 'the teacher of my guitar lessons'], dev: ['whoever teaches me the guitar'], test: ['the one giving me guitar lessons'] },
        zh: { train: ['我的吉他老师', '教我吉他的老师'], dev: ['给我上吉他课的人'], test: ['带我学吉他的那位'] },
      },
    },
  },
});

const callNumber: Intent = {
  id: 'calls.call.number',
  domain,
  permission,
  tool: 'make_call',
  kind: 'write',
  draw(draw) {
    const phone = phoneSlot(draw);
    return { slots: { phone }, setup: {}, calls: [{ id: 'c1', tool: 'make_call', args: { phoneNumber: phone.value } }], changes: placed('', String(phone.value), 'voice') };
  },
  conflicts: (instance) => [callInProgress(), airplaneMode(), blockedNumber(String(instance.slots['phone']?.value))],
  wordings: {
    en: {
      train: ['dial {phone}', 'ring up {phone}', 'call up {phone}', 'make the phone dial {phone}', 'dial {phone} and put me through', 'place a call by dialling {phone}', 'connect me to {phone}'],
      dev: ['make a call by dialling {phone}', 'phone up {phone}'],
      test: ['put a call through to {phone}', 'ring the line {phone}'],
    },
    zh: {
      train: ['拨打{phone}', '拨号{phone}', '拨{phone}', '打{phone}', '拨通号码{phone}', '把{phone}这个号码拨出去'],
      dev: ['把{phone}拨出去', '拨一下{phone}'],
      test: ['用电话接通{phone}', '往{phone}拨个电话'],
    },
  },
  omissions: {
    phone: {
      parameter: 'phoneNumber',
      wordings: {
        en: { train: ['dial a number', 'call a phone number', 'ring a number'], dev: ['place a call to a number'], test: ['put a call through to a certain number'] },
        zh: { train: ['拨一个号码', '给一个号码打电话', '拨号'], dev: ['呼叫某个号码'], test: ['往一个号码打电话'] },
      },
    },
  },
  memorable: {
    phone: {
      category: 'important_info',
      content: { en: ['The dental practice has the number {value}.', 'Dental practice: {value}.'], zh: ['牙科诊所的电话是{value}。', '牙医的号码：{value}。'] },
      reference: {
        en: { train: ["my dentist's number", 'the number of the dental practice'], dev: ["the dentist's phone number"], test: ['whatever number my dentist has'] },
        zh: { train: ['牙科诊所的号码', '我牙医的电话号码'], dev: ['我看牙那家的号码'], test: ['牙医那边的电话'] },
      },
    },
  },
};

/** An action on the call in progress. */
function onCall(spec: Pick<Intent, 'id' | 'wordings'> & { readonly action: string; readonly before: { readonly [field: string]: string | boolean }; readonly after?: { readonly [field: string]: string | boolean } }): Intent {
  const { action, before, after, ...shared } = spec;
  return {
    ...shared,
    domain,
    permission,
    tool: 'control_call',
    kind: 'write',
    draw(draw) {
      const id = freshId(draw.random, 'call');
      const row = { contact: draw.entity('person'), phone_number: phoneNumber(draw), call_type: 'voice', status: 'active', muted: false, speaker: false, ...before };
      return {
        slots: {},
        setup: { ongoing_calls: { [id]: row } },
        calls: [{ id: 'c1', tool: 'control_call', args: { action } }],
        changes: [{ table: 'ongoing_calls', id, ...(after === undefined ? { kind: 'delete' } : { kind: 'update', fields: after }) }],
      };
    },
    alreadyDone: (instance) => (after === undefined ? { ongoing_calls: { [instance.changes[0]?.id ?? '']: null } } : asIfDone(base, instance, '')),
  };
}

const hangUp = onCall({
  id: 'calls.call.hang_up',
  action: 'hang_up',
  before: {},
  wordings: {
    en: {
      train: ['hang up', 'end the call', 'hang up the phone call', 'finish the current call', 'end this phone call now', 'close this call', 'I am done talking, put the phone down'],
      dev: ['get me off the phone', 'close the ongoing call'],
      test: ['terminate the call in progress', 'put down the phone'],
    },
    zh: { train: ['挂断电话', '结束通话', '把电话挂了', '挂掉当前通话', '终止这通电话', '不打了，撂下电话挂断'], dev: ['这通电话不打了，挂断', '终止正在进行的通话'], test: ['撂下电话', '通话到此结束'] },
  },
});

const hold = onCall({
  id: 'calls.call.hold',
  action: 'hold',
  before: {},
  after: { status: 'held' },
  wordings: {
    en: {
      train: ['put the call on hold', 'hold the current call', 'place this phone call on hold', 'keep the caller on hold', 'hold the call for a moment', 'let the caller wait on the line', 'leave the current call waiting without ending it'],
      dev: ['have the call in progress wait on hold', 'let the other side of the call wait on hold'],
      test: ['leave the call in progress on hold', 'set the current call aside without ending it'],
    },
    zh: { train: ['保持通话', '把当前通话置于保持', '让通话先保持着', '通话保持一下', '让通话对方等着', '当前通话先保留，不要挂断'], dev: ['让对方在线上等着', '先把这通电话挂起等待，不要挂断'], test: ['当前通话暂时保留', '请对方稍候，通话转为保持'] },
  },
});

const mute = onCall({
  id: 'calls.call.mute',
  action: 'mute',
  before: {},
  after: { muted: true },
  wordings: {
    en: {
      train: ['mute my microphone in the call', 'mute me in this call', 'mute the microphone of the current call', 'turn my mic off during the call', 'mute the call so that they cannot hear me', 'silence my microphone during the phone call', 'do not let the other person hear me in this call'],
      dev: ['silence my side of the phone call', 'switch my microphone off in the current call'],
      test: ['make sure the other person in the call does not hear me', 'take my voice off the current call'],
    },
    zh: { train: ['通话中把我的麦克风静音', '通话静音', '关掉通话的麦克风', '打电话时先把我静音', '通话里我这边先静音，别让对方听见', '电话里闭上我的麦克风'], dev: ['通话里别让对方听到我说话', '当前通话我这边闭麦'], test: ['电话里我的声音先关上', '让通话对方听不见我'] },
  },
});

const speaker = onCall({
  id: 'calls.call.speaker',
  action: 'speaker_on',
  before: {},
  after: { speaker: true },
  wordings: {
    en: {
      train: ['put the call on speaker', 'turn on the speaker for this call', 'switch the current call to the loudspeaker', 'use the loudspeaker for the phone call', 'make the call hands-free', 'let me hear the call over the loudspeaker', 'play the ongoing call out loud'],
      dev: ['let me hear the call through the loudspeaker', 'play this phone call out loud'],
      test: ['route the call in progress to the speaker', 'I want to talk hands-free on the current call'],
    },
    zh: { train: ['通话开免提', '打开通话的扬声器', '把电话切到免提', '当前通话用扬声器', '电话外放', '让通话从扬声器出声'], dev: ['电话外放一下', '用免提接着讲电话'], test: ['让这通电话从扬声器出声', '通话改成外放'] },
  },
});

function logged(draw: Draw, direction: string, count: number) {
  const { name, person, phone } = known(draw);
  const other = draw.entity('person');
  const entry = (contact: string, number: string) => ({ contact, phone_number: number, direction, call_type: 'voice', datetime: dateTime(draw, -9, -1), duration_seconds: direction === 'missed' ? 0 : 30 + draw.random.int(600) });
  const rows: { [id: string]: { [field: string]: string | number } } = {};
  const entries = Array.from({ length: count }, () => entry(name, phone));
  entries.forEach((row, at) => (rows[`log_${2000 + at * 1500 + draw.random.int(1500)}`] = row));
  if (!other.toLowerCase().includes(name.toLowerCase())) rows[`log_${9500 + draw.random.int(400)}`] = entry(other, phoneNumber(draw));
  return { name, person, entries, setup: { call_log: { ...clearNamesakes(base, 'call_log', 'contact', name), ...rows } } };
}

const askMissedCount: Intent = {
  id: 'calls.log.count_missed',
  domain,
  permission,
  tool: 'query_call_log',
  kind: 'question',
  draw(draw) {
    const count = 1 + draw.random.int(5);
    const { name, person, setup } = logged(draw, 'missed', count);
    return { slots: { person }, setup, calls: [{ id: 'c1', tool: 'query_call_log', args: { contact: name, direction: 'missed' }, read: true }], changes: [], answers: [String(count)] };
  },
  wordings: {
    en: {
      train: ['how many missed calls do I have from {person}', 'how many calls from {person} did I miss', 'count the missed calls from {person}', 'tell me the number of missed calls by {person}', 'check how often I missed a call from {person}', 'find how many unanswered calls {person} made', 'give me the number of missed calls from {person}'],
      dev: ['how many times did {person} call without my picking up', 'find the count of unanswered calls from {person}'],
      test: ['how many missed calls did {person} leave', 'give me the number of calls by {person} that I did not take'],
    },
    zh: {
      train: ['{person}给我打了几个未接来电', '查一下{person}的未接来电有多少个', '我漏接了{person}几个电话', '数一下{person}的未接电话', '说说{person}有几通未接', '{person}打来的电话我错过了几个'],
      dev: ['{person}打来我没接到的有几次', '看看{person}有多少通未接'],
      test: ['{person}的电话我错过了几回', '说说{person}未接来电的数量'],
    },
  },
};

const askReceivedWhen: Intent = {
  id: 'calls.log.ask_received_when',
  domain,
  permission,
  tool: 'query_call_log',
  kind: 'question',
  draw(draw) {
    const { name, person, setup, entries } = logged(draw, 'incoming', 1);
    const datetime = String(entries[0]?.datetime);
    return {
      slots: { person },
      setup,
      calls: [{ id: 'c1', tool: 'query_call_log', args: { contact: name, direction: 'incoming' }, read: true }],
      changes: [],
      answers: [datetime.slice(0, 10), datetime.slice(11)],
    };
  },
  wordings: {
    en: {
      train: ['on what day and at what time did {person} call me', 'when did I receive the call from {person}', 'tell me date and time of the call I got from {person}', 'check in the call log when {person} called', 'look up the day and time of the incoming call from {person}', 'find out from the call history when the call from {person} was received', 'give me the date and time when {person} rang me'],
      dev: ['what date and hour does the call history show for the call by {person}', 'find out when {person} rang me and I picked up'],
      test: ['which day and time was it when {person} had me on the phone', 'give me the moment of the call that came in from {person}'],
    },
    zh: {
      train: ['{person}是哪天几点给我打的电话', '查一下{person}来电的日期和时间', '告诉我{person}什么时候打来的', '看看通话记录里{person}是何时打来的', '说说{person}来电是几号几点', '{person}的电话是在哪一天、什么时刻打来的'],
      dev: ['{person}那通来电是在哪一天什么时间', '通话记录上{person}打来是几号几点'],
      test: ['{person}来的那个电话是哪一天、几点钟', '说说接到{person}电话的日期和时刻'],
    },
  },
};

export const callIntents: readonly Intent[] = [call, videoCall, callNumber, hangUp, hold, mute, speaker, askMissedCount, askReceivedWhen];
