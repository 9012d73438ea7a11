import type { ToolDefinition } from '../../../world.ts';
import { alarmTools } from './alarms.ts';
import { automationTools } from './automation.ts';
import { clockTools } from './clocks.ts';
import { habitTools } from './habits.ts';
import { scheduleTools } from './schedules.ts';
import { timerTools } from './timers.ts';
import { todoTools } from './todos.ts';

/** The 16 tools of time management. */
export const tools: readonly ToolDefinition[] = [
  ...alarmTools, ...scheduleTools, ...timerTools, ...todoTools, ...habitTools, ...automationTools, ...clockTools,
];
