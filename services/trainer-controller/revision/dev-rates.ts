import type { Score } from '#protos/core/v1/round.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { TaskOutcome } from '#protos/trainer/v1/trainer_controller_service.ts';

/** Dev success by capability tag: all that a harness editor is told of dev. */
export function devRates(outcomes: readonly TaskOutcome[], tasks: readonly Pick<Task, 'id' | 'capabilities'>[]): Score[] {
  const capabilities = new Map(tasks.map((task) => [task.id, task.capabilities]));
  const pairs = outcomes.flatMap((outcome) => [...new Set(capabilities.get(outcome.taskId) ?? [])].map((name) => ({ name, won: outcome.valid && outcome.success })));
  const rates = [...Map.groupBy(pairs, ({ name }) => name)].map(([name, list]) => ({ name, value: list.filter(({ won }) => won).length / list.length, count: list.length }));
  return rates.sort((a, b) => (a.name < b.name ? -1 : 1));
}
