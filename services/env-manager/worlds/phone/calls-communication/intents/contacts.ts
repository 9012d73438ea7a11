import type { Draw, Intent } from '../../../intent.ts';
import { oneOf, phoneSlot, plain } from '../../authoring/drawn-values.ts';
import { type ActPlan, type EntityAct, entityAct, entityCreate } from '../../authoring/entity-intents.ts';
import { clearNamesakes, targetWith } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';
import { contactPlace, domain, emailAddress, findContact, known, twin } from './people.ts';

const permission = 'contacts';

const GROUPS = [
  { value: 'family', en: ['family'], zh: ['家人'] },
  { value: 'friends', en: ['friends'], zh: ['朋友'] },
  { value: 'work', en: ['work'], zh: ['工作'] },
] as const;

function newContact(draw: Draw) {
  const name = plain(draw.entity('person'));
  const phone = phoneSlot(draw);
  return {
    slots: { person: name, phone },
    args: { name: name.value, phoneNumber: phone.value },
    fields: { name: name.value, phone_number: phone.value, email: '', group: 'other', favorite: false },
    setup: { contacts: clearNamesakes(base, 'contacts', 'name', String(name.value)) },
  };
}

const newCommon = { domain, permission, tool: 'add_contact', base, table: 'contacts', prefix: 'contact' };

const add = entityCreate({
  ...newCommon,
  id: 'calls.contact.add',
  plan: newContact,
  wordings: {
    en: {
      train: ['add {person} to my contacts with the number {phone}', 'save {phone} as {person} in the contacts', 'create a contact {person}, phone number {phone}', 'store the number {phone} under the name {person}', 'put a new contact into the address book: {person}, {phone}', 'register {person} in my contacts, telephone {phone}', 'enter a new contact {person} with {phone}'],
      dev: ['keep {phone} as the number of a new contact {person}', 'enter {person}, {phone}, in my address book'],
      test: ['register {person} as a contact reachable at {phone}', 'note down a new contact called {person} with {phone}'],
    },
    zh: {
      train: ['把{person}加到通讯录，号码{phone}', '新建联系人{person}，电话{phone}', '将号码{phone}存为{person}', '添加联系人{person}，手机号{phone}', '登记新联系人{person}，号码是{phone}', '通讯录里建一个{person}，号码填{phone}'],
      dev: ['通讯录里存一下{person}，号码是{phone}', '记下新联系人{person}，电话{phone}'],
      test: ['把{phone}这个号登记成联系人{person}', '建一个叫{person}的联系人，号码填{phone}'],
    },
  },
  omissions: {
    phone: {
      parameter: 'phoneNumber',
      wordings: {
        en: { train: ['add {person} to my contacts', 'create a contact {person}', 'put {person} into the address book as a new contact'], dev: ['enter {person} in my address book'], test: ['register {person} as a contact'] },
        zh: { train: ['把{person}加到通讯录', '新建联系人{person}', '添加一个联系人{person}'], dev: ['通讯录里存一下{person}'], test: ['建一个叫{person}的联系人'] },
      },
    },
    person: {
      parameter: 'name',
      wordings: {
        en: { train: ['save {phone} in my contacts', 'create a contact with the number {phone}', 'store the number {phone} as a new contact'], dev: ['keep {phone} as a new contact'], test: ['register a contact reachable at {phone}'] },
        zh: { train: ['把号码{phone}存到通讯录', '新建一个联系人，电话{phone}', '添加联系人，手机号{phone}'], dev: ['通讯录里存个新号码{phone}'], test: ['把{phone}这个号登记成联系人'] },
      },
    },
  },
});

const addWithEmail = entityCreate({
  ...newCommon,
  id: 'calls.contact.add_with_email',
  plan(draw) {
    const plan = newContact(draw);
    const email = plain(emailAddress(draw));
    return { ...plan, slots: { ...plan.slots, email }, args: { ...plan.args, email: email.value }, fields: { ...plan.fields, email: email.value } };
  },
  wordings: {
    en: {
      train: ['add {person} to my contacts with the number {phone} and the e-mail {email}', 'create a contact {person}, phone {phone}, e-mail {email}', 'save {person} in the contacts: {phone} and {email}', 'store a new contact {person} with phone number {phone} and e-mail address {email}', 'put {person} into the address book, {phone}, {email}', 'register {person} in my contacts, telephone {phone}, mail {email}', 'enter a new contact {person} with {phone} and {email}'],
      dev: ['make an address book entry for {person}: telephone {phone}, mail {email}', 'keep {phone} and {email} as the details of a new contact {person}'],
      test: ['register {person} as a contact with {phone} for calls and {email} for mail', 'note down a new contact called {person}, number {phone}, mail address {email}'],
    },
    zh: {
      train: ['把{person}加到通讯录，号码{phone}，邮箱{email}', '新建联系人{person}，电话{phone}，邮箱{email}', '添加联系人{person}，手机号{phone}，邮件地址{email}', '将{person}存进通讯录：{phone}，{email}', '登记新联系人{person}，号码是{phone}，电邮{email}', '通讯录里建一个{person}，号码填{phone}，邮箱填{email}'],
      dev: ['通讯录里存一下{person}，号码是{phone}，电邮是{email}', '记下新联系人{person}，电话{phone}，邮箱为{email}'],
      test: ['登记联系人{person}，打电话用{phone}，发邮件用{email}', '建一个叫{person}的联系人，号码填{phone}，邮箱填{email}'],
    },
  },
});

/** An act on a contact found by name. */
function onContact(spec: Pick<EntityAct, 'id' | 'tool' | 'wordings' | 'omissions' | 'conflicts' | 'memorable' | 'repeatable'> & { readonly act: (draw: Draw) => Pick<ActPlan, 'args' | 'change'> & { readonly slots?: ActPlan['slots'] } }): Intent {
  const { act, ...shared } = spec;
  return entityAct({
    ...shared,
    domain,
    permission,
    place: contactPlace,
    find: findContact,
    idParameter: 'contactId',
    plan(draw) {
      const { person, row, others } = known(draw);
      const { slots, args, change } = act(draw);
      return { slots: { person, ...slots }, row, others, args, change };
    },
    twin,
  });
}

const remove = onContact({
  id: 'calls.contact.delete',
  tool: 'delete_contact',
  act: () => ({ args: {}, change: { kind: 'delete' } }),
  conflicts(instance) {
    const id = instance.changes[0]?.id ?? '';
    return [
      {
        id: 'contact_favourite',
        status: 409,
        setup: targetWith(base, instance, 'contacts', { favorite: true }),
        repair: [{ id: 'repair_contact_favourite', tool: 'update_contact', args: { contactId: id, favorite: false } }],
        repairChanges: [],
      },
    ];
  },
  wordings: {
    en: {
      train: ['delete {person} from my contacts', 'remove the contact {person}', 'erase {person} from the address book', 'get rid of the contact {person}', 'take {person} out of my contacts', 'strike {person} from my contacts', 'clear the entry of the contact {person}'],
      dev: ['I do not need {person} as a contact, delete the entry', 'clear the entry of {person} from the contacts'],
      test: ['drop {person} from the contact list', 'delete the contact entry of {person}'],
    },
    zh: {
      train: ['删除联系人{person}', '把{person}从通讯录删掉', '移除{person}这个联系人', '通讯录里去掉{person}', '联系人{person}清除', '通讯录里{person}的条目不要了'],
      dev: ['{person}不用留在通讯录了', '清除{person}的联系人条目'],
      test: ['将{person}从联系人名单划掉', '联系人{person}不要了'],
    },
  },
});

const changeNumber = onContact({
  id: 'calls.contact.change_number',
  tool: 'update_contact',
  act(draw) {
    const phone = phoneSlot(draw);
    return { slots: { phone }, args: { phoneNumber: phone.value }, change: { kind: 'update', fields: { phone_number: phone.value } } };
  },
  repeatable: true,
  wordings: {
    en: {
      train: ['change the number of {person} to {phone}', 'update the phone number of {person} to {phone}', '{person} has a new number, {phone}, update the contact', 'set {phone} as the new number of my contact {person}', 'replace the number saved for {person} with {phone}', 'the old number of {person} is wrong, correct it to {phone}', 'let the contact {person} have the number {phone}'],
      dev: ['the contact {person} can now be reached at {phone}, correct it', 'swap the old number of {person} for {phone}'],
      test: ['let the entry of {person} show {phone} as its number', 'amend the contact {person}: the number is {phone}'],
    },
    zh: {
      train: ['把{person}的号码改成{phone}', '{person}换号了，更新为{phone}', '将联系人{person}的电话改为{phone}', '修改{person}的手机号：{phone}', '{person}的旧号码换成{phone}', '联系人{person}的号码变更到{phone}'],
      dev: ['{person}现在用{phone}，通讯录更正一下', '联系人{person}的旧号换成{phone}'],
      test: ['让{person}的条目显示号码{phone}', '{person}的电话号码变更为{phone}'],
    },
  },
  omissions: {
    phone: {
      parameter: 'phoneNumber',
      wordings: {
        en: { train: ['change the number of {person}', 'update the phone number saved for {person}', '{person} has a new number, update the contact'], dev: ['swap the old number of {person} for the new one'], test: ['amend the number of the contact {person}'] },
        zh: { train: ['改一下{person}的号码', '{person}换号了，更新联系人', '修改{person}的手机号'], dev: ['联系人{person}的旧号要换'], test: ['{person}的电话号码要变更'] },
      },
    },
  },
});

const rename = onContact({
  id: 'calls.contact.rename',
  tool: 'update_contact',
  act(draw) {
    const name = plain(draw.entity('person'));
    return { slots: { name }, args: { name: name.value }, change: { kind: 'update', fields: { name: name.value } } };
  },
  wordings: {
    en: {
      train: ['rename the contact {person} to {name}', 'change the name of the contact {person} to {name}', 'the contact {person} should be called {name}', 'give my contact {person} the new name {name}', 'save the contact {person} under the name {name} instead', 'adjust the name of the contact {person} to {name}', 'make {person} appear under the name {name} in the address book'],
      dev: ['in my address book {person} goes by {name} from now on, adjust the name', 'update the contact {person} with the new name {name}'],
      test: ['let {person} appear as {name} in the contacts', 'change what the contact {person} is called to {name}'],
    },
    zh: {
      train: ['把联系人{person}改名为{name}', '联系人{person}重命名成{name}', '将{person}的名字改成{name}', '通讯录里的{person}改叫{name}', '联系人{person}换个名字，存成{name}', '{person}的名字变更到{name}'],
      dev: ['{person}以后存成{name}，改下名字', '联系人{person}换个名，叫{name}'],
      test: ['让{person}在通讯录里显示为{name}', '{person}的姓名变更为{name}'],
    },
  },
  omissions: {
    name: {
      parameter: 'name',
      wordings: {
        en: { train: ['rename the contact {person}', 'change the name of the contact {person}', 'give my contact {person} a new name'], dev: ['update the contact {person} with a new name'], test: ['change what the contact {person} is called'] },
        zh: { train: ['给联系人{person}改名', '联系人{person}重命名', '把{person}的名字改一下'], dev: ['联系人{person}换个名'], test: ['{person}的姓名要变更'] },
      },
    },
  },
});

const setEmail = onContact({
  id: 'calls.contact.set_email',
  tool: 'update_contact',
  act(draw) {
    const email = plain(emailAddress(draw));
    return { slots: { email }, args: { email: email.value }, change: { kind: 'update', fields: { email: email.value } } };
  },
  repeatable: true,
  wordings: {
    en: {
      train: ['set the e-mail address of {person} to {email}', 'save {email} as the e-mail of my contact {person}', 'change the e-mail of {person} to {email}', 'update the contact {person} with the e-mail address {email}', '{person} uses {email} now, update the contact', 'note {email} in the entry of {person}', 'enter {email} as the mail address of {person}'],
      dev: ['the mail address of {person} is {email}, note it in the contacts', 'save the e-mail address {email} with the contact {person}'],
      test: ['let the contact {person} carry the address {email}', 'replace the e-mail address of the contact {person} by {email}'],
    },
    zh: {
      train: ['把{person}的邮箱改成{email}', '将{email}存为{person}的邮箱', '联系人{person}的邮件地址更新为{email}', '修改{person}的邮箱：{email}', '{person}的邮箱换成{email}', '联系人{person}条目里的邮箱填{email}'],
      dev: ['{person}的电邮是{email}，记到通讯录里', '在{person}的条目里填上{email}'],
      test: ['{person}的邮箱地址变更为{email}', '让联系人{person}的邮箱显示{email}'],
    },
  },
  omissions: {
    email: {
      parameter: 'email',
      wordings: {
        en: { train: ['set the e-mail address of {person}', 'change the e-mail of {person}', 'update the contact {person} with an e-mail address'], dev: ['note a mail address for {person} in the contacts'], test: ['replace the e-mail address of the contact {person}'] },
        zh: { train: ['改一下{person}的邮箱', '给联系人{person}存个邮箱', '修改{person}的邮箱'], dev: ['{person}的电邮要记到通讯录里'], test: ['{person}的邮箱地址要变更'] },
      },
    },
  },
});

const favourite = onContact({
  id: 'calls.contact.favourite',
  tool: 'update_contact',
  act: () => ({ args: { favorite: true }, change: { kind: 'update', fields: { favorite: true } } }),
  repeatable: true,
  wordings: {
    en: {
      train: ['mark {person} as a favourite contact', 'add {person} to my favourites', 'star the contact {person}', 'make {person} one of my favourite contacts', 'set the contact {person} as a favourite', 'let {person} be among my favourites', 'the contact {person} counts as a favourite, star it'],
      dev: ['{person} belongs among my favourite contacts', 'put a star on the contact {person}'],
      test: ['list {person} with the favourites in my contacts', 'let {person} count as a favourite'],
    },
    zh: {
      train: ['把{person}设为收藏联系人', '收藏联系人{person}', '给联系人{person}加星标', '将{person}加入常用联系人', '联系人{person}放到收藏里', '星标联系人{person}'],
      dev: ['{person}要放到收藏联系人里', '给{person}这个联系人标星收藏'],
      test: ['让{person}成为收藏的联系人', '联系人{person}列入收藏'],
    },
  },
});

const setGroup = onContact({
  id: 'calls.contact.set_group',
  tool: 'update_contact',
  act(draw) {
    const group = oneOf(draw, GROUPS);
    return { slots: { group }, args: { group: group.value }, change: { kind: 'update', fields: { group: group.value } } };
  },
  repeatable: true,
  wordings: {
    en: {
      train: ['move {person} to the contact group {group}', 'put {person} into the {group} group of my contacts', 'set the group of the contact {person} to {group}', 'assign {person} to the {group} contacts', 'change the contact group of {person} to {group}', 'file the contact {person} in the group {group}', 'sort {person} into the {group} group'],
      dev: ['file {person} under {group} in the address book', '{person} belongs to my {group} group, update the contact'],
      test: ['sort {person} in with the group {group}', 'let {group} be the group of the contact {person}'],
    },
    zh: {
      train: ['把{person}移到{group}分组', '将联系人{person}归到{group}组', '联系人{person}的分组设为{group}', '把{person}放进通讯录的{group}群组', '联系人{person}归类到{group}', '{person}的分组变更到{group}'],
      dev: ['{person}属于{group}，改一下分组', '通讯录里{person}归类为{group}'],
      test: ['{person}的联系人分组变更为{group}', '让{person}列在{group}分组下'],
    },
  },
  omissions: {
    group: {
      parameter: 'group',
      wordings: {
        en: { train: ['move {person} to another contact group', 'change the contact group of {person}', 'assign {person} to a group of my contacts'], dev: ['file {person} under some group in the address book'], test: ['sort {person} in with a different group'] },
        zh: { train: ['把{person}移到别的分组', '给联系人{person}换个分组', '联系人{person}的分组改一下'], dev: ['通讯录里{person}重新归类'], test: ['{person}的联系人分组要变更'] },
      },
    },
  },
});

export const contactIntents: readonly Intent[] = [add, addWithEmail, remove, changeNumber, rename, setEmail, favourite, setGroup];
