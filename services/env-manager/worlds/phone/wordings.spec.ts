import { expect, it } from 'vitest';
import type { Intent } from '../intent.ts';
import { phoneIntents } from './mod.ts';
import { moreWordings } from './more-wordings/mod.ts';
import { testWordings } from './test-wordings/mod.ts';
import { withMoreWordings, withTestWordings } from './wordings.ts';

const SPLIT = { train: ['turn it on'], dev: ['switch it on'], test: ['light it up'] };
const [first] = phoneIntents;
if (first === undefined) throw new RangeError('the phone has intents');
const intent: Intent = { ...first, id: 'demo.on', wordings: { en: SPLIT, zh: SPLIT } };

it('adds train wordings, but none that says what is held out or stands there already', () => {
  const more = { 'demo.on': { en: ['get it going', 'Switch it on!', 'turn it  on', 'get it going.'], zh: [] } };
  const { wordings } = withMoreWordings(intent, more);
  expect(wordings.en).toEqual({ ...SPLIT, train: ['turn it on', 'get it going'] });
  expect(wordings.zh).toEqual(SPLIT);
});

it('replaces test wordings, and leaves out those of another split', () => {
  const { wordings } = withTestWordings(intent, { 'demo.on': { en: ['set it alight', 'switch it on'], zh: ['开'] } });
  expect(wordings.en).toEqual({ ...SPLIT, test: ['set it alight'] });
  expect(wordings.zh.test).toEqual(['开']);
});

it('leaves an intent alone that nothing was written for', () => {
  expect(withMoreWordings(intent, {})).toBe(intent);
  expect(withTestWordings(intent, {})).toBe(intent);
});

it('every list of wordings belongs to an intent, and every intent keeps test wordings of its own', () => {
  const ids = new Set(phoneIntents.map(({ id }) => id));
  expect([...Object.keys(moreWordings), ...Object.keys(testWordings)].filter((id) => !ids.has(id))).toEqual([]);
  expect(phoneIntents.filter(({ wordings }) => wordings.en.test.length === 0 || wordings.zh.test.length === 0).map(({ id }) => id)).toEqual([]);
});
