import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type ReceivedSpan, receivedSpans } from '#deploy/telemetry/received.ts';
import { spanId } from '#deploy/telemetry/schema.ts';
import { pathUp, serviceOf, traceTree } from '#deploy/telemetry/tree.ts';
import { gyre, type Ran, ROOT } from '../e2e/gyre.ts';
import { openCluster, type TestCluster } from '../servers/cluster.testkit.ts';
import { withServers } from '../servers/server.testkit.ts';
import { is, lacking, listedSpan, schema, strayAttributes } from './declared.ts';

const PLAN = {
  ...{ seed: 5, demonstrations: 16, coldStartEpochs: 4, updates: 2, groupsPerUpdate: 2, groupSize: 3, staleness: 1 },
  ...{ controllerInterval: 0, devTasks: 3, approve: 'auto', reviseHarness: false },
};
/** The tree of the trace, for people. */
const SHOWN = join(ROOT, 'var', 'trace.txt');

/** A span and the service that it comes from, as a way down a trace passes it. */
type Stop = readonly [service: string, end: string];

const TO_THE_WORKER: readonly Stop[] = [
  ['cli', 'internal gyre round'],
  ['cli', 'client gyre.trainer.v1.TrainerControllerService/StartRound'],
  ['trainer-controller', 'server gyre.trainer.v1.TrainerControllerService/StartRound'],
  ['trainer-controller', 'internal round'],
  ['trainer-controller', 'internal phase training'],
  ['trainer-controller', 'producer send rollouts'],
  ['rollout-worker', 'consumer process rollouts'],
];
const TO_THE_ATTEMPT: readonly Stop[] = [...TO_THE_WORKER, ['rollout-worker', 'internal attempt']];

/** Every way that one rollout goes, from the command down. */
const WAYS: Readonly<Record<string, readonly Stop[]>> = {
  'to the inference server': [
    ...TO_THE_ATTEMPT,
    ['rollout-worker', 'client gyre.harness.v1.HarnessService/Plan'],
    ['harness-gateway', 'server gyre.harness.v1.HarnessService/Plan'],
    ['harness-gateway', 'internal plan'],
    ['harness-gateway', 'client chat trained'],
    ['harness-gateway', 'internal score'],
    ['harness-gateway', 'client inference.GRPCInferenceService/ModelInfer'],
    ['triton', 'server InferRequest'],
  ],
  'to the environment': [
    ...TO_THE_ATTEMPT,
    ['rollout-worker', 'client gyre.env.v1.EnvManagerService/Step'],
    ['env-manager', 'server gyre.env.v1.EnvManagerService/Step'],
    ['env-manager', 'internal execute_tool {gen_ai.tool.name}'],
  ],
  'to the verifier, and from it to the evidence': [
    ...TO_THE_ATTEMPT,
    ['rollout-worker', 'client gyre.verifier.v1.VerifierService/Verify'],
    ['verifier', 'server gyre.verifier.v1.VerifierService/Verify'],
    ['verifier', 'client gyre.env.v1.EnvManagerService/GetEvidence'],
    ['env-manager', 'server gyre.env.v1.EnvManagerService/GetEvidence'],
  ],
  'to the curator': [
    ...TO_THE_WORKER,
    ['rollout-worker', 'client gyre.curator.v1.CuratorService/Ingest'],
    ['curator', 'server gyre.curator.v1.CuratorService/Ingest'],
  ],
};

const suite = await withServers('nats', 'mongo', 'otelcol', 'triton');
suite('the trace of a round on separate processes, started by a command', () => {
  let running: TestCluster;
  let ran: Ran;
  let all: readonly ReceivedSpan[];
  let trace: readonly ReceivedSpan[];
  let byId: ReadonlyMap<string, ReceivedSpan>;

  beforeAll(async () => {
    running = await openCluster('trace', { policy: 'triton', telemetry: true, workers: 2, concurrency: 4, pool: '30,3,3', variables: { OTEL_BSP_MAX_QUEUE_SIZE: '100000' } });
    const { folder, servers, cluster } = running;
    ran = await gyre(['--json', 'round', 'run', '--id', 'traced', '--plan', '-'], { stateDir: folder, stdin: JSON.stringify(PLAN), env: cluster.env });
    // What ends sends what it still holds.
    await cluster.stop();
    await servers.triton?.stop();
    await vi.waitFor(
      () => {
        all = receivedSpans(servers.otelcol?.files.traces ?? '');
        const [root] = all.filter((span) => is(span, 'internal gyre round'));
        trace = all.filter(({ traceId }) => traceId === root?.traceId);
        byId = new Map(trace.map((span) => [span.spanId, span]));
        expect(lacking([...schema.edges.round, ...schema.edges.inference], trace)).toEqual([]);
        expect(trace.filter((span) => span !== root && !byId.has(span.parentSpanId))).toEqual([]);
      },
      { timeout: 60_000, interval: 500 },
    );
    await mkdir(join(ROOT, 'var'), { recursive: true });
    await writeFile(SHOWN, `${traceTree(trace)}\n`);
  }, 600_000);
  afterAll(() => running?.stop());

  /** Whether the way from the root down to the span is this one. */
  function comesBy(span: ReceivedSpan, way: readonly Stop[]): boolean {
    const path = pathUp(span, byId).reverse();
    return path.length === way.length && way.every(([service, end], i) => is(path[i], end) && path[i] !== undefined && serviceOf(path[i]) === service);
  }

  it('the round came to its end', () => {
    expect({ code: ran.code, stderr: ran.stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(ran.stdout)).toMatchObject({ id: 'traced', phase: 'done', update: 2 });
  });

  it('is one, from the command to every service and to the inference server', () => {
    const services = ['cli', 'curator', 'env-manager', 'harness-gateway', 'rollout-worker', 'trainer-controller', 'triton', 'verifier'];
    expect([...new Set(trace.map(serviceOf))].sort()).toEqual(services);
    // Two workers: who handles a message is another process than who sent it, and each worker handled some.
    expect(new Set(trace.filter((span) => serviceOf(span) === 'rollout-worker').map(({ resource }) => resource['service.instance.id'])).size).toBe(2);
    const attempts = all.filter((span) => is(span, 'internal attempt'));
    expect(attempts.length).toBeGreaterThan(25);
    expect(attempts.filter(({ traceId }) => traceId !== trace[0]?.traceId)).toEqual([]);
  });

  it('has the ways of a rollout only over edges that are declared', () => {
    const edges = new Set([...schema.edges.round, ...schema.edges.inference].map((edge) => edge.join(' -> ')));
    const stops = Object.values(WAYS).map((way) => way.map(([, end]) => end));
    const undeclared = stops.flatMap((ends) => ends.slice(1).map((end, i) => `${ends[i]} -> ${end}`)).filter((edge) => !edges.has(edge));
    expect(undeclared).toEqual([]);
  });

  it('leads from one rollout to inference, environment, verifier and curator', () => {
    const attempts = trace.filter((span) => comesBy(span, TO_THE_ATTEMPT));
    expect(attempts).toHaveLength(PLAN.updates * PLAN.groupsPerUpdate * PLAN.groupSize);
    // Of an attempt, or for what becomes of it, of the delivery that it belongs to.
    const passes = Object.values(WAYS).map((way) => new Set(trace.filter((span) => comesBy(span, way)).flatMap((span) => pathUp(span, byId).map(({ spanId: id }) => id))));
    const whole = attempts.filter(({ spanId: id, parentSpanId }) => passes.every((passed) => passed.has(id) || (passed === passes.at(-1) && passed.has(parentSpanId))));
    expect(whole.length).toBeGreaterThan(0);
  });

  it('joins a delivery to its sending by parent and link, through the queue', () => {
    const deliveries = trace.filter(({ kind }) => kind === 'consumer');
    expect(deliveries.length).toBeGreaterThan(3);
    for (const { links, parentSpanId, attributes } of deliveries) {
      expect(links).toEqual([parentSpanId]);
      expect(attributes).toMatchObject({ 'messaging.system.name': 'nats', 'messaging.destination.name': 'rollouts', 'messaging.operation.name': 'process' });
      expect(byId.get(parentSpanId)?.attributes['messaging.message.id']).toBe(attributes['messaging.message.id']);
    }
  });

  it('says of inference which server was asked, with how many choices, and whose they were', () => {
    const [host, port] = running.servers.triton?.addresses.grpc.split(':') ?? [];
    const asked = trace.filter((span) => is(span, 'client inference.GRPCInferenceService/ModelInfer'));
    for (const { attributes } of asked) expect(attributes).toMatchObject({ 'server.address': host, 'server.port': Number(port) });
    const scores = trace.filter((span) => is(span, 'internal score'));
    expect(scores.length).toBeGreaterThan(100);
    for (const { attributes, links } of scores) {
      expect(attributes['gyre.score.choices']).toBe(1 + links.length);
      for (const link of links) expect(is(byId.get(link), 'client chat trained')).toBe(true);
    }
    expect(scores.some(({ links }) => links.length > 0)).toBe(true);
  });

  it('holds nothing that is not listed, and what only a cluster emits', () => {
    const own = all.filter(({ resource }) => resource['service.namespace'] === 'gyre');
    expect([...new Set(own.flatMap((span) => (listedSpan(span) === undefined ? [`${span.kind} ${span.name}`] : [])))]).toEqual([]);
    expect(strayAttributes(own)).toEqual([]);
    const emitted = new Set(all.map(({ kind, name }) => `${kind} ${name}`));
    expect(schema.spans.filter((span) => span.emitted === 'cluster' && !emitted.has(spanId(span))).map(spanId)).toEqual([]);
    const names = new Set(own.flatMap(({ attributes }) => Object.keys(attributes)));
    expect(schema.attributes.filter(({ name, emitted: where }) => where === 'cluster' && !names.has(name))).toEqual([]);
  });

  it('can be shown as a tree', () => {
    const tree = traceTree(trace).split('\n');
    expect(tree[0]).toMatch(/^cli {2}internal gyre round +\d/);
    expect(tree.filter((line) => /^ {28}triton {2}server InferRequest/.test(line)).length).toBeGreaterThan(0);
    expect(tree.length).toBeLessThan(600);
  });
});
