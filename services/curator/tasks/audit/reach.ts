import type { Action } from '#protos/core/v1/action.ts';
import type { Task } from '#protos/core/v1/task.ts';
import type { RecallIndex } from '#harness-gateway/recall/recall.ts';
import { recalledTools } from '../exposure.ts';
import { skillLoader, type WorldIndex } from '../world-index.ts';

interface Reach {
  readonly world: WorldIndex;
  readonly recall: RecallIndex;
}

/** Tools that a session on the task begins with, loaders included. */
export function exposedAtStart(task: Task, { recall }: Reach): string[] {
  const { tools = [], recall: count = 0, skills = [], withheld = [] } = task.exposure ?? {};
  const named = tools.length > 0 ? tools : recalledTools(recall, { request: task.request, history: task.history, count, withheld });
  return [...named, ...skills.map(skillLoader)];
}

/** The first tool that the actions call without its being exposed or loaded by then; undefined if there is none. */
export function reachable(task: Task, actions: readonly Action[], reach: Reach): string | undefined {
  const callable = new Set(exposedAtStart(task, reach));
  for (const { turn } of actions) {
    if (turn?.$case !== 'calls') continue;
    const hidden = turn.value.calls.find((call) => !callable.has(call.name));
    if (hidden) return hidden.name;
    for (const call of turn.value.calls) {
      const skill = [...reach.world.skills.keys()].find((id) => skillLoader(id) === call.name);
      if (skill === undefined) continue;
      for (const [tool, skills] of reach.world.skillsOf) if (skills.includes(skill)) callable.add(tool);
    }
  }
  return clarifiedTool(actions, callable);
}

/** The tool that the last turn asks about, if it is not exposed. */
function clarifiedTool(actions: readonly Action[], callable: ReadonlySet<string>): string | undefined {
  const last = actions.at(-1)?.turn;
  if (last?.$case !== 'clarify' || !last.value.target.includes('.')) return undefined;
  const [tool = ''] = last.value.target.split('.');
  return callable.has(tool) ? undefined : tool;
}
