import { type ChannelOptions, Client, ChannelCredentials } from '@grpc/grpc-js';
import type { Certificates } from './certificates.ts';
import { MESSAGE_LIMIT_BYTES } from './limits.ts';

const OPTIONS: ChannelOptions = {
  'grpc.max_receive_message_length': MESSAGE_LIMIT_BYTES,
  'grpc.max_send_message_length': MESSAGE_LIMIT_BYTES,
  'grpc-node.flow_control_window': 4 * 1024 * 1024,
  // Servers of other makes close connections that ping more often than every five minutes; and grpc-js 1.14 takes a connection of its own
  // make that has come of age, which answers no pings, for dead, so that more pings would cut off more of the long calls on it.
  'grpc.keepalive_time_ms': 330_000,
  'grpc.keepalive_timeout_ms': 20_000,
  // A server that comes back after a long absence is found again within seconds.
  'grpc.max_reconnect_backoff_ms': 5_000,
  'grpc.enable_http_proxy': 0,
  // Behind a headless service every replica gets its share.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
};

interface Channel {
  readonly target: string;
  readonly tls: Certificates | undefined;
  readonly client: Client;
}

const channels = new Set<Channel>();

/** The one channel to `target` for the life of the process; channels made per call leak and lose their connection state. */
export function channelTo(target: string, tls: Certificates | undefined): Client {
  for (const known of channels) if (known.target === target && known.tls === tls) return known.client;
  const client = new Client(target, tls?.channelCredentials() ?? ChannelCredentials.createInsecure(), OPTIONS);
  channels.add({ target, tls, client });
  return client;
}

/** Closes the channels to `target`, or all of them, at the end of the process; clients made before cannot be used afterwards. */
export function closeChannels(target?: string): void {
  for (const channel of channels) {
    if (target !== undefined && channel.target !== target) continue;
    channels.delete(channel);
    channel.client.close();
  }
}
