import type { Opening, Turn } from '#protos/core/v1/context.ts';
import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { digestOf } from '#kit/digest.ts';
import { assembleOpening } from '#harness-gateway/context/opening.ts';
import { failureCounter } from '#harness-gateway/context/notices.ts';
import { identified, recordedAction } from '#harness-gateway/executor/normalize.ts';
import { validateAction } from '#harness-gateway/executor/validate.ts';
import type { Policy } from '#harness-gateway/policy/types.ts';
import type { ToolCatalogue } from '#harness-gateway/tools/catalogue.ts';
import type { HarnessRuntime } from '#harness-gateway/versions/runtime.ts';

export interface NaivePlan {
  readonly action: Action | undefined;
  readonly environmentCalls: readonly ToolCall[];
  readonly contextDigest: string;
}

/**
 * The obvious planner, as the yardstick of the benchmark: it keeps the conversation and at each step assembles the whole context
 * again, hashes all of it as canonical JSON, counts failures over all turns and hands the policy everything. Recall, guidance,
 * validation and compiled schemas are the harness's own.
 */
export class NaivePlanner {
  readonly #request: OpenSessionRequest;
  readonly #runtime: HarnessRuntime;
  readonly #catalogue: ToolCatalogue;
  readonly #policy: Policy;
  readonly #turns: Turn[] = [];
  #open: { readonly turn: Turn } | undefined;

  constructor(request: OpenSessionRequest, runtime: HarnessRuntime, catalogue: ToolCatalogue, policy: Policy) {
    this.#request = request;
    this.#runtime = runtime;
    this.#catalogue = catalogue;
    this.#policy = policy;
  }

  async plan(step: number, results: readonly ToolResult[]): Promise<NaivePlan> {
    this.#complete(results);
    const { opening, entries } = this.#assembled();
    const contextDigest = digestOf({ opening, turns: this.#turns });
    const { action } = await this.#policy.decide({ context: { opening, turns: [...this.#turns] }, sampling: { temperature: 0, seed: 0 } });
    const raw = identified(action, step);
    const checked = validateAction(raw, new Map(entries.map((entry) => [entry.spec.name, entry])));
    this.#open = { turn: { action: recordedAction(raw), results: [], notices: [], addedTools: [] } };
    const environmentCalls = checked.kind === 'calls' ? checked.calls.flatMap((call) => (call.kind === 'valid' ? [call.call] : [])) : [];
    return { action: this.#open.turn.action, environmentCalls, contextDigest };
  }

  /** The conversation, with the results of the last turn. */
  close(results: readonly ToolResult[]): { readonly opening: Opening; readonly turns: readonly Turn[] } {
    this.#complete(results);
    return { opening: this.#assembled().opening, turns: this.#turns };
  }

  #complete(results: readonly ToolResult[]): void {
    if (this.#open) this.#turns.push({ ...this.#open.turn, results: [...results], notices: this.#notices(results) });
    this.#open = undefined;
  }

  #assembled() {
    return assembleOpening({ ...this.#request, hasMemory: true }, this.#runtime, this.#catalogue);
  }

  #notices(results: readonly ToolResult[]) {
    const counter = failureCounter();
    for (const turn of this.#turns) counter.observe(turn.results);
    return [counter.observe(results)].filter((notice) => notice !== undefined);
  }
}
