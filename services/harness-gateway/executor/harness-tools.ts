import type { ToolCall } from '#protos/core/v1/action.ts';
import type { Operation } from '#protos/core/v1/evidence.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import { tracing } from '#kit/telemetry.ts';
import { harnessOperation } from '../memory/operation.ts';
import type { MemoryScope } from '../memory/scope.ts';
import { isMemoryTool, writesMemory } from '../memory/tools.ts';
import { loadSkill, type SkillLoader } from '../skills/loader.ts';
import { memorySpan, ownToolSpan } from '../telemetry.ts';
import type { ToolEntry } from '../tools/catalogue.ts';
import type { Args } from './arguments.ts';

/** What came of one call that the harness executed. */
export interface HarnessExecution {
  readonly result: ToolResult;
  readonly operation: Operation;
  /** Tools that become callable from the next step. */
  readonly added: readonly ToolEntry[];
}

export interface HarnessToolsOptions {
  readonly session: string;
  readonly memory: MemoryScope | undefined;
  /** Whose memory that is. */
  readonly scope: 'episode' | 'user';
  /** By loader name. */
  readonly loaders: ReadonlyMap<string, SkillLoader>;
  /** Every tool that exists for the session, callable or not. */
  readonly world: ReadonlyMap<string, ToolEntry>;
  /** Virtual time of the session, ISO 8601. */
  readonly now: string;
}

/** The tools of one session that the harness executes itself: memory and skills. Everything else is left to the caller. */
export class HarnessTools {
  readonly #options: HarnessToolsOptions;
  /** Skill id to the call that loaded it: the very call, run again after a fault, is still the first. */
  readonly #loaded = new Map<string, string>();

  constructor(options: HarnessToolsOptions) {
    this.#options = options;
  }

  /** Whether calls of the tool are executed here. */
  owns(tool: string): boolean {
    return this.#options.loaders.has(tool) || (this.#options.memory !== undefined && isMemoryTool(tool));
  }

  /** Runs a call that has passed validation. `callable` are the tools that may be called in this step. */
  async run(step: number, call: ToolCall, args: Args, callable: ReadonlyMap<string, ToolEntry>): Promise<HarnessExecution> {
    const loader = this.#options.loaders.get(call.name);
    const { session } = this.#options;
    if (loader) return ownToolSpan(session, call, loader.skill.id, async () => this.#load(loader, step, call, args, callable));
    return ownToolSpan(session, call, undefined, () => this.#remember(step, call, args));
  }

  #load(loader: SkillLoader, step: number, call: ToolCall, args: Args, callable: ReadonlyMap<string, ToolEntry>): HarnessExecution {
    const skill = loader.skill.id;
    const loadedBy = this.#loaded.get(skill) ?? call.callId;
    this.#loaded.set(skill, loadedBy);
    const load = loadSkill(loader.skill, loadedBy !== call.callId, this.#options.world, callable);
    const operation = harnessOperation({ step, callId: call.callId, tool: call.name, args, status: load.status, sideEffect: false, skill, at: this.#options.now });
    return { result: resultOf(call, load.status, load.body), operation, added: load.added };
  }

  async #remember(step: number, call: ToolCall, args: Args): Promise<HarnessExecution> {
    const { memory, scope, session, now } = this.#options;
    if (!memory) throw new RangeError(`${call.name} is not executed by the harness`);
    const run = () => memory.call(call.name, args, { session, call: call.callId });
    const pending = tracing() ? memorySpan(call.name, scope, run) : run();
    // Episode memory answers at once; only a stored one is worth a turn of the event loop.
    const { status, body, memoryIds } = pending instanceof Promise ? await pending : pending;
    const sideEffect = writesMemory(call.name);
    const operation = harnessOperation({ step, callId: call.callId, tool: call.name, args, status, sideEffect, memoryIds, at: now });
    return { result: resultOf(call, status, body), operation, added: [] };
  }
}

function resultOf(call: ToolCall, status: number, body: object): ToolResult {
  return { callId: call.callId, tool: call.name, status, resultJson: JSON.stringify(body), imageRef: '', error: undefined };
}
