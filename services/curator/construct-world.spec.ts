import { expect, it } from 'vitest';
import { phoneIntents, phoneWorld } from '#env-manager/worlds/phone/mod.ts';
import { ConstructTasksRequest } from '#protos/curator/v1/curator_service.ts';
import { constructIn } from './construct-world.ts';

const construct = constructIn([{ world: phoneWorld, intents: phoneIntents }]);
const request = (parts: Partial<ConstructTasksRequest>) => ConstructTasksRequest.fromPartial({ world: 'phone', seed: 3, trainTasks: 4, devTasks: 2, testTasks: 2, ...parts });

it('builds audited tasks of every split, each with its criteria and witness, the same for the same request', async () => {
  const { tasks } = await construct(request({}));
  expect(tasks.map(({ task }) => task.split).sort()).toEqual(['SPLIT_DEV', 'SPLIT_DEV', 'SPLIT_TEST', 'SPLIT_TEST', 'SPLIT_TRAIN', 'SPLIT_TRAIN', 'SPLIT_TRAIN', 'SPLIT_TRAIN']);
  for (const { task, criteria, witness } of tasks) expect([criteria.taskId, witness.taskId]).toEqual([task.id, task.id]);
  expect((await construct(request({}))).tasks).toEqual(tasks);
});

it('builds for gaps', async () => {
  const { tasks } = await construct(request({ trainTasks: 3, devTasks: 0, testTasks: 0, gaps: ['tool:manage_alarm'] }));
  expect(tasks.map(({ task }) => task.source)).toEqual(['construction:tool:manage_alarm', 'construction:tool:manage_alarm', 'construction:tool:manage_alarm']);
});

it('refuses a world it does not know', async () => {
  await expect(construct(request({ world: 'moon' }))).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', field: 'world' });
});
