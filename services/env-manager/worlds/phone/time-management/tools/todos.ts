import { badArgument, block, done, inTheWay, listed, notFound, unlessQuery } from '../../authoring/outcomes.ts';
import { choice, equals, given, holds, parameters, rowsWhere, textArg, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition, ToolOutcome, ToolRun } from '../../../world.ts';

const PRIORITIES = ['low', 'medium', 'high'];
const shownTodo = (id: string, row: Row) => ({ todo_id: id, ...row });

function add(args: Row, { tables }: ToolRun): ToolOutcome {
  const content = textArg(args, 'content');
  if (content === undefined) return badArgument('content is required to add a to-do item');
  const same = rowsWhere(tables, 'todos', (row) => equals(row['content'], content) && row['status'] === 'open')[0];
  if (same) return inTheWay(`The list has this item already (${same[0]}).`);
  const row: Row = { content, due_date: textArg(args, 'dueDate') ?? '', priority: textArg(args, 'priority') ?? 'medium', status: 'open' };
  return done('Added to the to-do list.', { todo: shownTodo(tables.insert('todos', row), row) });
}

const manageTodo: ToolDefinition = {
  name: 'manage_todo',
  description: 'To-do list of tasks: add an item, tick it off as done, delete it, set its due date or priority, or restore an archived item. Changing an item needs its id from query_todo.',
  inputSchema: parameters(
    {
      action: choice('What to do: add (put on the list), complete (tick off, done), delete (remove), update (due date, priority), restore (bring an archived item back).', [
        'add', 'complete', 'delete', 'update', 'restore',
      ]),
      todoId: words('Id of the item to change, from query_todo.', 'id'),
      content: words('What is to be done.', 'text'),
      dueDate: words('Day by which it is due, the deadline.', 'date'),
      priority: choice('How important it is.', PRIORITIES),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  run(args, run) {
    const action = textArg(args, 'action') ?? '';
    if (action === 'add') return add(args, run);
    const { tables } = run;
    const id = textArg(args, 'todoId');
    if (id === undefined) return badArgument(`todoId is required to ${action} an item; query_todo lists the ids`);
    const row = tables.get('todos', id);
    if (!row) return notFound(`There is no to-do item ${id}.`);
    if (action === 'delete') {
      tables.remove('todos', id);
      return done('Removed from the to-do list.', { todo: shownTodo(id, row) });
    }
    const archived = row['status'] === 'archived';
    if (action === 'restore' && !archived) return inTheWay('Only an archived item can be restored.');
    if (action !== 'restore' && archived) return inTheWay(`The item ${id} is archived: restore it first (manage_todo, action restore).`);
    if (action === 'complete' && row['status'] === 'done') return inTheWay('The item is done already.');
    const fields = action === 'update' ? given({ content: textArg(args, 'content'), due_date: textArg(args, 'dueDate'), priority: textArg(args, 'priority') }) : { status: action === 'complete' ? 'done' : 'open' };
    if (Object.keys(fields).length === 0) return badArgument('nothing to update: give content, dueDate or priority');
    tables.update('todos', id, fields);
    return done('To-do item changed.', { todo: shownTodo(id, { ...row, ...fields }) });
  },
};

const queryTodo: ToolDefinition = {
  name: 'query_todo',
  description: 'Look up the to-do list: ids, due dates, priority and status of tasks, by words, status, priority or due date.',
  inputSchema: parameters({
    keyword: words('Only items that hold these words.', 'text'),
    status: choice('Only items in this state.', ['open', 'done', 'archived']),
    priority: choice('Only items of this importance.', PRIORITIES),
    dueDate: words('Only items due on this day.', 'date'),
  }),
  sideEffect: () => false,
  run(args, { tables }) {
    const keyword = textArg(args, 'keyword');
    const status = textArg(args, 'status');
    const priority = textArg(args, 'priority');
    const dueDate = textArg(args, 'dueDate');
    const rows = rowsWhere(tables, 'todos', (row) => holds(row['content'], keyword) && equals(row['status'], status) && equals(row['priority'], priority) && equals(row['due_date'], dueDate));
    return listed(rows.map(([id, row]) => shownTodo(id, row)), given({ keyword, status, priority, dueDate }));
  },
};

const manageReminder: ToolDefinition = {
  name: 'manage_reminder',
  description: 'Reminders that pop up at a date and time: remind me of something, postpone a reminder, delete it, or look reminders up (action query, also for their ids).',
  inputSchema: parameters(
    {
      action: choice('What to do: create (remind me), postpone (move to a later time), delete (remove), query (look up).', ['create', 'postpone', 'delete', 'query']),
      reminderId: words('Id of the reminder, from action query.', 'id'),
      content: words('What to be reminded of; with query, words to look for.', 'text'),
      datetime: words('Date and time at which it pops up.', 'date-time'),
    },
    ['action'],
  ),
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = textArg(args, 'action') ?? '';
    const content = textArg(args, 'content');
    const datetime = textArg(args, 'datetime');
    const show = (id: string, row: Row) => ({ reminder_id: id, content: row['content'], date: String(row['datetime']).slice(0, 10), time: String(row['datetime']).slice(11, 16) });
    if (action === 'query') return listed(rowsWhere(tables, 'reminders', (row) => holds(row['content'], content)).map(([id, row]) => show(id, row)), given({ content }));
    if (action === 'create') {
      if (content === undefined) return badArgument('content is required to create a reminder');
      if (datetime === undefined) return badArgument('datetime is required to create a reminder');
      if (rowsWhere(tables, 'reminders', (row) => equals(row['content'], content) && row['datetime'] === datetime).length > 0) return inTheWay('The same reminder exists already.');
      const row: Row = { content, datetime };
      return block(action, 'Reminder set.', 'reminder', show(tables.insert('reminders', row), row));
    }
    const id = textArg(args, 'reminderId');
    if (id === undefined) return badArgument(`reminderId is required to ${action} a reminder; action query lists the ids`);
    const row = tables.get('reminders', id);
    if (!row) return notFound(`There is no reminder ${id}.`);
    if (action === 'delete') {
      tables.remove('reminders', id);
      return block(action, 'Reminder deleted.', 'reminder', show(id, row));
    }
    if (datetime === undefined) return badArgument('datetime is required to postpone a reminder');
    tables.update('reminders', id, { datetime });
    return block(action, 'Reminder moved.', 'reminder', show(id, { ...row, datetime }));
  },
};

export const todoTools = [manageTodo, queryTodo, manageReminder];
