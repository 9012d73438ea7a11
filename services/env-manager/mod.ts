/** What other services may import of the env-manager: types and pure functions. Episodes are reached through the contract. */
export { createSandbox, type Sandbox } from './backends/sandbox/sandbox.ts';
export type { EpisodeSnapshot, SandboxEpisode } from './backends/sandbox/episode.ts';
export { type EpisodeSetup, setupOf } from './backends/sandbox/setup.ts';
export { type Replay, type ReplayDifference, replayTrajectory } from './replay.ts';
export type * from './worlds/world.ts';
export type * from './worlds/intent.ts';
export { phoneIntents, phoneWorld } from './worlds/phone/mod.ts';

/** The composition of the service, for the processes that host it. */
export { sandboxBackend } from './backends/sandbox/backend.ts';
export { type EnvManager, type EnvManagerOptions, startEnvManager } from './start.ts';
export { ENV_MANAGER_ACCESS } from './service.ts';
