import { intentSuite } from '../authoring/intent-suite.ts';
import { domain, intents } from './mod.ts';

intentSuite('app', [domain], intents, 8);
