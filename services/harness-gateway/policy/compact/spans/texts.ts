import type { Span } from './span.ts';

/** Quoted text, names, and free text after a cue. Works on the text as written (case matters for names). */

const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』|(?<![A-Za-z])'([^']+)'(?![A-Za-z])|‘([^’]+)’/g;
const CAPITALISED = /\b[A-Z][A-Za-z0-9]*(?:[-'’&][A-Za-z0-9]+)*(?: (?:(?:of|the|and|de|to|in) )?[A-Z0-9][A-Za-z0-9]*(?:[-'’&][A-Za-z0-9]+)*)*/g;
/** Words that begin a sentence with a capital and are no names. */
const COMMON = new Set(
  'I Please Can Could Would Will If When What Which Who Where How Is Are Do Does Did Set Turn Make Add Send Call Text Open Close Show Tell Check Then And Also Hey Hi Hello The My Let Put Change Delete Remove Cancel Create Find Look Give Get Remind Start Stop Connect Switch No Not Before After Once Now Ok Okay Thanks First'.split(' '),
);

/** Words after which a value in free text begins. */
const EN_CUES =
  /\b(?:called|named|labell?ed|titled|tagged|saying|says|say|that|about|to|for|with|as|from|of|on|the|my|at|in|is|by|message|network|subject|it|app|contact|call|text|ring|into|off|open|close|pair|connect|join|:)\s+|:\s*/gi;
/** Where free text in English may end: before a connecting word or punctuation. */
const EN_ENDS = /[,.;!?"“”]|\s(?:at|for|to|on|in|from|and|then|with|by|as|saying|that|every|tomorrow|today|tonight|please|so|if|is|off|back|until|before|after|right|now|instead|too|again|app|network|alarm|timer|number|contact)\b|$/gi;

const ZH_CUES = /给|叫做|叫|名为|名字是|名叫|标题是|标题为|主题是|主题为|内容是|内容为|写着|写|说|和|跟|与|把|将|到|向|对|是|为|成|连上|连接|连|打开|关掉|关闭|关于|备注|提醒我|提醒|记住|记得|添加|删除|删掉|取消|查一下|查|看看|问问|告诉|通知|找|拉黑|屏蔽|联系|配对|断开|在|用|从|，|：|:/g;
const ZH_ENDS = /[，。；！？、：“”「」]|的|打|发|说|拨|加|设|改|调|存|拉|移|删|连|断|添|取|提|标|吗|呢|吧|一下|叫|内容|写|是|在|为|给|到|并|然后|再|那|这|号码|手机|电话|网络|设备|应用|$/g;

function push(spans: Span[], type: Span['type'], value: string, start: number): void {
  const trimmed = value.trim();
  if (trimmed === '' || trimmed.length > 200) return;
  const at = start + value.indexOf(trimmed);
  spans.push({ type, value: trimmed, start: at, end: at + trimmed.length });
}

function afterCues(text: string, cues: RegExp, ends: RegExp, spans: Span[], stretch: number): void {
  for (const cue of text.matchAll(cues)) {
    const start = cue.index + cue[0].length;
    let taken = 0;
    for (const end of text.slice(start).matchAll(ends)) {
      if (end.index === 0) continue;
      push(spans, 'text', text.slice(start, start + end.index), start);
      if (++taken === stretch) break;
    }
  }
}

/** Spans of quoted text, names and free text; many overlap, the policy chooses. */
export function textSpans(text: string): Span[] {
  const spans: Span[] = [];
  let masked = text;
  for (const m of text.matchAll(QUOTED)) {
    const inner = m.slice(1).find((group) => group !== undefined) ?? '';
    push(spans, 'quoted', inner, m.index + 1);
    masked = masked.slice(0, m.index) + '"'.repeat(m[0].length) + masked.slice(m.index + m[0].length);
  }
  for (const m of masked.matchAll(CAPITALISED)) {
    const [first = '', ...rest] = m[0].split(' ');
    if (!COMMON.has(first)) push(spans, 'name', m[0], m.index);
    else if (rest.length > 0) push(spans, 'name', rest.join(' '), m.index + first.length + 1);
  }
  if (/[a-z]/i.test(masked)) afterCues(masked, EN_CUES, EN_ENDS, spans, 3);
  if (/[\u4e00-\u9fff]/.test(masked)) {
    afterCues(masked, ZH_CUES, ZH_ENDS, spans, 3);
    for (const m of masked.matchAll(/[A-Za-z][A-Za-z0-9_.&'-]*(?: [A-Za-z0-9_.&'-]+)*/g)) push(spans, 'name', m[0], m.index);
  }
  return spans;
}

/** Stretches between punctuation, and the whole: what a note, an instruction or a memory may be made of. */
export function clauseSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const m of text.matchAll(/[^.;!?。；！？\n]+/g)) push(spans, 'text', m[0], m.index);
  for (const m of text.matchAll(/[^,.;!?:，。；！？：\n]+/g)) push(spans, 'text', m[0], m.index);
  push(spans, 'text', text, 0);
  return spans;
}
