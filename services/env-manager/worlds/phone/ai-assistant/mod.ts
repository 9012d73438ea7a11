import { readFileSync } from 'node:fs';
import type { Intent } from '../../intent.ts';
import type { DomainDefinition } from '../../world.ts';
import { guiIntents } from './intents/gui.ts';
import { knowledgeIntents } from './intents/knowledge.ts';
import { makerIntents } from './intents/makers.ts';
import { talkerIntents } from './intents/talkers.ts';
import { base, tables } from './state.ts';
import { controlGuiAgent } from './tools/gui-agent.ts';
import { browserService, generalQaAgent } from './tools/knowledge.ts';
import { calendarService, controlAiImageAgent, triggerTask } from './tools/makers.ts';
import { scenarioDialogueAgent, speakingCoachAgent } from './tools/talkers.ts';

/** Sub-agents. Memory and skill tools belong to the harness. */
export const domain: DomainDefinition = {
  id: 'ai-assistant',
  title: 'AI Assistant',
  handsOff: true,
  tables,
  base,
  tools: [controlGuiAgent, generalQaAgent, browserService, triggerTask, controlAiImageAgent, calendarService, speakingCoachAgent, scenarioDialogueAgent],
  skills: [{ id: 'ai-content-personal-assistant', markdown: readFileSync(new URL('./skills/ai-content-personal-assistant/SKILL.md', import.meta.url), 'utf8') }],
};

export const intents: readonly Intent[] = [...guiIntents, ...knowledgeIntents, ...makerIntents, ...talkerIntents];
