import type { ToolSpec } from '#protos/core/v1/tool.ts';

export const CATEGORIES = ['routines_habits', 'important_info', 'important_event', 'preference', 'temporary_exception'] as const;
export const DEFAULT_CATEGORY = 'important_info';
export const SEARCH_MODES = ['relevant', 'recent', 'history'] as const;
export const DEFAULT_RESULTS = 5;
export const MAX_RESULTS = 20;
export const MAX_CONTENT = 500;
export const MAX_QUERY = 300;

export const SEARCH = 'search_user_memory';
export const ADD = 'add_user_memory';
export const REPLACE = 'replace_user_memory';
export const REMOVE = 'remove_user_memory';

function tool(name: string, description: string, properties: object, required: readonly string[]): ToolSpec {
  return { name, description, inputSchemaJson: JSON.stringify({ type: 'object', properties, required, additionalProperties: false }) };
}

const memoryId = { type: 'string', format: 'id', description: 'Id of the memory, as a search returned it', maxLength: 64 };
const content = { type: 'string', format: 'text', description: 'What to remember, one sentence' };

/** The memory tools that the harness itself executes, in MCP form. Limits on text are the tool's own answers, not the schema's. */
export const MEMORY_TOOLS: readonly ToolSpec[] = [
  tool(
    SEARCH,
    "Searches what is remembered about the user: routines and habits, usual values, preferences, important information and events, temporary exceptions. A memory tells what was said, not the device's present state.",
    {
      query: { type: 'string', format: 'text', description: 'Person, activity and property sought' },
      maxResults: { type: 'integer', description: 'How many memories at most', minimum: 1, maximum: MAX_RESULTS, default: DEFAULT_RESULTS },
      memoryCategory: { type: 'string', description: 'Only memories of this category', enum: CATEGORIES },
      searchMode: { type: 'string', description: 'relevant: best match; recent: newest first; history: replaced memories too', enum: SEARCH_MODES, default: 'relevant' },
    },
    ['query'],
  ),
  tool(
    ADD,
    'Remembers something new about the user, when the user asks to remember it.',
    { content, category: { type: 'string', description: 'Kind of memory', enum: CATEGORIES, default: DEFAULT_CATEGORY } },
    ['content'],
  ),
  tool(REPLACE, 'Replaces the content of a memory that has changed; its id stays.', { memoryId, content }, ['memoryId', 'content']),
  tool(REMOVE, 'Removes a memory that the user wants forgotten.', { memoryId }, ['memoryId']),
];

const NAMES: ReadonlySet<string> = new Set(MEMORY_TOOLS.map((spec) => spec.name));

export function isMemoryTool(name: string): boolean {
  return NAMES.has(name);
}

/** Whether the tool can change memory; only a search cannot. */
export function writesMemory(name: string): boolean {
  return isMemoryTool(name) && name !== SEARCH;
}
