import type { Note } from '#protos/core/v1/context.ts';
import { queryTerms } from '../recall/query.ts';
import { identifierWords, words } from '../text/words.ts';
import type { AdapterArtifact, CompiledSkill } from './artifact.ts';
import { renderSkill } from './guidance.ts';

/** What a request brings: the adapter uses the tools that are exposed already and never discovers or executes any. */
export interface AdaptRequest {
  readonly exposed: ReadonlySet<string>;
  readonly request: string;
  /** Whether anything was said before the request. */
  readonly multiTurn: boolean;
  /** Whether the request exposes skill loaders. */
  readonly skillTools: boolean;
}

export interface Guidance {
  /** Text for the instructions; empty if nothing applies. */
  readonly text: string;
  /** Notes that this request needs beside the artifact's own. */
  readonly notes: readonly Note[];
  /** Skills whose guidance is in the text. */
  readonly skills: readonly string[];
}

/** An artifact with what request-time selection looks up. */
export interface PreparedAdapter {
  readonly artifact: AdapterArtifact;
  readonly skills: ReadonlyMap<string, CompiledSkill>;
  adapt(request: AdaptRequest): Guidance;
}

const SKILL_PROTOCOL =
  'Skills are loaded by calling a skill__ tool with a reason. Choose by the titles of the skills; load every skill that the request needs before using ordinary tools. A loaded skill returns its instructions, and its tools can be called from the next step.';
const MULTI_TURN =
  'The request continues a conversation: constraints from earlier turns still bind, and tool results outweigh what an assistant turn claimed.';
const MULTI_TURN_NOTE: Note = { id: 'adapter.multi-turn', text: MULTI_TURN, prefers: [], avoids: [], words: [], afterTool: '', afterStatus: 0 };

export function prepareAdapter(artifact: AdapterArtifact): PreparedAdapter {
  const skills = artifact.skills.map((skill) => ({ skill, words: skillWords(skill), tools: skill.families.flatMap((family) => family.tools) }));
  return {
    artifact,
    skills: new Map(artifact.skills.map((skill) => [skill.id, skill])),
    adapt({ exposed, request, multiTurn, skillTools }) {
      const notes = multiTurn ? [MULTI_TURN_NOTE] : [];
      // Guidance of a skill that the policy has to choose itself would give the choice away.
      if (skillTools) return { text: SKILL_PROTOCOL, notes, skills: [] };
      const sought = queryTerms(request);
      const matching = skills
        .map((entry) => ({
          ...entry,
          overlap: sought.reduce((sum, term) => sum + (entry.words.has(term.word) ? term.weight : 0), 0),
          own: entry.tools.filter((tool) => exposed.has(tool) && artifact.tools[tool]?.[0] === entry.skill.id).length,
        }))
        .filter(({ overlap, own, tools }) => overlap > 0 && (own > 0 || tools.length === 0))
        .sort((a, b) => b.overlap - a.overlap || b.own - a.own || (a.skill.id < b.skill.id ? -1 : 1));
      const chosen: string[] = [];
      const texts: string[] = [];
      let left = artifact.limits.characters;
      for (const { skill } of matching.slice(0, artifact.limits.skills)) {
        const text = renderSkill(skill, (tool) => exposed.has(tool));
        if (text.length > left) continue;
        left -= text.length;
        chosen.push(skill.id);
        texts.push(text);
      }
      return { text: texts.join('\n\n'), notes, skills: chosen };
    },
  };
}

function skillWords(skill: CompiledSkill): ReadonlySet<string> {
  return new Set([
    ...words(`${skill.title} ${skill.description} ${skill.families.map((family) => family.title).join(' ')}`),
    ...skill.families.flatMap((family) => family.tools.flatMap(identifierWords)).filter((word) => !GENERIC.has(word)),
  ]);
}

/** Verbs that nearly every tool's name begins with. */
const GENERIC: ReadonlySet<string> = new Set(['manage', 'control', 'query', 'set'].flatMap(identifierWords));
