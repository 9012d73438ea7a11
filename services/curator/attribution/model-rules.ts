import { FailureCause as Cause } from '#protos/core/v1/record.ts';
import { type CallFact, type Facts, firstMissed, tableOf, tookEffect } from './facts.ts';
import { isGuided, MEMORY_SEARCH } from './harness-rules.ts';
import { because, type Rule } from './rule.ts';

/** Failures of the model: decomposition, routing, grounding, state tracking, recovery and closure (report section 2.5). */

const gateNotMet: Rule = ({ failing, calls }) => {
  const skills = failing.find(({ kind }) => kind === 'skill');
  if (skills !== undefined) {
    const expectedTool = `skill__${(skills.missing[0] ?? '').replaceAll('-', '_')}`;
    const late = calls.find((call) => call.tool.replaceAll('-', '_') === expectedTool && tookEffect(call));
    if (late !== undefined) return because(Cause.DECOMPOSITION, late.step, 0.7, 'the skill was loaded after the deed', { tool: late.tool });
    return because(Cause.ROUTING, 0, 0.8, 'the skill was not loaded', { tool: calls[0]?.tool ?? '', expectedTool });
  }
  if (!failing.some(({ kind }) => kind === 'memory')) return undefined;
  return because(Cause.ROUTING, 0, 0.8, 'memory was not searched', { tool: calls[0]?.tool ?? '', expectedTool: MEMORY_SEARCH });
};

const wrongEnding: Rule = ({ expectedEnding, ending, failing, trajectory }) => {
  const at = trajectory.steps.length - 1;
  if (expectedEnding === undefined || ending === undefined || !failing.some(({ kind }) => kind === 'behaviour')) return undefined;
  if (expectedEnding.$case === 'finish' && ending !== 'finish') {
    return because(Cause.PREMATURE_END, at, 0.8, `ended with a ${ending} although the task could be done`, { tool: ending, expectedTool: 'finish' });
  }
  if (expectedEnding.$case === 'clarify' && ending === 'finish') {
    return because(Cause.GROUNDING, 0, 0.7, 'went on without the value that had to be asked for', { tool: 'finish', expectedTool: 'clarify' });
  }
  if (expectedEnding.$case === 'refuse' && ending === 'finish') {
    return because(Cause.DECOMPOSITION, at, 0.6, 'declared done what had to be declined', { tool: 'finish', expectedTool: 'refuse' });
  }
  if (expectedEnding.$case !== ending) {
    return because(Cause.PREMATURE_END, at, 0.6, `ended with a ${ending} instead of a ${expectedEnding.$case}`, { tool: ending, expectedTool: expectedEnding.$case });
  }
  if (ending === 'finish') return undefined;
  return because(Cause.GROUNDING, at, 0.7, `the ${ending} was about the wrong thing`, { tool: ending });
};

const notRecovered: Rule = (facts) => {
  const { calls, missing, unexpected } = facts;
  const failed = calls.find((call) => !tookEffect(call) && !calls.some((later) => later.step > call.step && later.tool === call.tool && tookEffect(later)));
  if (failed === undefined || missing.length + unexpected.length === 0) return undefined;
  const { step, tool, status, result } = failed;
  const expectedTool = firstMissed(facts);
  if (result?.error?.code === 'unknown_tool') return because(Cause.ROUTING, step, 0.8, `${tool} does not exist here`, { tool, expectedTool });
  if (status === 0 || status === 400) return because(Cause.GROUNDING, step, 0.7, `${tool} was never given arguments it accepts`, { tool });
  if (status === 404) return because(Cause.GROUNDING, step, 0.6, `${tool} was given something that does not exist`, { tool });
  if (!isGuided(facts, tool, status)) {
    return because(Cause.MISSING_GUIDANCE, step, 0.5, `nothing said what to do when ${tool} answers ${status}`, { tool, expectedTool });
  }
  return because(Cause.RECOVERY, step, 0.7, `${tool} answered ${status} and was not put right`, { tool, expectedTool });
};

const wrongValues: Rule = (facts) => {
  const { unexpected, missing, calls, asked: goal } = facts;
  const writer = lastExpected(facts);
  if (unexpected.length > 0) return because(Cause.GROUNDING, writer?.step ?? -1, 0.8, unexpected[0] ?? '', { tool: writer?.tool ?? '' });
  const asked = missing.flatMap((deviation) => /^([A-Za-z_][\w-]*)\(/.exec(deviation)?.[1] ?? []);
  const called = asked.flatMap((tool) => calls.find((call) => call.tool === tool && tookEffect(call)) ?? []);
  const [first] = called;
  if (first === undefined || called.length < asked.length) return undefined;
  const ordered = goal?.criteria.checks.some(({ kind }) => kind?.$case === 'toolCall' && kind.value.ordered && kind.value.calls.length > 1) ?? false;
  if (ordered) return because(Cause.DECOMPOSITION, first.step, 0.6, 'the calls were not made in the order asked for', { tool: first.tool });
  return because(Cause.GROUNDING, first.step, 0.8, `${first.tool} was called with other arguments`, { tool: first.tool });
};

const wrongTarget: Rule = (facts) => {
  const { missing, collateral, calls, expectedTools } = facts;
  if (collateral.length === 0) return undefined;
  const at = calls.findLast((call) => tookEffect(call) && !expectedTools.includes(call.tool)) ?? calls.findLast(tookEffect);
  const tool = at?.tool ?? '';
  const step = at?.step ?? -1;
  if (missing.length === 0) return because(Cause.STATE_TRACKING, step, 0.7, `changed more than was asked: ${collateral[0]}`, { tool });
  const tables = new Set(missing.map(tableOf));
  if (collateral.some((deviation) => tables.has(tableOf(deviation)) && tableOf(deviation) !== '')) {
    return because(Cause.STATE_TRACKING, step, 0.6, `changed the wrong one: ${collateral[0]}`, { tool });
  }
  const expectedTool = firstMissed(facts);
  return because(Cause.ROUTING, step, 0.7, `${tool} was used for something else than was asked`, { tool, expectedTool });
};

const leftUndone: Rule = (facts) => {
  const { missing, calls, ending, trajectory } = facts;
  const handOff = facts.failing.find(({ kind, reason }) => kind === 'behaviour' && /was called without|was not called/.test(reason));
  const at = trajectory.steps.length - 1;
  if (handOff !== undefined) {
    const agent = handOff.reason.split(' ')[0] ?? '';
    const call = calls.find(({ tool }) => tool === agent);
    if (call !== undefined) return because(Cause.GROUNDING, call.step, 0.8, handOff.reason, { tool: agent });
    return because(Cause.ROUTING, 0, 0.8, handOff.reason, { tool: calls[0]?.tool ?? '', expectedTool: agent });
  }
  if (missing.length === 0) return undefined;
  if (ending === undefined) {
    const repeated = repeatedCall(calls);
    if (repeated !== undefined) return because(Cause.STATE_TRACKING, repeated.step, 0.7, `repeated ${repeated.tool} without a change`, { tool: repeated.tool });
    return because(Cause.DECOMPOSITION, at, 0.6, 'spent the budget before the goal was reached');
  }
  const partly = lastExpected(facts);
  if (partly !== undefined) return because(Cause.DECOMPOSITION, at, 0.7, `left a part undone: ${missing[0]}`, { tool: partly.tool });
  const [first] = calls;
  if (first === undefined) return because(Cause.PREMATURE_END, at, 0.8, 'declared done without doing anything', { tool: ending, expectedTool: firstMissed(facts) });
  return because(Cause.ROUTING, first.step, 0.6, `never called what does it; used ${first.tool}`, { tool: first.tool, expectedTool: firstMissed(facts) });
};

const wrongAnswer: Rule = (facts) => {
  const { failing, calls, ending, trajectory } = facts;
  if (ending !== 'finish' || !failing.some(({ kind, missing, unexpected }) => kind === 'behaviour' && missing.length + unexpected.length > 0)) return undefined;
  const at = trajectory.steps.length - 1;
  const source = lastExpected(facts);
  if (source !== undefined) return because(Cause.GROUNDING, at, 0.7, 'the answer is not what the tools said', { tool: source.tool });
  const [first] = calls;
  if (first === undefined) return because(Cause.PREMATURE_END, at, 0.8, 'answered without looking', { tool: 'finish', expectedTool: firstMissed(facts) });
  return because(Cause.ROUTING, first.step, 0.6, 'looked in the wrong place', { tool: first.tool, expectedTool: firstMissed(facts) });
};

const neverFinished: Rule = ({ ending, missing, unexpected, collateral, trajectory }) => {
  if (ending !== undefined || missing.length + unexpected.length + collateral.length > 0) return undefined;
  return because(Cause.STATE_TRACKING, trajectory.steps.length - 1, 0.6, 'went on until the budget was spent instead of replying');
};

/** The last effective call of a tool that was asked for. */
function lastExpected({ calls, expectedTools }: Facts): CallFact | undefined {
  return calls.findLast((call) => tookEffect(call) && expectedTools.includes(call.tool));
}

function repeatedCall(calls: readonly CallFact[]): CallFact | undefined {
  return calls.find((call) => calls.filter(({ tool, argumentsJson }) => tool === call.tool && argumentsJson === call.argumentsJson).length >= 3);
}

export const MODEL_RULES: readonly Rule[] = [gateNotMet, wrongEnding, notRecovered, wrongValues, wrongTarget, leftUndone, wrongAnswer, neverFinished];
