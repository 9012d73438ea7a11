import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { GyreError } from '#kit/errors.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import type { Client } from '#kit/rpc/types.ts';
import { ModelInferRequest } from '../../../../protos/gen/inference/infer.ts';
import type { RepositoryIndexResponse_ModelIndex } from '../../../../protos/gen/inference/repository.ts';
import { GRPCInferenceServiceService } from '../../../../protos/gen/inference/service.ts';
import type { Parcel } from './parcel.ts';

export interface InferOptions {
  /** Milliseconds for this one try. */
  readonly timeoutMs: number;
}

/** Tag of raw_input_contents: field 7, length-delimited. */
const RAW_TAG = (7 << 3) | 2;

/**
 * The request's bytes with one copy of the tensors, which are all of it but a few hundred bytes. The generated encoder copies them three times
 * through growing buffers, and most of a request's time would go into collecting those.
 */
export function encodeRequest(request: ModelInferRequest): Buffer {
  const parts: Uint8Array[] = [ModelInferRequest.encode({ ...request, rawInputContents: [] }).finish()];
  for (const raw of request.rawInputContents) parts.push(new BinaryWriter().uint32(RAW_TAG).uint32(raw.length).finish(), raw);
  return Buffer.concat(parts);
}

const SERVICE = { ...GRPCInferenceServiceService, modelInfer: { ...GRPCInferenceServiceService.modelInfer, requestSerialize: encodeRequest } } as const;

/** How long a model may take to load: its processes start and read their weights. */
const LOAD_MS = 60_000;
const ANSWER_MS = 5_000;

/**
 * An inference server as Gyre uses it (KServe v2 over gRPC). Channel, deadlines, keepalive and the 64 MiB limit are those of the kit's
 * client. Failures of the server are of the boundary `harness`: the plant's, never the model's. A request that it refuses as malformed is
 * INTERNAL of the boundary `policy`: weights and features do not fit each other, which no retry mends.
 */
export class InferenceServer {
  readonly #calls: Client<typeof SERVICE>;

  /** `address` is host:port. The channel is the process's; `closeChannels` ends it. */
  constructor(address: string) {
    this.#calls = grpcClient(SERVICE, address, { boundary: 'harness', timeoutMs: ANSWER_MS, keepsEveryTrace: true });
  }

  /** Whether the server answers at all; never throws. */
  async live(): Promise<boolean> {
    return this.#calls.serverLive({}).then(({ live }) => live, () => false);
  }

  /** Whether the server and every model that it was started with are ready; never throws. */
  async ready(): Promise<boolean> {
    return this.#calls.serverReady({}).then(({ ready }) => ready, () => false);
  }

  async modelReady(name: string, version: string): Promise<boolean> {
    return (await this.#calls.modelReady({ name, version })).ready;
  }

  /** Every model version that the server knows of, with its state. */
  async index(): Promise<RepositoryIndexResponse_ModelIndex[]> {
    return (await this.#calls.repositoryIndex({ repositoryName: '', ready: false })).models;
  }

  /** Loads the model with the configuration that lies in its repository: versions named there come, others go. */
  async load(modelName: string): Promise<void> {
    await this.#calls.repositoryModelLoad({ repositoryName: '', modelName, parameters: {} }, { timeoutMs: LOAD_MS });
  }

  async unload(modelName: string): Promise<void> {
    await this.#calls.repositoryModelUnload({ repositoryName: '', modelName, parameters: {} }, { timeoutMs: LOAD_MS });
  }

  /** The logits of all candidates of the parcel, in order. */
  async infer(modelName: string, modelVersion: string, parcel: Parcel, { timeoutMs }: InferOptions): Promise<Float64Array> {
    const { inputs, raw } = parcel.tensors();
    // The server drops from its queue what nobody waits for any more.
    const parameters = { timeout: { parameterChoice: { $case: 'int64Param' as const, value: Math.ceil(timeoutMs * 1000) } } };
    const request = { modelName, modelVersion, id: '', parameters, inputs, outputs: [{ name: 'LOGITS', parameters: {} }], rawInputContents: raw };
    const response = await this.#calls.modelInfer(request, { timeoutMs }).catch((thrown: unknown) => {
      throw inferenceError(thrown, modelName, modelVersion);
    });
    const [output] = response.outputs;
    const [bytes] = response.rawOutputContents;
    if (output?.datatype !== 'FP64' || bytes?.length !== 8 * parcel.logits) {
      throw broken(`answered ${output?.datatype ?? 'nothing'} of ${bytes?.length ?? 0} bytes for ${parcel.logits} logits`, modelName, modelVersion);
    }
    // A copy: the bytes lie anywhere in the message, and float64 are read from multiples of eight.
    return new Float64Array(new Uint8Array(bytes).buffer);
  }
}

function inferenceError(thrown: unknown, model: string, version: string): unknown {
  if (!(thrown instanceof GyreError)) return thrown;
  if (thrown.code === 'INVALID_ARGUMENT') return broken(`refused the request: ${thrown.message}`, model, version, thrown);
  // After a restart the server knows only what it is told to load.
  if (thrown.code === 'NOT_FOUND') return new GyreError('NOT_FOUND', thrown.message, { boundary: 'harness', retryable: true, details: { model, version }, cause: thrown });
  return thrown;
}

function broken(problem: string, model: string, version: string, cause?: unknown): GyreError {
  return new GyreError('INTERNAL', `model ${model} version ${version} ${problem}`, { boundary: 'policy', remedy: 'publish the policy version again', details: { model, version }, cause });
}
