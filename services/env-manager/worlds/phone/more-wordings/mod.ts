import type { WordingsByIntent } from '../wordings.ts';
import { aiAssistant } from './ai-assistant.ts';
import { appsStorage } from './apps-storage.ts';
import { callsCommunication1 } from './calls-communication-1.ts';
import { callsCommunication2 } from './calls-communication-2.ts';
import { displaySound1 } from './display-sound-1.ts';
import { displaySound2 } from './display-sound-2.ts';
import { displaySound3 } from './display-sound-3.ts';
import { networkConnectivity } from './network-connectivity.ts';
import { timeManagement1 } from './time-management-1.ts';
import { timeManagement2 } from './time-management-2.ts';

/** Further train wordings of all domains. */
export const moreWordings: WordingsByIntent = {
  ...timeManagement1,
  ...timeManagement2,
  ...callsCommunication1,
  ...callsCommunication2,
  ...networkConnectivity,
  ...displaySound1,
  ...displaySound2,
  ...displaySound3,
  ...aiAssistant,
  ...appsStorage,
};
