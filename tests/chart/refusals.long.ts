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
    ['a share beyond 1', 'telemetry.traceAttempts=2', /traceAttempts/],
  ])('%s', async (_, set, named) => {
    expect(await refusal({ set: [set] })).toMatch(named);
  });
});
