import type { Intent, Locale } from '../intent.ts';

/** Wordings that were written apart from their intents, by the intent's id. */
export type WordingsByIntent = { readonly [intent: string]: { readonly [L in Locale]: readonly string[] } };

const LOCALES: readonly Locale[] = ['en', 'zh'];

const key = (wording: string) => wording.toLowerCase().replace(/[\s"“”「」,，.。?？!！]/g, '');

/**
 * The intent with further train wordings. One that says what a held-out wording says is left out, so that held-out wordings stay
 * unseen whoever writes more.
 */
export function withMoreWordings(intent: Intent, more: WordingsByIntent): Intent {
  const added = more[intent.id];
  if (added === undefined) return intent;
  const extended = (locale: Locale) => {
    const { train, dev, test } = intent.wordings[locale];
    const taken = new Set([...train, ...dev, ...test].map(key));
    const fresh = added[locale].filter((wording) => {
      const unseen = !taken.has(key(wording));
      taken.add(key(wording));
      return unseen;
    });
    return { train: [...train, ...fresh], dev, test };
  };
  const [en, zh] = LOCALES.map(extended);
  return en === undefined || zh === undefined ? intent : { ...intent, wordings: { en, zh } };
}

/** The intent with the test wordings that were written apart from it, in place of its author's. */
export function withTestWordings(intent: Intent, written: WordingsByIntent): Intent {
  const test = written[intent.id];
  if (test === undefined) return intent;
  const replaced = (locale: Locale) => {
    const { train, dev } = intent.wordings[locale];
    const taken = new Set([...train, ...dev].map(key));
    return { train, dev, test: test[locale].filter((wording) => !taken.has(key(wording))) };
  };
  const [en, zh] = LOCALES.map(replaced);
  return en === undefined || zh === undefined ? intent : { ...intent, wordings: { en, zh } };
}
