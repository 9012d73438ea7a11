import type { Intent } from '../../../intent.ts';
import { phoneSlot } from '../../authoring/drawn-values.ts';
import { entityQuestion } from '../../authoring/entity-intents.ts';
import { contactPlace, domain, known } from './people.ts';

const permission = 'contacts';

const askNumber = entityQuestion({
  id: 'calls.contact.ask_number',
  domain,
  permission,
  tool: 'query_contact',
  place: contactPlace,
  plan(draw) {
    const { person, name, row, others, phone } = known(draw);
    return { slots: { person }, row, others, args: { name }, answers: [phone] };
  },
  wordings: {
    en: {
      train: ['what is the phone number of {person}', 'which number is saved for {person}', 'tell me the number of {person}', 'look up the phone number of {person} in my contacts', 'check what number {person} has', 'find the phone number of {person}', 'give me the telephone number of the contact {person}'],
      dev: ['check the telephone number of the contact {person}', 'find the telephone number of {person}'],
      test: ['tell me which phone number the contact {person} has', 'what number does my address book hold for {person}'],
    },
    zh: {
      train: ['{person}的电话号码是多少', '查一下{person}的手机号', '告诉我{person}的号码', '通讯录里{person}存的是什么号码', '说说{person}的电话', '看看联系人{person}的号码'],
      dev: ['联系{person}要打什么号码', '查查联系人{person}的手机号码'],
      test: ['说说{person}的联系电话', '{person}的号码是哪一个'],
    },
  },
});

const askEmail = entityQuestion({
  id: 'calls.contact.ask_email',
  domain,
  permission,
  tool: 'query_contact',
  place: contactPlace,
  plan(draw) {
    const { person, name, row, others } = known(draw);
    return { slots: { person }, row, others, args: { name }, answers: [String(row['email'])] };
  },
  wordings: {
    en: {
      train: ['what is the e-mail address of {person}', 'which e-mail is saved for {person}', 'tell me the e-mail of {person}', 'look up the e-mail address of {person} in my contacts', 'check what e-mail address {person} has', 'find the e-mail address of {person}', 'give me the mail address of the contact {person}'],
      dev: ['check the mail address saved for {person}', 'find the mail address of {person}'],
      test: ['give me the address for writing e-mails to {person}', 'what mail address does my address book hold for {person}'],
    },
    zh: {
      train: ['{person}的邮箱是什么', '查一下{person}的邮件地址', '告诉我{person}的邮箱地址', '通讯录里{person}存的是哪个邮箱', '说说{person}的邮箱', '看看联系人{person}的电子邮箱'],
      dev: ['给{person}写邮件要发到哪个地址', '看看{person}的电邮地址'],
      test: ['说说{person}的电子邮箱', '{person}用的邮箱是哪一个'],
    },
  },
});

const askOwner: Intent = {
  id: 'calls.contact.ask_owner',
  domain,
  permission,
  tool: 'query_contact',
  kind: 'question',
  draw(draw) {
    const { name, setup, id } = known(draw);
    const said = phoneSlot(draw);
    const rows = { ...setup.contacts, [id]: { ...setup.contacts[id], phone_number: said.value } };
    return { slots: { phone: said }, setup: { contacts: rows }, calls: [{ id: 'c1', tool: 'query_contact', args: { phoneNumber: said.value }, read: true }], changes: [], answers: [name] };
  },
  wordings: {
    en: {
      train: ['whose number is {phone}', 'who in my contacts has the number {phone}', 'tell me who {phone} belongs to', 'look up the owner of {phone} in the contacts', 'check which contact is saved with {phone}', 'find the person with the number {phone}', 'which person does the number {phone} belong to'],
      dev: ['to which of my contacts does {phone} belong', 'find the person behind the number {phone}'],
      test: ['tell me whose number {phone} is', 'give me the name of the contact with {phone}'],
    },
    zh: {
      train: ['{phone}是谁的号码', '查一下{phone}是哪个联系人', '告诉我号码{phone}存的是谁', '通讯录里谁用{phone}', '说说{phone}是谁的', '看看{phone}存成了什么名字'],
      dev: ['{phone}这个号是谁的', '看看{phone}属于哪位联系人'],
      test: ['我把{phone}存成什么名字了', '说说{phone}对应的联系人'],
    },
  },
};

export const contactQuestionIntents: readonly Intent[] = [askNumber, askEmail, askOwner];
