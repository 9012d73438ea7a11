import type { Intent } from '../../../intent.ts';
import { oneOf, phoneSlot } from '../../authoring/drawn-values.ts';
import { asIfDone, conflict, freshId, lookThen, twinOf } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { domain, known, NUMBER, twin } from './people.ts';

const common = { domain, permission: 'phone' };
const blocking = { ...common, tool: 'manage_blocked_number' };

const interceptionOff = () => [
  conflict(
    'interception_off',
    { call_settings: { interception: { enabled: false } } },
    { tool: 'manage_blocked_number', args: { action: 'enable_interception' } },
    { table: 'call_settings', id: 'interception', fields: { enabled: true } },
  ),
];

const block: Intent = {
  ...blocking,
  id: 'calls.blocked.block',
  kind: 'write',
  draw(draw) {
    const phone = phoneSlot(draw);
    return {
      slots: { phone },
      setup: {},
      calls: [{ id: 'c1', tool: 'manage_blocked_number', args: { action: 'block', phoneNumber: phone.value } }],
      changes: [{ table: 'blocked_numbers', kind: 'insert', fields: { phone_number: phone.value, contact: '' } }],
    };
  },
  conflicts: interceptionOff,
  alreadyDone: (instance) => asIfDone(base, instance, 'blocked_990'),
  wordings: {
    en: {
      train: ['block the number {phone}', 'put {phone} on the blacklist', 'add {phone} to my blocked numbers', 'reject all calls from {phone}, block it', 'blacklist the number {phone}', 'never let {phone} through, block it', 'have calls from {phone} intercepted'],
      dev: ['never let {phone} get through to me again', 'bar the number {phone} from calling'],
      test: ['stop all calls from the number {phone} by blocking it', 'make sure nuisance calls from {phone} are intercepted'],
    },
    zh: {
      train: ['拉黑{phone}', '把{phone}加入黑名单', '屏蔽号码{phone}', '拦截{phone}的来电', '{phone}的电话一律拦截', '{phone}是骚扰号码，挡掉'],
      dev: ['屏蔽{phone}，别让它打进来', '拉黑{phone}这个号码，拒接来电'],
      test: ['将{phone}列为骚扰号码挡掉', '以后{phone}的电话一律拦下'],
    },
  },
  omissions: {
    phone: {
      parameter: 'phoneNumber',
      wordings: {
        en: { train: ['block a number', 'put a number on the blacklist', 'add a number to my blocked numbers'], dev: ['bar a certain number from calling'], test: ['stop all calls from a number by blocking it'] },
        zh: { train: ['拉黑一个号码', '把一个号码加入黑名单', '屏蔽一个号码'], dev: ['拉黑某个号码，拒接来电'], test: ['将一个骚扰号码挡掉'] },
      },
    },
  },
};

const unblock: Intent = {
  ...blocking,
  id: 'calls.blocked.unblock',
  kind: 'write',
  draw(draw) {
    const phone = phoneSlot(draw);
    const id = freshId(draw.random, 'blocked');
    return {
      slots: { phone },
      setup: { blocked_numbers: { [id]: { phone_number: phone.value, contact: '' } } },
      calls: [{ id: 'c1', tool: 'manage_blocked_number', args: { action: 'unblock', phoneNumber: phone.value } }],
      changes: [{ table: 'blocked_numbers', kind: 'delete', id }],
    };
  },
  wordings: {
    en: {
      train: ['unblock the number {phone}', 'take {phone} off the blacklist', 'remove {phone} from my blocked numbers', 'allow calls from {phone} again', 'stop blocking {phone}', 'let {phone} through again', 'the number {phone} may call me again'],
      dev: ['stop rejecting calls from {phone}', 'take the number {phone} out of the blocked ones'],
      test: ['free the number {phone} from interception', 'no longer keep {phone} on the blacklist'],
    },
    zh: {
      train: ['把{phone}移出黑名单', '解除对{phone}的屏蔽', '取消拉黑{phone}', '不再拦截{phone}', '{phone}放行', '让{phone}重新能打进来'],
      dev: ['取消对{phone}的拦截，允许打进来', '{phone}这个号放出黑名单'],
      test: ['将{phone}从骚扰名单里放行', '解除对{phone}的拦截'],
    },
  },
};

const blockPerson: Intent = {
  ...blocking,
  id: 'calls.blocked.block_person',
  kind: 'write',
  draw(draw) {
    const { name, person, phone, setup } = known(draw);
    return {
      slots: { person },
      setup,
      calls: lookThen({ tool: 'query_contact', args: { name } }, { tool: 'manage_blocked_number', args: { action: 'block', phoneNumber: NUMBER } }),
      changes: [{ table: 'blocked_numbers', kind: 'insert', fields: { phone_number: phone, contact: name } }],
    };
  },
  conflicts: interceptionOff,
  alreadyDone: (instance) => asIfDone(base, instance, 'blocked_990'),
  ambiguity(instance, draw) {
    const id = Object.entries(instance.setup['contacts'] ?? {}).find(([, row]) => row?.['name'] === instance.slots['person']?.value)?.[0];
    if (id === undefined) return undefined;
    return { slot: 'person', parameter: 'phoneNumber', setup: twinOf(base, instance, 'contacts', id, freshId(draw.random, 'contact'), twin.fields(draw)) };
  },
  wordings: {
    en: {
      train: ['block my contact {person}', 'put my contact {person} on the blacklist', 'block calls from {person}', 'add the number of {person} to my blocked numbers', 'reject all calls by {person} and block that number', 'never let calls from my contact {person} through', 'keep {person} from calling me'],
      dev: ['never let {person} from my contacts get through again', 'bar {person} from calling me'],
      test: ['stop all calls of the contact {person} by blocking the number', 'make sure calls by {person} are intercepted'],
    },
    zh: {
      train: ['拉黑联系人{person}', '把联系人{person}加入黑名单', '屏蔽{person}的电话', '拦截{person}打来的电话', '联系人{person}的来电一律拦截', '联系人{person}打来都挡掉'],
      dev: ['屏蔽联系人{person}，别让打进来', '拉黑{person}，拒接其来电'],
      test: ['将联系人{person}拉黑拦截', '以后{person}打来一律拦下'],
    },
  },
};

const LEVELS = [
  { value: 'loose', en: ['loose'], zh: ['宽松'] },
  { value: 'strict', en: ['strict'], zh: ['严格'] },
] as const;

const setLevel: Intent = {
  ...blocking,
  id: 'calls.interception.set_level',
  kind: 'write',
  draw(draw) {
    const level = oneOf(draw, LEVELS);
    return {
      slots: { level },
      setup: {},
      calls: [{ id: 'c1', tool: 'manage_blocked_number', args: { action: 'set_level', level: level.value } }],
      changes: [{ table: 'call_settings', kind: 'update', id: 'interception', fields: { level: level.value } }],
    };
  },
  alreadyDone: (instance) => asIfDone(base, instance, ''),
  wordings: {
    en: {
      train: ['set the harassment interception to {level}', 'make the interception level {level}', 'change the strictness of call interception to {level}', 'set the level of nuisance call blocking to {level}', 'switch harassment interception to the {level} level', 'filter nuisance calls at the {level} level', 'have unwanted calls handled by {level} interception'],
      dev: ['filter unwanted calls in the {level} way', 'have nuisance calls intercepted at the level {level}'],
      test: ['let interception of unwanted calls be {level}', 'tune the harassment filter to {level}'],
    },
    zh: {
      train: ['把骚扰拦截级别设为{level}', '骚扰拦截调成{level}', '将拦截强度改为{level}', '来电拦截级别改成{level}', '骚扰过滤用{level}档', '让骚扰拦截的力度变成{level}'],
      dev: ['骚扰电话按{level}档过滤', '拦截骚扰用{level}级别'],
      test: ['骚扰过滤的力度变更为{level}', '让骚扰拦截处于{level}档'],
    },
  },
  omissions: {
    level: {
      parameter: 'level',
      wordings: {
        en: { train: ['set the level of harassment interception', 'change the strictness of call interception', 'change the level of nuisance call blocking'], dev: ['have nuisance calls intercepted at another level'], test: ['tune the harassment filter'] },
        zh: { train: ['设置骚扰拦截级别', '骚扰拦截的级别调一下', '改一下拦截强度'], dev: ['拦截骚扰换个级别'], test: ['骚扰过滤的力度要变更'] },
      },
    },
  },
};

const interception = (enabled: boolean): Pick<Intent, 'draw' | 'alreadyDone' | 'kind'> => ({
  kind: 'write',
  draw: () => ({
    slots: {},
    setup: { call_settings: { interception: { enabled: !enabled } } },
    calls: [{ id: 'c1', tool: 'manage_blocked_number', args: { action: enabled ? 'enable_interception' : 'disable_interception' } }],
    changes: [{ table: 'call_settings', kind: 'update', id: 'interception', fields: { enabled } }],
  }),
  alreadyDone: (instance) => asIfDone(base, instance, ''),
});

const enableInterception: Intent = {
  ...blocking,
  ...interception(true),
  id: 'calls.interception.enable',
  wordings: {
    en: {
      train: ['turn on harassment interception', 'switch on the interception of nuisance calls', 'enable harassment call interception', 'start intercepting nuisance calls', 'turn the nuisance call filter on', 'activate interception of unwanted calls', 'have annoying calls intercepted'],
      dev: ['activate the harassment filter for calls', 'have unwanted calls intercepted from now on'],
      test: ['bring interception of annoying calls into action', 'have the harassment interception switched on'],
    },
    zh: { train: ['打开骚扰拦截', '开启骚扰电话拦截', '启用来电骚扰拦截', '把骚扰拦截打开', '激活骚扰电话过滤', '让来电骚扰拦截生效'], dev: ['骚扰电话过滤开起来', '激活骚扰拦截功能'], test: ['让骚扰拦截生效', '骚扰拦截设为开启'] },
  },
};

export const blockingIntents: readonly Intent[] = [block, unblock, blockPerson, setLevel, enableInterception];
