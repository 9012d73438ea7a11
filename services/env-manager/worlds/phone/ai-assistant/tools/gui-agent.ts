import type { Row, ToolDefinition, ToolOutcome, ToolRun } from '../../../world.ts';
import { badArgument, block, inTheWay, isOn, notFound, text } from '../../authoring/outcomes.ts';
import { handOff } from './hand-off.ts';

function start(args: Row, run: ToolRun): ToolOutcome {
  const appName = text(args, 'appName');
  const instruction = text(args, 'instruction');
  if (appName === '' || instruction === '') return badArgument('appName and instruction are needed to start');
  const app = run.tables.list('apps').find(([, row]) => text(row, 'name').toLowerCase() === appName.trim().toLowerCase());
  if (!app) return notFound(`no app named ${appName} is installed`);
  if (!isOn(app[1], 'gui_supported')) return inTheWay(`${text(app[1], 'name')} is not among the apps that the agent can operate`);
  const sessionId = handOff(run, 'control_gui_agent', 'pending', { app: text(app[1], 'name'), instruction });
  return block('start', 'session is ready to execute', 'session', { sessionId, app_name: text(app[1], 'name'), execution_status: 'pending' });
}

function execute(args: Row, { tables }: ToolRun): ToolOutcome {
  const sessionId = text(args, 'sessionId');
  if (sessionId === '') return badArgument('sessionId is needed to execute; start returns it');
  const session = tables.get('agent_sessions', sessionId);
  if (!session || session['agent'] !== 'control_gui_agent') return notFound(`no session ${sessionId}; start one first`);
  if (session['status'] === 'completed') return inTheWay(`session ${sessionId} has been executed; start a new one for another task`);
  tables.update('agent_sessions', sessionId, { status: 'completed' });
  return block('execute', 'the task in the app is done', 'session', { sessionId, execution_status: 'completed', steps: ['launch_app', 'operate_ui', 'verify_result'] });
}

export const controlGuiAgent: ToolDefinition = {
  name: 'control_gui_agent',
  description:
    'Hands a task inside another app to the agent that operates its screens (order, post, search, change something in that app). First start with app and instruction, then execute with the session id. One session covers one app.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Start opens a session for one app and task, execute carries it out.', enum: ['start', 'execute'] },
      appName: { type: 'string', description: 'Name of the installed app to operate; only with start.', format: 'name' },
      instruction: { type: 'string', description: 'What to do in the app, in the words of the user; only with start.', format: 'text' },
      sessionId: { type: 'string', description: 'Id of the session that start returned; only with execute.', format: 'id' },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run: (args, run) => (args['action'] === 'start' ? start(args, run) : execute(args, run)),
};
