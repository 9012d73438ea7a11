import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What the chart takes from elsewhere in the project: path in `files/`, and where it has its source. They are copies, since Helm warns of each symbolic
 * link whenever it reads the chart.
 */
export const COPIES: Readonly<Record<string, string>> = {
  crds: 'operators/gyre-operator/crds',
  policies: 'operators/gyre-operator/policies',
  dashboards: 'deploy/telemetry/dashboards',
  'alerts.yaml': 'deploy/telemetry/alerts.yaml',
  'collector.yaml': 'deploy/telemetry/collector.yaml',
  'roles.js': 'deploy/mongo/roles.js',
};

/** Every copy: text by path in the chart. */
export function copies(): ReadonlyMap<string, string> {
  return new Map(Object.entries(COPIES).flatMap(([to, from]) => filesOf(from).map((name) => [`files/${to}${name}`, readFileSync(inProject(`${from}${name}`), 'utf8')] as const)));
}

/** `/NAME` of each file in a folder; of a file, nothing behind it. */
function filesOf(path: string): string[] {
  return statSync(inProject(path)).isDirectory() ? readdirSync(inProject(path)).sort().map((name) => `/${name}`) : [''];
}

function inProject(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url));
}
