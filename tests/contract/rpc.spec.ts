import { closeChannels } from '#kit/rpc/grpc-channel.ts';
import { grpcClient } from '#kit/rpc/grpc-client.ts';
import { type GrpcServer, serveGrpc } from '#kit/rpc/grpc-server.ts';
import { inProcessClient } from '#kit/rpc/in-process.ts';
import type { Client, ServiceDefinition } from '#kit/rpc/types.ts';
import { EchoServiceService } from '#protos/testing/v1/echo_service.ts';
import type { EchoHandlers } from './echo.ts';
import { rpcContract } from './rpc.contract.ts';

rpcContract('in process', 'in_process', () => ({
  async connect<C extends ServiceDefinition>(handlers: EchoHandlers, as: C, token?: string): Promise<Client<C>> {
    // A client that knows the service in another version meets the same handlers through the served definition's decoding.
    const joined = Object.fromEntries(
      Object.entries(as).map(([key, definition]) => {
        const served = EchoServiceService[key as keyof typeof EchoServiceService];
        return [key, { ...served, requestSerialize: definition.requestSerialize, responseDeserialize: definition.responseDeserialize }];
      }),
    );
    return inProcessClient(joined as typeof EchoServiceService, handlers, { boundary: 'environment', token: () => token }) as unknown as Client<C>;
  },
  close: async () => undefined,
}));

rpcContract('gRPC on loopback', 'grpc', () => {
  const servers: GrpcServer[] = [];
  return {
    async connect<C extends ServiceDefinition>(handlers: EchoHandlers, as: C, token?: string): Promise<Client<C>> {
      const server = await serveGrpc([{ service: EchoServiceService, handlers, boundary: 'environment' }], { address: '127.0.0.1:0', drainMs: 50 });
      servers.push(server);
      return grpcClient(as, `127.0.0.1:${server.port}`, { boundary: 'environment', token: () => token });
    },
    async close() {
      closeChannels();
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
});
