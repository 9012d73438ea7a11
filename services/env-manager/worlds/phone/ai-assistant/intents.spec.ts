import { domain as apps } from '../apps-storage/mod.ts';
import { intentSuite } from '../authoring/intent-suite.ts';
import { domain, intents } from './mod.ts';

intentSuite('assistant', [domain, apps], intents, 20);
