import { GyreError } from '#kit/errors.ts';
import { decodeTensors, encodeTensors } from '#kit/safetensors.ts';
import { fromTensors, type Parameters, toTensors } from './network/mod.ts';

/**
 * What the weights were trained on: the grammar of turns and the features of its choices. A change of either makes earlier weights
 * answer to questions that nobody asks any more, so it raises the version.
 */
const FORMAT = { format: 'gyre-compact-policy', version: '2' } as const;

/** The weights as a file in the safetensors format. */
export function encodeCheckpoint(parameters: Parameters): Uint8Array {
  return encodeTensors(toTensors(parameters), FORMAT);
}

/**
 * The weights in a checkpoint's bytes. FAILED_PRECONDITION if they were trained on other features than this build asks with,
 * INVALID_ARGUMENT naming the tensor that is missing or has another type or shape.
 */
export function decodeCheckpoint(bytes: Uint8Array): Parameters {
  const { tensors, metadata } = decodeTensors(bytes);
  const { format, version } = metadata;
  if (format !== FORMAT.format || version !== FORMAT.version) {
    const remedy = 'train a version with this build, or act with it on the build that trained it';
    throw new GyreError('FAILED_PRECONDITION', `the checkpoint is ${format ?? 'of no named format'} ${version ?? ''}, not ${FORMAT.format} ${FORMAT.version}`, { boundary: 'harness', retryable: false, remedy });
  }
  return fromTensors(tensors);
}
