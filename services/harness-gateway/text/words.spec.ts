import { expect, it } from 'vitest';
import { holdsPhrase, identifierWords, phrase, phraseText, stem, words } from './words.ts';

it('stems plurals and verb endings to one form', () => {
  expect(['alarms', 'alarm'].map(stem)).toEqual(['alarm', 'alarm']);
  expect(['stopping', 'stopped', 'stop'].map(stem)).toEqual(['stop', 'stop', 'stop']);
  expect(['searches', 'search'].map(stem)).toEqual(['search', 'search']);
  expect(['calling', 'calls', 'call'].map(stem)).toEqual(['call', 'call', 'call']);
  expect(['saving', 'saved', 'saves', 'save'].map(stem)).toEqual(['sav', 'sav', 'sav', 'sav']);
  expect(stem('7am')).toBe('7am');
});

it('drops stop words and cuts Chinese into bigrams', () => {
  expect(words('Please set my alarms for 7:30')).toEqual(['set', 'alarm', '7', '30']);
  expect(words('打开闹钟 now')).toEqual(['打开', '开闹', '闹钟', 'now']);
});

it('reads identifiers', () => {
  expect(identifierWords('manage_alarm')).toEqual(['manag', 'alarm']);
  expect(identifierWords('phoneNumber')).toEqual(['phon', 'number']);
});

it('finds phrases at word boundaries in English and anywhere in Chinese', () => {
  const english = phraseText('Turn on the hotspots, then call Ann');
  expect(holdsPhrase(english, phrase('hotspot'))).toBe(true);
  expect(holdsPhrase(english, phrase('turn on'))).toBe(true);
  expect(holdsPhrase(english, phrase('spot'))).toBe(false);
  expect(holdsPhrase(english, phrase(' ,'))).toBe(false);
  expect(holdsPhrase(phraseText('帮我打开热点'), phrase('热点'))).toBe(true);
});
