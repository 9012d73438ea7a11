import type { Intent } from '../intent.ts';
import type { WorldDefinition } from '../world.ts';
import * as aiAssistant from './ai-assistant/mod.ts';
import * as appsStorage from './apps-storage/mod.ts';
import * as callsCommunication from './calls-communication/mod.ts';
import * as displaySound from './display-sound/mod.ts';
import { moreWordings } from './more-wordings/mod.ts';
import * as networkConnectivity from './network-connectivity/mod.ts';
import { testWordings } from './test-wordings/mod.ts';
import * as timeManagement from './time-management/mod.ts';
import { withMoreWordings, withTestWordings } from './wordings.ts';

const DOMAINS = [timeManagement, callsCommunication, networkConnectivity, displaySound, aiAssistant, appsStorage];

/** The phone: every functional domain that is built, with the state they share. */
export const phoneWorld: WorldDefinition = { id: 'phone', domains: DOMAINS.map((part) => part.domain) };

/** What users of the phone may want, over all domains. */
export const phoneIntents: readonly Intent[] = DOMAINS.flatMap((part) => part.intents).map((intent) => withTestWordings(withMoreWordings(intent, moreWordings), testWordings));
