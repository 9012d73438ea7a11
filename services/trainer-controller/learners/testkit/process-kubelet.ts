import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '#operator/runtime/objects.ts';
import type { ApiServer } from '#operator/runtime/testkit/api-server.ts';
import { type Json, metaOf } from '#operator/runtime/testkit/object-store.ts';
import { PODS } from '#operator/training/cluster-resources.ts';
import type { FakeCluster } from '#operator/training/testkit/fake-cluster.ts';
import { at } from '#operator/training/testkit/runs.ts';

/**
 * A FAKE of the kubelet: what the container of a trainer pod is to run is run as a process of this machine, with the pod's variables, a
 * token that the API server's fake knows, and signals as a kubelet sends them. There is no image, no isolation and no limit.
 */
export class ProcessKubelet {
  readonly #server: ApiServer;
  readonly #fakes: FakeCluster;
  readonly #folder: string;
  readonly #running = new Map<string, { readonly pod: Json; readonly child: ChildProcess; told: boolean }>();
  readonly #started = new Set<string>();
  #stepping: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Processes begun, in all. */
  begun = 0;
  /** Whether pods are given a process at all. */
  starts = true;

  constructor(server: ApiServer, fakes: FakeCluster, folder: string) {
    this.#server = server;
    this.#fakes = fakes;
    this.#folder = folder;
    fakes.lingering = true;
  }

  start(): void {
    this.#timer = setInterval(() => (this.#stepping = this.#stepping.then(() => this.#step())), 25);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#stepping;
    const ends = [...this.#running.values()].map(({ child }) => new Promise((resolve) => child.once('close', resolve)));
    for (const { child } of this.#running.values()) child.kill('SIGKILL');
    await Promise.all(ends);
  }

  /** Whatever runs is killed as by a node that runs out of memory. */
  kill(): number {
    for (const { child } of this.#running.values()) child.kill('SIGKILL');
    return this.#running.size;
  }

  async #step(): Promise<void> {
    this.#fakes.step();
    for (const pod of this.#fakes.pods()) {
      const { uid = '', deletionTimestamp } = metaOf(pod);
      const running = this.#running.get(uid);
      if (deletionTimestamp && !running) this.#gone(pod);
      else if (deletionTimestamp && running && !running.told) {
        running.told = true;
        running.child.kill('SIGTERM');
      } else if (!deletionTimestamp && this.starts && !this.#started.has(uid)) await this.#begin(pod, uid);
    }
  }

  async #begin(pod: Json, uid: string): Promise<void> {
    this.#started.add(uid);
    const container = at(pod, 'spec', 'containers', 0);
    const [program = '', ...args] = [at(container, 'command')].flat().map(String);
    const env = { ...environmentOf(pod, container), TRAINING_TOKEN_FILE: await this.#tokenOf(pod, uid) };
    const child = spawn(program, args, { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'ignore', 'pipe'] });
    this.begun++;
    let said = '';
    child.stderr?.on('data', (chunk) => (said = `${said}${String(chunk)}`.slice(-2_000)));
    this.#running.set(uid, { pod, child, told: false });
    child.once('close', (code, signal) => {
      this.#running.delete(uid);
      const now = this.#fakes.pods().find((each) => metaOf(each).uid === uid);
      if (!now) return;
      this.#fakes.exit(now, code ?? (signal === 'SIGKILL' ? 137 : 1), said.trim().split('\n').at(-1) ?? '');
      if (metaOf(now).deletionTimestamp) this.#gone(now);
    });
    this.#fakes.pod(pod, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] });
  }

  #gone(pod: Json): void {
    const { namespace, name } = metaOf(pod);
    this.#server.store.write(PODS, namespace, name, { kind: 'merge', body: { metadata: { finalizers: [] } } }, undefined);
  }

  async #tokenOf(pod: Json, uid: string): Promise<string> {
    const volumes = [at(pod, 'spec', 'volumes')].flat();
    const audience = volumes.map((each) => at(each, 'projected', 'sources', 0, 'serviceAccountToken', 'audience')).find((each) => each !== undefined);
    const { namespace, name } = metaOf(pod);
    const token = `token-of-${uid}`;
    this.#server.tokens.set(token, { audiences: [String(audience)], username: `system:serviceaccount:${namespace}:${String(at(pod, 'spec', 'serviceAccountName'))}`, extra: { 'authentication.kubernetes.io/pod-name': [name], 'authentication.kubernetes.io/pod-uid': [uid] } });
    await mkdir(this.#folder, { recursive: true });
    const file = join(this.#folder, token);
    await writeFile(file, token);
    return file;
  }
}

/** Values as written, and those that are fields of the pod. */
function environmentOf(pod: Json, container: unknown): Record<string, string> {
  const all = [at(container, 'env')].flat().filter(isRecord);
  return Object.fromEntries(
    all.map((each) => {
      const path = at(each, 'valueFrom', 'fieldRef', 'fieldPath');
      const [, label] = /^metadata\.labels\['(.+)'\]$/.exec(String(path)) ?? [];
      const value = path === undefined ? at(each, 'value') : label === undefined ? metaOf(pod).name : metaOf(pod).labels?.[label];
      return [String(each['name']), String(value)];
    }),
  );
}
