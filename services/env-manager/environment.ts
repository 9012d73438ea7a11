import { GyreError, invalid } from '#kit/errors.ts';
import type { Json } from '#kit/store/types.ts';
import type { ToolCall } from '#protos/core/v1/action.ts';
import type { Operation, StateChange } from '#protos/core/v1/evidence.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { Backend, Task } from '#protos/core/v1/task.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';

/** One running episode, whatever it runs on (report section 2.2): the sandbox, a simulation or a device. */
export interface Environment {
  readonly worldBuild: string;
  readonly initialStateDigest: string;
  /** Tools that hand the work to another agent; none if absent. */
  readonly agents?: ReadonlySet<string>;
  /** Back to the start of the task. */
  reset(): Promise<void>;
  /** Applies the next parallel block and gives its results in order. A failure leaves no trace of the step. */
  step(calls: readonly ToolCall[]): Promise<readonly ToolResult[]>;
  evidence(): Promise<EnvironmentEvidence>;
  /** Frees what the episode holds. May be called more than once. */
  close(): Promise<void>;
}

/** What happened inside the environment; the harness's own operations are added to it. */
export interface EnvironmentEvidence {
  readonly finalStateDigest: string;
  readonly changes: readonly StateChange[];
  readonly operations: readonly Operation[];
  /** Facts of lease and device, without times: part of what a replay compares. */
  readonly facts: Json;
}

/** A way to run episodes. */
export interface EnvironmentBackend {
  readonly kind: Backend;
  open(task: Task, seed: number): Promise<Environment>;
  /** The tools of a world; undefined for a world it does not run. */
  tools(world: string): readonly ToolSpec[] | undefined;
}

/** The backends that an env-manager serves. */
export class EnvironmentBackends {
  readonly #backends: ReadonlyMap<Backend, EnvironmentBackend>;

  constructor(backends: readonly EnvironmentBackend[]) {
    this.#backends = new Map(backends.map((backend) => [backend.kind, backend]));
  }

  /** FAILED_PRECONDITION for a backend that is not served here. */
  open(task: Task, seed: number): Promise<Environment> {
    const backend = this.#backends.get(task.backend);
    if (backend) return backend.open(task, seed);
    const served = [...this.#backends.keys()].join(', ');
    throw new GyreError('FAILED_PRECONDITION', `task.backend: ${task.backend} is not served here; served: ${served}`, {
      boundary: 'caller',
      field: 'task.backend',
      remedy: `use ${served}`,
    });
  }

  /** Tools of a world from the first backend that runs it; INVALID_ARGUMENT if none does. */
  tools(world: string): readonly ToolSpec[] {
    for (const backend of this.#backends.values()) {
      const tools = backend.tools(world);
      if (tools) return tools;
    }
    throw invalid('world', `there is no world ${JSON.stringify(world)}`, 'name a world that this env-manager runs');
  }
}
