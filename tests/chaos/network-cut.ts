import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const RELAY = fileURLToPath(new URL('relay.ts', import.meta.url));

/** A network path that can be cut: a relay in a network namespace of its own, joined to this one by a single virtual cable. */
export interface Cuttable {
  /** This end of the cable: what shall be reached through the relay listens here. */
  readonly hostAddress: string;
  /** Opens a relay to `port` at {@link hostAddress}; returns the address that leads there as long as the cable is plugged in. */
  relay(port: number): Promise<string>;
  /** Pulls the cable: packets vanish, nobody is told. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Whether this machine lets us make network namespaces. */
export async function canCut(): Promise<boolean> {
  try {
    await run('unshare', ['--net', 'true']);
    await run('ip', ['-V']);
    return true;
  } catch {
    return false;
  }
}

/** `index` (0 to 250) keeps several apart. Needs the right to administer networks; see {@link canCut}. */
export async function openCuttable(index: number): Promise<Cuttable> {
  const namespace = `gyre-cut-${process.pid}-${index}`;
  const [outside, inside] = [`gyo${process.pid % 100000}${index}`, `gyi${process.pid % 100000}${index}`];
  const [hostAddress, relayAddress] = [`10.213.${index}.1`, `10.213.${index}.2`];
  const ip = (...args: string[]) => run('ip', args);
  const within = (...args: string[]) => ip('netns', 'exec', namespace, 'ip', ...args);
  const relays: ReturnType<typeof spawn>[] = [];
  await ip('netns', 'add', namespace);
  await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace);
  await ip('addr', 'add', `${hostAddress}/30`, 'dev', outside);
  await ip('link', 'set', outside, 'up');
  await within('addr', 'add', `${relayAddress}/30`, 'dev', inside);
  await within('link', 'set', inside, 'up');
  return {
    hostAddress,
    async relay(port) {
      const child = spawn('ip', ['netns', 'exec', namespace, process.execPath, RELAY, relayAddress, hostAddress, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
      relays.push(child);
      for await (const line of createInterface({ input: child.stdout })) return `${relayAddress}:${line}`;
      throw new Error('the relay ended before it listened');
    },
    cut: async () => void (await within('link', 'set', inside, 'down')),
    mend: async () => void (await within('link', 'set', inside, 'up')),
    async close() {
      for (const child of relays) {
        const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
        child.kill('SIGKILL');
        await ended;
      }
      await ip('link', 'del', outside);
      await ip('netns', 'del', namespace);
    },
  };
}
