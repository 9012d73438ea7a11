import { isAbsolute } from 'node:path';
import { invalid } from '#kit/errors.ts';
import { withoutCredentials } from '#kit/url.ts';

/** Where policies are served. */
export interface TritonAddress {
  /** host:port of the inference server's gRPC. */
  readonly address: string;
  /** Name of the model whose versions are policy versions. */
  readonly model: string;
  /** The server's model repository as this process sees it; undefined if it can use only what others have put there. */
  readonly repository: string | undefined;
}

/**
 * Reads `triton://HOST:PORT[/MODEL][?repository=DIR]`, the model's name being `policy` by default. INVALID_ARGUMENT naming GYRE_POLICY_URL.
 */
export function tritonAddress(text: string): TritonAddress {
  const wrong = (problem: string) => invalid('GYRE_POLICY_URL', `${withoutCredentials(text)} ${problem}`, 'write triton://HOST:PORT/MODEL?repository=DIR; MODEL and repository may be left out');
  const url = URL.parse(text);
  if (url === null || url.protocol !== 'triton:') throw wrong('is no address of a Triton server');
  if (url.hostname === '' || url.port === '' || url.username !== '') throw wrong('is not of a host and a port');
  const model = url.pathname.replace(/^\//, '') || 'policy';
  if (!/^[A-Za-z0-9_.-]+$/.test(model)) throw wrong('names a model that is no folder name');
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'repository');
  if (unknown !== undefined) throw wrong(`has an option ${unknown}`);
  const repository = url.searchParams.get('repository') ?? undefined;
  if (repository !== undefined && !isAbsolute(repository)) throw wrong('has a repository that is no absolute path');
  return { address: `${url.hostname}:${url.port}`, model, repository };
}
