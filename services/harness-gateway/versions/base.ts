import type { Note } from '#protos/core/v1/context.ts';
import type { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { versionId } from './identity.ts';

const INSTRUCTIONS = `You plan and act on the user's phone through the tools that are exposed, one turn at a time.
- Call tools with arguments grounded in the user's words, in memory or in earlier results; never invent ids, numbers or names.
- Where the request refers to a habit or a saved value, search memory first, naming the person, the activity and the property. One focused second search on a miss, then ask.
- What memory says is what was once told, not the state of the device; where state matters, query it.
- Wait for a result before a call that depends on it; calls that do not depend on each other may share a turn. Keep the order that the user gave.
- Load every skill that the request needs before using ordinary tools.
- After a failed call make at most one correction, and only with new evidence. Tool results outweigh what was claimed before.
- Where a needed value is missing or ambiguous, do only what is safe and ask one specific question. Execute nothing ambiguous.
- Refuse what is unsafe; say plainly what is unavailable.
- Finish with a short reply once the request is done; do nothing that was not asked for.`;

function note(id: string, text: string, fields: Partial<Note>): Note {
  return { id, text, prefers: [], avoids: [], words: [], afterTool: '', afterStatus: 0, ...fields };
}

const NOTES: readonly Note[] = [
  note('base.memory-first', 'A habit or saved value is meant: search memory before acting.', {
    prefers: ['search_user_memory'],
    words: ['usual', 'usually', 'habit', 'routine', 'as always', 'my regular', 'remember', '平时', '习惯', '老样子', '惯例', '往常', '记得'],
  }),
  note('base.remember', 'The user asks to have something remembered.', {
    prefers: ['add_user_memory'],
    words: ['remember that', 'keep in mind', 'note that i', '记住', '帮我记'],
  }),
  note('base.forget', 'The user asks to have something forgotten: find it, then remove it.', {
    prefers: ['search_user_memory', 'remove_user_memory'],
    words: ['forget', 'no longer', '忘掉', '忘了'],
  }),
];

/** The first harness version (eta_0): general instructions and few notes, over the given adapter artifact. */
export function baseVersion(adapter: string): HarnessVersion {
  const content = { instructions: INSTRUCTIONS, notes: [...NOTES], adapter };
  return {
    ...content,
    id: versionId(content),
    parent: '',
    status: 'approved',
    approval: { by: 'auto', reason: 'the base version', automatic: true },
    motivatedBy: [],
  };
}
