import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Papers } from '../kube/papers.ts';
import { answersOk } from '../probes.ts';
import type { Launcher } from '../running.ts';
import { STAGES_FOLDER } from './recipe.ts';

export interface KwokOptions {
  readonly kubeconfig: string;
  readonly papers: Papers;
}

/** Nodes with this annotation are kwok's. */
export const KWOK_NODE = { 'kwok.x-k8s.io/node': 'fake' } as const;
const OWN_STAGES = join(import.meta.dirname, 'stages.yaml');

/** Reports pods of its nodes as running, and those of Jobs as done soon after; no process runs. `stages.yaml` says what an annotation changes. */
export const kwokLauncher: Launcher<'kwok'> = {
  name: 'kwok',
  program: 'kwok',
  ports: ['http'],
  boundary: 'cluster',
  url: ({ http }) => `http://127.0.0.1:${http}`,
  files: () => ({}),
  async prepare({ ports, server }, { kubeconfig, papers }) {
    const stages = join(dirname(dirname(server.executable)), STAGES_FOLDER);
    const files = [...(await readdir(stages)).sort().map((file) => join(stages, file)), OWN_STAGES];
    const [annotation = ''] = Object.entries(KWOK_NODE).map(([name, value]) => `${name}=${value}`);
    return {
      args: [
        ...files.map((file) => `--config=${file}`), `--kubeconfig=${kubeconfig}`, '--manage-all-nodes=false', `--manage-nodes-with-annotation-selector=${annotation}`,
        '--node-ip=127.0.0.1', `--node-port=${ports.http}`, `--server-address=127.0.0.1:${ports.http}`, '--node-lease-duration-seconds=40', `--tls-cert-file=${papers.cert}`, `--tls-private-key-file=${papers.key}`,
      ],
    };
  },
  isReady: ({ ports }) => answersOk(ports.http, '/healthz'),
};
