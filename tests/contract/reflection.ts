import { type ChannelCredentials, Client, credentials, Metadata } from '@grpc/grpc-js';

/** What a server at `address` says when a stranger asks it for its services: their names among other bytes, or `error CODE`. */
export async function reflected(address: string, as: ChannelCredentials = credentials.createInsecure()): Promise<string> {
  const client = new Client(address, as);
  const same = (bytes: Buffer) => bytes;
  const call = client.makeBidiStreamRequest('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo', same, same, new Metadata());
  const answer = await new Promise<string>((resolve) => {
    call.on('data', (bytes: Buffer) => resolve(bytes.toString('latin1')));
    call.on('error', (error: Error & { code?: number }) => resolve(`error ${error.code}`));
    // list_services = 7, as a string field.
    call.write(Buffer.from([0x3a, 0x01, 0x2a]));
  });
  call.cancel();
  client.close();
  return answer;
}
