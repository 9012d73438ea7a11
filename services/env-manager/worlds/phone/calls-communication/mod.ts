import { readFileSync } from 'node:fs';
import type { Intent } from '../../intent.ts';
import type { DomainDefinition, SkillSource } from '../../world.ts';
import { blockingIntents } from './intents/blocking.ts';
import { callIntents } from './intents/calls.ts';
import { contactQuestionIntents } from './intents/contact-questions.ts';
import { contactIntents } from './intents/contacts.ts';
import { emailIntents } from './intents/emails.ts';
import { forwardingIntents, voicemailIntents } from './intents/forwarding.ts';
import { messageIntents } from './intents/messages.ts';
import { base, tables } from './state.ts';
import { tools } from './tools/mod.ts';

const skill = (id: string): SkillSource => ({ id, markdown: readFileSync(new URL(`./skills/${id}/SKILL.md`, import.meta.url), 'utf8') });

/** Contacts, calls, text messages, e-mail, blocked numbers, forwarding and voicemail: 15 tools. */
export const domain: DomainDefinition = { id: 'calls-communication', title: 'Calls & Communication', tables, base, tools, skills: [skill('contacts-calls-messages')] };

export const intents: readonly Intent[] = [
  ...contactIntents, ...contactQuestionIntents, ...callIntents, ...messageIntents, ...emailIntents, ...blockingIntents, ...forwardingIntents, ...voicemailIntents,
];
