import { invalid } from '#kit/errors.ts';
import { Backend } from '#protos/core/v1/task.ts';
import type { Environment, EnvironmentBackend } from '../../environment.ts';
import type { SandboxEpisode } from './episode.ts';
import type { Sandbox } from './sandbox.ts';
import { setupOf } from './setup.ts';

/** Serves episodes of the given worlds in this process. */
export function sandboxBackend(sandboxes: readonly Sandbox[]): EnvironmentBackend {
  const worlds = new Map(sandboxes.map((sandbox) => [sandbox.worldId, sandbox]));
  return {
    kind: Backend.SANDBOX,
    open: async (task, seed) => {
      const sandbox = worlds.get(task.world);
      if (!sandbox) throw invalid('task.world', `there is no world ${JSON.stringify(task.world)}`, `use one of ${[...worlds.keys()].join(', ')}`);
      return environmentOf(sandbox, sandbox.open(setupOf(task), seed));
    },
    tools: (world) => worlds.get(world)?.tools,
  };
}

function environmentOf(sandbox: Sandbox, episode: SandboxEpisode): Environment {
  return {
    worldBuild: sandbox.build,
    agents: sandbox.agents,
    initialStateDigest: episode.initialStateDigest(),
    reset: async () => episode.reset(),
    step: async (calls) => episode.step(calls),
    evidence: async () => ({
      finalStateDigest: episode.stateDigest(),
      changes: episode.changes(),
      operations: episode.operations(),
      facts: { backend: 'sandbox', steps: episode.steps },
    }),
    close: async () => {},
  };
}
