import type { Command } from 'commander';
import { invalid } from '#kit/errors.ts';
import { randomIds } from '#kit/ids.ts';
import { Split } from '#protos/core/v1/task.ts';
import { DEFAULT_SETTINGS, type PoolSettings, poolFrom } from '#trainer-controller/mod.ts';
import { integer } from '../input.ts';
import type { Invocation } from '../invocation.ts';

interface Flags {
  readonly pool: PoolSettings;
  readonly seed: number;
}

const CONSTRUCTION_MS = 900_000;
const EPISODE_MS = 600_000;
/** Needs no weights, so it plays on an installation that has trained nothing. */
const POLICY = 'rule-planner';

/** `gyre try`: whether the services do together what they are there for, by one real episode. */
export function tryCommand(program: Command, invocation: Invocation): void {
  program
    .command('try')
    .description('play one episode through every service, from a task to its verdict')
    .option('--pool <train,dev,test>', 'tasks to construct if there are none, as GYRE_POOL', pool, DEFAULT_SETTINGS.pool)
    .option('--seed <n>', 'of the pool; the first round with this seed uses it as it is', integer('--seed', 0), 1)
    .action(async (flags: Flags) => {
      const services = await invocation.services();
      const progress = invocation.progress();
      const { tasks } = await services.curator.listTasks({ split: Split.DEV, family: '', limit: 1, after: '' });
      if (tasks.length === 0) {
        progress.update('constructing tasks', 0, 0);
        await services.curator.constructTasks({ ...flags.pool, seed: flags.seed, gaps: [] }, { timeoutMs: CONSTRUCTION_MS, signal: invocation.signal });
      }
      progress.update('episode', 0, 1);
      const evaluationId = randomIds().next('try');
      const { outcomes } = await services.trainer.evaluate({ policy: POLICY, harnessVersion: '', split: 'dev', limit: 1, seed: flags.seed, evaluationId }, { timeoutMs: EPISODE_MS, signal: invocation.signal });
      progress.stop();
      const outcome = outcomes[0];
      const valid = outcome?.valid === true;
      if (!valid) invocation.fail();
      const { taskId = '', steps = 0, success = false } = outcome ?? {};
      const verdict = valid ? (success ? 'success' : 'failure') : 'none';
      invocation.print({ evaluationId, taskId, policy: POLICY, steps, verdict }, () => {
        return valid ? `task ${taskId}: ${POLICY} took ${steps} steps, and the verdict is ${verdict}` : `task ${taskId}: there is no verdict; see the logs of the services, and gyre jobs dead list`;
      });
    });
}

function pool(text: string): PoolSettings {
  const settings = poolFrom(text, '--pool');
  if (settings.devTasks > 0) return settings;
  throw invalid('--pool', `${text} has no dev task to play`, 'write TRAIN,DEV,TEST with a DEV from 1');
}
