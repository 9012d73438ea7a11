import type { Row, Tables, ToolDefinition, ToolOutcome } from '../../../world.ts';
import { amount, badArgument, block, done, flat, inTheWay, isOn, notFound, onOff, text, unlessQuery } from '../../authoring/outcomes.ts';
import { AIRPLANE, airplaneOn, radioOn, rowNamed } from './radios.ts';

/** The hotspot field that a setting stands for, or why the value cannot be used. */
function hotspotFields(item: string, value: string): Row | string {
  if (item === 'name') return { name: value };
  if (item === 'password') return value.length >= 8 ? { password: value } : 'settingValue: a hotspot password has at least 8 characters';
  return value === '2.4GHz' || value === '5GHz' ? { band: value } : 'settingValue: the band is 2.4GHz or 5GHz';
}

export const configureHotspot: ToolDefinition = {
  name: 'configure_hotspot',
  description: 'Changes the name, the password or the band of the personal hotspot.',
  inputSchema: {
    type: 'object',
    properties: {
      settingItem: { type: 'string', description: 'The hotspot setting to change: its name, its password or its band (2.4GHz or 5GHz).', enum: ['name', 'password', 'band'] },
      settingValue: { type: 'string', description: 'The new name, password or band, as text.', format: 'text' },
    },
    required: ['settingItem', 'settingValue'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    const item = text(args, 'settingItem');
    const fields = hotspotFields(item, text(args, 'settingValue'));
    if (typeof fields === 'string') return badArgument(fields);
    tables.update('network', 'hotspot', fields);
    return flat(`hotspot ${item} saved`, { setting_item: item, ...fields });
  },
};

/** Why the hotspot cannot start now; empty if it can. */
function hotspotBlocked(tables: Tables): string {
  if (airplaneOn(tables)) return AIRPLANE;
  if (radioOn(tables, 'wifi')) return 'Wi-Fi is on and uses the same radio; turn Wi-Fi off first';
  return radioOn(tables, 'mobile_data') ? '' : 'mobile data is off, there is nothing to share; turn mobile data on first';
}

export const manageHotspot: ToolDefinition = {
  name: 'manage_hotspot',
  description: 'Turns the personal hotspot (tethering: sharing mobile data with other devices) on or off, sets how many devices may join or after how long idle it stops, or shows its settings and password.',
  inputSchema: {
    type: 'object',
    properties: {
      action: {
        type: 'string',
        description: 'Enable or disable the hotspot, set_max_devices, set_idle_time (automatic turn-off without devices), or query to read its settings.',
        enum: ['enable', 'disable', 'set_max_devices', 'set_idle_time', 'query'],
      },
      maxDevices: { type: 'integer', description: 'How many devices may join the hotspot; only with set_max_devices.', minimum: 1, maximum: 10 },
      idleMinutes: { type: 'integer', description: 'Idle minutes after which the hotspot turns itself off; only with set_idle_time.', format: 'duration-minutes', minimum: 1, maximum: 60 },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = text(args, 'action');
    if (action === 'enable' || action === 'disable') {
      const blocked = action === 'enable' ? hotspotBlocked(tables) : '';
      if (blocked !== '') return inTheWay(blocked);
      tables.update('network', 'hotspot', { on: action === 'enable' });
    } else if (action === 'set_max_devices') {
      const devices = amount(args, 'maxDevices');
      if (devices === undefined) return badArgument('maxDevices is needed to limit the devices');
      tables.update('network', 'hotspot', { max_devices: devices });
    } else if (action === 'set_idle_time') {
      const minutes = amount(args, 'idleMinutes');
      if (minutes === undefined) return badArgument('idleMinutes is needed to set the idle time');
      tables.update('network', 'hotspot', { auto_off_minutes: minutes });
    }
    const row = tables.get('network', 'hotspot');
    return block(action, `hotspot is ${onOff(isOn(row))}`, 'hotspot', {
      state: onOff(isOn(row)),
      name: text(row, 'name'),
      password: text(row, 'password'),
      band: text(row, 'band'),
      max_devices: amount(row, 'max_devices') ?? 0,
      idle_minutes: amount(row, 'auto_off_minutes') ?? 0,
    });
  },
};

export const manageNfc: ToolDefinition = {
  name: 'manage_nfc',
  description: 'Turns NFC (near-field contactless) on or off, or chooses what holding the phone to a reader does: pay, ride transit, open doors or read tags.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Enable or disable NFC, set_mode to choose the mode, or query.', enum: ['enable', 'disable', 'set_mode', 'query'] },
      paymentMode: {
        type: 'string',
        description: 'Tap_to_pay (contactless bank payment), transit_card (bus and subway), access_card (door key), tag_reader (read tags); only with set_mode.',
        enum: ['tap_to_pay', 'transit_card', 'access_card', 'tag_reader'],
      },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    const action = text(args, 'action');
    if (action === 'set_mode') {
      if (args['paymentMode'] === undefined) return badArgument('paymentMode is needed to set the mode');
      if (!isOn(tables.get('network', 'nfc'))) return inTheWay('NFC is off; turn it on first');
      tables.update('network', 'nfc', { payment_mode: text(args, 'paymentMode') });
    } else if (action !== 'query') tables.update('network', 'nfc', { on: action === 'enable' });
    const row = tables.get('network', 'nfc');
    return done('NFC settings', { nfc: onOff(isOn(row)), payment_mode: text(row, 'payment_mode') });
  },
};

function connectVpn(name: string, tables: Tables): ToolOutcome {
  if (name === '') return badArgument('profileName is needed to connect');
  if (airplaneOn(tables)) return inTheWay(AIRPLANE);
  const found = rowNamed(tables, 'vpn_profiles', name);
  if (!found) return notFound(`no VPN profile named ${name}`);
  const current = text(tables.get('network', 'vpn'), 'connected_profile');
  const wanted = text(found[1], 'name');
  if (current !== '' && current !== wanted) return inTheWay(`VPN ${current} is connected; disconnect the VPN first`);
  tables.update('network', 'vpn', { connected_profile: wanted });
  return done('VPN connected', { vpn: 'on', profile: wanted, server: text(found[1], 'server') });
}

export const manageVpn: ToolDefinition = {
  name: 'manage_vpn',
  description: 'Connects or disconnects a VPN (virtual private network) by the name of its profile, or shows which VPN is connected.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Connect a VPN profile, disconnect the current VPN, or query it.', enum: ['connect', 'disconnect', 'query'] },
      profileName: { type: 'string', description: 'Name of the VPN profile; only with connect.', format: 'name' },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: unlessQuery,
  run(args, { tables }) {
    if (args['action'] === 'connect') return connectVpn(text(args, 'profileName'), tables);
    if (args['action'] === 'disconnect') tables.update('network', 'vpn', { connected_profile: '' });
    const profile = text(tables.get('network', 'vpn'), 'connected_profile');
    return done('VPN', { vpn: onOff(profile !== ''), profile });
  },
};
