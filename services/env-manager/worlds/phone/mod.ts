export { phoneIntents, phoneWorld } from './world.ts';
