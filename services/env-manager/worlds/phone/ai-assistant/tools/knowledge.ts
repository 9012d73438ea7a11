import type { ToolDefinition } from '../../../world.ts';
import { badArgument, done, flat, text } from '../../authoring/outcomes.ts';
import { handOff } from './hand-off.ts';

/** Sub-agents that look things up: open-domain questions and the web. */

export const generalQaAgent: ToolDefinition = {
  name: 'general_qa_agent',
  description: 'Hands an open-domain knowledge question (facts, explanations, how and why) to the question-answering agent. Not for the phone or the user\'s own data.',
  inputSchema: {
    type: 'object',
    properties: { question: { type: 'string', description: 'The question in the words of the user.', format: 'text' } },
    required: ['question'],
    additionalProperties: false,
  },
  sideEffect: () => false,
  run(args, run) {
    const sessionId = handOff(run, 'general_qa_agent', 'running', { question: text(args, 'question') });
    return flat('the question-answering agent replies to the user', { sessionId, execution_status: 'running' });
  },
};

export const browserService: ToolDefinition = {
  name: 'browser_service',
  description: 'Hands a web task to the browser agent: searches the web, or opens or summarizes a web page by its address.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Search the web, open_page to show a page, or summarize_page to sum it up.', enum: ['search', 'open_page', 'summarize_page'] },
      query: { type: 'string', description: 'What to look for on the web; only with search.', format: 'text' },
      url: { type: 'string', description: 'Address of the web page (site); with open_page and summarize_page.', format: 'text' },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: (args) => args['action'] === 'open_page',
  run(args, run) {
    const needed = args['action'] === 'search' ? 'query' : 'url';
    if (text(args, needed) === '') return badArgument(`${needed} is needed for ${text(args, 'action')}`);
    const sessionId = handOff(run, 'browser_service', 'running', args);
    return done('the browser agent has taken over', { sessionId, execution_status: 'running' });
  },
};
