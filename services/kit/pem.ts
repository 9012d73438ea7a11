import { readFile } from 'node:fs/promises';
import { invalid } from './errors.ts';

/** The text of the PEM file that `variable` names. INVALID_ARGUMENT naming it, if there is no such file or it holds something else. */
export async function readPem(path: string, variable: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch((thrown: unknown) => {
    throw invalid(variable, `${path} cannot be read (${thrown instanceof Error ? thrown.message : String(thrown)})`, 'name a PEM file');
  });
  if (!text.includes('-----BEGIN ')) throw invalid(variable, `${path} holds no PEM text`, 'name a PEM file');
  return text;
}
