import type { Cluster } from '#deploy/cluster/cluster.ts';
import type { LocalFoundations } from '#deploy/cluster/foundations.ts';
import { systemClock } from '#kit/clock.ts';
import type { Proxy } from '../nats/proxy.ts';
import type { Cuttable } from './network-cut.ts';

/** What is done to a round while it runs. */
export interface Fault {
  readonly name: string;
  /** Resolves when the fault is over; what it broke may still be coming back. */
  strike(): Promise<void>;
}

export interface Target {
  readonly cluster: Cluster;
  readonly servers: LocalFoundations;
  readonly network: Cuttable;
  /** Between the services and NATS. */
  readonly proxy: Proxy;
  /** How long a frozen worker stays frozen, milliseconds. */
  readonly freezeMs: number;
}

/** Longer than an attempt may take: what was on its way is given up, and has to be begun anew. */
const SILENT_MS = 75_000;
const LOST_ACKS = 3;
const POLL_MS = 50;

/** Each service killed in turn, each server restarted, a worker frozen, acknowledgements lost, a network cut. */
export function faultsOn({ cluster, servers, network, proxy, freezeMs }: Target): Fault[] {
  const kill = (name: string): Fault => ({
    name: `kill -9 ${name}`,
    async strike() {
      if (cluster.processes.get(name)?.signal('SIGKILL') !== true) throw new Error(`${name} was not running`);
    },
  });
  return [
    kill('env-manager'),
    kill('harness-gateway'),
    {
      name: 'nats restarts',
      async strike() {
        await servers.nats.kill('SIGKILL');
        await servers.nats.restart();
      },
    },
    kill('verifier'),
    {
      name: 'publish acknowledgements are lost',
      async strike() {
        let lost = 0;
        proxy.keep = ({ line, payload }, direction) => {
          const isAck = direction === 'to client' && line.startsWith('MSG ') && /^\{"stream":"[^"]+",\s*"seq":\d+/.test(payload);
          if (isAck) lost++;
          return !isAck;
        };
        while (lost < LOST_ACKS) await systemClock.sleep(POLL_MS);
        proxy.keep = () => true;
      },
    },
    kill('curator'),
    { name: 'the store restarts', strike: () => servers.mongo.restart() },
    {
      name: 'triton is killed and started again',
      async strike() {
        const { triton } = servers;
        if (triton === undefined) throw new Error('policies act elsewhere');
        await triton.kill('SIGKILL');
        await triton.restart();
      },
    },
    kill('rollout-worker-1'),
    kill('trainer-controller'),
    {
      // Both at once, so that the other worker does not finish the round meanwhile.
      name: `a worker is frozen for ${freezeMs / 1000} s, and the network between the other and the environments is cut for ${SILENT_MS / 1000}`,
      async strike() {
        const worker = cluster.processes.get('rollout-worker-1');
        if (worker?.signal('SIGSTOP') !== true) throw new Error('the worker was not running');
        await network.cut();
        await systemClock.sleep(freezeMs);
        worker.signal('SIGCONT');
        await systemClock.sleep(SILENT_MS - freezeMs);
        await network.mend();
      },
    },
    kill('rollout-worker-2'),
  ];
}
