import type { ToolDefinition } from '../../../world.ts';
import { block, flat, text } from '../../authoring/outcomes.ts';
import { handOff } from './hand-off.ts';

/** Sub-agents that the user talks with: language practice and role play. */

export const speakingCoachAgent: ToolDefinition = {
  name: 'speaking_coach_agent',
  description: 'Starts the speaking coach for practising a foreign language aloud: free conversation on a topic, or pronunciation of a sentence.',
  inputSchema: {
    type: 'object',
    properties: {
      mode: { type: 'string', description: 'Conversation (talk about a topic) or pronunciation (say a sentence right).', enum: ['conversation', 'pronunciation'] },
      language: { type: 'string', description: 'Language to practise.', enum: ['english', 'japanese', 'french', 'spanish', 'german', 'korean'] },
      content: { type: 'string', description: 'The topic of the conversation, or the sentence to pronounce.', format: 'text' },
    },
    required: ['mode', 'language', 'content'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  permission: 'microphone',
  run(args, run) {
    const sessionId = handOff(run, 'speaking_coach_agent', 'running', args);
    return flat('the speaking coach is listening', { sessionId, mode: text(args, 'mode'), execution_status: 'running' });
  },
};

export const scenarioDialogueAgent: ToolDefinition = {
  name: 'scenario_dialogue_agent',
  description: 'Starts a role play: the agent plays the other side of an everyday scene such as a job interview or a hotel desk, so that the user can rehearse it.',
  inputSchema: {
    type: 'object',
    properties: { scenario: { type: 'string', description: 'The scene to play, in the words of the user.', format: 'text' } },
    required: ['scenario'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  permission: 'microphone',
  run(args, run) {
    const sessionId = handOff(run, 'scenario_dialogue_agent', 'running', args);
    return block('start', 'the role play begins', 'dialogue', { sessionId, scenario: text(args, 'scenario') });
  },
};
