import type { Draft } from '../draft.ts';
import { isFound, isMemorable, lasting, lookAlikes, otherValue, pastimes, remember, search, unit } from '../remembering.ts';
import { frames, type Pattern } from './pattern.ts';

const REMEMBER = frames(
  [
    ['Remember this about me: {S}', 'Please keep in mind for the future: {S}', 'Save this to your memory: {S}'],
    ['Store the following for later: {S}', 'Make a lasting note about me: {S}'],
    ['Put this into what you know of me: {S}', 'Memorise this: {S}'],
  ],
  [['记住我的这件事：{S}', '请帮我记下来，以后用得上：{S}', '存到你的记忆里：{S}'], ['把下面这条长期记着：{S}', '关于我，请记一条：{S}'], ['把这个加进你对我的了解：{S}', '牢记：{S}']],
);

const UPDATE = frames(
  [
    ['What you remember is out of date, it is now like this: {S} Update it.', 'Something has changed, correct your memory: {S}'],
    ['Your note about me needs a new version: {S}', 'Replace what you have stored on this: {S}'],
    ['The old entry no longer holds. Overwrite it: {S}', 'Bring your memory up to date: {S}'],
  ],
  [['你记的过时了，现在是这样：{S}更新一下。', '情况变了，改一下你的记忆：{S}'], ['你关于我的记录要换新的：{S}', '把存过的这条替换掉：{S}'], ['旧的那条不作数了，覆盖它：{S}', '把记忆更新成：{S}']],
);

const FORGET = frames(
  [
    ['Forget what you know about {R}.', 'Delete the memory about {R}, please.', 'Remove {R} from your memory.'],
    ['Erase what you have stored on {R}.', 'Drop the entry about {R} from what you remember.'],
    ['Wipe {R} out of your memory.', 'Do not keep {R} in memory any longer.'],
  ],
  [['忘掉{R}这条记忆。', '请删除关于{R}的记忆。', '从记忆里去掉{R}。'], ['把你存的{R}抹掉。', '不用再记着{R}了，删了吧。'], ['清除记忆中的{R}。', '{R}别再留在记忆里。']],
);

const BASE = { history: [], setup: {}, reply: { kind: 'finish', answers: [] }, changes: [] } as const;

/** A fact to keep: it is added, once. */
export const memoryAdd: Pattern = {
  id: 'memory_add',
  ability: 'memory',
  roles: ['write'],
  weight: 4,
  frames: { remember: REMEMBER },
  accepts: ([intent]) => isMemorable(intent),
  build({ scene, intents: [intent], pool }): Draft | undefined {
    const found = intent && remember(scene, intent, 'a');
    if (!found) return undefined;
    const value = lasting(found.drawn, found.slot);
    const content = found.sentence(value);
    return {
      ...BASE,
      request: scene.say(REMEMBER, { S: content }),
      turns: [[{ id: 'm1', tool: 'add_user_memory', args: { content, category: found.category } }]],
      memory: [...lookAlikes(scene, pool, found.drawn.intent.id, 1), ...pastimes(scene, 2)],
      memoryChanges: [{ kind: 'insert', fragment: value }],
      capabilities: ['memory_update'],
      frictions: [],
      difficulty: 0.25,
    };
  },
};

/** A stored fact has changed: it is found and replaced; the id stays. */
export const memoryReplace: Pattern = {
  id: 'memory_replace',
  ability: 'memory',
  roles: ['write'],
  weight: 4,
  frames: { update: UPDATE },
  accepts: ([intent]) => isMemorable(intent),
  build({ scene, intents: [intent], pool }): Draft | undefined {
    const found = intent && remember(scene, intent, 'a');
    const past = found && otherValue(scene, found);
    if (!found || past === undefined) return undefined;
    const value = lasting(found.drawn, found.slot);
    const content = found.sentence(value);
    const old = unit(scene, { category: found.category, content: found.sentence(past), days: 40 });
    const request = scene.say(UPDATE, { S: content });
    const memory = scene.random.fork('order').shuffle([old, ...lookAlikes(scene, pool, found.drawn.intent.id, 2), ...pastimes(scene, 2)]);
    if (!isFound(request, memory, old, scene.now)) return undefined;
    return {
      ...BASE,
      request,
      turns: [[search('s1', old.content)], [{ id: 'm1', tool: 'replace_user_memory', args: { memoryId: old.memoryId, content } }]],
      memory,
      memoryChanges: [{ kind: 'update', rowId: old.memoryId, fragment: value }],
      goldMemories: [old.memoryId],
      alsoExposed: ['add_user_memory', 'remove_user_memory'],
      capabilities: ['memory_access', 'memory_update'],
      frictions: ['stale_memory'],
      difficulty: 0.45,
    };
  },
};

/** A stored fact is to go: it is found and removed, and nothing else. */
export const memoryRemove: Pattern = {
  id: 'memory_remove',
  ability: 'memory',
  roles: ['write'],
  weight: 3,
  frames: { forget: FORGET },
  accepts: ([intent]) => isMemorable(intent),
  build({ scene, intents: [intent], pool }): Draft | undefined {
    const found = intent && remember(scene, intent, 'a');
    if (!found) return undefined;
    const gold = unit(scene, { category: found.category, content: found.sentence(lasting(found.drawn, found.slot)), days: 30 });
    const request = scene.say(FORGET, { R: found.reference });
    const memory = scene.random.fork('order').shuffle([gold, ...lookAlikes(scene, pool, found.drawn.intent.id, 2), ...pastimes(scene, 2)]);
    if (!isFound(request, memory, gold, scene.now)) return undefined;
    return {
      ...BASE,
      request,
      turns: [[search('s1', gold.content)], [{ id: 'm1', tool: 'remove_user_memory', args: { memoryId: gold.memoryId } }]],
      memory,
      memoryChanges: [{ kind: 'delete', rowId: gold.memoryId }],
      goldMemories: [gold.memoryId],
      alsoExposed: ['add_user_memory', 'replace_user_memory'],
      capabilities: ['memory_access', 'memory_update'],
      frictions: ['reference_obfuscation'],
      difficulty: 0.4,
    };
  },
};
