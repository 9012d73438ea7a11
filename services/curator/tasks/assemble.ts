import type { Action, ToolCall } from '#protos/core/v1/action.ts';
import type { CompletionCriteria } from '#protos/core/v1/criteria.ts';
import { type Message, Role } from '#protos/core/v1/message.ts';
import { AbilityGroup, Backend, Split, type Task } from '#protos/core/v1/task.ts';
import type { Witness } from '#protos/core/v1/witness.ts';
import { instantOf } from '#env-manager/backends/sandbox/virtual-clock.ts';
import type { RecallIndex } from '#harness-gateway/recall/recall.ts';
import type { Locale, SolutionCall, SplitName } from '#env-manager/worlds/intent.ts';
import type { Random } from '#kit/random.ts';
import { mergeChanges } from './combine.ts';
import { criteriaFor } from './criteria.ts';
import type { Draft, Line } from './draft.ts';
import { chooseExposure } from './exposure.ts';
import type { Ability } from './patterns/pattern.ts';
import type { WorldIndex } from './world-index.ts';

/** A task with what decides it and the solution that audits the decision: three messages that are stored apart. */
export interface TaskBundle {
  readonly task: Task;
  readonly criteria: CompletionCriteria;
  readonly witness: Witness;
}

export interface Assembly {
  readonly id: string;
  readonly family: string;
  readonly split: SplitName;
  readonly ability: Ability;
  readonly locale: Locale;
  /** Local time of the phone. */
  readonly now: string;
  readonly timeZone: string;
  readonly source: string;
  readonly random: Random;
  readonly world: WorldIndex;
  readonly recall: RecallIndex;
}

const SPLITS: { readonly [S in SplitName]: Split } = { train: Split.TRAIN, dev: Split.DEV, test: Split.TEST };
const ABILITIES: { readonly [A in Ability]: AbilityGroup } = {
  tool_use: AbilityGroup.TOOL_USE,
  memory: AbilityGroup.MEMORY,
  skills: AbilityGroup.SKILLS,
  sub_agent: AbilityGroup.SUB_AGENT,
};
const BUDGET = { steps: 15, tokens: 4096, wallMs: 60_000 } as const;

/** A solution's call as an action carries it. */
export function toolCall({ id, tool, args }: SolutionCall): ToolCall {
  return { callId: id, name: tool, argumentsJson: JSON.stringify(args) };
}

/** A turn of calls. */
export function callTurn(calls: readonly ToolCall[]): Action {
  return { reasoning: '', turn: { $case: 'calls', value: { calls: [...calls] } } };
}

function messageOf(line: Line): Message {
  switch (line.role) {
    case 'user':
      return { role: Role.USER, text: line.text, calls: [], results: [] };
    case 'assistant':
      return { role: Role.ASSISTANT, text: line.text, calls: (line.calls ?? []).map(toolCall), results: [] };
    case 'tool':
      return {
        role: Role.TOOL,
        text: '',
        calls: [],
        results: line.results.map(({ callId, tool, status, body }) => ({ callId, tool, status, resultJson: JSON.stringify(body), imageRef: '', error: undefined })),
      };
  }
}

const QUESTION = { en: 'Which one do you mean?', zh: '您指的是哪一个？' } as const;

function endingOf(draft: Draft, locale: Locale): Action {
  const { reply } = draft;
  switch (reply.kind) {
    case 'finish':
      return { reasoning: '', turn: { $case: 'finish', value: { message: '', answers: [...reply.answers] } } };
    case 'clarify':
      return { reasoning: '', turn: { $case: 'clarify', value: { target: reply.target, question: QUESTION[locale] } } };
    case 'refuse':
      return { reasoning: '', turn: { $case: 'refuse', value: { reason: reply.reason, message: '' } } };
  }
}

/** Functional domains touched, that of the last write first; `general` where no tool of the phone is concerned. */
function domainsOf(world: WorldIndex, draft: Draft): string[] {
  const calls = draft.turns.flat();
  const main = calls.findLast((call) => !call.read && world.domainOf.has(call.tool))?.tool;
  const tools = [...(main === undefined ? [] : [main]), ...calls.map((call) => call.tool), ...(draft.alsoExposed ?? [])];
  const found = [...new Set([...tools.flatMap((tool) => world.domainOf.get(tool) ?? []), ...(draft.barredDomains ?? [])])];
  return found.length > 0 ? found : ['general'];
}

/** The bundle of a draft. The stray write and the extra reads of the witness are added by the audit. */
export function assemble(given: Draft, assembly: Assembly): TaskBundle {
  const draft = { ...given, changes: mergeChanges(given.changes) };
  const { id, family, split, ability, locale, now, timeZone, source, random, world, recall } = assembly;
  const history = draft.history.map(messageOf);
  const calls = draft.turns.flat();
  const task: Task = {
    id,
    revision: 1,
    family,
    split: SPLITS[split],
    world: world.world.id,
    backend: Backend.SANDBOX,
    abilityGroup: ABILITIES[ability],
    capabilities: [...draft.capabilities],
    frictions: [...draft.frictions],
    domains: domainsOf(world, draft),
    difficulty: Math.round(Math.min(1, draft.difficulty + 0.05 * Math.max(0, calls.length - 1)) * 1000) / 1000,
    locale,
    history,
    request: draft.request,
    replies: (draft.replies ?? []).map((reply) => ({ ...reply })),
    initialStateJson: Object.keys(draft.setup).length === 0 ? '' : JSON.stringify(draft.setup),
    now: instantOf(now, timeZone),
    timeZone,
    memory: (draft.memory ?? []).map((memory) => ({ ...memory })),
    deniedPermissions: [...(draft.denied ?? [])],
    faults: (draft.faults ?? []).map((fault) => ({ ...fault })),
    exposure: chooseExposure(random, world, recall, draft, history),
    budget: { ...BUDGET },
    source,
  };
  const actions = [...draft.turns.map((turn) => callTurn(turn.map(toolCall))), endingOf(draft, locale)];
  return { task, criteria: criteriaFor(id, draft), witness: { taskId: id, taskRevision: 1, actions, extraReads: [], strayWrite: undefined } };
}
