import { canonicalJson } from '#kit/digest.ts';
import { groupName, idOf, INDEX_LABEL, type Role, workloadName } from '../names.ts';
import type { Run } from '../run.ts';

/** Environment variables of the container contract (`../CONTRACT.md`). They are fixed for a pod's life; what may change is asked for at TRAINING_PROGRESS_URL. */

export const TOKEN_FOLDER = '/var/run/secrets/gyre.dev';
/** Port at which node 0 gathers the others. */
export const COORDINATOR_PORT = 29_500;
/** KServe v2 of rollout pods: gRPC, and HTTP for health. */
export const POLICY_PORT = 8_001;
export const HEALTH_PORT = 8_000;

export interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef: { readonly fieldPath: string } } | { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

/** Where the progress endpoint is reached from pods. */
export interface Endpoint {
  /** `http://HOST:PORT` or `https://…`, without a path. */
  readonly progressUrl: string;
}

/** Path of a run at the progress endpoint. */
export function progressPath({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `/v1/namespaces/${encodeURIComponent(namespace)}/trainingruns/${encodeURIComponent(name)}`;
}

/** Variables of both roles, in a fixed order. */
export function commonVariables(run: Run, role: Role): Variable[] {
  const { spec } = run;
  const id = idOf(run);
  return written({
    TRAINING_RUN: `${id.namespace}/${id.name}`,
    TRAINING_RUN_UID: id.uid,
    TRAINING_ROLE: role,
    TRAINING_ROUND: spec.roundId,
    TRAINING_OBJECTIVE: spec.objective,
    TRAINING_POLICY_VERSION: spec.policyVersion,
    TRAINING_RELEASE: spec.release,
    TRAINING_HARNESS_VERSION: spec.harnessVersion,
    TRAINING_CHECKPOINT_URI: spec.checkpoint.uri,
  });
}

/** What a trainer pod is told beside. `kind`: what the trainer became, which its host names depend on. */
export function trainerVariables(run: Run, kind: 'Job' | 'JobSet', attempt: number, { progressUrl }: Endpoint): Variable[] {
  const { trainer, rollout, batch, schedule, model, objective } = run.spec;
  const id = idOf(run);
  const service = groupName(id, 'trainer');
  const first = kind === 'Job' ? `${workloadName(id, kind)}-0` : `${workloadName(id, kind)}-t-0-0`;
  const plan = { objective, batch, schedule, model, parallelism: trainer.parallelism };
  return [
    ...commonVariables(run, 'trainer'),
    ...written({
      TRAINING_ATTEMPT: String(attempt),
      TRAINING_PLAN: canonicalJson(withoutUndefined(plan)),
      TRAINING_NODES: String(trainer.nodes),
      TRAINING_GPUS_PER_NODE: String(trainer.gpusPerNode),
      TRAINING_COORDINATOR: `${first}.${service}.${id.namespace}.svc:${COORDINATOR_PORT}`,
      TRAINING_PROGRESS_URL: `${progressUrl.replace(/\/$/, '')}${progressPath(id)}`,
      TRAINING_TOKEN_FILE: `${TOKEN_FOLDER}/token`,
      TRAINING_ROLLOUTS: rollout.pods === undefined ? undefined : `${groupName(id, 'rollout')}.${id.namespace}.svc:${POLICY_PORT}`,
    }),
    { name: 'TRAINING_NODE', valueFrom: { fieldRef: { fieldPath: `metadata.labels['${INDEX_LABEL}']` } } },
    { name: 'TRAINING_POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ];
}

export function rolloutVariables(run: Run): Variable[] {
  const { gpusPerReplica, parallelism, concurrency } = run.spec.rollout;
  return [
    ...commonVariables(run, 'rollout'),
    ...written({ TRAINING_GPUS_PER_REPLICA: String(gpusPerReplica), TRAINING_PARALLELISM: canonicalJson(parallelism), TRAINING_CONCURRENCY: String(concurrency) }),
    { name: 'TRAINING_POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  ];
}

const written = (values: Readonly<Record<string, string | undefined>>): Variable[] => Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
const withoutUndefined = (value: Readonly<Record<string, unknown>>) => Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined));
