import { FailureCause } from '#protos/core/v1/record.ts';
import { type CallFact, type Facts, firstMissed, tableOf, tookEffect } from './facts.ts';
import { isGuided, MEMORY_SEARCH } from './harness-rules.ts';
import { because, type Rule } from './rule.ts';

/** Failures of the model: decomposition, routing, grounding, state tracking, recovery and closure (report section 2.5). */

const gateNotMet: Rule = ({ failing, calls }) => {
  const skills = failing.find(({ kind }) => kind === 'skill');
  if (skills !== undefined) {
    const expectedTool = `skill__${(skills.missing[0] ?? '').replaceAll('-', '_')}`;
    const late = calls.find((call) => call.tool.replaceAll('-', '_') === expectedTool && tookEffect(call));
    if (late !== undefined) return because(FailureCause.DECOMPOSITION, { step: late.step, reason: 'the skill was loaded after the deed', confidence: 0.7, tool: late.tool });
    return because(FailureCause.ROUTING, { step: 0, reason: 'the skill was not loaded', confidence: 0.8, tool: calls[0]?.tool ?? '', expectedTool });
  }
  if (!failing.some(({ kind }) => kind === 'memory')) return undefined;
  return because(FailureCause.ROUTING, { step: 0, reason: 'memory was not searched', confidence: 0.8, tool: calls[0]?.tool ?? '', expectedTool: MEMORY_SEARCH });
};

const wrongEnding: Rule = ({ expectedEnding, ending, failing, trajectory }) => {
  const at = trajectory.steps.length - 1;
  if (expectedEnding === undefined || ending === undefined || !failing.some(({ kind }) => kind === 'behaviour')) return undefined;
  if (expectedEnding.$case === 'finish' && ending !== 'finish') {
    return because(FailureCause.PREMATURE_END, { step: at, reason: `ended with a ${ending} although the task could be done`, confidence: 0.8, tool: ending, expectedTool: 'finish' });
  }
  if (expectedEnding.$case === 'clarify' && ending === 'finish') {
    return because(FailureCause.GROUNDING, { step: 0, reason: 'went on without the value that had to be asked for', confidence: 0.7, tool: 'finish', expectedTool: 'clarify' });
  }
  if (expectedEnding.$case === 'refuse' && ending === 'finish') {
    return because(FailureCause.DECOMPOSITION, { step: at, reason: 'declared done what had to be declined', confidence: 0.6, tool: 'finish', expectedTool: 'refuse' });
  }
  if (expectedEnding.$case !== ending) {
    return because(FailureCause.PREMATURE_END, { step: at, reason: `ended with a ${ending} instead of a ${expectedEnding.$case}`, confidence: 0.6, tool: ending, expectedTool: expectedEnding.$case });
  }
  if (ending === 'finish') return undefined;
  return because(FailureCause.GROUNDING, { step: at, reason: `the ${ending} was about the wrong thing`, confidence: 0.7, tool: ending });
};

const notRecovered: Rule = (facts) => {
  const { calls, missing, unexpected } = facts;
  const failed = calls.find((call) => !tookEffect(call) && !calls.some((later) => later.step > call.step && later.tool === call.tool && tookEffect(later)));
  if (failed === undefined || missing.length + unexpected.length === 0) return undefined;
  const { step, tool, status, result } = failed;
  const expectedTool = firstMissed(facts);
  if (result?.error?.code === 'unknown_tool') return because(FailureCause.ROUTING, { step, reason: `${tool} does not exist here`, confidence: 0.8, tool, expectedTool });
  if (status === 0 || status === 400) return because(FailureCause.GROUNDING, { step, reason: `${tool} was never given arguments it accepts`, confidence: 0.7, tool });
  if (status === 404) return because(FailureCause.GROUNDING, { step, reason: `${tool} was given something that does not exist`, confidence: 0.6, tool });
  if (!isGuided(facts, tool, status)) {
    return because(FailureCause.MISSING_GUIDANCE, { step, reason: `nothing said what to do when ${tool} answers ${status}`, confidence: 0.5, tool, expectedTool });
  }
  return because(FailureCause.RECOVERY, { step, reason: `${tool} answered ${status} and was not put right`, confidence: 0.7, tool, expectedTool });
};

const wrongValues: Rule = (facts) => {
  const { unexpected, missing, calls, asked: goal } = facts;
  const writer = lastExpected(facts);
  if (unexpected.length > 0) return because(FailureCause.GROUNDING, { step: writer?.step ?? -1, reason: unexpected[0] ?? '', confidence: 0.8, tool: writer?.tool ?? '' });
  const asked = missing.flatMap((deviation) => /^([A-Za-z_][\w-]*)\(/.exec(deviation)?.[1] ?? []);
  const called = asked.flatMap((tool) => calls.find((call) => call.tool === tool && tookEffect(call)) ?? []);
  const [first] = called;
  if (first === undefined || called.length < asked.length) return undefined;
  const ordered = goal?.criteria.checks.some(({ kind }) => kind?.$case === 'toolCall' && kind.value.ordered && kind.value.calls.length > 1) ?? false;
  if (ordered) return because(FailureCause.DECOMPOSITION, { step: first.step, reason: 'the calls were not made in the order asked for', confidence: 0.6, tool: first.tool });
  return because(FailureCause.GROUNDING, { step: first.step, reason: `${first.tool} was called with other arguments`, confidence: 0.8, tool: first.tool });
};

const wrongTarget: Rule = (facts) => {
  const { missing, collateral, calls, expectedTools } = facts;
  if (collateral.length === 0) return undefined;
  const at = calls.findLast((call) => tookEffect(call) && !expectedTools.includes(call.tool)) ?? calls.findLast(tookEffect);
  const tool = at?.tool ?? '';
  const step = at?.step ?? -1;
  if (missing.length === 0) return because(FailureCause.STATE_TRACKING, { step, reason: `changed more than was asked: ${collateral[0]}`, confidence: 0.7, tool });
  const tables = new Set(missing.map(tableOf));
  if (collateral.some((deviation) => tables.has(tableOf(deviation)) && tableOf(deviation) !== '')) {
    return because(FailureCause.STATE_TRACKING, { step, reason: `changed the wrong one: ${collateral[0]}`, confidence: 0.6, tool });
  }
  const expectedTool = firstMissed(facts);
  return because(FailureCause.ROUTING, { step, reason: `${tool} was used for something else than was asked`, confidence: 0.7, tool, expectedTool });
};

const leftUndone: Rule = (facts) => {
  const { missing, calls, ending, trajectory } = facts;
  const handOff = facts.failing.find(({ kind, reason }) => kind === 'behaviour' && /was called without|was not called/.test(reason));
  const at = trajectory.steps.length - 1;
  if (handOff !== undefined) {
    const agent = handOff.reason.split(' ')[0] ?? '';
    const call = calls.find(({ tool }) => tool === agent);
    if (call !== undefined) return because(FailureCause.GROUNDING, { step: call.step, reason: handOff.reason, confidence: 0.8, tool: agent });
    return because(FailureCause.ROUTING, { step: 0, reason: handOff.reason, confidence: 0.8, tool: calls[0]?.tool ?? '', expectedTool: agent });
  }
  if (missing.length === 0) return undefined;
  if (ending === undefined) {
    const repeated = repeatedCall(calls);
    if (repeated !== undefined) return because(FailureCause.STATE_TRACKING, { step: repeated.step, reason: `repeated ${repeated.tool} without a change`, confidence: 0.7, tool: repeated.tool });
    return because(FailureCause.DECOMPOSITION, { step: at, reason: 'spent the budget before the goal was reached', confidence: 0.6 });
  }
  const partly = lastExpected(facts);
  if (partly !== undefined) return because(FailureCause.DECOMPOSITION, { step: at, reason: `left a part undone: ${missing[0]}`, confidence: 0.7, tool: partly.tool });
  const [first] = calls;
  if (first === undefined) return because(FailureCause.PREMATURE_END, { step: at, reason: 'declared done without doing anything', confidence: 0.8, tool: ending, expectedTool: firstMissed(facts) });
  return because(FailureCause.ROUTING, { step: first.step, reason: `never called what does it; used ${first.tool}`, confidence: 0.6, tool: first.tool, expectedTool: firstMissed(facts) });
};

const wrongAnswer: Rule = (facts) => {
  const { failing, calls, ending, trajectory } = facts;
  if (ending !== 'finish' || !failing.some(({ kind, missing, unexpected }) => kind === 'behaviour' && missing.length + unexpected.length > 0)) return undefined;
  const at = trajectory.steps.length - 1;
  const source = lastExpected(facts);
  if (source !== undefined) return because(FailureCause.GROUNDING, { step: at, reason: 'the answer is not what the tools said', confidence: 0.7, tool: source.tool });
  const [first] = calls;
  if (first === undefined) return because(FailureCause.PREMATURE_END, { step: at, reason: 'answered without looking', confidence: 0.8, tool: 'finish', expectedTool: firstMissed(facts) });
  return because(FailureCause.ROUTING, { step: first.step, reason: 'looked in the wrong place', confidence: 0.6, tool: first.tool, expectedTool: firstMissed(facts) });
};

const neverFinished: Rule = ({ ending, missing, unexpected, collateral, trajectory }) => {
  if (ending !== undefined || missing.length + unexpected.length + collateral.length > 0) return undefined;
  return because(FailureCause.STATE_TRACKING, { step: trajectory.steps.length - 1, reason: 'went on until the budget was spent instead of replying', confidence: 0.6 });
};

/** The last effective call of a tool that was asked for. */
function lastExpected({ calls, expectedTools }: Facts): CallFact | undefined {
  return calls.findLast((call) => tookEffect(call) && expectedTools.includes(call.tool));
}

function repeatedCall(calls: readonly CallFact[]): CallFact | undefined {
  return calls.find((call) => calls.filter(({ tool, argumentsJson }) => tool === call.tool && argumentsJson === call.argumentsJson).length >= 3);
}

export const MODEL_RULES: readonly Rule[] = [gateNotMet, wrongEnding, notRecovered, wrongValues, wrongTarget, leftUndone, wrongAnswer, neverFinished];
