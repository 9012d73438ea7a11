import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Client } from '#operator/runtime/client.ts';
import { isConflict, isMissing } from '#operator/runtime/failure.ts';
import { kubeObject, pathOf, type Resource } from '#operator/runtime/objects.ts';
import { type ContainerProcess, startContainer } from './pod-process.ts';
import { type Container, fieldOf, mountsOf, NODE_PODS, type NodePod, translated, unable, type Volume } from './pod-spec.ts';

export interface Surroundings {
  readonly client: Client;
  /** A folder for each pod is made in it. */
  readonly folder: string;
  /** The command of an image, for containers that give none. */
  readonly images: Readonly<Record<string, readonly string[]>>;
  /** `NAME.NAMESPACE.svc:PORT` to the `HOST:PORT` where it is. */
  readonly services: Readonly<Record<string, string>>;
  /** Folder of each claim. */
  readonly claims: Readonly<Record<string, string>>;
  /** Where processes begin: the working folder of every image. */
  readonly workdir: string;
}

const secret = kubeObject.extend({ data: z.record(z.string(), z.string()).default({}) });
const SECRETS: Resource<z.infer<typeof secret>> = { apiVersion: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true, schema: secret };
const ACCOUNTS: Resource = { apiVersion: 'v1', kind: 'ServiceAccount', plural: 'serviceaccounts', namespaced: true, schema: kubeObject };
const tokenRequest = z.object({ status: z.object({ token: z.string() }) });
const AGAIN_MS = 300;

/** Why a container waits, as a kubelet says it. */
class Waits extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** One pod on the node, from when it is bound until it is gone. */
export class PodWorker {
  readonly uid: string;
  readonly name: string;
  readonly #pod: NodePod;
  readonly #around: Surroundings;
  /** Power is off: nothing is done or said any more. */
  readonly #off: AbortSignal;
  readonly #noPower: Promise<void>;
  /** Told to end, with so many seconds to do so. */
  readonly #told = Promise.withResolvers<number>();
  #isTold = false;
  #processes: readonly ContainerProcess[] = [];

  constructor(pod: NodePod, around: Surroundings, off: AbortSignal) {
    this.uid = pod.metadata.uid ?? '';
    this.name = pod.metadata.name;
    this.#pod = pod;
    this.#around = around;
    this.#off = off;
    this.#noPower = new Promise((resolve) => {
      const end = () => {
        this.kill();
        resolve();
      };
      if (off.aborted) end();
      else off.addEventListener('abort', end, { once: true });
    });
  }

  get pids(): readonly number[] {
    return this.#processes.map(({ pid }) => pid);
  }

  /** The pod is being deleted. A later call may shorten the time, as a deletion may. */
  tell(graceSeconds: number): void {
    if (this.#isTold && graceSeconds === 0) this.kill();
    this.#isTold = true;
    this.#told.resolve(graceSeconds);
  }

  /** As when memory runs out. */
  kill(): void {
    for (const each of this.#processes) each.signal('SIGKILL');
  }

  async run(): Promise<void> {
    const over = await this.#live();
    if (this.#off.aborted) return;
    await this.#report(over);
    await Promise.race([this.#told.promise, this.#noPower]);
    if (!this.#off.aborted) await this.#gone();
  }

  /** The status that the pod ends with. */
  async #live(): Promise<Json> {
    const impossible = unable(this.#pod);
    if (impossible !== undefined) return { phase: 'Failed', reason: 'UnexpectedAdmissionError', message: impossible, conditions: notReady() };
    const processes = await this.#begin();
    if (processes === undefined || this.#off.aborted) {
      for (const each of processes ?? []) each.signal('SIGKILL');
      await Promise.all((processes ?? []).map(({ ended }) => ended));
      return { phase: 'Failed', conditions: notReady() };
    }
    const ends = Promise.all(processes.map(({ ended }) => ended));
    void this.#told.promise.then((graceSeconds) => this.#end(graceSeconds, ends));
    await this.#report({
      phase: 'Running',
      startTime: processes[0]?.startedAt,
      ...{ hostIP: '127.0.0.1', podIP: '127.0.0.1', podIPs: [{ ip: '127.0.0.1' }] },
      conditions: ['Initialized', 'ContainersReady', 'Ready'].map((type) => condition(type, 'True')),
      containerStatuses: processes.map(({ name, image, startedAt }) => ({ ...containerOf(name, image), ready: true, started: true, state: { running: { startedAt } } })),
    });
    const said = await ends;
    return {
      phase: said.every(({ exitCode }) => exitCode === 0) ? 'Succeeded' : 'Failed',
      conditions: notReady(),
      containerStatuses: processes.map(({ name, image, startedAt }, i) => {
        const { exitCode = 1, finishedAt, log = '' } = said[i] ?? {};
        const fallsBack = this.#pod.spec.containers[i]?.terminationMessagePolicy === 'FallbackToLogsOnError';
        const message = fallsBack && exitCode !== 0 && log !== '' ? { message: log } : {};
        return { ...containerOf(name, image), ready: false, started: false, state: { terminated: { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', startedAt, finishedAt, ...message } } };
      }),
    };
  }

  async #end(graceSeconds: number, ends: Promise<unknown>): Promise<void> {
    for (const each of this.#processes) each.signal('SIGTERM');
    const stop = new AbortController();
    void ends.then(() => stop.abort());
    await systemClock.sleep(graceSeconds * 1_000, stop.signal).then(() => this.kill(), () => undefined);
  }

  /** Processes of all containers; undefined where the pod was told to end before it had them. What is missing is waited for. */
  async #begin(): Promise<readonly ContainerProcess[] | undefined> {
    let waiting = '';
    while (!this.#isTold && !this.#off.aborted) {
      try {
        this.#processes = await this.#start();
        return this.#processes;
      } catch (error) {
        const { reason, message } = error instanceof Waits ? error : new Waits('CreateContainerConfigError', error instanceof Error ? error.message : String(error));
        const said = `${reason}: ${message}`;
        if (said !== waiting) await this.#report({ phase: 'Pending', conditions: notReady(), containerStatuses: this.#pod.spec.containers.map(({ name, image }) => ({ ...containerOf(name, image), ready: false, started: false, state: { waiting: { reason, message } } })) });
        waiting = said;
        await Promise.race([systemClock.sleep(AGAIN_MS), this.#told.promise, this.#noPower]);
      }
    }
    return undefined;
  }

  async #start(): Promise<readonly ContainerProcess[]> {
    const { folder: root, images, services, claims, workdir } = this.#around;
    const { metadata, spec } = this.#pod;
    const commands = spec.containers.map(({ image, command, args }) => {
      const own = command.length > 0 ? command : images[image];
      if (own === undefined) throw new Waits('ErrImagePull', `failed to pull image "${image}": this node has no such image`);
      return [...own, ...args];
    });
    const folder = join(root, `${metadata.name}-${this.uid}`);
    await mkdir(folder, { recursive: true });
    for (const volume of spec.volumes) await this.#mount(volume, join(folder, 'volumes', volume.name));
    const planned: Parameters<typeof startContainer>[0][] = [];
    for (const [i, container] of spec.containers.entries()) {
      const mounts = mountsOf(this.#pod, container, folder, claims);
      const seen = (value: string) => translated(value, mounts, services);
      const env = Object.fromEntries(Object.entries(await this.#environment(container)).map(([name, value]) => [name, seen(value)]));
      const temporary = mounts.get('/tmp');
      planned.push({
        ...{ name: container.name, image: container.image, command: commands[i]?.map(seen) ?? [], cwd: workdir, log: join(folder, `${container.name}.log`) },
        env: { PATH: process.env['PATH'] ?? '', ...(temporary === undefined ? {} : { TMPDIR: temporary }), ...env },
      });
    }
    const started: ContainerProcess[] = [];
    for (const each of planned) started.push(await startContainer(each));
    return started;
  }

  async #environment({ env }: Container): Promise<Record<string, string>> {
    const values: Record<string, string> = {};
    for (const { name, value, valueFrom: { fieldRef, secretKeyRef } = {}, valueFrom } of env) {
      const found = fieldRef ? fieldOf(this.#pod, fieldRef.fieldPath) : secretKeyRef ? await this.#secret(secretKeyRef.name, secretKeyRef.key) : valueFrom ? undefined : (value ?? '');
      if (found === undefined) throw new Waits('CreateContainerConfigError', `variable ${name} has no value`);
      values[name] = found;
    }
    return values;
  }

  async #secret(name: string, key: string): Promise<string | undefined> {
    const found = await this.#around.client.find(SECRETS, { namespace: this.#pod.metadata.namespace, name });
    const value = found?.data[key];
    return value === undefined ? undefined : Buffer.from(value, 'base64').toString();
  }

  /** Makes an emptyDir, or writes the tokens of a projected volume. They are good for longer than a test, and not renewed. */
  async #mount({ projected, persistentVolumeClaim }: Volume, folder: string): Promise<void> {
    if (persistentVolumeClaim) return;
    await mkdir(folder, { recursive: true });
    for (const { serviceAccountToken } of projected?.sources ?? []) {
      if (!serviceAccountToken) continue;
      const file = join(folder, serviceAccountToken.path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await this.#token(serviceAccountToken.audience, serviceAccountToken.expirationSeconds), { mode: 0o600 });
    }
  }

  async #token(audience: string | undefined, expirationSeconds = 3_600): Promise<string> {
    const { metadata: { namespace, name, uid }, spec } = this.#pod;
    const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: { ...(audience === undefined ? {} : { audiences: [audience] }), expirationSeconds, boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name, uid } } };
    return tokenRequest.parse(await this.#around.client.call('create', ACCOUNTS, { method: 'POST', path: pathOf(ACCOUNTS, { namespace, name: spec.serviceAccountName, subresource: 'token' }), body })).status.token;
  }

  #report(status: Json): Promise<void> {
    const { namespace, name } = this.#pod.metadata;
    return this.#patiently(() => this.#around.client.call('patch', NODE_PODS, { method: 'PATCH', path: pathOf(NODE_PODS, { namespace, name, subresource: 'status' }), contentType: 'application/strategic-merge-patch+json', body: { metadata: { uid: this.uid }, status } }));
  }

  #gone(): Promise<void> {
    const { namespace, name } = this.#pod.metadata;
    return this.#patiently(() => this.#around.client.call('delete', NODE_PODS, { method: 'DELETE', path: pathOf(NODE_PODS, { namespace, name }), body: { gracePeriodSeconds: 0, preconditions: { uid: this.uid } } }));
  }

  /** Until it is done, the pod is no longer there, or power is off. What the API server will never take is thrown. */
  async #patiently(send: () => Promise<unknown>): Promise<void> {
    while (!this.#off.aborted) {
      try {
        await send();
        return;
      } catch (thrown) {
        if (isMissing(thrown)) return;
        const error = GyreError.from(thrown, 'cluster');
        // Somebody else wrote at the same time, or another pod has the name by now.
        if (isConflict(thrown)) {
          if (!(await this.#isThere().catch(() => true))) return;
        } else if (!error.retryable) throw error;
        await systemClock.sleep(AGAIN_MS);
      }
    }
  }

  async #isThere(): Promise<boolean> {
    const { namespace, name } = this.#pod.metadata;
    return (await this.#around.client.find(NODE_PODS, { namespace, name }))?.metadata.uid === this.uid;
  }
}

type Json = Readonly<Record<string, unknown>>;

const condition = (type: string, status: 'True' | 'False') => ({ type, status, lastTransitionTime: new Date().toISOString() });
const notReady = () => ['ContainersReady', 'Ready'].map((type) => condition(type, 'False'));
const containerOf = (name: string, image: string) => ({ name, image, imageID: image, restartCount: 0 });
