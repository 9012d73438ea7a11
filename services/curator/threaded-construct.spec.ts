import { expect, it } from 'vitest';
import { Split } from '#protos/core/v1/task.ts';
import { ConstructTasksRequest } from '#protos/curator/v1/curator_service.ts';
import { constructInThread } from './threaded-construct.ts';

const request = (parts: Partial<ConstructTasksRequest>) => ConstructTasksRequest.fromPartial({ world: 'phone', seed: 3, trainTasks: 4, devTasks: 2, testTasks: 2, ...parts });

it('builds audited tasks of every split, each with its criteria and witness, while this thread goes on', async () => {
  let turns = 0;
  const ticking = setInterval(() => turns++, 5);
  const { tasks } = await constructInThread()(request({}));
  clearInterval(ticking);
  expect(turns).toBeGreaterThan(10);
  expect(tasks.map(({ task }) => task.split).sort()).toEqual([Split.DEV, Split.DEV, Split.TEST, Split.TEST, Split.TRAIN, Split.TRAIN, Split.TRAIN, Split.TRAIN]);
  for (const { task, criteria, witness } of tasks) expect([criteria.taskId, witness.taskId]).toEqual([task.id, task.id]);
}, 120_000);

it.each([
  ['a world that is not known', request({ world: 'moon' }), 'world'],
  ['held-out tasks for a gap', request({ gaps: ['tool:manage_alarm'] }), 'counts'],
])('carries the refusal of %s back whole', async (_, wrong, field) => {
  await expect(constructInThread()(wrong)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', boundary: 'caller', field });
}, 240_000);
