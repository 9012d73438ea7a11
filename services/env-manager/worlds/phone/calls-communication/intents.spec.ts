import { domain as apps } from '../apps-storage/mod.ts';
import { intentSuite } from '../authoring/intent-suite.ts';
import { domain as network } from '../network-connectivity/mod.ts';
import { domain, intents } from './mod.ts';

intentSuite('calls', [apps, network, domain], intents, 30);
