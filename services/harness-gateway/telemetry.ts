import { metering, record, secondsSince } from '#kit/metrics.ts';
import { codeOf } from '#kit/rpc/spans.ts';
import { CHAT, operationSpan, safeName, toolAnswered } from '#kit/telemetry-genai.ts';
import { type AttributeTypes, METRICS } from '#kit/telemetry-names.ts';
import { tracing } from '#kit/telemetry.ts';
import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import type { PlanResponse } from '#protos/harness/v1/harness_service.ts';
import type { CheckedAction } from './executor/validate.ts';
import type { MemoryOutcome } from './memory/memory.ts';
import { ADD, REMOVE, REPLACE, SEARCH } from './memory/tools.ts';
import type { PolicyOutput } from './policy/types.ts';

type PolicyKind = AttributeTypes['gyre.policy.kind'];
type ActionKind = AttributeTypes['gyre.action.kind'];

/** What is known of a session where it is watched. */
export interface Watched {
  readonly id: string;
  /** Policy version, or the name of a policy without weights. */
  readonly policyName: string;
  readonly sampling: { readonly temperature: number };
}

const KINDS: ReadonlySet<string> = new Set<PolicyKind>(['lexical', 'rule-planner', 'teacher', 'scripted']);
const MEMORY_OPERATIONS = { [SEARCH]: 'search_memory', [ADD]: 'create_memory', [REPLACE]: 'update_memory', [REMOVE]: 'delete_memory' } as const;

/** A policy's name is a digest, or one of a few words. */
export function policyKind(name: string): PolicyKind {
  if (name.startsWith('sha256:')) return 'trained';
  return isKind(name) ? name : 'other';
}

/** Measures one plan: how long it took, what it decided, and what the policy spent on it. */
export async function measuredPlan({ policyName }: Watched, plan: () => Promise<PlanResponse>): Promise<PlanResponse> {
  if (!metering()) return plan();
  const policy = { 'gyre.policy.kind': policyKind(policyName) };
  const startMs = performance.now();
  try {
    const response = await plan();
    // With the budget spent nothing was decided.
    if (response.budgetSpent) return response;
    const { action, step } = response;
    record(METRICS.planDuration, secondsSince(startMs), { ...policy, 'gyre.action.kind': kindOf(action) });
    record(METRICS.planTokens, step?.usage?.tokens ?? 0, policy);
    record(METRICS.planToolCalls, step?.usage?.toolCalls ?? 0, policy);
    return response;
  } catch (thrown) {
    record(METRICS.planDuration, secondsSince(startMs), { ...policy, 'error.type': codeOf(thrown) });
    throw thrown;
  }
}

/** The span in which a step is decided: the policy is asked, and its action written down and checked. */
export function planSpan<D extends { readonly checked: CheckedAction; readonly raw: Action }>({ id }: Watched, step: number, decide: () => Promise<D>): Promise<D> {
  if (!tracing()) return decide();
  return operationSpan('plan', '', { 'gen_ai.conversation.id': id, 'gyre.session.step': step }, async (span) => {
    const decided = await decide();
    const { checked, raw } = decided;
    const calls = checked.kind === 'calls' ? checked.calls : [];
    span.setAttributes({
      'gyre.action.kind': checked.kind === 'invalid' ? 'invalid' : kindOf(raw),
      'gyre.action.calls': calls.length,
      'gyre.action.rejected': calls.filter(({ kind }) => kind === 'rejected').length,
    });
    return decided;
  });
}

/** The span in which the policy is asked. */
export function chatSpan({ policyName, sampling }: Watched, ask: () => Promise<PolicyOutput> | PolicyOutput): Promise<PolicyOutput> | PolicyOutput {
  if (!tracing() && !metering()) return ask();
  const kind = { 'gyre.policy.kind': policyKind(policyName) };
  const provider = { 'gen_ai.provider.name': 'gyre' } as const;
  const asked = { 'gen_ai.request.model': policyName, 'gen_ai.request.temperature': sampling.temperature };
  const startMs = performance.now();
  const measure = (failed: object) => record(METRICS.genAiClientOperationDuration, secondsSince(startMs), { 'gen_ai.operation.name': 'chat', ...provider, ...kind, ...failed });
  return operationSpan('chat', kind['gyre.policy.kind'], { ...provider, ...asked, ...kind }, async (span) => {
    try {
      const output = await ask();
      span.setAttribute('gen_ai.usage.output_tokens', output.usage.tokens);
      measure({});
      return output;
    } catch (thrown) {
      measure({ 'error.type': codeOf(thrown) });
      throw thrown;
    }
  }, CHAT);
}

/** The span of a tool that the harness executes itself; `skill` for one that loads a skill. */
export function ownToolSpan<R extends { readonly result: { readonly status: number } }>(session: string, call: ToolCall, skill: string | undefined, run: () => Promise<R>): Promise<R> {
  if (!tracing()) return run();
  const tool = safeName(call.name);
  const named = { 'gen_ai.tool.name': tool, 'gen_ai.tool.type': 'function', 'gen_ai.tool.call.id': call.callId, 'gen_ai.conversation.id': session } as const;
  const attributes = skill === undefined ? named : { ...named, 'gen_ai.skill.name': skill };
  return operationSpan('execute_tool', skill === undefined ? tool : `${tool} ${skill}`, attributes, async (span) => {
    const done = await run();
    toolAnswered(span, done.result.status);
    return done;
  });
}

/** The span of an operation on memory. */
export async function memorySpan(tool: string, scope: 'episode' | 'user', run: () => MemoryOutcome | Promise<MemoryOutcome>): Promise<MemoryOutcome> {
  const operation = Object.entries(MEMORY_OPERATIONS).find(([name]) => name === tool)?.[1];
  if (!operation) return run();
  return operationSpan(operation, '', { 'gyre.memory.scope': scope }, async (span) => {
    const outcome = await run();
    span.setAttribute('gen_ai.memory.record.count', outcome.memoryIds.length);
    toolAnswered(span, outcome.status);
    return outcome;
  });
}

function kindOf(action: Action | undefined): ActionKind {
  return action?.turn?.$case ?? 'invalid';
}

function isKind(name: string): name is PolicyKind {
  return KINDS.has(name);
}
