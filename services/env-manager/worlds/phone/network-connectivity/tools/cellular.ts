import type { ToolDefinition } from '../../../world.ts';
import { amount, badArgument, block, done, flat, inTheWay, isOn, onOff, text, unlessQuery } from '../../authoring/outcomes.ts';
import { AIRPLANE, airplaneOn, radioOn } from './radios.ts';

export const manageMobileData: ToolDefinition = {
  name: 'manage_mobile_data',
  description: 'Turns mobile data (cellular data, 流量) on or off, allows or forbids data roaming abroad, or chooses the network mode 5G, 4G or 3G.',
  inputSchema: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        description: 'Enable or disable mobile data, enable_roaming or disable_roaming, or set_network_mode.',
        enum: ['enable', 'disable', 'enable_roaming', 'disable_roaming', 'set_network_mode'],
      },
      networkMode: { type: 'string', description: 'Fastest cellular generation to use; only with set_network_mode.', enum: ['5G', '4G', '3G'] },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    const action = text(args, 'action');
    if (action === 'set_network_mode' && args['networkMode'] === undefined) return badArgument('networkMode is needed to set the network mode');
    if (action === 'enable' && airplaneOn(tables)) return inTheWay(AIRPLANE);
    if (action === 'set_network_mode') tables.update('network', 'mobile_data', { network_mode: text(args, 'networkMode') });
    else if (action.endsWith('_roaming')) tables.update('network', 'mobile_data', { roaming: action === 'enable_roaming' });
    else tables.update('network', 'mobile_data', { on: action === 'enable' });
    const row = tables.get('network', 'mobile_data');
    return block(action, 'mobile data settings changed', 'mobile_data', { state: onOff(isOn(row)), roaming: onOff(isOn(row, 'roaming')), network_mode: text(row, 'network_mode') });
  },
};

export const controlAirplaneMode: ToolDefinition = {
  name: 'control_airplane_mode',
  description: 'Turns airplane mode (flight mode) on or off. While it is on, Wi-Fi, Bluetooth, mobile data, hotspot and VPN are blocked.',
  inputSchema: {
    type: 'object',
    properties: { action: { type: 'string', description: 'Enable or disable airplane mode.', enum: ['enable', 'disable'] } },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    const on = args['action'] === 'enable';
    tables.update('network', 'airplane_mode', { on });
    return flat(`airplane mode is ${onOff(on)}`, { airplane_mode: onOff(on) });
  },
};

export const manageDataLimit: ToolDefinition = {
  name: 'manage_data_limit',
  description: 'Sets or removes the monthly limit (cap) of mobile data in gigabytes, and sets the day of the month on which the data plan starts again.',
  inputSchema: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        description: 'Set_limit caps the monthly data, remove_limit lifts the cap, set_cycle_day moves the billing day, query shows them.',
        enum: ['set_limit', 'remove_limit', 'set_cycle_day', 'query'],
      },
      limitGb: { type: 'integer', description: 'Monthly data limit in gigabytes (GB); only with set_limit.', minimum: 1, maximum: 500 },
      cycleDay: { type: 'integer', description: 'Day of the month on which counting starts again; only with set_cycle_day.', minimum: 1, maximum: 28 },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = text(args, 'action');
    const limit = amount(args, 'limitGb');
    const day = amount(args, 'cycleDay');
    if (action === 'set_limit') {
      if (limit === undefined) return badArgument('limitGb is needed to set a limit');
      tables.update('network', 'data_limit', { limit_gb: limit });
    } else if (action === 'remove_limit') tables.update('network', 'data_limit', { limit_gb: 0 });
    else if (action === 'set_cycle_day') {
      if (day === undefined) return badArgument('cycleDay is needed to set the cycle day');
      tables.update('network', 'data_limit', { cycle_day: day });
    }
    const row = tables.get('network', 'data_limit');
    return done('data limit', { limit_gb: amount(row, 'limit_gb') ?? 0, cycle_day: amount(row, 'cycle_day') ?? 1 });
  },
};

export const queryNetworkStatus: ToolDefinition = {
  name: 'query_network_status',
  description: 'Reports one fact about the network: what carries the connection, carrier, signal bars, IP address, download speed, mobile data used this month, roaming or airplane mode. Changes nothing.',
  inputSchema: {
    type: 'object',
    properties: {
      item: {
        type: 'string',
        description: 'The fact wanted: connection, carrier (operator), signal, ip_address, speed, data_used, mobile_data, roaming or airplane_mode.',
        enum: ['connection', 'carrier', 'signal', 'ip_address', 'speed', 'data_used', 'mobile_data', 'roaming', 'airplane_mode'],
      },
    },
    required: ['item'],
    additionalProperties: false,
  },
  sideEffect: () => false,
  run(args, { tables }) {
    const status = tables.get('network', 'status');
    const connection = radioOn(tables, 'wifi') ? 'wifi' : radioOn(tables, 'mobile_data') ? 'mobile_data' : 'none';
    const facts = {
      connection: { connection },
      carrier: { carrier: text(status, 'carrier') },
      signal: { signal_bars: amount(status, 'signal_bars') ?? 0 },
      ip_address: { ip_address: text(status, 'ip_address') },
      speed: { download_mbps: amount(status, 'download_mbps') ?? 0 },
      data_used: { used_gb: amount(status, 'used_gb') ?? 0 },
      mobile_data: { mobile_data: onOff(radioOn(tables, 'mobile_data')) },
      roaming: { roaming: onOff(isOn(tables.get('network', 'mobile_data'), 'roaming')) },
      airplane_mode: { airplane_mode: onOff(airplaneOn(tables)) },
    };
    const item = Object.entries(facts).find(([name]) => name === args['item']);
    return item ? flat(`network: ${item[0]}`, item[1]) : badArgument('item is unknown');
  },
};
