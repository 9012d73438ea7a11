import { addressVariable, type Config, type ServiceName } from '../config.ts';
import type { Boundary } from '../errors.ts';
import type { Logger } from '../logs.ts';
import { addressOf } from '../process.ts';
import { Certificates } from './certificates.ts';
import { grpcClient } from './grpc-client.ts';
import { type GrpcServer, type Served, serveGrpc } from './grpc-server.ts';
import type { TokenSource } from './metadata.ts';
import type { Client, ServiceDefinition } from './types.ts';

/** How a process speaks gRPC: everything that its environment says about that, in one place. */
export interface Rpc {
  /** A client of another service. INVALID_ARGUMENT naming the variable of its address if nobody has said where it is. */
  client<S extends ServiceDefinition>(service: S, name: ServiceName, boundary?: Boundary): Client<S>;
  /** Serves on GYRE_LISTEN_ADDRESS, or on `address`. INVALID_ARGUMENT if TLS is asked for and there is no certificate to serve with. */
  serve<T extends readonly ServiceDefinition[]>(services: readonly [...{ [I in keyof T]: Served<T[I]> }], address?: string): Promise<GrpcServer>;
}

export interface RpcOptions {
  /** Takes what nobody expected: failed calls, lost dependencies, certificates that do not fit. */
  readonly logger: Logger;
  /** The process's own credential. */
  readonly token?: TokenSource;
}

/** Reads the certificates, if the configuration names any. INVALID_ARGUMENT naming the variable of a file that does not fit. */
export async function openRpc(config: Pick<Config, 'rpc' | 'addresses' | 'listenAddress'>, { logger, token }: RpcOptions): Promise<Rpc> {
  const { tls: files, reflection } = config.rpc;
  const onProblem = (err: Error) => logger.error({ err }, 'renewed certificates are not used');
  const tls = files === undefined ? {} : { tls: await Certificates.open(files, { onProblem }) };
  return {
    client: (service, name, boundary) => {
      return grpcClient(service, addressOf(config, name), { variable: addressVariable(name), ...tls, ...(token === undefined ? {} : { token }), ...(boundary === undefined ? {} : { boundary }) });
    },
    serve: (services, address = config.listenAddress) => {
      return serveGrpc(services, {
        ...{ address, reflection, ...tls },
        onFailure: (method, err) => logger.error({ err, method }, 'a call failed'),
        health: { onChange: (service, serving, failed) => logHealth(logger, service, serving, failed) },
      });
    },
  };
}

/** One line for the server as a whole, which has no name. */
function logHealth(logger: Logger, service: string, serving: boolean, failed: readonly string[]): void {
  if (service !== '') return;
  if (serving) logger.info('healthy');
  else logger.warn({ failed }, 'not healthy');
}
