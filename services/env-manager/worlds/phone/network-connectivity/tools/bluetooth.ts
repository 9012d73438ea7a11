import type { ToolDefinition } from '../../../world.ts';
import { amount, block, done, flat, inTheWay, isOn, listed, matches, notFound, onOff, text } from '../../authoring/outcomes.ts';
import { AIRPLANE, airplaneOn, radioOn } from './radios.ts';

export const manageBluetooth: ToolDefinition = {
  name: 'manage_bluetooth',
  description: 'Turns the Bluetooth switch of the phone on or off, or makes the phone visible to (discoverable by) or hidden from nearby devices.',
  inputSchema: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        description: 'Enable turns Bluetooth on, disable turns it off, make_visible lets nearby devices find the phone, hide stops that.',
        enum: ['enable', 'disable', 'make_visible', 'hide'],
      },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    const action = text(args, 'action');
    if (action === 'enable' && airplaneOn(tables)) return inTheWay(AIRPLANE);
    if (action === 'make_visible' && !radioOn(tables, 'bluetooth')) return inTheWay('Bluetooth is off; turn it on first');
    tables.update('network', 'bluetooth', action === 'enable' || action === 'disable' ? { on: action === 'enable' } : { discoverable: action === 'make_visible' });
    const row = tables.get('network', 'bluetooth');
    return block(action, 'Bluetooth settings changed', 'bluetooth', { state: onOff(isOn(row)), visible: isOn(row, 'discoverable') });
  },
};

export const pairBluetoothDevice: ToolDefinition = {
  name: 'pair_bluetooth_device',
  description: 'Pairs, connects, disconnects or unpairs one Bluetooth device such as earphones, a speaker or a watch, by the id that query_bluetooth lists.',
  inputSchema: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        description: 'Pair a new device, connect a paired one, disconnect it but keep the pairing, or unpair and forget it.',
        enum: ['pair', 'connect', 'disconnect', 'unpair'],
      },
      deviceId: { type: 'string', description: 'Id of the Bluetooth device, as listed by query_bluetooth.', format: 'id' },
    },
    required: ['action', 'deviceId'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  permission: 'bluetooth',
  run(args, { tables }) {
    if (airplaneOn(tables)) return inTheWay(AIRPLANE);
    if (!radioOn(tables, 'bluetooth')) return inTheWay('Bluetooth is off; turn it on first');
    const id = text(args, 'deviceId');
    const row = tables.get('bluetooth_devices', id);
    if (!row) return notFound(`no Bluetooth device with id ${id}; query_bluetooth lists ids`);
    const action = text(args, 'action');
    if (action === 'connect' && !isOn(row, 'paired')) return inTheWay(`${text(row, 'name')} is not paired yet; pair it first`);
    if (action === 'disconnect') tables.update('bluetooth_devices', id, { connected: false });
    else if (action === 'unpair') tables.update('bluetooth_devices', id, { paired: false, connected: false });
    else tables.update('bluetooth_devices', id, { paired: true, connected: true });
    const now = tables.get('bluetooth_devices', id);
    return done(`${action} finished`, { id, name: text(now, 'name'), paired: isOn(now, 'paired'), connected: isOn(now, 'connected') });
  },
};

export const queryBluetooth: ToolDefinition = {
  name: 'query_bluetooth',
  description: 'Looks up Bluetooth: whether it is on, or the paired and nearby devices with their ids, connection and battery level. Changes nothing.',
  inputSchema: {
    type: 'object',
    properties: {
      queryType: {
        type: 'string',
        description: 'Status of the Bluetooth switch, devices (all known and nearby devices), or connected_devices only.',
        enum: ['status', 'devices', 'connected_devices'],
      },
      deviceName: { type: 'string', description: 'Only Bluetooth devices with this name.', format: 'name' },
    },
    required: ['queryType'],
    additionalProperties: false,
  },
  sideEffect: () => false,
  run(args, { tables }) {
    const on = radioOn(tables, 'bluetooth');
    const adapter = tables.get('network', 'bluetooth');
    if (args['queryType'] === 'status') return flat(`Bluetooth is ${onOff(on)}`, { bluetooth: onOff(on), visible: isOn(adapter, 'discoverable') ? 'yes' : 'no' });
    const name = text(args, 'deviceName');
    const items = tables
      .list('bluetooth_devices')
      .filter(([, row]) => matches(text(row, 'name'), name))
      .map(([id, row]) => ({
        id,
        name: text(row, 'name'),
        type: text(row, 'type'),
        paired: isOn(row, 'paired'),
        connected: on && isOn(row, 'connected'),
        battery: amount(row, 'battery') ?? 0,
      }));
    const wanted = args['queryType'] === 'connected_devices' ? items.filter((item) => item.connected) : items;
    return listed(wanted, { queryType: args['queryType'], ...(name === '' ? {} : { deviceName: name }) });
  },
};
