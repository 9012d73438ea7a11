import { intentSuite } from '../authoring/intent-suite.ts';
import { domain as apps } from '../apps-storage/mod.ts';
import { domain, intents } from './mod.ts';

intentSuite('network', [domain, apps], intents, 40);
