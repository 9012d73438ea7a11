import type { ExpectedCall, ToolCallCheck } from '#protos/core/v1/criteria.ts';
import type { Operation } from '#protos/core/v1/evidence.ts';
import { meets } from '../canonical.ts';
import { fieldsOf } from '../parsing.ts';
import { maximumMatching } from './matching.ts';
import { failed, type Outcome, passed } from './outcome.ts';

/** Whether the operation took effect; a call that a tool refused did nothing. */
export function succeeded(operation: Operation): boolean {
  return operation.status >= 200 && operation.status < 300;
}

/**
 * Whether an executed call is the expected one: same tool, the named arguments with these values (`$contains` for composed
 * text), and no others if `exact`, apart from `freeArguments`, which may take any value.
 */
function isExpectedCall(expected: ExpectedCall, operation: Operation): boolean {
  if (expected.tool !== operation.tool || !succeeded(operation)) return false;
  const wanted = fieldsOf(expected.argumentsJson, `arguments of the expected call of ${expected.tool}`);
  const given = fieldsOf(operation.argumentsJson, `arguments of operation ${operation.callId}`);
  const free = new Set(expected.freeArguments);
  const names = new Set([...Object.keys(wanted), ...(expected.exact ? Object.keys(given) : [])]);
  return [...names].every((name) => free.has(name) || meets(wanted[name], given[name], name));
}

/** For each expected call the index of the operation that is it, or -1: in order as a subsequence, otherwise as many as possible. */
export function matchCalls(expected: readonly ExpectedCall[], operations: readonly Operation[], ordered: boolean): number[] {
  const edges = expected.map((call) => operations.flatMap((operation, at) => (isExpectedCall(call, operation) ? [at] : [])));
  if (!ordered) return maximumMatching(edges);
  let last = -1;
  return edges.map((candidates) => {
    const at = candidates.find((candidate) => candidate > last) ?? -1;
    if (at >= 0) last = at;
    return at;
  });
}

/**
 * Names, order and arguments of the calls, and no other call with a side effect. Reads beyond the expected ones are harmless.
 * `elsewhere` holds operations that another check of the same criteria asks for (a hand-off).
 */
export function toolCallPolicy(check: ToolCallCheck, operations: readonly Operation[], elsewhere: ReadonlySet<Operation> = new Set()): Outcome {
  const partners = matchCalls(check.calls, operations, check.ordered);
  const missing = check.calls.filter((_, at) => partners[at] === -1).map((call) => `${call.tool}(${call.argumentsJson})`);
  const used = new Set(partners);
  const extra = operations.filter((operation, at) => operation.sideEffect && succeeded(operation) && !used.has(at) && !elsewhere.has(operation));
  const collateral = extra.map((operation) => `${operation.tool}(${operation.argumentsJson})`);
  if (missing.length === 0 && collateral.length === 0) return passed(`all ${check.calls.length} expected calls were made and nothing else was changed`);
  const reasons = [
    missing.length > 0 ? `${missing.length} of ${check.calls.length} expected calls were not made${check.ordered ? ' in order' : ''}` : '',
    collateral.length > 0 ? `${collateral.length} calls with side effects were not asked for` : '',
  ];
  return failed(reasons.filter((reason) => reason !== '').join('; '), { missing, collateral });
}
