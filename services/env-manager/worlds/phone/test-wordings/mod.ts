import type { WordingsByIntent } from '../wordings.ts';
import { assistantAppsTest } from './assistant-apps.ts';
import { callsCommunicationTest } from './calls-communication.ts';
import { displaySoundTest } from './display-sound.ts';
import { networkConnectivityTest } from './network-connectivity.ts';
import { timeManagementTest } from './time-management.ts';

/** The test wordings of all domains: written from the meaning of the intents alone, and used nowhere before the last evaluation. */
export const testWordings: WordingsByIntent = { ...timeManagementTest, ...callsCommunicationTest, ...networkConnectivityTest, ...displaySoundTest, ...assistantAppsTest };
