/** What other services may import of the harness: types and pure functions. Sessions are reached through the contract. */
export { compileAdapter, type CompileOptions, type SkillText } from './adapter/compile.ts';
export type { AdapterArtifact, AdapterLimits, CompiledSkill } from './adapter/artifact.ts';
export { type Coverage, coverage, worldSources } from './adapter/coverage.ts';
export { parseSkill, type ParsedSkill } from './adapter/skill-markdown.ts';
export { contextDigests, nextContextDigest, openingDigest } from './context/digest.ts';
export { MAX_CALLS, validateAction } from './executor/validate.ts';
export { parseArguments } from './executor/arguments.ts';
export { memoryChanges, MEMORY_TABLE } from './memory/changes.ts';
export { createMemory, type Memory, type MemoryOutcome } from './memory/memory.ts';
export { harnessOperation } from './memory/operation.ts';
export { isMemoryTool, MEMORY_TOOLS, writesMemory } from './memory/tools.ts';
export type * from './policy/types.ts';
export { buildRecallIndex, DEFAULT_CANDIDATES, type RecallIndex, type RecallQuery } from './recall/recall.ts';
export { isLoader, loaderName } from './skills/loader.ts';
export { type ToolEntry, toolEntry } from './tools/catalogue.ts';
export { baseVersion } from './versions/base.ts';
export { diffVersions, type VersionDiff } from './versions/diff.ts';
export { versionId } from './versions/identity.ts';
export { checkRevision } from './versions/rules.ts';

/** The composition of the service, for the processes that host it. */
export { environmentPorts } from './environment.ts';
export { HARNESS_ACCESS } from './service.ts';
export { type Harness, type HarnessOptions, startHarness } from './start.ts';
