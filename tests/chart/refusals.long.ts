import { expect, it } from 'vitest';
import { describeChart, refusal, type Rendering } from './helm.testkit.ts';

/** Values that are refused, by the name of the value; those that only do not fit together say what to write instead. */

describeChart('values that do not fit together', () => {
  it.each<[string, Rendering, string, string]>([
    ['no store', { set: ['mongodb.enabled=false', 'evidence.existingSecret=e'] }, 'store.existingSecret', 'set mongodb.enabled to true'],
    ['no evidence store', { set: ['mongodb.enabled=false', 'store.existingSecret=s'] }, 'evidence.existingSecret', 'name a Secret with the keys curator, env-manager and verifier'],
    ['two stores', { set: ['store.existingSecret=s'] }, 'store.existingSecret', 'set mongodb.enabled to false'],
    ['one Secret for store and evidence', { set: ['mongodb.enabled=false', 'store.existingSecret=s', 'evidence.existingSecret=s'] }, 'evidence.existingSecret', 'name another one'],
    ['no bus', { set: ['nats.enabled=false'] }, 'bus.existingSecret', 'set nats.enabled to true'],
    ['two buses', { set: ['bus.existingSecret=b'] }, 'bus.existingSecret', 'set nats.enabled to false'],
    ['certificates for the chart’s own NATS', { set: ['bus.tlsSecret=b'] }, 'bus.tlsSecret', 'leave it empty'],
    ['two NATS servers', { set: ['pods.nats.replicas=2'] }, 'pods.nats.replicas', 'write 1, 3 or 5'],
    ['two owners of a round', { set: ['pods.trainer-controller.replicas=2'] }, 'pods.trainer-controller.replicas', 'write 1'],
    ['a store that grows', { set: ['pods.store.autoscaling.enabled=true'] }, 'pods.store.autoscaling.enabled', 'set it to false'],
    ['bounds the wrong way round', { set: ['pods.verifier.autoscaling.enabled=true', 'pods.verifier.autoscaling.minReplicas=9'] }, 'pods.verifier.autoscaling.minReplicas', 'write at most 4'],
    ['an account that every component would bring', { set: ['pods.default.serviceAccount.name=shared'] }, 'pods.default.serviceAccount.name', 'set create to false to share one'],
    ['an account that two would bring', { set: ['pods.curator.serviceAccount.name=own', 'pods.verifier.serviceAccount.name=own'] }, 'pods.verifier.serviceAccount.name', 'set create to false under one of them'],
    ['an account that is called like another’s', { set: ['pods.curator.serviceAccount.name=gyre-verifier'] }, 'pods.verifier.serviceAccount.name', 'write another name'],
    ['a name that is too long for what comes behind it', { release: 'a-release-whose-name-is-rather-long-indeed' }, 'fullnameOverride', 'set it to at most 32 letters'],
    ['a name that no Service may have', { release: '1st' }, 'fullnameOverride', 'the first a letter'],
    ['streams that are larger than their volume', { set: ['nats.storage.max=30GB'] }, 'nats.storage.max', 'write at most 4096MB'],
    ['a monitor of what is not there', { set: ['monitoring.serviceMonitor.enabled=true'] }, 'monitoring.serviceMonitor.enabled', 'set triton.enabled to true'],
    ['a GPU for what is not there', { set: ['triton.gpu.enabled=true'] }, 'triton.gpu.enabled', 'set triton.enabled to true'],
    ['a variable that the chart sets', { set: ['pods.curator.env.GYRE_STORE_URL=x'] }, 'pods.curator.env.GYRE_STORE_URL', 'take it out'],
    ['a variable that the chart sets for one of all', { set: ['pods.default.env.GYRE_POOL=x'] }, 'pods.default.env.GYRE_POOL', 'take it out'],
    ['a variable that the chart sets for the operator', { set: ['pods.operator.env.GYRE_LOG_LEVEL=debug'] }, 'pods.operator.env.GYRE_LOG_LEVEL', 'take it out'],
    ['variables for what takes none', { set: ['pods.nats.env.TZ=UTC'] }, 'pods.nats.env', 'leave it out'],
    ['no bucket', { set: ['blobs.kind=s3'] }, 'blobs.s3.bucket', 'name the bucket'],
    ['one node’s volume for several', { values: 'laptop', set: ['pods.rollout-worker.replicas=2'] }, 'blobs.volume.accessMode', 'write ReadWriteMany'],
    ['one node’s volume for a harness-gateway that grows', { values: 'laptop', set: ['pods.harness-gateway.autoscaling.enabled=true'] }, 'blobs.volume.accessMode', 'write ReadWriteMany'],
    ['one node’s volume for trainings', { values: 'laptop', set: ['operator.enabled=true', 'trainings.enabled=true'] }, 'blobs.volume.accessMode', 'wherever they are put; write ReadWriteMany'],
    ['one node’s models for several', { values: 'team', set: ['triton.models.accessMode=ReadWriteOnce'] }, 'triton.models.accessMode', 'or 1 replica without autoscaling'],
    ['KEDA without a Prometheus', { set: ['keda.enabled=true'] }, 'keda.prometheusUrl', 'write the URL'],
    ['two ways of growing', { set: ['keda.enabled=true', 'keda.prometheusUrl=http://p', 'pods.rollout-worker.autoscaling.enabled=true'] }, 'pods.rollout-worker.autoscaling.enabled', 'set one of them to false'],
    ['a collector that sends nowhere', { set: ['telemetry.collector.enabled=true'] }, 'telemetry.collector.logsEndpoint', 'write where the collector sends them'],
    ['two policies', { set: ['triton.enabled=true', 'policy.url=triton://h:8001/policy'] }, 'policy.url', 'leave it at local:'],
    ['trainings without the operator', { set: ['trainings.enabled=true'] }, 'trainings.enabled', 'set operator.enabled to true'],
    ['runs that the operator does not see', { values: 'production', set: ['trainings.namespace=elsewhere'] }, 'trainings.namespace', 'or set operator.namespace to the same or to *'],
    ['a volume in another namespace', { set: ['trainings.enabled=true', 'operator.enabled=true', 'operator.namespace=ml'] }, 'blobs.kind', 'set it to s3'],
    ['an API server that is closed off', { set: ['operator.enabled=true'] }, 'networkPolicy.external.apiServer', 'write egress rules'],
    ['a way out that is closed', { set: ['telemetry.otlpEndpoint=http://c:4317'] }, 'networkPolicy.external.telemetry', 'write egress rules'],
  ])('%s', async (_, rendering, value, remedy) => {
    const said = (await refusal(rendering)).split('\n').find((line) => line.includes(`${value}: `)) ?? '';
    expect(said).toContain(remedy);
  });

  it.each([
    ['an account of others that every component uses', ['pods.default.serviceAccount.create=false', 'pods.default.serviceAccount.name=shared']],
    ['one node’s volume where each has one pod, and models of one harness-gateway', ['blobs.volume.accessMode=ReadWriteOnce', 'triton.enabled=true', 'triton.models.accessMode=ReadWriteOnce']],
    ['an account that a component brings and another uses', ['pods.curator.serviceAccount.name=own', 'pods.verifier.serviceAccount.name=own', 'pods.verifier.serviceAccount.create=false']],
    ['streams that fill their volume, in another unit', ['nats.storage.max=4096MB']],
    ['variables of their own', ['pods.curator.env.OTEL_SERVICE_NAME=curator', 'pods.triton.env.TZ=UTC', 'pods.default.env.TZ=UTC']],
    ['a policy and a collector of one’s own', ['policy.url=triton://[fd00::1]:8001/policy', 'networkPolicy.external.policy[0].ports[0].port=8001', 'telemetry.otlpEndpoint=https://c:4317', 'networkPolicy.external.telemetry[0].ports[0].port=4317']],
    ['a mirror with a port and a path', ['images.registry=mirror.example:5000/of/all/']],
  ])('and others do: %s', async (_, set) => {
    expect(await refusal({ set })).toBe('');
  });

  it('are named by whose pods they are: KEDA adds rollout workers alone', async () => {
    const said = await refusal({ values: 'laptop', set: ['keda.enabled=true', 'keda.prometheusUrl=http://p'] });
    expect(said.split('\n').filter((line) => line.includes('blobs.volume.accessMode: ')).map((line) => /pods\.[\w-]+/.exec(line)?.[0])).toEqual(['pods.rollout-worker']);
  });

  it('are all named at once', async () => {
    const said = await refusal({ set: ['mongodb.enabled=false', 'nats.enabled=false'] });
    expect(['store.existingSecret: ', 'evidence.existingSecret: ', 'bus.existingSecret: '].filter((value) => !said.includes(value))).toEqual([]);
  });
});

describeChart('values that are wrong by themselves', () => {
  it.each([
    ['a name that is misspelt', 'podz.default.replicas=1', /podz/],
    ['one within a group', 'triton.gpus=1', /triton.*gpus|gpus.*triton/s],
    ['a component that there is not', 'pods.env-manger.replicas=2', /env-manger/],
    ['a setting of pods that there is not', 'pods.verifier.replica=2', /replica/],
    ['text for a number', 'pods.verifier.replicas=many', /replicas/],
    ['no replicas', 'pods.verifier.replicas=0', /replicas/],
    ['a word that is not known', 'logLevel=loud', /logLevel/],
    ['a tag that moves', 'images.services.tag=latest', /images.*services.*tag/s],
    ['a digest that is none', 'images.services.digest=sha256:abc', /digest/],
    ['a size that is none', 'blobs.volume.size=much', /size/],
    ['a pool that is none', 'rounds.pool=many', /pool/],
    ['a variable’s name that is none', 'pods.verifier.env.lower-case=1', /lower-case/],
    ['a registry with a scheme', 'images.registry=https://mirror.example', /images.*registry/],
    ['the beginning of a name that no object may have', 'fullnameOverride=Gyre_x', /fullnameOverride/],
    ['one that is too long', 'fullnameOverride=a-name-that-is-one-letter-too-lon', /fullnameOverride/],
    ['a collector without a scheme', 'telemetry.otlpEndpoint=collector:4317', /telemetry.*otlpEndpoint/],
    ['traces without a port', 'telemetry.collector.tracesEndpoint=tempo', /tracesEndpoint/],
    ['metrics without a scheme', 'telemetry.collector.metricsEndpoint=prometheus:9090', /metricsEndpoint/],
    ['a Prometheus without a scheme', 'keda.prometheusUrl=prometheus:9090', /keda.*prometheusUrl/],
    ['a Triton without a port', 'policy.url=triton://x', /policy.*url/],
    ['a Triton with a user', 'policy.url=triton://u@x:8001', /policy.*url/],
    ['null for a group', 'networkPolicy.external=null', /networkPolicy.*external/],
    ['null within one', 'networkPolicy.external.store=null', /external.*store/],
    ['null for what holds for all pods', 'pods.default.resources=null', /pods.*default.*resources/],
    ['a share beyond 1', 'telemetry.traceAttempts=2', /traceAttempts/],
  ])('%s', async (_, set, named) => {
    expect(await refusal({ set: [set] })).toMatch(named);
  });
});
