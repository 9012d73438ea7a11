/** Real servers on this machine, for tests and for running the cluster profile without containers. */
export { type Kubernetes, type KubernetesOptions, startKubernetes } from './kube/cluster.ts';
export { PROGRAM_NAMES, RECIPES, SERVER_NAMES, serverName } from './catalogue.ts';
export { startServer } from './launcher.ts';
export { findProgram, provideProgram, thisMachine } from './provision.ts';
export type { OptionsOf, RunningServer } from './running.ts';
export type { Machine, Missing, ProgramName, Provision, Ready, ServerName } from './types.ts';
