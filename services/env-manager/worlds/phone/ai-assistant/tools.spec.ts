import { describe, expect, it } from 'vitest';
import { domain as apps } from '../apps-storage/mod.ts';
import { applyCalls } from '../authoring/intent-suite.ts';
import { toolCases, toolShapes } from '../authoring/tool-suite.ts';
import { compileWorld } from '../../../backends/sandbox/compiled-world.ts';
import { domain } from './mod.ts';

const start = { action: 'start', appName: 'Parcel Desk', instruction: 'track my parcel' };

describe('sub-agent tools', () => {
  toolShapes(domain, 8);
  toolCases([domain, apps], [
    { tool: 'control_gui_agent', args: start, body: { action: 'start', session: { sessionId: 'session_1001', app_name: 'Parcel Desk', execution_status: 'pending' } } },
    { tool: 'control_gui_agent', args: { action: 'start', appName: 'Parcel Desk' }, status: 400, error: 'instruction' },
    { tool: 'control_gui_agent', args: { ...start, appName: 'Nothing' }, status: 404, error: 'Nothing' },
    { tool: 'control_gui_agent', args: { ...start, appName: 'Clock' }, status: 409, error: 'not among the apps' },
    { tool: 'control_gui_agent', args: { action: 'execute' }, status: 400, error: 'sessionId' },
    { tool: 'control_gui_agent', args: { action: 'execute', sessionId: 'session_7' }, status: 404, error: 'start one first' },
    { tool: 'general_qa_agent', args: { question: 'why' }, body: { status: 'ok', execution_status: 'running' } },
    { tool: 'browser_service', args: { action: 'search', query: 'tea' }, body: { success: true } },
    { tool: 'browser_service', args: { action: 'search' }, status: 400, error: 'query' },
    { tool: 'browser_service', args: { action: 'open_page' }, status: 400, error: 'url' },
    { tool: 'trigger_task', args: { triggerType: 'event', condition: 'it rains', task: 'play music' }, body: { trigger: 'event' } },
    { tool: 'control_ai_image_agent', args: { action: 'generate', prompt: 'a cat' }, body: { action: 'generate', job: { execution_status: 'running' } } },
    { tool: 'control_ai_image_agent', args: { action: 'generate' }, status: 400, error: 'prompt' },
    { tool: 'control_ai_image_agent', args: { action: 'change_style', prompt: 'oil' }, status: 400, error: 'imageName' },
    { tool: 'calendar_service', args: { action: 'plan_day', details: 'a swim' }, body: { success: true } },
    { tool: 'calendar_service', args: { action: 'plan_day', details: 'a swim' }, setup: { permissions: { calendar: { granted: false } } }, status: 403 },
    { tool: 'speaking_coach_agent', args: { mode: 'conversation', language: 'french', content: 'food' }, body: { mode: 'conversation' } },
    { tool: 'scenario_dialogue_agent', args: { scenario: 'a job interview' }, body: { dialogue: { scenario: 'a job interview' } } },
    { tool: 'scenario_dialogue_agent', args: { scenario: 'a job interview' }, setup: { permissions: { microphone: { granted: false } } }, status: 403 },
  ]);

  it('executes a session once', () => {
    const world = compileWorld({ id: 'phone', domains: [domain, apps] });
    const execute = { tool: 'control_gui_agent', args: { action: 'execute', sessionId: '$c1.session.sessionId' } };
    const { outcomes, after } = applyCalls(world, {}, [{ id: 'c1', tool: 'control_gui_agent', args: start }, { id: 'c2', ...execute }, { id: 'c3', ...execute }]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 409]);
    expect(outcomes[1]?.body).toMatchObject({ session: { execution_status: 'completed', steps: ['launch_app', 'operate_ui', 'verify_result'] } });
    expect(after.get('agent_sessions', 'session_1001')).toMatchObject({ agent: 'control_gui_agent', app: 'Parcel Desk', status: 'completed' });
  });
});
