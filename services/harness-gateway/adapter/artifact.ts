import type { ToolSpec } from '#protos/core/v1/tool.ts';
import { z } from 'zod';
import { digestOf } from '#kit/digest.ts';

const noteSchema = z.object({
  id: z.string(),
  text: z.string(),
  prefers: z.array(z.string()),
  avoids: z.array(z.string()),
  words: z.array(z.string()),
  afterTool: z.string(),
  afterStatus: z.number(),
});

const skillSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  families: z.array(z.object({ title: z.string(), tools: z.array(z.string()) })),
  /** `tools`: the tools the rule speaks of; empty means it holds whatever is reachable. */
  rules: z.array(z.object({ text: z.string(), tools: z.array(z.string()) })),
  sections: z.array(z.object({ title: z.string(), lines: z.array(z.object({ text: z.string(), tools: z.array(z.string()) })) })),
});

const limitsSchema = z.object({
  /** Most skills whose guidance is injected into one request. */
  skills: z.number().int().min(0),
  /** Most characters of guidance in one request. */
  characters: z.number().int().min(0),
  /** Most notes in one request. */
  notes: z.number().int().min(0),
});

const contentSchema = z.object({
  format: z.literal(1),
  /** Digest of the tool schemas that the artifact was compiled for. */
  toolDigest: z.string(),
  /** Every deployed tool with its skills, the primary one first; empty for tools declared to have none. */
  tools: z.record(z.string(), z.array(z.string())),
  skills: z.array(skillSchema),
  notes: z.array(noteSchema),
  limits: limitsSchema,
});

const artifactSchema = contentSchema.extend({ digest: z.string() });

export type CompiledSkill = z.infer<typeof skillSchema>;
export type AdapterLimits = z.infer<typeof limitsSchema>;
export type AdapterContent = z.infer<typeof contentSchema>;
/** The versioned configuration that the Scenario Adapter compiles offline (report, section 2.5); content-addressed. */
export type AdapterArtifact = z.infer<typeof artifactSchema>;

export const DEFAULT_LIMITS: AdapterLimits = { skills: 3, characters: 6000, notes: 24 };

/** Seals the content under its digest. */
export function sealArtifact(content: AdapterContent): AdapterArtifact {
  return { ...content, digest: digestOf(content) };
}

/** Reads an artifact that was stored. Throws if it has another shape or its content does not match its digest. */
export function parseArtifact(value: unknown): AdapterArtifact {
  const { digest, ...content } = artifactSchema.parse(value);
  if (digestOf(content) !== digest) throw new TypeError(`adapter artifact ${digest} does not match its content`);
  return { ...content, digest };
}

/** Digest over names, descriptions and parsed schemas in name order: the spelling of the schema text does not matter. */
export function toolSchemasDigest(tools: readonly ToolSpec[]): string {
  const sorted = [...tools].sort((a, b) => (a.name < b.name ? -1 : 1));
  return digestOf(sorted.map((tool) => ({ name: tool.name, description: tool.description, inputSchema: JSON.parse(tool.inputSchemaJson) })));
}
