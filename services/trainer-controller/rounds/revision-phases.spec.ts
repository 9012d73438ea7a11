import { describe, expect, it } from 'vitest';
import type { Round, RoundPlan } from '#protos/core/v1/round.ts';
import type { RevisionDoc } from '../collections.ts';
import type { HarnessEditor } from '../revision/editor.ts';
import { newWorld, openLife, smallPlan, type World } from '../testkit/instance.ts';
import { halfSkill, type Skill } from '../testkit/surroundings.ts';

const editor: HarnessEditor = {
  propose: async ({ current }) => ({ instructions: `${current.instructions} well`, notes: [], motivatedBy: ['d1'], reasons: ['a test'], method: 'rule' }),
};

/** Dev is solved under every harness but the first one, or under the first one only. */
const better: Skill = (slot) => (slot.purpose === 'evaluation' ? slot.harnessVersion !== 'eta-0' : halfSkill(slot));
const worse: Skill = (slot) => (slot.purpose === 'evaluation' ? slot.harnessVersion === 'eta-0' : halfSkill(slot));

async function live(world: World, plan: RoundPlan = smallPlan): Promise<Round> {
  const life = await openLife(world, { editor });
  await life.trainer.runner.start('r1', plan);
  await life.trainer.runner.settled('r1');
  const round = await life.trainer.rounds.get('r1');
  await life.close();
  return round;
}

const revisionOf = (world: World) => world.store.collection<RevisionDoc>({ name: 'revisions' }).get('r1');

describe('a harness revision', () => {
  it('that gains on dev is accepted, automatically and recorded as such, and the round ends with it', async () => {
    const world = newWorld(better);
    const round = await live(world);
    const revision = await revisionOf(world);
    expect(revision).toMatchObject({ accepted: true, dev_before: 0, dev_after: 1, from: 'eta-0', method: 'rule', reasons: ['a test'] });
    expect(round.harness).toBe(revision?.proposal);
    expect(world.harness.versions.get(round.harness)).toMatchObject({ status: 'approved', approval: { by: 'auto', automatic: true }, motivatedBy: ['d1'], parent: 'eta-0' });
  });

  it('that does not gain is rejected, and the round keeps its harness', async () => {
    const world = newWorld(worse);
    const round = await live(world);
    expect(round).toMatchObject({ phase: 'done', harness: 'eta-0' });
    const revision = await revisionOf(world);
    expect(revision).toMatchObject({ accepted: false, dev_after: 0 });
    expect(world.harness.versions.get(revision?.proposal ?? '')?.status).toBe('rejected');
  });

  it('that breaks a rule is not even tried on dev', async () => {
    const world = newWorld(better);
    const refusing = { ...world.harness.client, proposeRevision: async () => ({ version: undefined, problems: ['quotes a user'] }) };
    const life = await openLife(world, { editor, harness: refusing });
    await life.trainer.runner.start('r1', smallPlan);
    await life.trainer.runner.settled('r1');
    await life.close();
    expect(await revisionOf(world)).toMatchObject({ accepted: false, dev_after: null, problems: ['quotes a user'] });
    expect(world.executed.some((slot) => slot.startsWith('eval/r1/dev/revised'))).toBe(false);
  });

  it('waits for an approver where the plan says so, and follows the word given', async () => {
    for (const accept of [true, false]) {
      const world = newWorld(better);
      const manual = { ...smallPlan, approve: 'manual' };
      const { release } = await live(world, manual);
      await world.curator.client.decideRelease({ digest: release, accept: true, approval: { by: 'reviewer', reason: 'fine', automatic: false } });
      expect(await live(world, manual)).toMatchObject({ phase: 'awaiting_harness', harness: 'eta-0' });
      const proposal = (await revisionOf(world))?.proposal ?? '';
      await world.harness.client.decideRevision({ id: proposal, accept, approval: { by: 'reviewer', reason: 'looked at it', automatic: false } });
      expect(await live(world, manual)).toMatchObject({ phase: 'done', harness: accept ? proposal : 'eta-0' });
    }
  });
});
