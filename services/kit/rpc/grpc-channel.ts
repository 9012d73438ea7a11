import { type ChannelOptions, Client, ChannelCredentials } from '@grpc/grpc-js';
import { MESSAGE_LIMIT_BYTES } from './limits.ts';

/** PEM texts: the authority that signed the server, and this client's own certificate where the server asks for one. */
export interface ClientTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const OPTIONS: ChannelOptions = {
  'grpc.max_receive_message_length': MESSAGE_LIMIT_BYTES,
  'grpc.max_send_message_length': MESSAGE_LIMIT_BYTES,
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  // Servers of other makes close connections that ping more often than every five minutes; ours ping from their side.
  'grpc.keepalive_time_ms': 330_000,
  'grpc.keepalive_timeout_ms': 10_000,
  // A server that comes back after a long absence is found again within seconds.
  'grpc.max_reconnect_backoff_ms': 5_000,
  'grpc.enable_http_proxy': 0,
  // Behind a headless service every replica gets its share.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

const channels = new Map<string, { target: string; channel: Client }>();

/** The one channel to `target` for the life of the process; channels made per call leak and lose their connection state. */
export function channelTo(target: string, tls: ClientTls | undefined): Client {
  const key = JSON.stringify([target, tls]);
  const known = channels.get(key);
  if (known) return known.channel;
  const credentials = tls ? ChannelCredentials.createSsl(pem(tls.ca), pem(tls.key), pem(tls.cert)) : ChannelCredentials.createInsecure();
  const channel = new Client(target, credentials, OPTIONS);
  channels.set(key, { target, channel });
  return channel;
}

/** Closes the channels to `target`, or all of them, at the end of the process; clients made before cannot be used afterwards. */
export function closeChannels(target?: string): void {
  for (const [key, entry] of channels) {
    if (target !== undefined && entry.target !== target) continue;
    channels.delete(key);
    entry.channel.close();
  }
}

function pem(text: string | undefined): Buffer | null {
  return text === undefined ? null : Buffer.from(text);
}
