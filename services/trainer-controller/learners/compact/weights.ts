import { decodeCheckpoint, encodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import { Optimiser } from '#harness-gateway/policy/compact/network/mod.ts';
import { decodeTensors, encodeTensors } from '#kit/safetensors.ts';
import { Trainee } from './trainee.ts';

/** Weights and optimiser state as bytes (safetensors); the same state gives the same bytes. */
export interface Weights {
  readonly checkpoint: Uint8Array;
  readonly optimiser: Uint8Array;
}

export function encodeTrainee({ parameters, optimiser }: Trainee): Weights {
  return { checkpoint: encodeCheckpoint(parameters), optimiser: encodeTensors(optimiser.toTensors(), { format: 'gyre-optimiser', version: '1' }) };
}

/** Without an optimiser state it begins anew. */
export function decodeTrainee(checkpoint: Uint8Array, optimiser: Uint8Array | undefined): Trainee {
  const parameters = decodeCheckpoint(checkpoint);
  return optimiser === undefined ? new Trainee(parameters) : new Trainee(parameters, Optimiser.fromTensors(decodeTensors(optimiser).tensors, parameters.shape));
}
