import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CASES, describeChart, lint, rendered } from './helm.testkit.ts';
import { type KubeObject, of, type Pods, podsOf, selects } from './objects.ts';

/** What holds for all that the chart renders, whatever the values. */

describeChart('every object of the chart', () => {
  describe.each(CASES)('%s', (_, rendering) => {
    let objects: KubeObject[];
    let pods: Pods[];
    beforeAll(async () => {
      objects = await rendered(rendering);
      pods = podsOf(objects);
    });
    const containers = () => pods.flatMap(({ name, spec }) => [...spec.initContainers, ...spec.containers].map((container) => ({ where: `${name}/${container.name}`, ...container })));
    /** Those of which the check says something. */
    const wrong = <T>(of: readonly T[], check: (each: T) => string | undefined) => of.flatMap((each) => check(each) ?? []);

    it('has pods', () => {
      expect(pods.length).toBeGreaterThan(6);
    });

    it('keeps to Pod Security restricted, and writes to no root file system', () => {
      expect(wrong(pods, ({ name, spec: { securityContext: own, ...spec } }) => (own.runAsNonRoot && own.runAsUser > 0 && own.seccompProfile.type === 'RuntimeDefault' && spec['hostNetwork'] === undefined && spec['hostPID'] === undefined ? undefined : name))).toEqual([]);
      expect(wrong(containers(), ({ where, securityContext: own }) => (!own.allowPrivilegeEscalation && own.readOnlyRootFilesystem && own.capabilities.drop.includes('ALL') && own['privileged'] === undefined ? undefined : where))).toEqual([]);
      expect(pods.flatMap(({ name, spec }) => spec.volumes.filter((volume) => volume['hostPath'] !== undefined).map(() => name))).toEqual([]);
    });

    it('gives the API server’s token to the operator, to the trainer-controller where it creates runs, and to nobody else; a service account to each component', () => {
      const asking = pods.filter(({ component, spec }) => component === 'operator' || (component === 'trainer-controller' && spec.containers.some(({ env }) => env.some(({ name, value }) => name === 'GYRE_LEARNER' && value === 'cluster'))));
      expect(pods.filter(({ spec }) => spec.automountServiceAccountToken).map(({ name }) => name)).toEqual(asking.map(({ name }) => name));
      const accounts = new Set(of(objects, 'ServiceAccount').map(({ metadata }) => metadata.name));
      expect(pods.filter(({ spec }) => !accounts.has(spec.serviceAccountName)).map(({ name }) => name)).toEqual([]);
      expect(pods.filter(({ spec }) => spec.enableServiceLinks)).toEqual([]);
    });

    it('asks for resources and bounds memory', () => {
      expect(wrong(containers(), ({ where, resources: { requests, limits } }) => (requests['cpu'] !== undefined && requests['memory'] !== undefined && limits['memory'] !== undefined ? undefined : where))).toEqual([]);
    });

    it('probes whatever runs on, at ports that it has', () => {
      const running = pods.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet').flatMap(({ name, spec }) => spec.containers.map((container) => ({ ...container, where: `${name}/${container.name}` })));
      expect(wrong(running, ({ where, readinessProbe, livenessProbe }) => (readinessProbe && livenessProbe ? undefined : where))).toEqual([]);
      const asked = running.flatMap(({ where, ports, startupProbe, readinessProbe, livenessProbe }) =>
        [startupProbe, readinessProbe, livenessProbe].flatMap((probe) => {
          const port = probe?.grpc?.port ?? probe?.httpGet?.port ?? probe?.tcpSocket?.port;
          return port === undefined || ports.some(({ name, containerPort }) => name === port || containerPort === port) ? [] : [`${where}: ${port}`];
        }),
      );
      expect(asked).toEqual([]);
    });

    it('takes no image whose tag moves', () => {
      const moving = containers().filter(({ image }) => !/:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/.test(image));
      expect(moving.map(({ where, image }) => `${where}: ${image}`)).toEqual([]);
    });

    it('spreads pods over the nodes that would take them, those of one revision by themselves, and demands no node for each', () => {
      const spread = pods.flatMap(({ name, spec: { topologySpreadConstraints } }) => topologySpreadConstraints.map((constraint) => ({ name, ...constraint })));
      expect(spread.filter(({ nodeTaintsPolicy, matchLabelKeys }) => nodeTaintsPolicy !== 'Honor' || matchLabelKeys?.join() !== 'pod-template-hash')).toEqual([]);
      expect(spread.filter(({ topologyKey, whenUnsatisfiable }) => topologyKey === 'kubernetes.io/hostname' && whenUnsatisfiable !== 'ScheduleAnyway')).toEqual([]);
      const zone = [...new Set(spread.filter(({ topologyKey }) => topologyKey === 'topology.kubernetes.io/zone').map(({ whenUnsatisfiable }) => whenUnsatisfiable))];
      const wanted: Partial<Record<string, string[]>> = { laptop: [], production: ['DoNotSchedule'] };
      expect(zone).toEqual(wanted[rendering.values ?? ''] ?? ['ScheduleAnyway']);
    });

    it('labels everything by the standard', () => {
      const needed = ['app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/component', 'app.kubernetes.io/version', 'app.kubernetes.io/managed-by', 'helm.sh/chart'];
      expect(wrong(objects, ({ kind, metadata }) => (needed.every((label) => metadata.labels[label] !== undefined) ? undefined : `${kind} ${metadata.name}`))).toEqual([]);
      expect(wrong(objects, ({ kind, metadata: { name, labels } }) => (name.length <= 63 && Object.values(labels).every((value) => value.length <= 63 && /^([A-Za-z0-9]([\w.-]*[A-Za-z0-9])?)?$/.test(value)) ? undefined : `${kind} ${name}`))).toEqual([]);
    });

    it('has each object once', () => {
      const names = objects.map(({ apiVersion, kind, metadata }) => `${apiVersion} ${kind} ${metadata.namespace ?? ''}/${metadata.name}`);
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    });

    it('selects its own pods and no others', () => {
      const shared = pods.filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet');
      expect(wrong(shared, ({ name, selector, labels }) => (selector !== undefined && selects(selector, labels) ? undefined : name))).toEqual([]);
      expect(wrong(shared, ({ name, selector, component }) => (pods.every((other) => other.component === component || !selects(selector ?? {}, other.labels)) ? undefined : name))).toEqual([]);
    });

    it('has a port of a container for each port of a Service', () => {
      const service = z.looseObject({ metadata: z.object({ name: z.string() }), spec: z.looseObject({ selector: z.record(z.string(), z.string()), ports: z.array(z.looseObject({ targetPort: z.string() })) }) });
      const services = of(objects, 'Service').map((object) => service.parse(object));
      expect(services.length).toBeGreaterThan(5);
      const missing = services.flatMap(({ metadata, spec }) => {
        const selected = pods.filter(({ labels }) => selects(spec.selector, labels));
        const ports = selected.flatMap(({ spec: each }) => each.containers.flatMap((container) => container.ports.map(({ name }) => name)));
        return selected.length === 0 ? [`${metadata.name}: no pods`] : spec.ports.filter(({ targetPort }) => !ports.includes(targetPort)).map(({ targetPort }) => `${metadata.name}: ${targetPort}`);
      });
      expect(missing).toEqual([]);
    });

    it('holds a disruption budget where more than one pod runs, and nowhere else', () => {
      const budget = z.looseObject({ spec: z.looseObject({ maxUnavailable: z.number(), selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }) });
      const budgets = of(objects, 'PodDisruptionBudget').map((object) => budget.parse(object).spec.selector.matchLabels['app.kubernetes.io/component']);
      const scaler = z.looseObject({ spec: z.looseObject({ scaleTargetRef: z.looseObject({ name: z.string() }), minReplicas: z.number().optional(), minReplicaCount: z.number().optional() }) });
      const scalers = [...of(objects, 'HorizontalPodAutoscaler'), ...of(objects, 'ScaledObject')].map((object) => scaler.parse(object).spec);
      const least = new Map(scalers.map(({ scaleTargetRef, minReplicas, minReplicaCount }) => [scaleTargetRef.name, minReplicas ?? minReplicaCount ?? 1]));
      const several = pods.filter(({ kind, name, replicas }) => kind !== 'Job' && kind !== 'Pod' && (least.get(name) ?? replicas ?? 1) > 1).map(({ component }) => component);
      expect(budgets.sort()).toEqual(several.sort());
    });

    it('leaves the number of pods to whatever else sets it', () => {
      const target = z.looseObject({ spec: z.looseObject({ scaleTargetRef: z.looseObject({ kind: z.string(), name: z.string() }) }) });
      const scaled = [...of(objects, 'HorizontalPodAutoscaler'), ...of(objects, 'ScaledObject')].map((object) => target.parse(object).spec.scaleTargetRef);
      expect(scaled.filter(({ kind, name }) => !pods.some((each) => each.kind === kind && each.name === name && each.replicas === undefined))).toEqual([]);
      const unset = pods.filter(({ kind, replicas }) => (kind === 'Deployment' || kind === 'StatefulSet') && replicas === undefined).map(({ name }) => name);
      expect(unset.sort()).toEqual(scaled.map(({ name }) => name).sort());
    });

    it('mounts what is there: volumes, claims, ConfigMaps', () => {
      const unmounted = pods.flatMap(({ name, spec, claims }) => spec.containers.flatMap(({ volumeMounts }) => volumeMounts.filter((mount) => ![...claims, ...spec.volumes.map((volume) => volume.name)].includes(mount.name)).map((mount) => `${name}: ${mount.name}`)));
      expect(unmounted).toEqual([]);
      const there = new Set([...of(objects, 'ConfigMap').map(({ metadata }) => `ConfigMap ${metadata.name}`), ...of(objects, 'PersistentVolumeClaim').map(({ metadata }) => `Claim ${metadata.name}`)]);
      const named = pods.flatMap(({ spec }) => spec.volumes.flatMap(({ configMap, persistentVolumeClaim }) => [...(configMap ? [`ConfigMap ${configMap.name}`] : []), ...(persistentVolumeClaim ? [`Claim ${persistentVolumeClaim.claimName}`] : [])]));
      expect(named.filter((each) => !there.has(each))).toEqual([]);
    });

    it('is linted without a warning', async () => {
      const { code, stdout } = await lint(rendering);
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('0 chart(s) failed') });
    });
  });
});
