import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { provideProgram } from '#deploy/servers/mod.ts';
import { ROOT } from '../architecture/sources.ts';
import { withServers } from '../servers/server.testkit.ts';
import { type KubeObject, kubeObject } from './objects.ts';

/** Renders the chart as Helm does, for specs. */

export const CHART = join(ROOT, 'charts/gyre');
export const VALUE_FILES = ['laptop', 'team', 'production'] as const;
export type ValueFile = (typeof VALUE_FILES)[number];

const KUBERNETES = '1.34.4';
const TIMEOUT_MS = 110_000;
/** Standard output of a chart with all its resources, bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface Rendering {
  readonly values?: ValueFile;
  /** As `--set` takes them. */
  readonly set?: readonly string[];
  /** Further values, as YAML files hold them. */
  readonly files?: readonly string[];
  readonly release?: string;
}

/** Everything that can be switched on beside the team's. */
const EVERYTHING: Rendering = {
  values: 'team',
  set: [
    ...['operator.enabled=true', 'operator.namespace=*', 'trainings.enabled=true', 'networkPolicy.external.apiServer[0].ports[0].port=443'],
    ...['telemetry.collector.enabled=true', 'telemetry.collector.tracesEndpoint=t:4317', 'telemetry.collector.metricsEndpoint=http://m', 'telemetry.collector.logsEndpoint=http://l', 'networkPolicy.external.telemetry[0].ports[0].port=4317'],
    ...['tls.enabled=true', 'tls.issuer.name=gyre', 'triton.gpu.enabled=true', 'pods.env-manager.autoscaling.enabled=true', 'pods.env-manager.autoscaling.minReplicas=2'],
    ...['monitoring.serviceMonitor.enabled=true', 'monitoring.prometheusRule.enabled=true', 'keda.enabled=true', 'keda.prometheusUrl=http://p', 'pods.rollout-worker.replicas=1', 'keda.minReplicas=2'],
  ],
};

/** What the chart is held to, by a name for each. */
export const CASES: readonly (readonly [string, Rendering])[] = [
  ['no values', {}],
  ...VALUE_FILES.map((values) => [values, { values }] as const),
  ['everything', EVERYTHING],
  ['a long name', { values: 'laptop', release: 'a-release-whose-name-is-rather-long-indeed', set: ['fullnameOverride=a-name-as-long-as-one-may-be-123'] }],
];

export interface HelmEnd {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `describe` for what needs helm, or a form of it that skips and says why. */
export const describeChart = await withServers('helm');
const found = await provideProgram('helm');
const program = found.kind === 'ready' ? found.executable : 'helm';

/** Runs helm to its end, whatever that is. */
export async function helm(...args: readonly string[]): Promise<HelmEnd> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, { timeout: TIMEOUT_MS, maxBuffer: MOST_BYTES });
    return { code: 0, stdout, stderr };
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'number') throw thrown;
    return { code: thrown.code, stdout: String('stdout' in thrown ? thrown.stdout : ''), stderr: String('stderr' in thrown ? thrown.stderr : '') };
  }
}

export function argumentsOf({ values, set = [], files = [] }: Rendering): string[] {
  const named = [...(values === undefined ? [] : [join(CHART, `values/${values}.yaml`)]), ...files];
  return [...named.flatMap((file) => ['--values', file]), ...set.flatMap((each) => ['--set', each])];
}

/** The objects that a release would have. Error with what helm says where it refuses. */
export async function rendered(rendering: Rendering): Promise<KubeObject[]> {
  const { code, stdout, stderr } = await helm('template', rendering.release ?? 'gyre', CHART, '--namespace', 'gyre', '--kube-version', KUBERNETES, ...argumentsOf(rendering));
  if (code !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).flatMap((document) => {
    const value: unknown = document.toJS();
    return value === null ? [] : [kubeObject.parse(value)];
  });
}

/** What helm says of values that it refuses; empty where it takes them. */
export async function refusal(rendering: Rendering): Promise<string> {
  const { code, stderr } = await helm('template', rendering.release ?? 'gyre', CHART, '--kube-version', KUBERNETES, ...argumentsOf(rendering));
  return code === 0 ? '' : stderr;
}

export function lint(rendering: Rendering): Promise<HelmEnd> {
  return helm('lint', CHART, '--strict', '--kube-version', KUBERNETES, ...argumentsOf(rendering));
}
