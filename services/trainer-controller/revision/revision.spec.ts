import { describe, expect, it } from 'vitest';
import { HarnessVersion } from '#protos/core/v1/harness_version.ts';
import { Opening } from '#protos/core/v1/context.ts';
import { FailureCause, Record as TrajectoryRecord } from '#protos/core/v1/record.ts';
import { Split } from '#protos/core/v1/task.ts';
import { devRates } from './dev-rates.ts';
import { DEFAULT_LIMITS, proposeByRule } from './editor.ts';
import { type TrainEpisode, trainEpisode } from './evidence.ts';
import { routingWords } from './words.ts';

const current = HarnessVersion.fromPartial({ id: 'eta', instructions: 'Plan.', notes: [] });

function episode(number: number, request: string, fields: Partial<TrainEpisode>): TrainEpisode {
  return {
    ...{ record: `r${number}`, taskId: `t${number}`, family: `f${number % 3}`, request, capabilities: ['tool_routing'], success: true },
    ...{ cause: FailureCause.UNSPECIFIED, expectedTool: '', turns: [] },
    ...fields,
  };
}

const called = (...calls: readonly (readonly [string, number])[]) => calls.map(([tool, status]) => [{ tool, status }]);
const many = (from: number, count: number, make: (number: number) => TrainEpisode) => Array.from({ length: count }, (_, i) => make(from + i));
const missed = { success: false, cause: FailureCause.ROUTING, expectedTool: 'manage_dnd' } as const;

/** Requests of quiet hours want manage_dnd, which was missed twice; others want alarms. */
const routed = [
  ...many(0, 5, (n) => episode(n, `please hush ${n}`, { turns: called(['manage_dnd', 200]) })),
  ...many(5, 2, (n) => episode(n, 'hush the phone', missed)),
  ...many(10, 12, (n) => episode(n, `an alarm ${n}`, { turns: called(['manage_alarm', 200]) })),
];

const propose = (episodes: readonly TrainEpisode[], changes: Partial<Parameters<typeof proposeByRule>[0]> = {}) =>
  proposeByRule({ current, episodes, devRates: [], limits: DEFAULT_LIMITS, ...changes });

describe('the rule-based editor', () => {
  it('sends words to a tool that was missed, with the records that say so', () => {
    const proposal = propose(routed);
    expect(proposal?.notes).toHaveLength(1);
    expect(proposal?.notes[0]).toMatchObject({ id: 'rev.route.manage_dnd', prefers: ['manage_dnd'], words: ['hush'] });
    expect(proposal?.motivatedBy).toEqual(['r5', 'r6']);
    expect(proposal?.method).toBe('rule');
  });

  it('says nothing of a word that was seen too rarely, in one family only, or as often without the tool', () => {
    expect(propose(routed.filter((one) => Number(one.taskId.slice(1)) > 3))).toBeUndefined();
    expect(propose(routed.map((one) => ({ ...one, family: 'one' })))).toBeUndefined();
    expect(propose([...routed, ...many(40, 6, (n) => episode(n, 'hush, an alarm', { turns: called(['manage_alarm', 200]) }))])).toBeUndefined();
  });

  it('says nothing of a tool that nobody missed', () => {
    expect(propose(routed.filter((one) => one.success))).toBeUndefined();
  });

  it('names the repair of an error as successes show it', () => {
    const recovered = many(0, 4, (n) => episode(n, 'turn it on', { turns: called(['enable_wifi', 409], ['set_airplane_mode', 200], ['enable_wifi', 200]) }));
    const stranded = episode(9, 'turn it on', { success: false, cause: FailureCause.RECOVERY, turns: called(['enable_wifi', 409]) });
    const [note] = propose([...recovered, stranded])?.notes ?? [];
    expect(note).toMatchObject({ id: 'rev.repair.enable_wifi.409', prefers: ['set_airplane_mode'], afterTool: 'enable_wifi', afterStatus: 409, words: [] });
    expect(propose([...recovered.slice(0, 2), stranded])).toBeUndefined();
  });

  it('adds a line for a cause that keeps coming, once', () => {
    const failures = many(0, 30, (n) => episode(n, 'do both', { success: false, cause: FailureCause.PREMATURE_END }));
    const proposal = propose(failures);
    expect(proposal?.instructions).toContain('Before finishing');
    expect(propose(failures, { current: { ...current, instructions: proposal?.instructions ?? '' } })).toBeUndefined();
  });

  it('keeps to its limits and proposes nothing that is there already', () => {
    const proposal = propose(routed);
    expect(propose(routed, { current: { ...current, notes: [...(proposal?.notes ?? [])] } })).toBeUndefined();
    expect(propose(routed, { limits: { added: 0, notes: 80 } })).toBeUndefined();
    expect(propose(routed, { limits: { added: 5, notes: 0 } })).toBeUndefined();
  });

  it('prefers what answers weak capabilities of dev, of which it knows the rate only', () => {
    const other = [
      ...many(100, 5, (n) => episode(n, 'louder please', { turns: called(['set_volume', 200]) })),
      ...many(105, 2, (n) => episode(n, 'louder', { ...missed, expectedTool: 'set_volume', capabilities: ['recovery'] })),
    ];
    const first = (weak: string) => {
      const rates = ['recovery', 'tool_routing'].map((name) => ({ name, value: name === weak ? 0.1 : 0.9, count: 10 }));
      return propose([...routed, ...other], { devRates: rates, limits: { added: 1, notes: 80 } })?.notes[0]?.id;
    };
    expect(first('recovery')).toBe('rev.route.set_volume');
    expect(first('tool_routing')).toBe('rev.route.manage_dnd');
  });
});

describe('evidence for the editor', () => {
  const opening = Opening.encode(Opening.fromPartial({ request: 'wake me' })).finish();
  const record = (split: Split) => TrajectoryRecord.fromPartial({ digest: 'd', split, verdict: { success: true }, trajectory: { taskId: 't' } });

  it('is taken from train records and from nothing else', () => {
    expect(trainEpisode(record(Split.TRAIN), opening)).toMatchObject({ record: 'd', request: 'wake me' });
    expect(trainEpisode(record(Split.DEV), opening)).toBeUndefined();
    expect(trainEpisode(record(Split.TEST), opening)).toBeUndefined();
    expect(trainEpisode({ ...record(Split.TRAIN), verdict: undefined }, opening)).toBeUndefined();
  });

  it('names no people, numbers or common words', () => {
    expect([...routingWords('Please text Avery about the budget at 7:30, OK?')]).toEqual(['text', 'budget']);
    expect([...routingWords('把热点打开')]).toEqual(['把热', '热点', '点打', '打开']);
  });

  it('of dev is a rate by capability', () => {
    const outcomes = [true, false].map((success, i) => ({ taskId: `t${i}`, family: 'f', abilityGroup: 'tool_use', valid: true, success, progress: 0, steps: 1, cost: 1 }));
    const tasks = [{ id: 't0', capabilities: ['recovery'] }, { id: 't1', capabilities: ['recovery', 'multi_step'] }];
    expect(devRates(outcomes, tasks)).toEqual([{ name: 'multi_step', value: 0, count: 1 }, { name: 'recovery', value: 0.5, count: 2 }]);
  });
});
