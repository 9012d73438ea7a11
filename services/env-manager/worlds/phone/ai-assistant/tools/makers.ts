import type { ToolDefinition } from '../../../world.ts';
import { badArgument, block, done, flat, text } from '../../authoring/outcomes.ts';
import { handOff } from './hand-off.ts';

/** Sub-agents that make or arrange something: standing tasks, pictures, the calendar. */

export const triggerTask: ToolDefinition = {
  name: 'trigger_task',
  description: 'Hands a standing task to the trigger agent: any task in words, carried out by itself when an event happens, when a place is left, or when something it watches changes. Fixed rules for a time or an arrival are automation rules of the phone instead.',
  inputSchema: {
    type: 'object',
    properties: {
      triggerType: { type: 'string', description: 'What sets the task off: an event that happens, leave_place (leaving a place), or watch (a change of something that is monitored).', enum: ['event', 'leave_place', 'watch'] },
      condition: { type: 'string', description: 'The event, the place that is left or the thing to watch, in the words of the user.', format: 'text' },
      task: { type: 'string', description: 'What is to be done then, in the words of the user.', format: 'text' },
    },
    required: ['triggerType', 'condition', 'task'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, run) {
    const sessionId = handOff(run, 'trigger_task', 'running', args);
    return flat('the trigger agent stands by', { sessionId, trigger: text(args, 'triggerType'), execution_status: 'running' });
  },
};

export const controlAiImageAgent: ToolDefinition = {
  name: 'control_ai_image_agent',
  description: 'Hands a picture to the image agent: draws a new picture from a description, removes the background of a photo, or gives a photo another style.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Generate (draw, create a new picture), remove_background (cut out), or change_style of an existing picture.', enum: ['generate', 'remove_background', 'change_style'] },
      prompt: { type: 'string', description: 'What the new picture shows, or the style wanted; not with remove_background.', format: 'text' },
      imageName: { type: 'string', description: 'Name of the existing picture to work on; not with generate.', format: 'name' },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, run) {
    const action = text(args, 'action');
    if (action !== 'generate' && text(args, 'imageName') === '') return badArgument(`imageName is needed for ${action}`);
    if (action !== 'remove_background' && text(args, 'prompt') === '') return badArgument(`prompt is needed for ${action}`);
    const sessionId = handOff(run, 'control_ai_image_agent', 'running', args);
    return block(action, 'the image agent is at work', 'job', { sessionId, execution_status: 'running' });
  },
};

export const calendarService: ToolDefinition = {
  name: 'calendar_service',
  description: 'Hands planning over the calendar to the calendar agent: finds a free time that suits, plans a whole day, or resolves clashes. Single entries need no agent.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Find_free_time (a slot that suits), plan_day (arrange a day), or resolve_clash (two entries at once).', enum: ['find_free_time', 'plan_day', 'resolve_clash'] },
      details: { type: 'string', description: 'What it is about, in the words of the user: the occasion, the day, the entries.', format: 'text' },
    },
    required: ['action', 'details'],
    additionalProperties: false,
  },
  sideEffect: (args) => args['action'] !== 'find_free_time',
  permission: 'calendar',
  run(args, run) {
    const sessionId = handOff(run, 'calendar_service', 'running', args);
    return done('the calendar agent has taken over', { sessionId, execution_status: 'running' });
  },
};
