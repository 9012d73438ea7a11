import type { Note } from '#protos/core/v1/context.ts';
import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '#kit/clock.ts';
import { openSqliteStore } from '#kit/store/sqlite.ts';
import { smallArtifact } from '../testkit/harness.ts';
import { baseVersion } from './base.ts';
import { diffVersions } from './diff.ts';
import { versionId } from './identity.ts';
import { checkRevision } from './rules.ts';
import { HarnessVersions } from './versions.ts';

const base = baseVersion(smallArtifact.digest);
const note = (fields: Partial<Note>): Note => ({ id: 'n', text: 'Prefer it.', prefers: [], avoids: [], words: [], afterTool: '', afterStatus: 0, ...fields });
const revision = (...notes: Note[]) => HarnessVersion.fromPartial({ instructions: base.instructions, notes: [...base.notes, ...notes], parent: base.id });
const person = { by: 'reviewer-1', reason: 'helps', automatic: false };

async function versions(privateTexts: readonly string[] = []) {
  const made = new HarnessVersions({ store: openSqliteStore(':memory:'), clock: new ManualClock(1), privateTexts: async () => privateTexts });
  await made.bootstrap(smallArtifact);
  return made;
}

describe('harness versions', () => {
  it('begin with a base version that serves, once', async () => {
    const all = await versions();
    expect(await all.bootstrap(smallArtifact)).toBe(base.id);
    expect(await all.list()).toEqual([base]);
    expect(await all.get('')).toEqual(base);
    expect((await all.runtime('')).loaders.has('focus-sound')).toBe(true);
  });

  it('serve a proposal only after its approval, which stays on record', async () => {
    const all = await versions();
    const { version, problems } = await all.propose(revision(note({ prefers: ['manage_dnd'], words: ['quiet', '安静'] })));
    expect(problems).toEqual([]);
    expect(version).toMatchObject({ status: 'proposed', parent: base.id, adapter: smallArtifact.digest });
    expect(await all.serving()).toBe(base.id);
    expect((await all.runtime(version.id)).version.id).toBe(version.id);
    const decided = await all.decide(version.id, true, { by: 'auto', reason: 'dev +2', automatic: false });
    expect(decided).toMatchObject({ status: 'approved', approval: { by: 'auto', automatic: true } });
    expect(await all.serving()).toBe(version.id);
    expect(await all.decide(version.id, true, person)).toEqual(decided);
    await expect(all.decide(version.id, false, person)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
  });

  it('do not serve what was made from a version that is served no longer', async () => {
    const all = await versions();
    const one = await all.propose(revision(note({ id: 'one' })));
    const two = await all.propose(revision(note({ id: 'two' })));
    await all.decide(one.version.id, true, person);
    await expect(all.decide(two.version.id, true, person)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION', remedy: expect.stringContaining('again') });
    expect((await all.get(two.version.id)).status).toBe('proposed');
    expect((await all.decide(two.version.id, false, person)).status).toBe('rejected');
    await expect(all.runtime(two.version.id)).rejects.toMatchObject({ field: 'harness_version' });
  });

  it('roll back to an approved version and say so of the one that was left', async () => {
    const all = await versions();
    const { version } = await all.propose(revision(note({})));
    await expect(all.rollback(version.id, person)).rejects.toMatchObject({ code: 'FAILED_PRECONDITION' });
    await all.decide(version.id, true, person);
    await all.rollback(base.id, person);
    expect(await all.serving()).toBe(base.id);
    expect((await all.get(version.id)).status).toBe('rolled_back');
    await expect(all.rollback(base.id, undefined)).rejects.toMatchObject({ field: 'approval.by' });
  });

  it('reject at once what the rule checks find wrong, and what changes nothing', async () => {
    const all = await versions(['call my sister Ana about the blue bicycle tomorrow']);
    const quoting = await all.propose(revision(note({ text: 'When told to call my sister Ana about the blue bicycle, call.' })));
    expect(quoting).toMatchObject({ problems: ['note n quotes a user or a memory'], version: { status: 'rejected' } });
    expect((await all.propose(revision())).problems).toEqual(['the revision changes nothing']);
    expect(await all.serving()).toBe(base.id);
  });
});

describe('rule checks', () => {
  it.each([
    [{ prefers: ['no_tool'] }, 'note n: no_tool is neither a tool nor a kind of reply'],
    [{ prefers: ['manage_dnd'], avoids: ['manage_dnd'] }, 'note n: prefers and avoids manage_dnd'],
    [{ text: 'x'.repeat(401) }, 'note n: the text exceeds 400 characters'],
    [{ text: 'Call 138 0013 8000 first.' }, 'note n holds what looks like personal data'],
    [{ words: [''] }, 'note n: a word is empty or exceeds 40 characters'],
    [{ afterTool: 'manage_dnd' }, 'note n: after_tool and after_status belong together'],
    [{ id: 'base.forget' }, 'note base.forget is given twice'],
    [{ prefers: ['clarify', 'skill__focus_sound', 'search_user_memory'], afterTool: 'manage_dnd', afterStatus: 409 }, undefined],
  ])('%j', (fields, problem) => {
    expect(checkRevision(revision(note(fields)), smallArtifact)).toEqual(problem === undefined ? [] : [problem]);
  });

  it('bound the number of notes', () => {
    const many = Array.from({ length: 201 }, (_, at) => note({ id: `n${at}` }));
    expect(checkRevision(revision(...many), smallArtifact)).toEqual(['more than 200 notes']);
  });
});

describe('identity and difference', () => {
  it('come from what the policy is shown', () => {
    expect(versionId({ ...base, notes: base.notes.slice(1) })).not.toBe(base.id);
    expect(versionId(HarnessVersion.fromJSON(HarnessVersion.toJSON({ ...base, parent: 'other', status: 'proposed' })))).toBe(base.id);
  });

  it('name added, removed and changed notes and lines', () => {
    const [first, second, ...rest] = base.notes;
    const after = { ...base, instructions: `${base.instructions}\n- Be brief.`, notes: [{ ...first!, text: 'Other.' }, ...rest, note({})] };
    expect(diffVersions(base, after)).toEqual({
      instructions: { removed: [], added: ['- Be brief.'] },
      notes: { added: [note({})], removed: [second], changed: [{ before: first, after: { ...first, text: 'Other.' } }] },
    });
    expect(diffVersions(base, { ...base, adapter: 'b' }).adapter).toEqual({ before: base.adapter, after: 'b' });
  });
});
