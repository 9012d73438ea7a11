import { badArgument, block, done, inTheWay, listed, notFound } from '../../authoring/outcomes.ts';
import { choice, equals, given, holds, numberArg, parameters, rowsWhere, textArg, whole, words } from '../../authoring/parameters.ts';
import type { Row, ToolDefinition, ToolOutcome, ToolRun } from '../../../world.ts';

const ACTIONS = ['turn_on_do_not_disturb', 'turn_off_do_not_disturb', 'turn_on_dark_mode', 'mute_sound', 'turn_on_battery_saver', 'turn_on_flashlight'];
const shown = (id: string, row: Row) => ({ rule_id: id, ...row, enabled: undefined, status: row['enabled'] === true ? 'on' : 'off' });
const PAUSED = 'Automation is paused for the whole phone: resume it first (manage_automation_rule, action resume_all).';

function create(args: Row, { tables }: ToolRun): ToolOutcome {
  const battery = numberArg(args, 'batteryPercent');
  const triggers = Object.entries(given({ time_of_day: textArg(args, 'time'), arrive_at_place: textArg(args, 'place'), battery_low: battery === undefined ? undefined : String(battery) }));
  const ruleAction = textArg(args, 'ruleAction');
  const [trigger] = triggers;
  if (!trigger || triggers.length > 1) return badArgument('one trigger is required to create a rule: time, place or batteryPercent');
  const [triggerType, triggerValue] = trigger;
  if (ruleAction === undefined) return badArgument('ruleAction is required to create a rule');
  if (tables.get('time_settings', 'automation')?.['paused'] === true) return inTheWay(PAUSED);
  const row: Row = { name: textArg(args, 'name') ?? '', trigger_type: triggerType, trigger_value: triggerValue, rule_action: ruleAction, enabled: true };
  const same = rowsWhere(tables, 'automation_rules', (held) => equals(held['trigger_value'], String(triggerValue)) && held['trigger_type'] === triggerType && held['rule_action'] === ruleAction)[0];
  if (same) return inTheWay(`The same rule exists already (${same[0]}).`);
  return done('Rule created.', { rule: shown(tables.insert('automation_rules', row), row) });
}

const manageAutomationRule: ToolDefinition = {
  name: 'manage_automation_rule',
  description: 'Automation rules that run by themselves (when a time comes or a place is reached, do something): create a rule, switch it on or off, delete it, or pause and resume all automation. Changing a rule needs its id from query_automation_rule.',
  inputSchema: parameters(
    {
      action: choice('What to do: create (automate), enable (switch the rule on), disable (switch the rule off), delete (remove), pause_all, resume_all.', [
        'create', 'enable', 'disable', 'delete', 'pause_all', 'resume_all',
      ]),
      ruleId: words('Id of the rule to change, from query_automation_rule.', 'id'),
      name: words('Name of the rule.', 'text'),
      time: words('Runs every day at this time.', 'time'),
      place: words('Runs on arrival at this place.', 'text'),
      batteryPercent: whole('Runs when the battery falls below this percentage.', 1, 99, 'percent'),
      ruleAction: choice('What it does: Do Not Disturb on or off, dark mode on, sound muted, battery saver on, flashlight (torch) on.', ACTIONS),
    },
    ['action'],
  ),
  sideEffect: () => true,
  run(args, run) {
    const action = textArg(args, 'action') ?? '';
    const { tables } = run;
    if (action === 'create') return create(args, run);
    if (action === 'pause_all' || action === 'resume_all') {
      const paused = action === 'pause_all';
      if (tables.get('time_settings', 'automation')?.['paused'] === paused) return inTheWay(`Automation is ${paused ? 'paused' : 'running'} already.`);
      tables.update('time_settings', 'automation', { paused });
      return block(action, paused ? 'Automation paused.' : 'Automation runs again.', 'automation', { paused });
    }
    const id = textArg(args, 'ruleId');
    if (id === undefined) return badArgument(`ruleId is required to ${action} a rule; query_automation_rule lists the ids`);
    const row = tables.get('automation_rules', id);
    if (!row) return notFound(`There is no rule ${id}.`);
    if (action === 'delete') {
      tables.remove('automation_rules', id);
      return done('Rule deleted.', { rule: shown(id, row) });
    }
    const enabled = action === 'enable';
    if (enabled && tables.get('time_settings', 'automation')?.['paused'] === true) return inTheWay(PAUSED);
    tables.update('automation_rules', id, { enabled });
    return done(`Rule switched ${enabled ? 'on' : 'off'}.`, { rule: shown(id, { ...row, enabled }) });
  },
};

const queryAutomationRule: ToolDefinition = {
  name: 'query_automation_rule',
  description: 'Look up automation rules: ids, what sets them off, what they do and whether they are on or off.',
  inputSchema: parameters({
    name: words('Only rules whose name holds these words.', 'text'),
    status: choice('Only rules that are on or off.', ['on', 'off']),
  }),
  sideEffect: () => false,
  run(args, { tables }) {
    const name = textArg(args, 'name');
    const status = textArg(args, 'status');
    const rows = rowsWhere(tables, 'automation_rules', (row) => holds(row['name'], name) && (status === undefined || row['enabled'] === (status === 'on')));
    return listed(rows.map(([id, row]) => shown(id, row)), given({ name, status }));
  },
};

export const automationTools = [manageAutomationRule, queryAutomationRule];
