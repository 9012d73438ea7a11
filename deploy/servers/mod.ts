/** Real servers on this machine, for tests and for running the cluster profile without containers. */
export { RECIPES, SERVER_NAMES, serverName } from './catalogue.ts';
export { startServer } from './launcher.ts';
export { findServer, provideServer, thisMachine } from './provision.ts';
export type { OptionsOf, RunningServer } from './running.ts';
export type { Machine, Missing, Provision, Ready, ServerName } from './types.ts';
