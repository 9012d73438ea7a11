/** Numbers in words and digits, in English and Chinese. */

const EN: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((w, i) => [w, i] as const)
    .concat(['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'].map((w, i) => [w, (i + 2) * 10] as const)),
);

const ONES = 'one|two|three|four|five|six|seven|eight|nine';
const SMALL = `zero|${ONES}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen`;
const TENS = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';

/** Source of a pattern for an English number in words, up to 999, without groups. */
export const EN_NUMBER = `(?:(?:(?:a|${ONES}) hundred(?: and)?(?: (?:(?:${TENS})(?:[- ](?:${ONES}))?|${SMALL}))?)|(?:${TENS})(?:[- ](?:${ONES}))?|${SMALL})`;

/** Source of a pattern for a Chinese number in characters. */
export const ZH_NUMBER = '(?:[零〇一二两三四五六七八九十百千]+)';

export const DIGITS = '(?:\\d+(?:\\.\\d+)?)';

function english(text: string): number | undefined {
  let total = 0;
  for (const word of text.split(/[- ]+/)) {
    if (word === 'and') continue;
    if (word === 'a') total += 1;
    else if (word === 'hundred') total *= 100;
    else {
      const value = EN.get(word);
      if (value === undefined) return undefined;
      total += value;
    }
  }
  return total;
}

const ZH_DIGIT = new Map([...'零一二三四五六七八九'].map((c, i) => [c, i]));
ZH_DIGIT.set('两', 2).set('〇', 0);
const ZH_UNIT = new Map([['十', 10], ['百', 100], ['千', 1000]]);

function chinese(text: string): number | undefined {
  if (![...text].some((c) => ZH_UNIT.has(c))) {
    // Digits one by one: 二零二六.
    return Number([...text].map((c) => ZH_DIGIT.get(c)).join(''));
  }
  let total = 0;
  let digit: number | undefined;
  for (const c of text) {
    const unit = ZH_UNIT.get(c);
    if (unit === undefined) digit = ZH_DIGIT.get(c);
    else {
      total += (digit ?? 1) * unit;
      digit = undefined;
    }
  }
  return total + (digit ?? 0);
}

/** The value of a number matched by one of the patterns above; undefined if it is none. */
export function numberValue(text: string): number | undefined {
  if (/^\d/.test(text)) return Number(text);
  return /^[a-z]/.test(text) ? english(text) : chinese(text);
}
