import { invalid } from '#kit/errors.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import type { WorldDefinition } from '../../worlds/world.ts';
import { type CompiledWorld, compileWorld, PERMISSIONS } from './compiled-world.ts';
import { SandboxEpisode } from './episode.ts';
import { Overlay } from './overlay.ts';
import type { EpisodeSetup } from './setup.ts';
import { openVirtualClock } from './virtual-clock.ts';

/** A world ready to run episodes. Pure: no I/O, no real clock. */
export interface Sandbox {
  readonly worldId: string;
  /** Digest of the definitions, their schemas and the base data. */
  readonly build: string;
  readonly tools: readonly ToolSpec[];
  /** Tools that hand the work to another agent. */
  readonly agents: ReadonlySet<string>;
  hasTool(name: string): boolean;
  /** INVALID_ARGUMENT naming the task's field for a table, permission, instant or time zone that is not there. */
  open(setup: EpisodeSetup, seed: number): SandboxEpisode;
}

/** Compiles the world once; every episode shares its frozen base. INVALID_ARGUMENT for a definition that contradicts itself. */
export function createSandbox(definition: WorldDefinition): Sandbox {
  const world = compileWorld(definition);
  return {
    worldId: world.id,
    build: world.build,
    tools: world.toolSpecs,
    agents: new Set(definition.domains.flatMap(({ handsOff, tools }) => (handsOff ? tools.map(({ name }) => name) : []))),
    hasTool: (name) => world.tools.has(name),
    open: (setup, seed) => {
      const clock = openVirtualClock(setup.now, setup.timeZone);
      return new SandboxEpisode({ world, setup, seed, clock, initial: initialState(world, setup) });
    },
  };
}

function initialState(world: CompiledWorld, setup: EpisodeSetup): Overlay {
  const stray = Object.keys(setup.state).find((table) => !world.tables.has(table));
  if (stray !== undefined) throw invalid('task.initial_state_json', `the world has no table ${stray}`, 'use a table of the world');
  const initial = new Overlay(world.tables);
  initial.apply(setup.state);
  for (const permission of setup.deniedPermissions) {
    if (!world.tables.get(PERMISSIONS)?.rows.has(permission)) {
      throw invalid('task.denied_permissions', `the world has no permission ${permission}`, `use a row of the table ${PERMISSIONS}`);
    }
    initial.update(PERMISSIONS, permission, { granted: false });
  }
  return initial;
}
