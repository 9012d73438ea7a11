import { expect, it } from 'vitest';
import { MEMORY_TOOLS } from '../../memory/tools.ts';
import { hashText } from './hashing.ts';
import { phone } from './testkit.ts';
import { identifierWords } from './text.ts';
import { ENTRIES } from './thesaurus.ts';
import { compileTool } from './tool-text.ts';

const stems = (text: string) => identifierWords(text).join(' ');

/** Every word that a tool of the phone or of the memory goes by. */
const known = new Set(
  [...phone.tools, ...MEMORY_TOOLS].map(compileTool).flatMap((tool) => [
    ...tool.words.keys(),
    ...tool.parameters.flatMap((p) => [...p.words, ...p.enumValues.flatMap((v) => [...v.words])]),
  ]),
);

it('leads to words that tools use', () => {
  const strays = ENTRIES.flatMap(([phrase, words]) => identifierWords(words).filter((w) => !known.has(hashText(w))).map((w) => `${phrase} -> ${w}`));
  expect(strays).toEqual([]);
});

it('has each phrase once, as it is compared', () => {
  const seen = new Set<string>();
  const twice = ENTRIES.map(([phrase]) => phrase).filter((phrase) => seen.size === seen.add(stems(phrase)).size);
  expect(twice).toEqual([]);
});

it('has entries that add something, and nothing twice', () => {
  const idle = ENTRIES.filter(([phrase, words]) => {
    const own = new Set(identifierWords(phrase));
    const added = identifierWords(words);
    return added.some((w) => own.has(w)) || new Set(added).size < added.length;
  });
  expect(idle).toEqual([]);
});

it('keeps to its bounds: 350 to 500 phrases of at most five plain words, at most four words added', () => {
  expect(ENTRIES.length).toBeGreaterThanOrEqual(350);
  expect(ENTRIES.length).toBeLessThanOrEqual(500);
  const odd = ENTRIES.filter(([phrase, words]) => !/^[a-z]+(?: [a-z]+){0,4}$/.test(phrase) || !/^[a-z]+(?: [a-z]+){0,3}$/.test(words));
  expect(odd).toEqual([]);
});
