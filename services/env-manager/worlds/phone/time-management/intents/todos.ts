import type { Draw, Intent } from '../../../intent.ts';
import { dateAfter } from '../../../surface.ts';
import { dateSlot, named, oneOf, quoted } from '../../authoring/drawn-values.ts';
import { entityAct, entityCreate, entityQuestion } from '../../authoring/entity-intents.ts';
import { clearNamesakes, targetWith } from '../../authoring/entity-rows.ts';
import { base } from '../state.ts';

const common = { domain: 'time-management', tool: 'manage_todo' };
const place = { base, table: 'todos', prefix: 'todo', nameField: 'content' };
const find = { tool: 'query_todo', args: (keyword: string) => ({ keyword }), path: 'data.items.0.todo_id' };

const PRIORITIES = [
  { value: 'high', en: ['high'], zh: ['高'] },
  { value: 'low', en: ['low'], zh: ['低'] },
] as const;

function newItem(draw: Draw) {
  const content = quoted(draw, draw.entity('todo'));
  return {
    slots: { content },
    args: { action: 'add', content: content.value },
    fields: { content: content.value, due_date: '', priority: 'medium', status: 'open' },
    setup: { todos: clearNamesakes(base, 'todos', 'content', String(content.value)) },
  };
}

function item(draw: Draw) {
  const content = named(draw, draw.entity('todo'));
  const rest = { due_date: dateAfter(draw.now, 2 + draw.random.int(30)), priority: 'medium', status: 'open' };
  return { slots: { content }, row: { content: content.value, ...rest }, others: [{ content: draw.entity('todo'), ...rest }] };
}

const twin = { slot: 'content', fields: (draw: Draw) => ({ due_date: dateAfter(draw.now, 40 + draw.random.int(30)), priority: 'low' }) };

const add = entityCreate({
  ...common,
  id: 'time.todo.add',
  base,
  table: 'todos',
  prefix: 'todo',
  plan: newItem,
  wordings: {
    en: {
      train: ['add {content} to my to-do list', 'put {content} on the to-do list', 'create a task: {content}', 'note {content} as a to-do item', 'add a new task {content}', 'include {content} in my tasks', 'enter {content} on the to-do list'],
      dev: ['put the new task {content} on the list of things to do', 'my to-do list should include {content}'],
      test: ['enter {content} as something to be done', 'write the task {content} on my list'],
    },
    zh: {
      train: ['把{content}加到待办清单', '添加待办{content}', '新建任务：{content}', '待办里记一条{content}', '任务清单上写{content}', '我的待办里填一项{content}'],
      dev: ['清单上写一项待办{content}', '任务列表里要有{content}'],
      test: ['将{content}列为待办', '往我的任务单里填{content}'],
    },
  },
  omissions: {
    content: {
      parameter: 'content',
      wordings: {
        en: { train: ['add something to my to-do list', 'create a task', 'add a new to-do item'], dev: ['jot something down among my tasks'], test: ['write a task on my list'] },
        zh: { train: ['在待办清单里加一条', '添加一个待办', '新建一个任务'], dev: ['清单上写一项待办'], test: ['往我的任务单里填一项'] },
      },
    },
  },
});

const addDue = entityCreate({
  ...common,
  id: 'time.todo.add_due',
  base,
  table: 'todos',
  prefix: 'todo',
  plan(draw) {
    const plan = newItem(draw);
    const date = dateSlot(draw);
    return { ...plan, slots: { ...plan.slots, date }, args: { ...plan.args, dueDate: date.value }, fields: { ...plan.fields, due_date: date.value } };
  },
  wordings: {
    en: {
      train: ['add {content} to my to-do list with the due date {date}', 'put {content} on the to-do list, due {date}', 'create a task {content} that is due {date}', 'add the to-do item {content}, deadline {date}', 'note the task {content} to be done by {date}', 'enter the task {content}, it must be done by {date}', 'include {content} in my tasks with the deadline {date}'],
      dev: ['jot {content} down among my tasks, to be finished by {date}', 'a new to-do: {content}, due date {date}'],
      test: ['write the task {content} on my list and give it the deadline {date}', 'enter {content} as something to be done no later than {date}'],
    },
    zh: {
      train: ['把{content}加到待办清单，截止{date}', '添加待办{content}，{date}到期', '新建任务{content}，截止日期{date}', '待办里记一条{content}，{date}前完成', '任务清单上写{content}，期限{date}', '我的待办里填一项{content}，最晚{date}办好'],
      dev: ['清单上写一项待办{content}，期限是{date}', '任务列表里加{content}，最晚{date}'],
      test: ['将{content}列为待办，{date}之前要办好', '往我的任务单里填{content}，到期日{date}'],
    },
  },
});

const complete = entityAct({
  ...common,
  id: 'time.todo.complete',
  place,
  find,
  idParameter: 'todoId',
  plan: (draw) => ({ ...item(draw), args: { action: 'complete' }, change: { kind: 'update', fields: { status: 'done' } } }),
  twin,
  repeatable: true,
  conflicts: (instance) => [
    {
      id: 'todo_archived',
      status: 409,
      setup: targetWith(base, instance, 'todos', { status: 'archived' }),
      repair: [{ id: 'repair_todo_archived', tool: 'manage_todo', args: { action: 'restore', todoId: instance.changes[0]?.id ?? '' } }],
      repairChanges: [],
    },
  ],
  wordings: {
    en: {
      train: ['mark the task {content} as done', 'tick off {content} on my to-do list', 'complete the to-do item {content}', 'check {content} off the to-do list', 'the task {content} is finished, mark it complete', 'the to-do item {content} has been completed, update the list', 'note the task {content} as done'],
      dev: ['set the task {content} to completed', 'check off the to-do item {content}, it is complete'],
      test: ['note that the to-do {content} has been accomplished', 'count the task {content} as finished'],
    },
    zh: {
      train: ['把待办{content}标记为完成', '勾掉待办{content}', '完成任务{content}', '待办{content}做完了，打个勾', '待办{content}办好了，记作完成', '任务{content}办妥了，设成已完成'],
      dev: ['任务{content}设成已完成', '清单上{content}划为办妥'],
      test: ['将{content}这项待办记作完成', '{content}的任务已经办好，更新状态'],
    },
  },
});

const remove = entityAct({
  ...common,
  id: 'time.todo.delete',
  place,
  find,
  idParameter: 'todoId',
  plan: (draw) => ({ ...item(draw), args: { action: 'delete' }, change: { kind: 'delete' } }),
  twin,
  wordings: {
    en: {
      train: ['delete {content} from my to-do list', 'remove the task {content}', 'get rid of the to-do item {content}', 'I do not need the task {content} any more, delete it', 'erase {content} from the to-do list', 'scrap the task {content}', 'drop the to-do item {content} from the list'],
      dev: ['delete the to-do {content} from the list of tasks', 'take {content} off my tasks altogether'],
      test: ['drop the to-do {content} without completing it', 'wipe the task {content} from my list'],
    },
    zh: {
      train: ['从待办清单里删除{content}', '把任务{content}删掉', '移除待办{content}', '待办{content}不用做了，删了', '待办{content}清除', '任务清单里去掉{content}，不要了'],
      dev: ['清单上去掉{content}这项待办', '任务{content}整个清除'],
      test: ['将{content}从任务单里删去', '{content}这项待办不要了'],
    },
  },
});

const setPriority = entityAct({
  ...common,
  id: 'time.todo.set_priority',
  place,
  find,
  idParameter: 'todoId',
  plan(draw) {
    const priority = oneOf(draw, PRIORITIES);
    const plan = item(draw);
    return { ...plan, slots: { ...plan.slots, priority }, args: { action: 'update', priority: priority.value }, change: { kind: 'update', fields: { priority: priority.value } } };
  },
  twin: { slot: 'content', fields: (draw) => ({ due_date: dateAfter(draw.now, 40 + draw.random.int(30)) }) },
  repeatable: true,
  wordings: {
    en: {
      train: ['set the priority of the task {content} to {priority}', 'give the to-do item {content} {priority} priority', 'change {content} on my to-do list to {priority} priority', 'make {priority} the priority of the task {content}', 'mark the task {content} as {priority} priority', 'rank the to-do item {content} as {priority} priority', 'adjust the importance of the task {content} to {priority}'],
      dev: ['rank the task {content} as {priority} in importance', 'let the to-do {content} have {priority} priority'],
      test: ['put {priority} down as the urgency of the task {content}', 'let the task {content} count as {priority} in priority'],
    },
    zh: {
      train: ['把待办{content}的优先级设为{priority}', '任务{content}改成{priority}优先级', '将{content}的优先级调到{priority}', '待办{content}设成{priority}优先', '待办{content}的重要性定为{priority}', '任务{content}按{priority}优先级处理'],
      dev: ['任务{content}的重要程度定为{priority}', '清单里{content}的重要性改为{priority}'],
      test: ['{content}这项待办按{priority}优先处理', '让{content}的任务优先级变为{priority}'],
    },
  },
  omissions: {
    priority: {
      parameter: 'priority',
      wordings: {
        en: { train: ['set the priority of the task {content}', 'change the priority of {content} on my to-do list', 'give the to-do item {content} another priority'], dev: ['rank the importance of the task {content}'], test: ['adjust the urgency of the task {content}'] },
        zh: { train: ['设一下待办{content}的优先级', '任务{content}改个优先级'], dev: ['任务{content}的重要程度要改'], test: ['调整{content}这项待办的优先级'] },
      },
    },
  },
});

const setDue = entityAct({
  ...common,
  id: 'time.todo.set_due',
  place,
  find,
  idParameter: 'todoId',
  plan(draw) {
    const date = dateSlot(draw, 1, 12);
    const plan = item(draw);
    const row = { ...plan.row, due_date: dateAfter(draw.now, 14 + draw.random.int(20)) };
    return { ...plan, row, slots: { ...plan.slots, date }, args: { action: 'update', dueDate: date.value }, change: { kind: 'update', fields: { due_date: date.value } } };
  },
  twin,
  repeatable: true,
  wordings: {
    en: {
      train: ['change the due date of the task {content} to {date}', 'move the deadline of {content} on my to-do list to {date}', 'set the to-do item {content} due {date}', 'the task {content} is now due {date}, update it', 'make {date} the new deadline of the existing task {content}', 'the to-do item {content} can wait until {date}, adjust the due date', 'let the existing task {content} be due {date} instead'],
      dev: ['the to-do {content} may wait until {date}, adjust its deadline', 'let the task {content} expire {date} instead'],
      test: ['shift the date by which the task {content} must be done to {date}', 'put a different due date on the to-do {content}: {date}'],
    },
    zh: {
      train: ['把待办{content}的截止日期改成{date}', '任务{content}的期限改到{date}', '将{content}的到期日调整为{date}', '待办{content}延到{date}截止', '待办{content}的期限换成{date}', '任务{content}变更为{date}截止'],
      dev: ['任务{content}的最后期限换成{date}', '清单里{content}改为{date}到期'],
      test: ['{content}这项待办的完成期限变更为{date}', '让{content}的任务{date}才到期'],
    },
  },
  omissions: {
    date: {
      parameter: 'dueDate',
      wordings: {
        en: { train: ['change the due date of the task {content}', 'move the deadline of {content} on my to-do list', 'give the to-do item {content} a new due date'], dev: ['the to-do {content} may wait, adjust its deadline'], test: ['put a different due date on the to-do {content}'] },
        zh: { train: ['把待办{content}的截止日期改一下', '任务{content}的期限要改'], dev: ['任务{content}换个最后期限'], test: ['{content}这项待办的完成期限要变更'] },
      },
    },
  },
});

const askDue = entityQuestion({
  id: 'time.todo.ask_due',
  domain: common.domain,
  tool: 'query_todo',
  place,
  plan(draw) {
    const plan = item(draw);
    const others = plan.others.map((row) => ({ ...row, due_date: dateAfter(draw.now, 50) }));
    return { ...plan, others, args: { keyword: plan.row.content }, answers: [plan.row.due_date] };
  },
  wordings: {
    en: {
      train: ['by which day is the task {content} due', 'what is the deadline of {content} on my to-do list', 'tell me the due date of the task {content}', 'check until when I have to do the to-do item {content}', 'look up the due date of {content}', 'find out the deadline of the to-do item {content}', 'give me the date by which I must do the task {content}'],
      dev: ['what date does my list give for finishing the task {content}', 'find the deadline of the to-do {content}'],
      test: ['until what day may the task {content} wait', 'give me the date by which the to-do {content} must be done'],
    },
    zh: {
      train: ['待办{content}哪天截止', '查一下任务{content}的截止日期', '告诉我{content}的到期日', '看看待办{content}最晚哪天完成', '说说待办{content}什么日子到期', '任务{content}要在哪天之前办好'],
      dev: ['任务{content}的最后期限是哪天', '清单里{content}什么日子到期'],
      test: ['{content}这项待办要在哪一天之前办好', '说说任务{content}的期限'],
    },
  },
});

export const todoIntents: readonly Intent[] = [add, addDue, complete, remove, setPriority, setDue, askDue];
