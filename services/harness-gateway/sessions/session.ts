import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import type { Opening, Turn } from '#protos/core/v1/context.ts';
import type { Operation } from '#protos/core/v1/evidence.ts';
import type { Notice, ToolResult } from '#protos/core/v1/observation.ts';
import type { Step } from '#protos/core/v1/trajectory.ts';
import type { PlanResponse } from '#protos/harness/v1/harness_service.ts';
import type { Clock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import { nextContextDigest } from '../context/digest.ts';
import { budgetLow, failureCounter, invalidAction } from '../context/notices.ts';
import type { HarnessTools } from '../executor/harness-tools.ts';
import { identified, recordedAction } from '../executor/normalize.ts';
import { type CheckedAction, validateAction } from '../executor/validate.ts';
import { chatSpan, measuredPlan, planSpan } from '../telemetry.ts';
import type { PolicyOutput, PolicySampling, PolicySession } from '../policy/types.ts';
import type { ToolEntry } from '../tools/catalogue.ts';
import type { EvidenceLog } from './evidence.ts';
import { matchResults } from './results.ts';

export interface SessionParts {
  readonly id: string;
  readonly opening: Opening;
  readonly openingDigest: string;
  /** Tools callable from the first step. */
  readonly callable: ReadonlyMap<string, ToolEntry>;
  readonly tools: HarnessTools;
  readonly policy: PolicySession;
  /** Policy version, or the name of a policy without weights. */
  readonly policyName: string;
  readonly sampling: PolicySampling;
  readonly evidence: EvidenceLog | undefined;
  readonly clock: Clock;
  readonly openedAtMs: number;
}

/** One step as a journal keeps it: enough to rebuild the session without asking the policy again. */
export interface PlannedStep {
  readonly step: number;
  /** Results of the step before. */
  readonly results: readonly ToolResult[];
  /** Absent where the budget was spent and nothing was decided. */
  readonly output?: PolicyOutput;
}

/** Called with a decided step before anything is executed; if it rejects, the step counts as not decided. */
export type BeforeExecution = (planned: PlannedStep) => Promise<void>;

/** A step whose environment calls are still out. */
interface OpenStep {
  readonly step: Step;
  readonly action: Action;
  /** One place per call, in order; empty where the caller's result belongs. */
  readonly results: (ToolResult | undefined)[];
  readonly asked: readonly ToolCall[];
  readonly added: readonly ToolEntry[];
  readonly problem: string | undefined;
}

/** What the policy decided for a step, checked against the tools that may be called. */
interface Decided {
  readonly output: PolicyOutput;
  /** The action as written, its calls with ids. */
  readonly raw: Action;
  readonly checked: CheckedAction;
  readonly wallMs: number;
}

/** What came of a block so far: a place per call, the calls left to the caller, and what the harness executed. */
interface Executed {
  readonly results: (ToolResult | undefined)[];
  readonly asked: ToolCall[];
  readonly added: ToolEntry[];
  readonly operations: Operation[];
}

/**
 * One conversation between a caller, the policy and the tools: context, validation, execution of the harness's own tools, notices and
 * budget. Each step costs what is new in it. Calls must come one at a time; {@link Sessions} sees to that.
 */
export class Session {
  readonly parts: SessionParts;
  readonly #callable: Map<string, ToolEntry>;
  readonly #turns: Turn[] = [];
  readonly #steps: Step[] = [];
  readonly #answers: PlanResponse[] = [];
  readonly #failures = failureCounter();
  #contextDigest: string;
  /** What the policy decided for the next step, kept while a fault stands between deciding and answering. */
  #decided: Decided | undefined;
  #open: OpenStep | undefined;
  /** Calls of the last step that the caller had to execute; kept so that a repeated report can be held to it. */
  #asked: readonly ToolCall[] = [];
  #tokens = 0;
  #over: 'replied' | 'budget' | undefined;

  constructor(parts: SessionParts) {
    this.parts = parts;
    this.#callable = new Map(parts.callable);
    this.#contextDigest = parts.openingDigest;
  }

  /** Steps planned so far, one that only told of a spent budget among them: the index of the next. */
  get planned(): number {
    return this.#answers.length;
  }

  /** The steps in their completed form, as far as they are complete. */
  get steps(): readonly Step[] {
    return this.#steps;
  }

  get opening(): Opening {
    return this.parts.opening;
  }

  /**
   * Plans step `step` with the results of the step before. A step planned before returns what was answered then. `recorded` replays a
   * journalled output instead of asking the policy.
   */
  async plan(step: number, results: readonly ToolResult[], before?: BeforeExecution, recorded?: PolicyOutput): Promise<PlanResponse> {
    const known = this.#answers[step];
    if (known) {
      await this.flush();
      return known;
    }
    if (step !== this.#answers.length) throw this.#refused('step', `step ${this.#answers.length} comes next, not ${step}`, 'plan steps in order');
    if (this.#over) throw this.#refused('step', `the session ended (${this.#over})`, 'close it');
    this.report(results);
    return recorded ? this.#next(step, results, before, recorded) : measuredPlan(this.parts, () => this.#next(step, results, before));
  }

  async #next(step: number, results: readonly ToolResult[], before?: BeforeExecution, recorded?: PolicyOutput): Promise<PlanResponse> {
    const previous = this.#steps.at(-1);
    if (this.#budgetSpent()) {
      await before?.({ step, results });
      this.#over = 'budget';
      return this.#answer({ action: undefined, environmentCalls: [], step: undefined, previous, budgetSpent: true });
    }
    if (!recorded) this.#withinTime();
    const decide = () => this.#decide(step, results, before, recorded);
    this.#decided ??= await (recorded ? decide() : planSpan(this.parts, step, decide));
    const response = await this.#act(step, this.#decided, previous);
    // What a replay finds was written when it first happened; if it was not, the next call writes it.
    if (!recorded) await this.flush();
    return response;
  }

  /** Takes the results of the last step's calls; a repeated report (the answer to the first was lost) must have the same calls. */
  report(results: readonly ToolResult[]): void {
    const step = this.#answers.length - 1;
    matchResults(this.parts.id, step, this.#asked, results);
    const open = this.#open;
    if (!open) return;
    let next = 0;
    for (let at = 0; at < open.results.length; at++) open.results[at] ??= results[next++];
    this.#complete(open);
  }

  /** Writes what is still missing in the episode's evidence. */
  async flush(): Promise<void> {
    await this.parts.evidence?.flush();
  }

  /** Whether results are still awaited. */
  get awaiting(): boolean {
    return this.#open !== undefined;
  }

  async #decide(step: number, results: readonly ToolResult[], before?: BeforeExecution, recorded?: PolicyOutput): Promise<Decided> {
    const { policy, sampling, clock } = this.parts;
    const startedAt = clock.now();
    const output = recorded ?? (await chatSpan(this.parts, () => policy.decide(this.#turns, sampling)));
    await before?.({ step, results, output });
    const wallMs = clock.now() - startedAt;
    const raw = identified(output.action, step);
    return { output, raw, checked: validateAction(raw, this.#callable), wallMs };
  }

  async #act(index: number, { output, raw, checked, wallMs }: Decided, previous: Step | undefined): Promise<PlanResponse> {
    const action = recordedAction(raw);
    const executed = await this.#execute(index, checked);
    this.#decided = undefined;
    const problem = checked.kind === 'invalid' ? checked.problem : undefined;
    const results = executed.results.filter((result) => result !== undefined);
    this.#tokens += output.usage.tokens;
    const step: Step = {
      index,
      contextDigest: this.#contextDigest,
      turn: { action, results, notices: problem === undefined ? [] : [invalidAction(problem)], addedTools: [] },
      tokens: [...output.tokens],
      usage: output.usage,
      erroneous: output.erroneous ?? false,
      wallMs,
    };
    this.#steps.push(step);
    this.#asked = executed.asked;
    this.#open = { step, action, results: executed.results, asked: executed.asked, added: executed.added, problem };
    if (checked.kind === 'reply') this.#over = 'replied';
    if (executed.asked.length === 0) this.#complete(this.#open);
    this.parts.evidence?.add(executed.operations, checked.kind === 'reply' ? action : undefined);
    // An action that is none must not look like the end of the episode to a caller that reads only its kind.
    const shown = problem === undefined ? action : { reasoning: action.reasoning, turn: undefined };
    return this.#answer({ action: shown, environmentCalls: [...executed.asked], step: this.#steps.at(-1), previous, budgetSpent: false });
  }

  async #execute(index: number, checked: CheckedAction): Promise<Executed> {
    const done: Executed = { results: [], asked: [], added: [], operations: [] };
    for (const call of checked.kind === 'calls' ? checked.calls : []) {
      if (call.kind === 'rejected') done.results.push(call.result);
      else if (this.parts.tools.owns(call.call.name)) {
        const { result, operation, added } = await this.parts.tools.run(index, call.call, call.args, this.#callable);
        done.results.push(result);
        done.operations.push(operation);
        for (const entry of added) if (!done.added.includes(entry)) done.added.push(entry);
      } else {
        done.results.push(undefined);
        done.asked.push(call.call);
      }
    }
    return done;
  }

  #complete(open: OpenStep): void {
    const results = open.results.filter((result) => result !== undefined);
    const notices: (Notice | undefined)[] = [
      open.problem === undefined ? undefined : invalidAction(open.problem),
      this.#failures.observe(results),
      this.#over ? undefined : budgetLow(this.#stepLimit() - open.step.index - 1),
    ];
    const addedTools = open.added.map((entry) => entry.spec);
    const turn: Turn = { action: open.action, results, notices: notices.filter((notice) => notice !== undefined), addedTools };
    for (const entry of open.added) this.#callable.set(entry.spec.name, entry);
    this.#turns.push(turn);
    this.#contextDigest = nextContextDigest(this.#contextDigest, turn);
    this.#steps[open.step.index] = { ...open.step, turn };
    this.#open = undefined;
  }

  #answer(response: PlanResponse): PlanResponse {
    this.#answers.push(response);
    return response;
  }

  #stepLimit(): number {
    return this.parts.opening.budget?.steps ?? 0;
  }

  #budgetSpent(): boolean {
    const tokens = this.parts.opening.budget?.tokens ?? 0;
    return this.#answers.length >= this.#stepLimit() || (tokens > 0 && this.#tokens >= tokens);
  }

  /** Slowness belongs to the plant, so time ends the attempt as a fault and not as a lesson for the policy (report, section 2.2). */
  #withinTime(): void {
    const { id, opening, openedAtMs, clock } = this.parts;
    const wallMs = opening.budget?.wallMs ?? 0;
    if (wallMs === 0 || clock.now() - openedAtMs <= wallMs) return;
    throw new GyreError('DEADLINE_EXCEEDED', `session ${id} has lasted longer than ${wallMs} ms`, { boundary: 'harness', retryable: false });
  }

  #refused(field: string, problem: string, remedy: string): GyreError {
    return new GyreError('FAILED_PRECONDITION', `session ${this.parts.id}: ${problem}`, { boundary: 'caller', field, remedy, details: { session: this.parts.id } });
  }
}
