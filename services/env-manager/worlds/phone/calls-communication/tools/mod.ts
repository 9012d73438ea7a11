import type { ToolDefinition } from '../../../world.ts';
import { callTools } from './calls.ts';
import { contactTools } from './contacts.ts';
import { messageTools } from './messages.ts';
import { screeningTools } from './screening.ts';

/** The 15 tools of calls and communication. */
export const tools: readonly ToolDefinition[] = [...contactTools, ...callTools, ...messageTools, ...screeningTools];
