import { join } from 'node:path';
import { firstBytes } from '../probes.ts';
import type { Launcher } from '../running.ts';

export interface MongoOptions {
  /** Keeps everything in memory: a restart loses it, and until then it is several times as fast. By default it is in a file. */
  readonly memory?: boolean;
}

/** mongo-java-server. With its file (the default) a restart keeps the data, also after SIGKILL whatever had been acknowledged. */
export const mongoLauncher: Launcher<'mongo'> = {
  name: 'mongo',
  program: 'mongo',
  ports: ['client'],
  boundary: 'store',
  url: ({ client }) => `mongodb://127.0.0.1:${client}`,
  files: () => ({}),
  prepare: async ({ folder, ports }, { memory }) => ({ args: [String(ports.client), ...(memory === true ? [] : [join(folder, 'mongo.mv')])] }),
  async isReady({ ports }) {
    const answer = await firstBytes(ports.client, IS_MASTER);
    return answer?.includes('maxWireVersion') ?? false;
  },
};

/** The wire message for `{isMaster: 1, $db: 'admin'}`; this server does not know `hello`. */
const IS_MASTER = opMsg(Buffer.concat([Buffer.from([0x10]), Buffer.from('isMaster\0'), int32(1), Buffer.from([0x02]), Buffer.from('$db\0'), int32(6), Buffer.from('admin\0')]));

function opMsg(elements: Buffer): Buffer {
  const document = Buffer.concat([int32(elements.length + 5), elements, Buffer.from([0])]);
  const opCode = 2013;
  const body = Buffer.concat([int32(1), int32(0), int32(opCode), int32(0), Buffer.from([0]), document]);
  return Buffer.concat([int32(body.length + 4), body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}
