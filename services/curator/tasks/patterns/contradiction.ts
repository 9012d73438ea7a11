import type { Drawn, Scene } from '../drawing.ts';
import { frames, type Pattern } from './pattern.ts';

const BOTH = frames(
  [
    ['{A}. At the very same moment, {B}. Both have to hold together.', 'I need both of these at once, one as much as the other: {A}; {B}.'],
    ['{A}, and keep that while you also {B}. Neither may give way.', 'Simultaneously: {A}; {B}. Do not drop either.'],
    ['Have these two true at one and the same time: {A}; {B}.', '{A}. Without changing that, {B} as well.'],
  ],
  [['{A}，同一时刻又要{B}，两个都得成立。', '这两样要同时满足：{A}；{B}。'], ['{A}，在保持不变的情况下还要{B}，哪个都不能让。'], ['要让这两件事在同一时间都为真：{A}；{B}。']],
);

/** The same order with another value for the same row, so that only one of the two can hold. */
function opposite(scene: Scene, drawn: Drawn): Drawn | undefined {
  const [change, more] = drawn.instance.changes;
  if (!change || more || change.kind !== 'update') return undefined;
  for (let n = 0; n < 8; n++) {
    const other = scene.redraw(drawn, `opposite${n}`);
    const [against] = other.instance.changes;
    const clash = Object.keys(change.fields ?? {}).some((field) => against?.fields?.[field] !== undefined && against.fields[field] !== change.fields?.[field]);
    if (against?.kind === 'update' && against.id === change.id && against.table === change.table && clash && other.clause() !== drawn.clause()) return other;
  }
  return undefined;
}

/** Two wishes that cannot hold together: ask which one counts. */
export const contradiction: Pattern = {
  id: 'contradictory_request',
  ability: 'tool_use',
  roles: ['write'],
  weight: 4,
  frames: { both: BOTH },
  accepts: ([intent]) => (intent?.wordings.en.train ?? []).some((wording) => wording.includes('{')),
  build({ scene, intents: [intent] }) {
    if (!intent) return undefined;
    const drawn = scene.draw(intent, 'a', 'order');
    const other = opposite(scene, drawn);
    if (!other) return undefined;
    return {
      history: [],
      request: scene.say(BOTH, { A: drawn, B: other }),
      setup: drawn.instance.setup,
      turns: [],
      reply: { kind: 'clarify', target: 'conflict' },
      changes: [],
      alsoExposed: drawn.instance.calls.map((call) => call.tool),
      capabilities: ['clarification', 'boundary_detection'],
      frictions: ['contradictory_request'],
      difficulty: 0.4,
    };
  },
};
