import { describe, expect, it } from 'vitest';
import type { Action } from '#protos/core/v1/action.ts';
import type { Turn } from '#protos/core/v1/context.ts';
import type { PolicyOutput } from '../types.ts';
import { calls, finish, opening, openPhone } from '../compact/testkit.ts';
import { TeacherPolicy } from './teacher.ts';

const START = opening('delete my 7:05 am alarm', ['query_alarm', 'manage_alarm', 'query_contact']);
const DEMONSTRATION: readonly Action[] = [calls({ name: 'query_alarm', args: { time: '07:05' } }), calls({ name: 'manage_alarm', args: { action: 'delete', alarmId: 'alarm_104' } }), finish()];
const teacher = new TeacherPolicy(DEMONSTRATION);

/** Outputs and turns of a whole episode with the teacher. */
async function lesson(seed: number): Promise<{ outputs: PolicyOutput[]; turns: Turn[] }> {
  const session = teacher.open(START);
  const device = openPhone();
  const outputs: PolicyOutput[] = [];
  const turns: Turn[] = [];
  do {
    const output = await session.decide(turns, { temperature: 0, seed });
    outputs.push(output);
    turns.push(device.play(output.action));
  } while (turns.length < 10 && outputs.at(-1)?.action.turn?.$case === 'calls');
  return { outputs, turns };
}

const lessons = await Promise.all(Array.from({ length: 60 }, (_, seed) => lesson(seed)));

describe('the teacher', () => {
  it('plays the demonstration in order; what is left out of it by mistakes comes after them', () => {
    for (const { outputs } of lessons) expect(outputs.filter((output) => !output.erroneous).map((output) => output.action)).toEqual(DEMONSTRATION);
  });

  it('makes mistakes in some lessons and none in others, each marked', () => {
    const marked = lessons.map(({ outputs }) => outputs.filter((output) => output.erroneous).length);
    expect(marked.filter((n) => n === 0).length).toBeGreaterThan(20);
    expect(marked.filter((n) => n > 0).length).toBeGreaterThan(10);
    for (const [i, { outputs }] of lessons.entries()) expect(outputs.length).toBe(DEMONSTRATION.length + (marked[i] ?? 0));
  });

  it('errs as people do: a tool that does not exist, a lost argument, an id from memory, a look-up for nothing', () => {
    const mistakes = lessons.flatMap(({ outputs }) => outputs.filter((output) => output.erroneous).map(({ action }) => JSON.stringify(action.turn)));
    for (const kind of [/_now"/, /"argumentsJson":"\{\}"/, /unknown_\d+/, /"query_contact"/]) expect(mistakes.some((text) => kind.test(text))).toBe(true);
  });

  it('errs alike with the same seed, and otherwise with another', async () => {
    expect(await lesson(3)).toEqual(await lesson(3));
    expect(new Set(lessons.map(({ outputs }) => JSON.stringify(outputs))).size).toBeGreaterThan(5);
  });

  it('decides alike from the whole context and step by step', async () => {
    for (const [seed, { outputs, turns }] of lessons.slice(0, 12).entries()) {
      for (const [n, output] of outputs.entries()) {
        expect(await teacher.decide({ context: { opening: START, turns: turns.slice(0, n) }, sampling: { temperature: 0, seed } })).toEqual(output);
      }
    }
  });
});
