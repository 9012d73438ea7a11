export type { Script } from './format.ts';
export { parseScripts } from './format.ts';
export { resolveAction, resultsById } from './references.ts';
export type { ScriptedTurn } from './scripted.ts';
export { ScriptedPolicy } from './scripted.ts';
export { TeacherPolicy } from './teacher.ts';
