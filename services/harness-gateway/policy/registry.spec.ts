import { describe, expect, it } from 'vitest';
import type { Blobs } from '#kit/blobs/types.ts';
import { GyreError } from '#kit/errors.ts';
import { random } from '#kit/random.ts';
import { encodeCheckpoint } from './compact/mod.ts';
import { DEFAULT_SHAPE, initialise } from './compact/network/mod.ts';
import { calls, finish, opening } from './compact/testkit.ts';
import type { RegistrySources } from './registry.ts';
import { openPolicyRegistry } from './registry.ts';

const CHECKPOINT = encodeCheckpoint(initialise({ ...DEFAULT_SHAPE, rows: 1024 }, random('registry')));

/** A registry over sources of which each test states what it needs; `reads` counts checkpoints fetched. */
function registry(given: Partial<RegistrySources> = {}) {
  const reads: string[] = [];
  const absent = () => Promise.reject(new GyreError('NOT_FOUND', 'no such blob', { boundary: 'store' }));
  const blobs: Blobs = {
    put: absent,
    get: async (digest) => {
      reads.push(digest);
      return CHECKPOINT;
    },
    has: async () => true,
    delete: async () => undefined,
    close: async () => undefined,
  };
  const nothing = async () => undefined;
  const policies = openPolicyRegistry({ checkpointOf: async (version) => `checkpoint of ${version}`, serving: nothing, demonstrationOf: nothing, scriptOf: nothing, blobs, ...given });
  return { policies, reads };
}

describe('the policy registry', () => {
  it('loads a version once, also when it is asked for twice at the same time', async () => {
    const { policies, reads } = registry();
    const [a, b] = await Promise.all([policies.get('policy-1'), policies.get('policy-1')]);
    expect(a).toBe(b);
    expect(a.name).toBe('policy-1');
    expect(reads).toEqual(['checkpoint of policy-1']);
  });

  it('lets go of the version that was used least recently', async () => {
    const { policies, reads } = registry();
    for (const version of ['1', '2', '3', '4', '5', '6', '1', '7']) await policies.get(version);
    reads.length = 0;
    for (const version of ['1', '7', '2']) await policies.get(version);
    expect(reads).toEqual(['checkpoint of 2']);
  });

  it('does not remember a load that failed', async () => {
    let there = false;
    const { policies } = registry({ checkpointOf: async () => (there ? 'blob' : undefined) });
    await expect(policies.get('policy-1')).rejects.toMatchObject({ code: 'NOT_FOUND', field: 'policy' });
    there = true;
    expect((await policies.get('policy-1')).name).toBe('policy-1');
  });

  it('an empty name is the serving version, and an error before there is one', async () => {
    await expect(registry().policies.get('')).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'policy', boundary: 'harness' });
    expect((await registry({ serving: async () => 'policy-9' }).policies.get('')).name).toBe('policy-9');
  });

  it('knows the yardsticks by their names, without any checkpoint', async () => {
    const { policies, reads } = registry();
    expect((await policies.get('lexical')).name).toBe('lexical');
    expect((await policies.get('rule-planner')).name).toBe('rule-planner');
    expect(reads).toEqual([]);
  });

  it('plays demonstrations where there is one, and scripts by their task', async () => {
    const { policies } = registry({
      demonstrationOf: async (task) => (task === 'train-1' ? [finish('a')] : undefined),
      scriptOf: async (task) => (task === 'dev-1' ? [calls({ name: 'open_app', args: {} })] : undefined),
    });
    const input = { context: { opening: opening('open "Maps"', ['open_app']), turns: [] }, sampling: { temperature: 0, seed: 1 } };
    expect((await (await policies.get('teacher:train-1')).decide(input)).action).toEqual(finish('a'));
    expect((await (await policies.get('scripted:dev-1')).decide(input)).action.turn?.$case).toBe('calls');
    await expect(policies.get('teacher:dev-1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(policies.get('scripted:train-1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
