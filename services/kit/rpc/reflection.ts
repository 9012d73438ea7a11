import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Server } from '@grpc/grpc-js';

const PROTOS = fileURLToPath(new URL('../../../protos', import.meta.url));

/** Adds the reflection service for the named services. Reads the protos and loads its parser only when asked to. */
export async function addReflection(server: Server, services: readonly string[]): Promise<void> {
  const [{ ReflectionService }, { load }] = await Promise.all([import('@grpc/reflection'), import('@grpc/proto-loader')]);
  const files: string[] = [];
  for await (const file of glob('gyre/**/*.proto', { cwd: PROTOS })) files.push(file);
  const definitions = await load(files.sort(), { includeDirs: [PROTOS] });
  new ReflectionService(definitions, { services: [...services] }).addToServer(server);
}
