import type { TableData, TableSpec } from '../../world.ts';

/**
 * Radios and connections. A switch row keeps what the user chose; what is effective follows from airplane mode, so leaving airplane
 * mode brings every radio back as it was. `connected_network` and `connected` are the links used while the radio is on.
 */
export const tables: readonly TableSpec[] = [
  { name: 'network', idPrefix: 'network' },
  { name: 'wifi_networks', idPrefix: 'wifi' },
  { name: 'bluetooth_devices', idPrefix: 'bt' },
  { name: 'vpn_profiles', idPrefix: 'vpn' },
];

export const base: TableData = {
  network: {
    wifi: { on: true, connected_network: 'Maple House 5G' },
    bluetooth: { on: true, discoverable: false, device_name: 'Pocket One' },
    mobile_data: { on: true, roaming: false, network_mode: '5G' },
    airplane_mode: { on: false },
    hotspot: { on: false, name: 'Pocket One', password: 'river7788', band: '5GHz', max_devices: 8, auto_off_minutes: 10 },
    nfc: { on: true, payment_mode: 'tap_to_pay' },
    vpn: { connected_profile: '' },
    data_limit: { limit_gb: 30, warning_percent: 80, cycle_day: 1 },
    status: { carrier: 'Northline Mobile', signal_bars: 4, ip_address: '192.168.31.24', download_mbps: 186, used_gb: 12.4 },
  },
  wifi_networks: {
    wifi_1: { name: 'Maple House 5G', security: 'WPA3', password: 'cedar2291', saved: true, signal: 'strong' },
    wifi_2: { name: '云栖办公', security: 'WPA2', password: 'yunqi8866', saved: true, signal: 'medium' },
    wifi_3: { name: 'Harbor Library', security: 'open', password: '', saved: false, signal: 'weak' },
    wifi_4: { name: '楼下奶茶店', security: 'WPA2', password: 'naicha6677', saved: false, signal: 'medium' },
  },
  bluetooth_devices: {
    bt_1: { name: 'Lumen Earbuds', type: 'earphones', paired: true, connected: false, battery: 74 },
    bt_2: { name: '车载蓝牙', type: 'car', paired: true, connected: false, battery: 100 },
    bt_3: { name: 'Fern Keyboard', type: 'keyboard', paired: false, connected: false, battery: 61 },
  },
  vpn_profiles: {
    vpn_1: { name: 'Branch Office', server: 'branch.vpn.example', protocol: 'IKEv2' },
    vpn_2: { name: '校园网', server: 'campus.vpn.example', protocol: 'WireGuard' },
  },
};
