import { domain as apps } from '../apps-storage/mod.ts';
import { intentSuite } from '../authoring/intent-suite.ts';
import { domain, intents } from './mod.ts';

intentSuite('display and sound', [domain, apps], intents, 55);
