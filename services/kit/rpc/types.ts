import type { Metadata as GrpcMetadata } from '@grpc/grpc-js';

/** One interface over gRPC and the in-process call: the same handlers, validation, deadlines, metadata and errors. */

/** A method as ts-proto writes it for grpc-js. */
export interface MethodDefinition {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  // `never` takes any message: which one it is, is known to each service alone.
  readonly requestSerialize: (value: never) => Buffer;
  readonly requestDeserialize: (bytes: Buffer) => unknown;
  readonly responseSerialize: (value: never) => Buffer;
  readonly responseDeserialize: (bytes: Buffer) => unknown;
}

export type ServiceDefinition = { readonly [method: string]: MethodDefinition };

export type RequestOf<M extends MethodDefinition> = ReturnType<M['requestDeserialize']>;
export type ResponseOf<M extends MethodDefinition> = ReturnType<M['responseDeserialize']>;

/** What a handler knows about the call it serves. */
export interface CallContext {
  /** Absolute deadline in milliseconds since the epoch. Every call has one. */
  readonly deadline: number;
  /** Aborted when the caller gives up or the deadline passes. */
  readonly signal: AbortSignal;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface CallOptions {
  /** Milliseconds from now. Default 30,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Unary methods only become promises; methods with a response stream become async iterables. */
export type Handlers<S extends ServiceDefinition> = {
  readonly [K in keyof S]: S[K]['responseStream'] extends true
    ? (request: RequestOf<S[K]>, context: CallContext) => AsyncIterable<ResponseOf<S[K]>>
    : (request: RequestOf<S[K]>, context: CallContext) => Promise<ResponseOf<S[K]>>;
};

export type Client<S extends ServiceDefinition> = {
  readonly [K in keyof S]: S[K]['responseStream'] extends true
    ? (request: RequestOf<S[K]>, options?: CallOptions) => AsyncIterable<ResponseOf<S[K]>>
    : (request: RequestOf<S[K]>, options?: CallOptions) => Promise<ResponseOf<S[K]>>;
};

export type { GrpcMetadata };
