import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPolicyRegistry } from '#harness-gateway/policy/registry.ts';
import { CompactPolicy, encodeCheckpoint } from '#harness-gateway/policy/compact/mod.ts';
import { opening } from '#harness-gateway/policy/compact/testkit.ts';
import type { Parameters } from '#harness-gateway/policy/compact/network/mod.ts';
import { DEFAULT_SHAPE, initialise } from '#harness-gateway/policy/compact/network/mod.ts';
import { stir } from '#harness-gateway/policy/compact/network/network.testkit.ts';
import type { TritonPolicies } from '#harness-gateway/policy/triton/open.ts';
import { versionNumber } from '#harness-gateway/policy/triton/repository.ts';
import { random } from '#kit/random.ts';
import { withServer, withServers } from '#tests/servers/server.testkit.ts';
import { emptyRepository, openPlant, type Plant } from './plant.ts';

/** Small, so that many versions load quickly. */
const SHAPE = { ...DEFAULT_SHAPE, rows: 4096 };
const weights = (seed: string): Parameters => stir(initialise(SHAPE, random(seed)), random(seed, 'stirred'));
const bytesOf = encodeCheckpoint;

const TOOLS = ['manage_wifi', 'connect_wifi', 'query_wifi', 'open_app', 'close_app'];
const input = (seed: number) => ({ context: { opening: opening('connect to the Harbor_5G Wi-Fi, then open "Maps"', TOOLS), turns: [] }, sampling: { temperature: 1, seed } });

/** A bound on hanging only. */
const WAIT = { timeout: 90_000, interval: 50 };

const run = promisify(execFile);
const COMMAND = fileURLToPath(new URL('../../services/harness-gateway/policy/triton/command.ts', import.meta.url));

const suite = await withServers('triton');
suite('publishing to Triton', () => {
  const models = emptyRepository();
  const server = withServer('triton', { models });
  let plant: Plant;
  let triton: TritonPolicies;
  let made = 0;

  beforeAll(async () => {
    plant = await openPlant(server().url, models);
  });
  afterAll(async () => {
    await plant.close();
    await rm(models, { recursive: true });
  });
  beforeEach(async () => {
    await triton?.close();
    triton = plant.process();
    plant.failures.length = 0;
    plant.wanted = undefined;
  });

  /** A new version, and what it decides. */
  const add = async () => {
    const version = `version-${made++}`;
    const parameters = weights(version);
    await plant.add(version, parameters);
    return { version, here: new CompactPolicy(version, parameters) };
  };
  const published = async () => {
    const one = await add();
    await triton.publisher.publish(one.version);
    return one;
  };
  const loadedNow = async () => {
    const ready = (await triton.server.index()).filter(({ name, state }) => name === 'policy' && state === 'READY').map(({ version }) => version);
    return ready.sort();
  };
  const numbers = (...versions: readonly string[]) => versions.map(versionNumber).sort();
  const agrees = async (version: string, here: CompactPolicy) => {
    const policy = await triton.policy(version);
    for (let seed = 0; seed < 5; seed++) expect((await policy.decide(input(seed))).action).toEqual(here.decide(input(seed)).action);
  };

  it('serves a version after its canary, keeps the one before it loaded and unloads older ones', async () => {
    triton = plant.process({ mostLoaded: 2 });
    const first = await published();
    expect(await triton.publisher.state()).toMatchObject({ serving: first.version });
    const second = await published();
    expect(await triton.publisher.state()).toMatchObject({ serving: second.version, previous: first.version });
    const third = await published();
    expect(await triton.publisher.state()).toMatchObject({ serving: third.version, previous: second.version, loaded: [second.version, third.version] });
    await expect.poll(loadedNow, WAIT).toEqual(numbers(second.version, third.version));
    expect((await readdir(join(models, 'policy'))).filter((name) => name !== 'config.pbtxt').sort()).toEqual(numbers(second.version, third.version));
    await agrees(second.version, second.here);
    await agrees(third.version, third.here);
  });

  it('loads what rollouts name, and keeps so many and no more, files too: the one to go back to is always among them', async () => {
    const [previous, serving] = [await published(), await published()];
    const named = [await add(), await add(), await add(), await add()];
    for (const { version, here } of named) {
      await agrees(version, here);
      const { loaded } = await triton.publisher.state();
      expect(loaded.length).toBeLessThanOrEqual(4);
      expect(loaded).toEqual(expect.arrayContaining([previous.version, serving.version, version]));
      expect(await loadedNow()).toEqual(numbers(...loaded));
      expect((await readdir(join(models, 'policy'))).filter((name) => /^\d+$/.test(name)).sort()).toEqual(numbers(...loaded));
    }
    // One that had to go comes again for who still acts with it.
    for (const { version, here } of named.slice(0, 1)) await agrees(version, here);
    expect(await triton.publisher.rollback('worse than before')).toMatchObject({ serving: previous.version });
    await agrees(previous.version, previous.here);
  });

  it('many processes that name different versions at once get each the one they named, and none is refused', async () => {
    await published();
    const versions = await Promise.all(Array.from({ length: 6 }, add));
    await Promise.all(
      versions.map(async ({ version, here }) => {
        const policy = await plant.process({ mostLoaded: 10 }).policy(version);
        for (let seed = 0; seed < 5; seed++) expect((await policy.decide(input(seed))).action).toEqual(here.decide(input(seed)).action);
      }),
    );
    const { loaded, refused } = await triton.publisher.state();
    expect(refused.filter(({ version }) => versions.some((each) => each.version === version))).toEqual([]);
    expect(await loadedNow()).toEqual(numbers(...loaded));
  });

  it.each(['bring', 'publish'] as const)('leaves the files of what another process has loaded while it was busy itself (%s)', async (way) => {
    const [one, two] = [await add(), await add()];
    const load = triton.server.load.bind(triton.server);
    let meanwhile = true;
    triton.server.load = async (...args) => {
      await load(...args);
      if (!meanwhile) return;
      meanwhile = false;
      await plant.process().publisher.bring(two.version);
    };
    await triton.publisher[way](one.version);
    expect(meanwhile).toBe(false);
    const { loaded } = await triton.publisher.state();
    expect(loaded).toEqual(expect.arrayContaining([one.version, two.version]));
    expect((await readdir(join(models, 'policy'))).filter((name) => /^\d+$/.test(name)).sort()).toEqual(numbers(...loaded));
    await agrees(two.version, two.here);
  });

  it('publishing again changes nothing and loads nothing', async () => {
    const { version } = await published();
    const [state, config] = [await triton.publisher.state(), await readFile(join(models, 'policy/config.pbtxt'), 'utf8')];
    const fresh = plant.process();
    expect(await fresh.publisher.publish(version)).toEqual(state);
    expect(await triton.publisher.publish(version)).toEqual(state);
    expect(await readFile(join(models, 'policy/config.pbtxt'), 'utf8')).toBe(config);
  });

  it('switches under load without a failed decision, and what a session began with stays loaded', async () => {
    const old = await published();
    const next = await add();
    const policy = await triton.policy(old.version);
    let running = true;
    let decisions = 0;
    const sessions = Array.from({ length: 8 }, async (_, k) => {
      for (let seed = k; running; seed += 8) {
        expect((await policy.decide(input(seed))).action).toEqual(old.here.decide(input(seed)).action);
        decisions++;
      }
    });
    try {
      await triton.publisher.publish(next.version);
      const before = decisions;
      await agrees(next.version, next.here);
      await expect.poll(() => decisions, WAIT).toBeGreaterThan(before);
    } finally {
      running = false;
    }
    await Promise.all(sessions);
    expect(await triton.publisher.state()).toMatchObject({ serving: next.version, previous: old.version });
  });

  it.each([
    ['that is cut off', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 8), /its checkpoint cannot be read: \w+: ends at byte/],
    ['of no tensors', () => Buffer.from('weights'), /its checkpoint cannot be read: header/],
    ['with a weight that is not finite', () => bytesOf({ ...weights('nan'), w2: weights('nan').w2.fill(Number.NaN, 3, 4) }), /w2: holds a value that is not finite/],
  ])('refuses a checkpoint %s, and the old version goes on', async (_, spoil, reason) => {
    const old = await published();
    const bad = await plant.add(`bad-${made++}`, spoil(bytesOf(weights('bad'))));
    await expect(triton.publisher.publish(bad)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', boundary: 'harness', message: expect.stringMatching(reason) });
    const state = await triton.publisher.state();
    expect(state.serving).toBe(old.version);
    expect(state.loaded).not.toContain(bad);
    expect(state.refused).toContainEqual({ version: bad, kind: 'broken', reason: expect.stringMatching(reason) });
    await agrees(old.version, old.here);
    // By name it is refused at once, by any process, until it is published again.
    await expect(plant.process().policy(bad)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringMatching(reason) });
    await plant.add(bad, weights('mended'));
    expect(await triton.publisher.publish(bad)).toMatchObject({ serving: bad, previous: old.version });
    await agrees(bad, new CompactPolicy(bad, weights('mended')));
  });

  it('refuses a version whose canary answers otherwise than the checkpoint says', async () => {
    const old = await published();
    const { version } = await add();
    await triton.publisher.bring(version);
    // What the server has loaded is no longer what the store says the version is.
    await plant.add(version, weights('other'));
    await expect(plant.process().publisher.publish(version)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', message: expect.stringMatching(/its canary failed: choice \d+, candidate \d+/) });
    expect(await triton.publisher.state()).toMatchObject({ serving: old.version });
    await agrees(old.version, old.here);
  });

  it('a serving version that turns out to be broken gives way to the one before it', async () => {
    const old = await published();
    const { version } = await published();
    await plant.add(version, weights('other'));
    await expect(plant.process().policy(version)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
    expect(await triton.publisher.state()).toMatchObject({ serving: old.version, previous: '' });
    await agrees(old.version, old.here);
  });

  it('rolls back on command, and does not come back by itself', async () => {
    const old = await published();
    const next = await published();
    plant.wanted = next.version;
    expect(await triton.publisher.rollback('drops calls')).toMatchObject({ serving: old.version, previous: '' });
    expect(await triton.serving()).toBe(old.version);
    await triton.close();
    expect(await triton.serving()).toBe(old.version);
    await expect(triton.publisher.rollback('once more')).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', remedy: 'publish the version that is to serve' });
    // It may still be asked for by name, and be put back by who means it.
    await agrees(next.version, next.here);
    expect(await triton.publisher.publish(next.version)).toMatchObject({ serving: next.version, previous: old.version });
    expect((await triton.publisher.state()).refused.filter(({ version }) => version === next.version)).toEqual([]);
  });

  it('does not switch from another version than the one it was to replace', async () => {
    const { version } = await published();
    const other = await add();
    await expect(triton.publisher.publish(other.version, 'version-of-yesterday')).rejects.toMatchObject({ code: 'ABORTED', retryable: true });
    expect(await triton.publisher.state()).toMatchObject({ serving: version });
  });

  it('a newer version that training wants is published beside the serving one', async () => {
    const old = await published();
    const next = await add();
    plant.wanted = next.version;
    expect(await triton.serving()).toBe(old.version);
    await expect.poll(() => triton.serving(), WAIT).toBe(next.version);
    // The pointer moves before the last of a publication is done.
    await triton.close();
    plant.wanted = await plant.add(`bad-${made++}`, Buffer.from('nothing'));
    expect(await triton.serving()).toBe(next.version);
    await triton.close();
    expect(await triton.serving()).toBe(next.version);
    expect(plant.failures).toMatchObject([{ code: 'FAILED_PRECONDITION' }]);
  });

  it('two processes that publish different versions at once both succeed, and one of them serves', async () => {
    const [a, b] = [await add(), await add()];
    const others = [plant.process(), plant.process()];
    await Promise.all([others[0]?.publisher.publish(a.version), others[1]?.publisher.publish(b.version)]);
    const { serving, previous, loaded } = await triton.publisher.state();
    expect([serving, previous].sort()).toEqual([a.version, b.version].sort());
    expect(loaded).toEqual(expect.arrayContaining([a.version, b.version]));
    await agrees(a.version, a.here);
    await agrees(b.version, b.here);
  });

  it('goes on after a crash at any step: half a folder, a folder that was never loaded, a configuration of before', async () => {
    const old = await published();
    const { version, here } = await add();
    // A folder that was being written, and one that someone damaged.
    await writeFile(join(models, 'policy', '.unfinished-000000000000'), 'versions');
    await triton.publisher.bring(version);
    await writeFile(join(models, 'policy', versionNumber(version), 'checkpoint.safetensors'), 'damaged');
    await writeFile(join(models, 'policy/config.pbtxt'), (await readFile(join(models, 'policy/config.pbtxt'), 'utf8')).replace(/versions: \[.*\]/, `versions: [ ${versionNumber(old.version)} ]`));
    await triton.server.load('policy');
    await expect.poll(loadedNow, WAIT).toEqual(numbers(old.version));
    // The version is in the store as one to load, but neither the server nor the repository has it.
    const fresh = plant.process();
    expect(await fresh.publisher.publish(version)).toMatchObject({ serving: version, previous: old.version });
    await agrees(version, here);
  });

  it('a version that no longer loads does not keep others from coming, nor does it lose its place', async () => {
    const { version: serving, here } = await published();
    const next = await add();
    // The server notices that the folder has changed, and has to read it again for the next load.
    await writeFile(join(models, 'policy', versionNumber(serving), 'checkpoint.safetensors'), 'damaged');
    await triton.publisher.bring(next.version);
    await agrees(next.version, next.here);
    expect(await triton.publisher.state()).toMatchObject({ serving, refused: expect.not.arrayContaining([expect.objectContaining({ version: serving })]) });
    // Whoever uses it has it repaired.
    await agrees(serving, here);
  });

  it('a process without the repository uses what others have published, and says what it lacks otherwise', async () => {
    const { version, here } = await published();
    const reader = plant.process({ url: `${server().url}/policy` });
    expect((await (await reader.policy(version)).decide(input(1))).action).toEqual(here.decide(input(1)).action);
    const { version: unknown } = await add();
    await expect(reader.policy(unknown)).rejects.toMatchObject({ code: 'UNAVAILABLE', field: 'GYRE_POLICY_URL', remedy: expect.stringContaining('?repository=DIR') });
    await expect(reader.policy('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND', boundary: 'caller', field: 'policy' });
  });

  it('by hand: shows what serves, publishes and rolls back', async () => {
    const old = await published();
    const next = await add();
    const command = async (...args: readonly string[]) => {
      const { stdout } = await run(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...plant.env } });
      return JSON.parse(stdout);
    };
    expect(await command('publish', next.version, plant.checkpoints.get(next.version) ?? '')).toMatchObject({ serving: next.version, previous: old.version });
    const versions = expect.arrayContaining([old, next].map(({ version }) => ({ version, number: versionNumber(version), state: 'READY' })));
    expect(await command('status')).toMatchObject({ live: true, serving: next.version, versions });
    expect(await command('rollback', 'drops', 'calls')).toMatchObject({ serving: old.version, refused: expect.arrayContaining([{ version: next.version, kind: 'withdrawn', reason: 'drops calls' }]) });
    await expect(command('rollback', 'again')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('there is no version to go back to') });
    await expect(command('serve')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('write status, publish VERSION [CHECKPOINT], or rollback REASON') });
    await expect(command('publish', 'unknown')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('GYRE_TRAINER_CONTROLLER_ADDRESS: is not set') });
  });

  it('the registry gives out versions on Triton and everything else from this process', async () => {
    const { version, here } = await published();
    plant.wanted = version;
    const nothing = async () => undefined;
    const registry = openPolicyRegistry({ checkpointOf: nothing, serving: () => triton.serving(), served: (name) => triton.policy(name), demonstrationOf: nothing, scriptOf: nothing, blobs: plant.blobs });
    const serving = await registry.get('');
    expect(serving.name).toBe(version);
    expect(await registry.get(version)).toBe(serving);
    expect((await serving.decide(input(3))).action).toEqual(here.decide(input(3)).action);
    expect((await registry.get('rule-planner')).name).toBe('rule-planner');
  });
});
