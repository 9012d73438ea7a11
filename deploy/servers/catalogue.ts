import { invalid } from '#kit/errors.ts';
import { helm } from './helm/recipe.ts';
import { kube } from './kube/recipe.ts';
import { kwok } from './kwok/recipe.ts';
import { mongo } from './mongo/recipe.ts';
import { nats } from './nats/recipe.ts';
import { otelcol } from './otelcol/recipe.ts';
import { s3 } from './s3/recipe.ts';
import { triton } from './triton/recipe.ts';
import type { ProgramName, Recipe, ServerName } from './types.ts';

/** Everything there is a recipe for. */
export const RECIPES: Readonly<Record<ProgramName, Recipe>> = { nats, mongo, s3, otelcol, triton, kube, kwok, helm };

/** Servers that stand alone. */
export const SERVER_NAMES: readonly ServerName[] = ['nats', 'mongo', 's3', 'otelcol', 'triton'];

/** All programs, in the order in which they are installed. */
export const PROGRAM_NAMES: readonly ProgramName[] = [...SERVER_NAMES, 'kube', 'kwok', 'helm'];

/** INVALID_ARGUMENT if there is no server of that name that stands alone. */
export const serverName = (text: string): ServerName => nameAmong(SERVER_NAMES, 'server', text);

/** INVALID_ARGUMENT if there is no recipe of that name. */
export const programName = (text: string): ProgramName => nameAmong(PROGRAM_NAMES, 'program', text);

function nameAmong<N extends string>(names: readonly N[], what: string, text: string): N {
  const name = names.find((each) => each === text);
  if (name === undefined) throw invalid('name', `there is no ${what} ${JSON.stringify(text)}`, `write ${names.join(', ')}`);
  return name;
}
