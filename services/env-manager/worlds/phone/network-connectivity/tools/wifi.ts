import type { ToolDefinition } from '../../../world.ts';
import { badArgument, done, flat, inTheWay, isOn, listed, matches, notFound, onOff, text } from '../../authoring/outcomes.ts';
import { AIRPLANE, airplaneOn, radioOn, rowNamed } from './radios.ts';

export const manageWifi: ToolDefinition = {
  name: 'manage_wifi',
  description: 'Turns the Wi-Fi (WLAN, wireless internet) switch of the phone on or off, or forgets a saved Wi-Fi network so that the phone no longer joins it.',
  inputSchema: {
    type: 'object',
    properties: {
      action: { type: 'string', description: 'Enable turns Wi-Fi on, disable turns Wi-Fi off, forget removes a saved network.', enum: ['enable', 'disable', 'forget'] },
      networkName: { type: 'string', description: 'Name of the saved Wi-Fi network to forget; only with forget.', format: 'name' },
    },
    required: ['action'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    const wifi = tables.get('network', 'wifi');
    if (args['action'] === 'forget') {
      const name = text(args, 'networkName');
      if (name === '') return badArgument('networkName is needed to forget a network');
      const found = rowNamed(tables, 'wifi_networks', name);
      if (!found) return notFound(`no Wi-Fi network named ${name}`);
      tables.update('wifi_networks', found[0], { saved: false });
      return done(`${name} is forgotten`, { network: name, saved: false });
    }
    const on = args['action'] === 'enable';
    if (on && airplaneOn(tables)) return inTheWay(AIRPLANE);
    if (on && isOn(tables.get('network', 'hotspot'))) return inTheWay('the personal hotspot is on and uses the Wi-Fi radio; turn the hotspot off first');
    tables.update('network', 'wifi', { on });
    return done(`Wi-Fi is ${onOff(on)}`, { wifi: onOff(on), connected_network: on ? text(wifi, 'connected_network') : '' });
  },
};

export const connectWifi: ToolDefinition = {
  name: 'connect_wifi',
  description: 'Joins the phone to a Wi-Fi network in range by its name. A saved or open network needs no password, a new protected one does.',
  inputSchema: {
    type: 'object',
    properties: {
      networkName: { type: 'string', description: 'Name of the Wi-Fi network to connect to.', format: 'name' },
      password: { type: 'string', description: 'Password of a new protected Wi-Fi network; leave out for saved networks.', format: 'text' },
    },
    required: ['networkName'],
    additionalProperties: false,
  },
  sideEffect: () => true,
  run(args, { tables }) {
    if (airplaneOn(tables)) return inTheWay(AIRPLANE);
    if (!radioOn(tables, 'wifi')) return inTheWay('Wi-Fi is off; turn it on first');
    const name = text(args, 'networkName');
    const found = rowNamed(tables, 'wifi_networks', name);
    if (!found) return notFound(`no Wi-Fi network named ${name} is in range`);
    const [id, row] = found;
    const password = text(args, 'password');
    const protectedNew = !isOn(row, 'saved') && row['security'] !== 'open';
    if (protectedNew && password === '') return badArgument(`password is needed: ${name} is protected and not saved`);
    if (protectedNew && password !== row['password']) return badArgument(`password is wrong for ${name}`);
    if (!isOn(row, 'saved')) tables.update('wifi_networks', id, { saved: true });
    tables.update('network', 'wifi', { connected_network: text(row, 'name') });
    return flat(`connected to ${text(row, 'name')}`, { network: text(row, 'name'), signal: text(row, 'signal') });
  },
};

export const queryWifi: ToolDefinition = {
  name: 'query_wifi',
  description: 'Looks up Wi-Fi: whether it is on and which network is in use, the saved or nearby Wi-Fi networks, or the password of a saved network. Changes nothing.',
  inputSchema: {
    type: 'object',
    properties: {
      queryType: {
        type: 'string',
        description: 'What to look up: status of the switch and the current network, saved networks, nearby networks with signal strength, or a saved password.',
        enum: ['status', 'saved_networks', 'nearby_networks', 'password'],
      },
      networkName: { type: 'string', description: 'Only Wi-Fi networks with this name; needed for a password.', format: 'name' },
    },
    required: ['queryType'],
    additionalProperties: false,
  },
  sideEffect: () => false,
  run(args, { tables }) {
    const on = radioOn(tables, 'wifi');
    if (args['queryType'] === 'status') {
      return flat(`Wi-Fi is ${onOff(on)}`, { wifi: onOff(on), connected_network: on ? text(tables.get('network', 'wifi'), 'connected_network') : '' });
    }
    const name = text(args, 'networkName');
    const rows = tables.list('wifi_networks').filter(([, row]) => matches(text(row, 'name'), name));
    if (args['queryType'] === 'password') {
      if (name === '') return badArgument('networkName is needed to look up a password');
      const saved = rows.find(([, row]) => isOn(row, 'saved'));
      return saved ? done(`password of ${text(saved[1], 'name')}`, { network: text(saved[1], 'name'), password: text(saved[1], 'password') }) : notFound(`no saved Wi-Fi network named ${name}`);
    }
    const wanted = args['queryType'] === 'saved_networks' ? rows.filter(([, row]) => isOn(row, 'saved')) : rows;
    return listed(
      wanted.map(([id, row]) => ({ id, name: text(row, 'name'), security: text(row, 'security'), signal: text(row, 'signal'), saved: isOn(row, 'saved') })),
      { queryType: args['queryType'], ...(name === '' ? {} : { networkName: name }) },
    );
  },
};
