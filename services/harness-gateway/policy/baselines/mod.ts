export { LexicalPolicy } from './lexical.ts';
export { RulePlanner } from './rule-planner.ts';
