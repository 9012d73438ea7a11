import { type Config, loadConfig } from '#kit/config.ts';
import { invalid } from '#kit/errors.ts';
import type { Foundations } from './layout.ts';

/**
 * Servers that run already, for example those of `deploy/compose.yaml`, by the variables that a service reads. Blobs are in `folder` and
 * policies act in the harness processes where nothing else is said. INVALID_ARGUMENT names every variable that is missing or wrong.
 */
export function givenFoundations(env: Readonly<Record<string, string | undefined>>, folder: string): Foundations {
  const defaults = { GYRE_BLOBS_URL: `file:${folder}/blobs`, GYRE_POLICY_URL: 'local:' };
  const config = loadConfig({ ...defaults, ...env, GYRE_PROFILE: 'cluster' });
  const { storeUrl, busUrl, blobsUrl, policyUrl, otlpEndpoint } = config;
  return { storeUrl, evidenceUrl: evidenceOf(config), busUrl, blobsUrl, policyUrl, ...(otlpEndpoint === undefined ? {} : { otlpEndpoint }) };
}

function evidenceOf({ evidenceUrl }: Config): string {
  if (evidenceUrl !== undefined) return evidenceUrl;
  throw invalid('GYRE_EVIDENCE_URL', 'is not set', 'name a database of its own for evidence, for example mongodb://HOST/evidence');
}
