import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '#kit/config.ts';
import { openServices } from './open.ts';

describe('services in this process', () => {
  let stateDir: string;
  beforeEach(async () => (stateDir = await mkdtemp(join(tmpdir(), 'gyre-open-'))));
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(stateDir, { recursive: true, force: true });
  });
  const config = () => loadConfig({ GYRE_STATE_DIR: stateDir, GYRE_LOG_LEVEL: 'error' });

  it('plan rounds over the pool that GYRE_POOL says', async () => {
    vi.stubEnv('GYRE_POOL', '30,6,9');
    const services = await openServices({ config: config() });
    expect(services).toMatchObject({ trainerParts: { plant: { settings: { pool: { world: 'phone', trainTasks: 30, devTasks: 6, testTasks: 9 } } } } });
    await services.close();
  });

  it('are not opened with one that is wrong', async () => {
    vi.stubEnv('GYRE_POOL', '30');
    await expect(openServices({ config: config() })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'GYRE_POOL' });
  });
});
