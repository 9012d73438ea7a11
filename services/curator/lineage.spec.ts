import { afterEach, beforeEach, expect, it } from 'vitest';
import { jsonOf } from '#kit/store/json.ts';
import { PolicyVersion } from '#protos/core/v1/policy_version.ts';
import { Lineage } from './lineage.ts';
import { trajectoryOf, verdictOf } from './testkit/builders.ts';
import { type Bench, openBench } from './testkit/bench.ts';

let bench: Bench;
let record: string;
let release: string;

beforeEach(async () => {
  bench = await openBench();
  const trajectory = trajectoryOf('b/g/0', 't1', undefined, { policy: 'policy-0' });
  record = (await bench.takeOne({ trajectory, verdict: verdictOf(trajectory.id) })).digest;
  release = (await bench.gate.propose({ roundId: 'b', parent: '', sampling: 'uniform', seed: 1 })).digest;
  await bench.gate.decide(release, true, { by: 'reviewer-1', reason: '', automatic: false });
  const versions = [PolicyVersion.fromPartial({ id: 'policy-0' }), PolicyVersion.fromPartial({ id: 'policy-1', parent: 'policy-0', release, records: [record] })];
  for (const version of versions) await bench.collections.policies.insert({ _id: version.id, policy: jsonOf(PolicyVersion.toJSON(version)) });
});
afterEach(() => bench.store.close());

const walk = async (id: string, direction: 'from' | 'into') => (await new Lineage(bench.collections).walk(id, direction)).map(({ kind, id: found }) => `${kind} ${found}`);

it('leads from a policy version to the release, records, episodes and tasks it learned from', async () => {
  expect(await walk('policy-1', 'from')).toEqual(expect.arrayContaining(['policy policy-1', 'policy policy-0', `release ${release}`, `record ${record}`, 'trajectory b/g/0#1', 'slot b/g/0', 'task t1']));
});

it('leads back from an episode to everything that was made of it', async () => {
  expect(await walk('b/g/0', 'into')).toEqual(['slot b/g/0', 'trajectory b/g/0#1', `record ${record}`, `release ${release}`, 'policy policy-1']);
});

it('names the verdict on both ways', async () => {
  const lineage = new Lineage(bench.collections);
  expect((await lineage.node(record, 'from'))?.links).toContainEqual({ kind: 'verdict', id: 'b/g/0#1' });
  expect((await lineage.node('b/g/0#1', 'into'))?.links).toContainEqual({ kind: 'verdict', id: 'b/g/0#1' });
});

it('leads from a task to its records', async () => {
  expect(await new Lineage(bench.collections).node('t1', 'into')).toEqual({ kind: 'task', id: 't1', links: [{ kind: 'record', id: record }] });
});

it('knows nothing of an id that nothing has, and stops at the limit', async () => {
  expect(await walk('nowhere', 'from')).toEqual([]);
  expect(await new Lineage(bench.collections).walk('policy-1', 'from', 2)).toHaveLength(2);
});
