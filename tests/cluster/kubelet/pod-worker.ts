import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { serving } from '#deploy/cluster/serving.ts';
import { systemClock } from '#kit/clock.ts';
import { GyreError } from '#kit/errors.ts';
import type { Client } from '#operator/runtime/client.ts';
import { isConflict, isMissing } from '#operator/runtime/failure.ts';
import { kubeObject, pathOf, type Resource } from '#operator/runtime/objects.ts';
import { ContainerLife, type RestartPolicy, Waits } from './container-life.ts';
import { type ContainerProcess, startContainer } from './pod-process.ts';
import { type Container, fieldOf, mountsOf, NODE_PODS, type NodePod, ownPorts, translated, unable, type Volume } from './pod-spec.ts';

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

const filed = kubeObject.extend({ data: z.record(z.string(), z.string()).default({}) });
const SECRETS: Resource<z.infer<typeof filed>> = { apiVersion: 'v1', kind: 'Secret', plural: 'secrets', namespaced: true, schema: filed };
const CONFIG_MAPS: Resource<z.infer<typeof filed>> = { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps', namespaced: true, schema: filed };
const ACCOUNTS: Resource = { apiVersion: 'v1', kind: 'ServiceAccount', plural: 'serviceaccounts', namespaced: true, schema: kubeObject };
const tokenRequest = z.object({ status: z.object({ token: z.string() }) });
const AGAIN_MS = 300;

/** One pod on the node, from when it is bound until it is gone. */
export class PodWorker {
  readonly uid: string;
  readonly name: string;
  readonly #pod: NodePod;
  readonly #around: Surroundings;
  /** An address of this machine that no other pod has. */
  readonly #address: string;
  /** Power is off: nothing is done or said any more. */
  readonly #off: AbortSignal;
  readonly #noPower: Promise<void>;
  /** Told to end, with so many seconds to do so. */
  readonly #told = Promise.withResolvers<number>();
  /** Told to end, or power is off. */
  readonly #over = new AbortController();
  #lives: readonly ContainerLife[] = [];
  #news = false;
  #saying: Promise<void> = Promise.resolve();

  constructor(pod: NodePod, around: Surroundings, address: string, off: AbortSignal) {
    this.uid = pod.metadata.uid ?? '';
    this.name = pod.metadata.name;
    this.#pod = pod;
    this.#around = around;
    this.#address = address;
    this.#off = off;
    this.#noPower = new Promise((resolve) => {
      const end = () => {
        this.#over.abort();
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
    if (this.#over.signal.aborted && graceSeconds === 0) this.kill();
    this.#over.abort();
    this.#told.resolve(graceSeconds);
  }

  /** As when memory runs out. */
  kill(): void {
    for (const each of this.#processes) each.signal('SIGKILL');
  }

  async run(): Promise<void> {
    const impossible = unable(this.#pod);
    if (impossible !== undefined) await this.#report({ phase: 'Failed', reason: 'UnexpectedAdmissionError', message: impossible, conditions: conditions(false) });
    else await this.#live();
    await Promise.race([this.#told.promise, this.#noPower]);
    if (!this.#off.aborted) await this.#gone();
  }

  get #processes(): readonly ContainerProcess[] {
    return this.#lives.flatMap(({ process }) => process ?? []);
  }

  /** Until no container will run again. */
  async #live(): Promise<void> {
    const { spec } = this.#pod;
    const policy = spec.restartPolicy as RestartPolicy;
    this.#lives = spec.containers.map((container) => {
      return new ContainerLife({ container, restartPolicy: policy, start: () => this.#start(container), probe: this.#probeOf(container), over: this.#over.signal, changed: () => this.#changed() });
    });
    const ends = Promise.all(this.#lives.map((life) => life.run()));
    void this.#told.promise.then((graceSeconds) => this.#end(graceSeconds, ends));
    await ends;
    await this.#saying;
    if (!this.#off.aborted) await this.#report(this.#status());
  }

  #status(): Json {
    const over = this.#lives.every(({ exitCode }) => exitCode !== undefined);
    const running = this.#lives.every(({ started }) => started);
    const phase = over ? (this.#lives.every(({ exitCode }) => exitCode === 0) ? 'Succeeded' : 'Failed') : this.#over.signal.aborted && !running ? 'Failed' : running ? 'Running' : 'Pending';
    return {
      phase,
      ...(running ? { startTime: this.#startedAt(), hostIP: '127.0.0.1', podIP: this.#address, podIPs: [{ ip: this.#address }] } : {}),
      conditions: conditions(running && this.#lives.every(({ ready }) => ready), running),
      containerStatuses: this.#lives.map(({ status }) => status),
    };
  }

  #first: string | undefined;
  #startedAt(): string {
    return (this.#first ??= new Date().toISOString());
  }

  /** Says how the pod is; what comes while that is being said is said once after. */
  #changed(): void {
    if (this.#news) return;
    this.#news = true;
    const before = this.#saying;
    this.#saying = (async () => {
      await before;
      this.#news = false;
      if (!this.#off.aborted) await this.#report(this.#status());
    })();
    // Whoever runs the pod hears of it at its end.
    this.#saying.catch(() => undefined);
  }

  async #end(graceSeconds: number, ends: Promise<unknown>): Promise<void> {
    for (const each of this.#processes) each.signal('SIGTERM');
    const stop = new AbortController();
    void ends.then(() => stop.abort());
    await systemClock.sleep(graceSeconds * 1_000, stop.signal).then(() => this.kill(), () => undefined);
  }

  async #start(container: Container): Promise<ContainerProcess> {
    const { folder: root, images, claims, workdir } = this.#around;
    const { metadata, spec } = this.#pod;
    const { name, image, args } = container;
    const own = images[image];
    if (own === undefined && container.command.length === 0) throw new Waits('ErrImagePull', `failed to pull image "${image}": this node has no such image`);
    const folder = join(root, `${metadata.name}-${this.uid}`);
    await mkdir(folder, { recursive: true });
    for (const volume of spec.volumes) await this.#mount(volume, join(folder, 'volumes', volume.name));
    const mounts = mountsOf(this.#pod, container, folder, claims);
    const seen = (value: string) => translated(value, mounts, { ...this.#around.services, ...ownPorts(container, this.#address) });
    const env = Object.fromEntries(Object.entries(await this.#environment(container)).map(([variable, value]) => [variable, seen(value)]));
    const temporary = mounts.get('/tmp');
    return startContainer({
      // An image's command is a path of this machine already.
      ...{ name, image, command: [...(container.command.length > 0 ? container.command.map(seen) : (own ?? [])), ...args.map(seen)], cwd: workdir, log: join(folder, `${name}.log`) },
      env: { PATH: process.env['PATH'] ?? '', ...(temporary === undefined ? {} : { TMPDIR: temporary }), ...env },
    });
  }

  /** gRPC's health is asked where the container's readiness is asked by it; other probes are not played: what runs is ready. */
  #probeOf({ readinessProbe }: Container): (() => Promise<boolean>) | undefined {
    const port = readinessProbe?.grpc?.port;
    return port === undefined ? undefined : () => serving(`${this.#address}:${port}`, undefined);
  }

  async #environment({ env }: Container): Promise<Record<string, string>> {
    const values: Record<string, string> = {};
    for (const { name, value, valueFrom: { fieldRef, secretKeyRef } = {}, valueFrom } of env) {
      const found = fieldRef ? fieldOf(this.#pod, fieldRef.fieldPath, this.#address) : secretKeyRef ? (await this.#secret(secretKeyRef.name))?.[secretKeyRef.key] : valueFrom ? undefined : (value ?? '');
      if (found === undefined) throw new Waits('CreateContainerConfigError', `variable ${name} has no value`);
      values[name] = found;
    }
    return values;
  }

  async #secret(name: string): Promise<Record<string, string> | undefined> {
    const found = await this.#around.client.find(SECRETS, { namespace: this.#pod.metadata.namespace, name });
    return found && Object.fromEntries(Object.entries(found.data).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]));
  }

  /** Makes an emptyDir, or writes the files of a Secret, a ConfigMap or the tokens of a projected volume. They are good for longer than a test, and not renewed. */
  async #mount({ name, projected, persistentVolumeClaim, secret, configMap }: Volume, folder: string): Promise<void> {
    if (persistentVolumeClaim) return;
    await mkdir(folder, { recursive: true });
    const write = async (path: string, text: string) => {
      const file = join(folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { mode: 0o600 });
    };
    for (const { serviceAccountToken } of projected?.sources ?? []) {
      if (serviceAccountToken) await write(serviceAccountToken.path, await this.#token(serviceAccountToken.audience, serviceAccountToken.expirationSeconds));
    }
    const of = secret ?? configMap;
    if (of === undefined) return;
    const files = secret ? await this.#secret(secret.secretName) : (await this.#around.client.find(CONFIG_MAPS, { namespace: this.#pod.metadata.namespace, name: configMap?.name ?? '' }))?.data;
    if (files === undefined) throw new Waits('ContainerCreating', `what volume ${name} is made of is not there`);
    for (const { key, path } of of.items ?? Object.keys(files).map((each) => ({ key: each, path: each }))) {
      const text = files[key];
      if (text === undefined) throw new Waits('ContainerCreating', `volume ${name} has no key ${key}`);
      await write(path, text);
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

function conditions(ready: boolean, initialized = ready): Json[] {
  const lastTransitionTime = new Date().toISOString();
  const condition = (type: string, holds: boolean) => ({ type, status: holds ? 'True' : 'False', lastTransitionTime });
  return [condition('Initialized', initialized), condition('ContainersReady', ready), condition('Ready', ready)];
}
