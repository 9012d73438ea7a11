import type { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { type PreparedAdapter, prepareAdapter } from '../adapter/adapt.ts';
import type { AdapterArtifact } from '../adapter/artifact.ts';
import { type PreparedNotes, prepareNotes } from '../context/notes.ts';
import { type SkillLoader, skillLoader } from '../skills/loader.ts';

/** A harness version with everything prepared that sessions under it share. */
export interface HarnessRuntime {
  readonly version: HarnessVersion;
  readonly adapter: PreparedAdapter;
  /** The version's notes, then those of the artifact that it does not replace by id. */
  readonly notes: PreparedNotes;
  /** By skill id. */
  readonly loaders: ReadonlyMap<string, SkillLoader>;
}

export function prepareRuntime(version: HarnessVersion, artifact: AdapterArtifact): HarnessRuntime {
  const own = new Set(version.notes.map((note) => note.id));
  return {
    version,
    adapter: prepareAdapter(artifact),
    notes: prepareNotes([...version.notes, ...artifact.notes.filter((note) => !own.has(note.id))]),
    loaders: new Map(artifact.skills.map((skill) => [skill.id, skillLoader(skill)])),
  };
}
