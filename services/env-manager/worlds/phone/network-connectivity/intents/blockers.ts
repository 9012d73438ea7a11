import { switchConflict } from '../../authoring/setting-intents.ts';

/** States of the radios that stand in the way of others, and the one call that clears each. */

export const airplaneInTheWay = switchConflict({
  id: 'airplane_mode',
  row: ['network', 'airplane_mode'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'control_airplane_mode', args: { action: 'disable' } },
});

export const wifiOff = switchConflict({
  id: 'wifi_off',
  row: ['network', 'wifi'],
  blocking: { on: false },
  cleared: { on: true },
  repair: { tool: 'manage_wifi', args: { action: 'enable' } },
});

export const wifiOn = switchConflict({
  id: 'wifi_on',
  row: ['network', 'wifi'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'manage_wifi', args: { action: 'disable' } },
});

export const hotspotOn = switchConflict({
  id: 'hotspot_on',
  row: ['network', 'hotspot'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'manage_hotspot', args: { action: 'disable' } },
});

export const bluetoothOff = switchConflict({
  id: 'bluetooth_off',
  row: ['network', 'bluetooth'],
  blocking: { on: false },
  cleared: { on: true },
  repair: { tool: 'manage_bluetooth', args: { action: 'enable' } },
});

export const mobileDataOff = switchConflict({
  id: 'mobile_data_off',
  row: ['network', 'mobile_data'],
  blocking: { on: false },
  cleared: { on: true },
  repair: { tool: 'manage_mobile_data', args: { action: 'enable' } },
});

export const nfcOff = switchConflict({
  id: 'nfc_off',
  row: ['network', 'nfc'],
  blocking: { on: false },
  cleared: { on: true },
  repair: { tool: 'manage_nfc', args: { action: 'enable' } },
});

export const otherVpn = switchConflict({
  id: 'other_vpn',
  row: ['network', 'vpn'],
  blocking: { connected_profile: 'Legacy Gateway' },
  cleared: { connected_profile: '' },
  repair: { tool: 'manage_vpn', args: { action: 'disconnect' } },
});

/** Radios free to use: nothing of the above in the way. */
export const FREE = { network: { airplane_mode: { on: false }, hotspot: { on: false } } };
