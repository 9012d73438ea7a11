import type { Locale } from '#env-manager/worlds/intent.ts';

/** Putting clauses and values into sentences, in both locales. */

const INTERROGATIVE =
  /^(?:(?:at|in|on|to|for|by|from|until|till|since|under|with|of) )?(?:what|which|who|whose|whom|when|where|why|how)\b|^(?:is|are|am|do|does|did|has|have i|had|can|could|will|would|was|were|should|any)\b/i;
const ASKING = /[吗呢谁]|什么|多少|几|哪|是否|是不是|有没有|怎么|多[大长高亮]|何时/;

/** A template with its `{slot}`s filled; a slot that is not given stays as it is. */
export function fill(template: string, parts: { readonly [slot: string]: string }): string {
  return template.replace(/\{(\w+)\}/g, (whole, slot: string) => parts[slot] ?? whole);
}

/** Upper case at the start of each English sentence. */
function sentenceCase(locale: Locale, text: string): string {
  if (locale === 'zh') return text;
  return text.replace(/(^|[.?!]\s+)(["“]?)([a-z])/g, (_, before: string, quote: string, letter: string) => `${before}${quote}${letter.toUpperCase()}`);
}

/** Whether the clause is put as a question (`how loud is it`) and not as an order to look (`check how loud it is`). */
function asks(locale: Locale, clause: string): boolean {
  return (locale === 'en' ? INTERROGATIVE : ASKING).test(clause);
}

/** The clause of a question with its final mark. */
export function withMark(locale: Locale, clause: string): string {
  if (/[?？.。!！]$/.test(clause)) return clause;
  if (locale === 'en') return `${clause}${asks(locale, clause) ? '?' : '.'}`;
  return `${clause}${asks(locale, clause) ? '？' : '。'}`;
}

/** Doubled stops that arise where a clause brings its own mark. */
export function tidy(locale: Locale, text: string): string {
  const single = text
    .replace(/([.?!])\s*\.(?=\s|$)/g, '$1')
    .replace(/([。？！])。/g, '$1')
    // A pronoun or reference in the place of a name may meet the article or particle that went with the name.
    .replace(/\b(?:the|a|an) (?=(?:that|the|my|our|your) )/gi, '')
    .replace(/\bthat one (?=(?:timer|alarm|event|meeting|app|Wi-Fi|WLAN|network|habit|task|rule|automation|device|countdown|VPN|profile|tone|contact|note|list|playlist|album)\b)/gi, 'that ')
    .replace(/的的/g, '的')
    .replace(/ {2,}/g, ' ')
    .trim();
  return sentenceCase(locale, single);
}

const NO_ORDER_EN = /^(?:(?:i|i'm|i'd|my|the|we|our|it|this|that|these|there|nobody|no|how|what|which|is|are|do not|don't|never)\b|\{|["“0-9]|[A-Z])/;
const NO_ORDER_ZH = /^(?:我|帮|给我|请|别|不|让|以后|今后|先|对|\{|[“「A-Za-z0-9])/;

/** Whether a clause (its template) is an order that words such as `please` or `could you` can stand before. */
export function isOrder(locale: Locale, wording: string): boolean {
  return !(locale === 'en' ? NO_ORDER_EN : NO_ORDER_ZH).test(wording);
}

const BOUND_EN = /(?:please|you|to|don't|not|never|me|not do this|without|go ahead and|just) \{([ABC])\}/gi;
const BOUND_ZH = /(?:请|帮我|麻烦|能不能|可以|不要|别|劳驾|替我|给我)\{([ABC])\}/g;

/** The clauses of a sentence template that must be orders. */
export function boundClauses(locale: Locale, template: string): string[] {
  return [...template.matchAll(locale === 'en' ? BOUND_EN : BOUND_ZH)].map(([, slot = '']) => slot);
}

/** How an answer is said in a condition: `on` is `on` or `开着`. */
export function sayAnswer(locale: Locale, answer: string): string {
  if (locale === 'en') return answer === 'true' ? 'yes' : answer === 'false' ? 'no' : answer.replaceAll('_', ' ');
  const chinese: { readonly [answer: string]: string } = { on: '开着', off: '关着', true: '是', false: '否', yes: '是', no: '否', enabled: '已开启', disabled: '已关闭', granted: '已授予', 'not granted': '未授予', connected: '已连接', disconnected: '未连接', none: '没有' };
  return chinese[answer] ?? answer;
}
