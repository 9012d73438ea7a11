import type { Action } from '#protos/core/v1/action.ts';
import type { Turn } from '#protos/core/v1/context.ts';
import type { Operation } from '#protos/core/v1/evidence.ts';
import type { ToolResult } from '#protos/core/v1/observation.ts';
import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { type DeepPartial, OpenSessionRequest } from '#protos/harness/v1/harness_service.ts';
import { ManualClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Store } from '#kit/store/types.ts';
import { compileAdapter } from '../adapter/compile.ts';
import { memoryManager } from '../memory/store.ts';
import type { Policy, PolicyOutput, PolicyRegistry } from '../policy/types.ts';
import type { EvidenceSink } from '../sessions/evidence.ts';
import { memorySessionJournal, type SessionJournal } from '../sessions/journal.ts';
import { Sessions, type SessionLimits } from '../sessions/sessions.ts';
import { ToolCatalogues } from '../tools/catalogues.ts';
import { baseVersion } from '../versions/base.ts';
import { prepareRuntime } from '../versions/runtime.ts';

/** A harness small enough to read: three tools, one skill, and a policy that says what it is told to say. */

const spec = (name: string, properties: object, required: readonly string[]): ToolSpec => ({
  name,
  description: `Does ${name.replaceAll('_', ' ')}.`,
  inputSchemaJson: JSON.stringify({ type: 'object', properties, required, additionalProperties: false }),
});

export const smallTools: readonly ToolSpec[] = [
  spec('manage_alarm', { action: { type: 'string', enum: ['create', 'query'] }, time: { type: 'string' } }, ['action']),
  spec('set_volume', { level: { type: 'integer', minimum: 0, maximum: 100 } }, ['level']),
  spec('manage_dnd', { action: { type: 'string', enum: ['enable', 'disable'] } }, ['action']),
];

const skill = { id: 'focus-sound', markdown: '# Focus and sound\n## Tool Families\n- `set_volume`, `manage_dnd`\n- `manage_gone`\n## Rules\n- Quiet hours use `manage_dnd`.\n' };

export const smallArtifact = compileAdapter(smallTools, [skill], { unskilled: ['manage_alarm'] });

export const output = (turn: Action['turn'], fields: Partial<PolicyOutput> = {}): PolicyOutput => ({
  action: { reasoning: '', turn },
  tokens: [{ id: 1, logProb: -0.5, candidates: 4 }],
  usage: { tokens: 1, toolCalls: turn?.$case === 'calls' ? turn.value.calls.length : 0, reasoningTokens: 0 },
  ...fields,
});

export const calls = (...list: readonly (readonly [name: string, args: unknown])[]): PolicyOutput =>
  output({
    $case: 'calls',
    value: { calls: list.map(([name, args]) => ({ callId: '', name, argumentsJson: typeof args === 'string' ? args : JSON.stringify(args) })) },
  });

export const finish = (message = 'Done.'): PolicyOutput => output({ $case: 'finish', value: { message, answers: [] } });

/** Says the n-th output at step n; keeps what it was shown. */
export class SayingPolicy implements Policy {
  readonly name = 'saying';
  readonly seen: (readonly Turn[])[] = [];
  readonly #outputs: readonly (PolicyOutput | GyreError)[];
  #failures = 0;

  constructor(outputs: readonly (PolicyOutput | GyreError)[]) {
    this.#outputs = outputs;
  }

  /** An error among the outputs is thrown once, before the output after it. */
  open() {
    return {
      decide: (turns: readonly Turn[]) => {
        this.seen.push([...turns]);
        const said = this.#outputs[turns.length + this.#failures];
        if (said instanceof GyreError) {
          this.#failures++;
          throw said;
        }
        return said ?? finish();
      },
    };
  }

  decide(): PolicyOutput {
    throw new RangeError('sessions of this policy are opened');
  }
}

/** Keeps what was appended, as the env-manager does: entries that are there already are not added again. */
export class KeptEvidence implements EvidenceSink {
  readonly operations: Operation[] = [];
  finalAction: Action | undefined;
  failNext = false;

  async append(_episodeId: string, offset: number, operations: readonly Operation[], finalAction: Action | undefined): Promise<void> {
    if (this.failNext) {
      this.failNext = false;
      throw new GyreError('UNAVAILABLE', 'no answer', { boundary: 'environment' });
    }
    operations.forEach((operation, at) => (this.operations[offset + at] = operation));
    this.finalAction ??= finalAction;
  }
}

export interface SmallHarness {
  readonly sessions: Sessions;
  readonly evidence: KeptEvidence;
  readonly clock: ManualClock;
}

export interface SmallHarnessOptions {
  readonly journal?: SessionJournal;
  readonly limits?: SessionLimits;
  readonly evidence?: KeptEvidence;
  /** For persistent memory. */
  readonly store?: Store;
}

export function smallHarness(policy: Policy, options: SmallHarnessOptions = {}): SmallHarness {
  const clock = new ManualClock(1_000_000);
  const evidence = options.evidence ?? new KeptEvidence();
  const runtime = prepareRuntime(baseVersion(smallArtifact.digest), smallArtifact);
  const policies: PolicyRegistry = { get: async () => policy };
  const sources = {
    policies,
    runtime: async () => runtime,
    catalogues: new ToolCatalogues(async () => smallTools, clock),
    ...(options.store ? { memory: memoryManager(options.store) } : {}),
    evidence,
    journal: options.journal ?? memorySessionJournal(),
    clock,
  };
  return { sessions: new Sessions(sources, options.limits), evidence, clock };
}

export function openRequest(fields: DeepPartial<OpenSessionRequest> = {}): OpenSessionRequest {
  return OpenSessionRequest.fromPartial({
    sessionId: 'session-1',
    locale: 'en',
    now: '2026-03-02T09:00:00',
    timeZone: 'Asia/Shanghai',
    request: 'set an alarm for seven',
    world: 'small',
    memoryScope: 'episode/e1',
    episodeId: 'e1',
    sampling: { temperature: 1, seed: 7 },
    ...fields,
  });
}

export function resultFor(callId: string, tool: string, status = 200, body: object = { success: true }): ToolResult {
  return { callId, tool, status, resultJson: JSON.stringify(body), imageRef: '', error: undefined };
}
