import { Client, credentials } from '@grpc/grpc-js';
import type { Certificates } from '#kit/rpc/certificates.ts';

const TIMEOUT_MS = 1_000;
const METHOD = '/grpc.health.v1.Health/Check';
/** HealthCheckResponse with status SERVING: field 1, varint 1. */
const SERVING = [0x08, 0x01];

/** Whether the server at `host:port` answers the standard health check (the server as a whole) with SERVING. */
export async function serving(address: string, tls?: Certificates): Promise<boolean> {
  const client = new Client(address, tls?.channelCredentials() ?? credentials.createInsecure());
  try {
    const answer = await new Promise<Buffer>((resolve, reject) => {
      const bytes = (value: Buffer) => value;
      client.makeUnaryRequest(METHOD, bytes, bytes, Buffer.alloc(0), { deadline: Date.now() + TIMEOUT_MS }, (error, value) => {
        if (error !== null || value === undefined) reject(error ?? new Error('no answer'));
        else resolve(value);
      });
    });
    return SERVING.every((byte, i) => answer[i] === byte);
  } catch {
    // Not listening yet, or not healthy: both mean that it does not serve.
    return false;
  } finally {
    client.close();
  }
}
