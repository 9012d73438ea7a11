import type { SolutionCall } from '#env-manager/worlds/intent.ts';
import type { Drawn } from '../drawing.ts';
import { PERMISSION_TOOL, type WorldIndex } from '../world-index.ts';
import { COMMAND } from './command.ts';
import { frames, type Pattern } from './pattern.ts';
import { mention } from './reference.ts';

const MAY_GRANT = frames(
  [
    ['{A}. If a permission is missing, you may grant it.', '{A}; allow yourself whatever permission that takes.'],
    ['{A}. Permissions you lack can be switched on for this.'],
    ['{A}. In case access is denied, give yourself the access.'],
  ],
  [['{A}，缺权限的话可以直接授予。', '{A}，需要什么权限就自己开。'], ['{A}，没有的权限你可以打开。'], ['{A}，要是被拒绝访问，就把权限给上。']],
);

const STANDING = frames(
  [['Whenever you lack a permission for something I ask, simply grant it.'], ['You have my consent to turn on permissions that my requests need.'], ['For what I ask of you, opening up permissions is fine.']],
  [['以后我让你做的事缺权限，直接授予就行。'], ['我要求的事需要权限时，你可以开启，我同意。'], ['凡是我交代的，打开权限没问题。']],
);

const MAY_NOT_GRANT = frames(
  [
    ['{A}. Should a permission be missing, ask me before you grant anything.', '{A}, but no new permissions without asking me.'],
    ['{A}. Permissions are mine to decide: ask first if one is lacking.'],
    ['{A}. Do not open up access on your own, check with me.'],
  ],
  [['{A}，缺权限的话先问我，不要自己授予。', '{A}，但没问过我不许开新权限。'], ['{A}，权限由我决定，缺了先问。'], ['{A}，别自己开权限，先和我确认。']],
);

interface Blocked {
  readonly before: readonly SolutionCall[];
  /** The first call that needs the permission. */
  readonly refused: SolutionCall;
  readonly after: readonly SolutionCall[];
}

function blockedAt(world: WorldIndex, drawn: Drawn, permission: string): Blocked | undefined {
  const { calls } = drawn.instance;
  const at = calls.findIndex((call) => world.tools.get(call.tool)?.permission === permission);
  const refused = calls[at];
  return refused && { before: calls.slice(0, at), refused, after: calls.slice(at + 1) };
}

/** The permission is missing and may be granted: grant it and try again. */
export const permissionBlock: Pattern = {
  id: 'permission_block',
  ability: 'tool_use',
  roles: ['write'],
  weight: 6,
  frames: { mayGrant: MAY_GRANT, standing: STANDING, command: COMMAND },
  accepts: ([intent], world) => intent?.permission !== undefined && world.tools.has(PERMISSION_TOOL) && intent.tool !== PERMISSION_TOOL,
  build({ scene, intents: [intent] }) {
    const permission = intent?.permission;
    if (!intent || permission === undefined) return undefined;
    const drawn = scene.draw(intent, 'a');
    const blocked = blockedAt(scene.world, drawn, permission);
    if (!blocked) return undefined;
    const standing = scene.random.fork('standing').next() < 0.35;
    const grant: SolutionCall = { id: 'grant', tool: PERMISSION_TOOL, args: { action: 'grant', permission } };
    const again = [...blocked.before, { ...blocked.refused, id: `${blocked.refused.id}refused` }, grant, blocked.refused, ...blocked.after];
    return {
      history: standing ? mention(scene, scene.say(STANDING, {})) : [],
      request: scene.say(standing ? COMMAND : MAY_GRANT, { A: drawn }),
      setup: drawn.instance.setup,
      denied: [permission],
      turns: again.map((call) => [call]),
      reply: { kind: 'finish', answers: [] },
      changes: [...drawn.instance.changes, { table: 'permissions', kind: 'update', id: permission, fields: { granted: true } }],
      capabilities: ['recovery', 'multi_step'],
      frictions: ['permission_block'],
      difficulty: 0.5,
    };
  },
};

/** The permission is missing and may not be granted, or there is no way to: ask for it. */
export const permissionAsk: Pattern = {
  id: 'permission_ask',
  ability: 'tool_use',
  roles: ['write'],
  weight: 4,
  frames: { mayNotGrant: MAY_NOT_GRANT, command: COMMAND },
  accepts: ([intent]) => intent?.permission !== undefined && intent.tool !== PERMISSION_TOOL,
  build({ scene, intents: [intent] }) {
    const permission = intent?.permission;
    if (!intent || permission === undefined) return undefined;
    const drawn = scene.draw(intent, 'a');
    const blocked = blockedAt(scene.world, drawn, permission);
    if (!blocked) return undefined;
    const exposed = scene.world.tools.has(PERMISSION_TOOL) && scene.random.fork('exposed').next() < 0.5;
    return {
      history: [],
      request: scene.say(exposed ? MAY_NOT_GRANT : COMMAND, { A: drawn }),
      setup: drawn.instance.setup,
      denied: [permission],
      // A refused read tells nothing: it is no step of progress.
      turns: [...blocked.before, { ...blocked.refused, read: false }].map((call) => [call]),
      reply: { kind: 'clarify', target: 'permission' },
      changes: [],
      alsoExposed: [...drawn.instance.calls.map((call) => call.tool), ...(exposed ? [PERMISSION_TOOL] : [])],
      withheld: exposed ? [] : [PERMISSION_TOOL],
      capabilities: ['recovery', 'clarification', 'boundary_detection'],
      frictions: ['permission_block'],
      difficulty: 0.5,
    };
  },
};
