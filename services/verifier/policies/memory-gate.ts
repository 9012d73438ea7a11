import type { MemoryGate } from '#protos/core/v1/criteria.ts';
import { type Operation, OperationSource } from '#protos/core/v1/evidence.ts';
import { unverifiable } from '../parsing.ts';
import { failed, type Outcome, passed } from './outcome.ts';
import { succeeded } from './tool-call.ts';

/**
 * Ids of the memories that searches returned; a memory that was written is not one that was looked up. Only the harness's own
 * log counts: a world's tool cannot vouch for retrieval.
 */
export function retrievedMemories(operations: readonly Operation[]): Set<string> {
  const searches = operations.filter((operation) => operation.source === OperationSource.HARNESS && !operation.sideEffect && succeeded(operation));
  return new Set(searches.flatMap((operation) => operation.memoryIds));
}

/** Every one of the gold memories was returned by a search. */
export function memoryGatePolicy(gate: MemoryGate, operations: readonly Operation[]): Outcome {
  if (gate.memoryIds.length === 0) throw unverifiable('a memory gate names no memory');
  const retrieved = retrievedMemories(operations);
  const missing = gate.memoryIds.filter((id) => !retrieved.has(id));
  return missing.length === 0
    ? passed(`all ${gate.memoryIds.length} memories were retrieved`)
    : failed(`${missing.length} of ${gate.memoryIds.length} memories were never retrieved`, { missing });
}
