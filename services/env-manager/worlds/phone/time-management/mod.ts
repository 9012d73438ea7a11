import { readFileSync } from 'node:fs';
import type { Intent } from '../../intent.ts';
import type { DomainDefinition, SkillSource } from '../../world.ts';
import { alarmIntents } from './intents/alarms.ts';
import { automationIntents } from './intents/automation.ts';
import { calendarQuestionIntents } from './intents/calendar.ts';
import { habitIntents, worldClockIntents } from './intents/habits.ts';
import { reminderIntents } from './intents/reminders.ts';
import { scheduleIntents } from './intents/schedules.ts';
import { timerIntents } from './intents/timers.ts';
import { todoIntents } from './intents/todos.ts';
import { base, tables } from './state.ts';
import { tools } from './tools/mod.ts';

const skill = (id: string): SkillSource => ({ id, markdown: readFileSync(new URL(`./skills/${id}/SKILL.md`, import.meta.url), 'utf8') });

/** Alarms, calendar, to-do items, reminders, timers, habits, automation rules and clocks: 16 tools. */
export const domain: DomainDefinition = { id: 'time-management', title: 'Time Management', tables, base, tools, skills: [skill('calendar-alarms-routines')] };

export const intents: readonly Intent[] = [
  ...alarmIntents, ...scheduleIntents, ...calendarQuestionIntents, ...timerIntents, ...todoIntents, ...reminderIntents, ...automationIntents, ...habitIntents,
  ...worldClockIntents,
];
