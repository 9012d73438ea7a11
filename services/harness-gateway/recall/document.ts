import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { z } from 'zod';
import { identifierWords, words } from '../text/words.ts';

const parameterSchema = z.looseObject({
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.looseObject({ enum: z.array(z.unknown()).optional() }).optional(),
});
const schemaShape = z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() });

const NAME = 3;
const DESCRIPTION = 1.5;
const PARAMETER = 1;
const ENUM = 0.8;
const PARAMETER_TEXT = 0.4;

/** Weighted words of a tool: its name counts most, then its description, parameters, enum values and their descriptions. */
export function toolTerms(tool: ToolSpec): Map<string, number> {
  const terms = new Map<string, number>();
  const add = (list: readonly string[], weight: number) => {
    for (const word of new Set(list)) terms.set(word, (terms.get(word) ?? 0) + weight);
  };
  add(identifierWords(tool.name), NAME);
  add(words(tool.description), DESCRIPTION);
  const schema = schemaShape.safeParse(parse(tool.inputSchemaJson));
  for (const [name, value] of Object.entries(schema.data?.properties ?? {})) {
    add(identifierWords(name), PARAMETER);
    const parameter = parameterSchema.safeParse(value);
    if (!parameter.success) continue;
    add(words(parameter.data.description ?? ''), PARAMETER_TEXT);
    for (const choice of [...(parameter.data.enum ?? []), ...(parameter.data.items?.enum ?? [])]) {
      if (typeof choice === 'string') add(identifierWords(choice), ENUM);
    }
  }
  return terms;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The catalogue refuses such a schema with a clear error; recall only needs the words.
    return undefined;
  }
}
