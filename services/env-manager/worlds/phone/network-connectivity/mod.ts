import { readFileSync } from 'node:fs';
import type { Intent } from '../../intent.ts';
import type { DomainDefinition, SkillSource } from '../../world.ts';
import { bluetoothIntents } from './intents/bluetooth.ts';
import { cellularIntents } from './intents/cellular.ts';
import { hotspotIntents } from './intents/hotspot.ts';
import { nfcVpnIntents } from './intents/nfc-vpn.ts';
import { questionIntents } from './intents/questions.ts';
import { wifiIntents } from './intents/wifi.ts';
import { base, tables } from './state.ts';
import { manageBluetooth, pairBluetoothDevice, queryBluetooth } from './tools/bluetooth.ts';
import { controlAirplaneMode, manageDataLimit, manageMobileData, queryNetworkStatus } from './tools/cellular.ts';
import { configureHotspot, manageHotspot, manageNfc, manageVpn } from './tools/sharing.ts';
import { connectWifi, manageWifi, queryWifi } from './tools/wifi.ts';

const skill = (id: string): SkillSource => ({ id, markdown: readFileSync(new URL(`./skills/${id}/SKILL.md`, import.meta.url), 'utf8') });

/** Wi-Fi, Bluetooth, mobile data, airplane mode, hotspot, NFC and VPN: 14 tools. */
export const domain: DomainDefinition = {
  id: 'network-connectivity',
  title: 'Network & Connectivity',
  tables,
  base,
  tools: [
    manageWifi, connectWifi, queryWifi,
    manageBluetooth, pairBluetoothDevice, queryBluetooth,
    manageMobileData, controlAirplaneMode, manageDataLimit, queryNetworkStatus,
    configureHotspot, manageHotspot, manageNfc, manageVpn,
  ],
  skills: [skill('network-connection-sharing')],
};

export const intents: readonly Intent[] = [...wifiIntents, ...bluetoothIntents, ...cellularIntents, ...hotspotIntents, ...nfcVpnIntents, ...questionIntents];
