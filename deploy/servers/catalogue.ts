import { invalid } from '#kit/errors.ts';
import { mongo } from './mongo/recipe.ts';
import { nats } from './nats/recipe.ts';
import { otelcol } from './otelcol/recipe.ts';
import { s3 } from './s3/recipe.ts';
import { triton } from './triton/recipe.ts';
import type { Recipe, ServerName } from './types.ts';

/** Every server there is a recipe for, in the order in which they are installed. */
export const RECIPES: Readonly<Record<ServerName, Recipe>> = { nats, mongo, s3, otelcol, triton };

export const SERVER_NAMES: readonly ServerName[] = [nats, mongo, s3, otelcol, triton].map(({ name }) => name);

/** INVALID_ARGUMENT if there is no server of that name. */
export function serverName(text: string): ServerName {
  const name = SERVER_NAMES.find((each) => each === text);
  if (name === undefined) throw invalid('name', `there is no server ${JSON.stringify(text)}`, `write ${SERVER_NAMES.join(', ')}`);
  return name;
}
