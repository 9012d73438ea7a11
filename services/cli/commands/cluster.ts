import type { Command } from 'commander';
import { certificateProblem, chosenAccess, Client, explain, type Explanation, overview, type Overview, parseAsked, spanOf } from '#operator/why/mod.ts';
import { GyreError, invalid } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';
import { plainText, table } from '../text.ts';

interface Place {
  readonly namespace?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
}

interface StatusFlags extends Place {
  readonly allNamespaces?: true;
  readonly limit: number;
}

/** `gyre cluster status|why RESOURCE`: what trainings and devices of a cluster wait for, asked of its API server and of nothing else. */
export function clusterCommand(program: Command, invocation: Invocation): void {
  const cluster = program.command('cluster').description('trainings and devices on Kubernetes, and what they wait for');

  placed(cluster.command('status').description('operator, trainings, pools and leases, and why each of them waits'))
    .option('-A, --all-namespaces', 'of all namespaces')
    .option('--limit <n>', 'explain at most so many that wait', integer('--limit', 0, 1_000), 20)
    .action(async ({ allNamespaces, limit, ...place }: StatusFlags) => {
      if (allNamespaces && place.namespace !== undefined) throw invalid('--namespace', 'is given beside --all-namespaces', 'give one of them');
      const found = await asked(invocation, place, (client, home) => overview(client, { namespace: allNamespaces ? undefined : home, nowMs: invocation.clock.now(), most: limit, signal: invocation.signal }));
      if (found.operator.state === 'gone') invocation.fail();
      invocation.print(found, () => shown(found, invocation.clock.now()));
    });

  placed(cluster.command('why').description('why one of them is as it is, and what helps').argument('<resource>', 'KIND/NAME: trainingrun, devicelease, device, devicepool or pod')).action(async (resource: string, place: Place) => {
    const { kind, name } = parseAsked(resource);
    const found = await asked(invocation, place, (client, namespace) => explain(client, { kind, namespace, name, nowMs: invocation.clock.now(), signal: invocation.signal }));
    invocation.print(found, () => explained(found, invocation.clock.now()));
  });
}

function placed(command: Command): Command {
  return command
    .option('-n, --namespace <name>', 'default: that of the kubeconfig’s context')
    .option('--kubeconfig <file>', 'default: KUBECONFIG, ~/.kube/config, or the service account of the pod')
    .option('--context <name>', 'default: the current context of the kubeconfig');
}

/** Asks the API server something. Where none answers, it is said which and by what name it was found. */
async function asked<T>(invocation: Invocation, { kubeconfig, context, namespace }: Place, ask: (client: Client, namespace: string) => Promise<T>): Promise<T> {
  const access = await chosenAccess({ file: kubeconfig, variable: invocation.env['KUBECONFIG'], context });
  const client = new Client({ access, clock: invocation.clock, random: random('gyre cluster') });
  invocation.closing(async () => client.close());
  try {
    return await ask(client, namespace ?? access.namespace ?? 'default');
  } catch (thrown) {
    const error = GyreError.from(thrown, 'cluster');
    const certificate = certificateProblem(error, access.server);
    if (certificate) throw certificate;
    if (error.remedy !== undefined || (error.code !== 'UNAVAILABLE' && error.code !== 'DEADLINE_EXCEEDED')) throw error;
    const { code, boundary, retryable, details } = error;
    throw new GyreError(code, `the API server at ${access.server} does not answer: ${error.message}`, { boundary, retryable, details, field: 'KUBECONFIG', remedy: 'check that the cluster runs and can be reached from here, or name another kubeconfig', cause: error });
  }
}

/** The sentences, each on a line of its own. */
function explained({ state, since, cause, remedy, details }: Explanation, nowMs: number): string {
  const span = since === undefined ? '' : `, for ${spanOf(nowMs - Date.parse(since))}`;
  return [`${state}${span}`, cause, ...details, remedy].map(plainText).join('\n');
}

function shown({ operator, trainingRuns, deviceLeases, pools, waits, waiting }: Overview, nowMs: number): string {
  const counts = (states: Readonly<Record<string, number>>) => Object.entries(states).map(([state, count]) => `${count} ${state}`).join(', ') || 'none';
  const led = operator.state === 'gone' ? `${operator.said}. ${operator.remedy}.` : operator.said;
  const head = [['operator', led], ['trainings', counts(trainingRuns)], ['leases', counts(deviceLeases)], ['pools', pools.length === 0 ? 'none' : String(pools.length)]];
  const listed = pools.length === 0 ? [] : ['', table(['pool', 'state', ''], pools.map(({ namespace, name, state, cause }) => [`${namespace}/${name}`, state, cause.replace(`DevicePool ${namespace}/${name} `, '')]))];
  const left = waiting - waits.length;
  return [
    ...head.map(([name = '', value = '']) => plainText(`${name.padEnd(10)} ${value}`)),
    ...listed,
    ...waits.flatMap((each) => ['', explained(each, nowMs)]),
    ...(left > 0 ? ['', `and ${left} more wait; see --limit`] : []),
  ].join('\n');
}
