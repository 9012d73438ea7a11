import { glossOf } from '../gloss.ts';
import type { Span } from './span.ts';

/** Quoted text, names, and free text between words that bound it. Works on the text as written (case matters for names). */

const QUOTED = /"([^"]+)"|“([^”]+)”|「([^」]+)」|『([^』]+)』|(?<![A-Za-z])'([^']+)'(?![A-Za-z])|‘([^’]+)’/g;
const CAPITALISED = /(?<![\p{L}\p{N}_])\p{Lu}[\p{L}\p{N}_]*(?:[-'’&.][\p{L}\p{N}_]+)*(?: (?:(?:of|the|and|de|to|in) )?[\p{Lu}\p{N}][\p{L}\p{N}_]*(?:[-'’&.][\p{L}\p{N}_]+)*)*/gu;
/** Words that begin a sentence with a capital and are no names. */
const COMMON = new Set(
  'I Please Can Could Would Will If When What Which Who Where How Is Are Do Does Did Set Turn Make Add Send Call Text Open Close Show Tell Check Then And Also Hey Hi Hello The My Let Put Change Delete Remove Cancel Create Find Look Give Get Remind Start Stop Connect Switch No Not Before After Once Now Ok Okay Thanks First'.split(' '),
);

/** English words that neither begin nor end a name. */
const EN_BOUNDS = new Set(
  `a an the to of for in on at by and or my me i it its is are be was this that these those please can could would you your do does did with from as will so then if just into onto off out up
  saying says say about over under until before after when whether not no don't any some there here what which who whom whose how many much long
  have has had him her his their them they we our us he she now today tomorrow tonight every each again instead too also back right away since between via without than more less`
    .split(/\s+/),
);
/** Words before which a longer text may end. */
const EN_ENDS = new Set('at on in to for when whenever if once as by from with every each until before after using through inside into and'.split(' '));

/** Chinese words that bound a stretch: particles, prepositions, measure words and common verbs; phone words come from the gloss. */
const ZH_BOUNDS =
  /进入|停掉|停止|确认|查询|查找|搜索|吃掉|现在|目前|当前|授予|收回|给过|接入|添加|增加|加入|无线网络|无线网|网络|设备|首次|设置|连回|连上|接上|松开|解除|清掉|清除|抹去|保存|配置|版本|启动|联系人|名字|号码|会议|日程|提醒|闹钟|标签|备注|内容|短信|邮件|电话|叫做|名为|名字是|名叫|标题是|标题为|主题是|主题为|内容是|内容为|写着|告诉|通知|看看|查查|查一下|问问|有没有|是不是|能不能|可不可以|还有|还剩|占了|占用|多少|什么|哪个|怎么|几点|几个|以后|不要|不再|不让|访问|使用|运行|后台|从|把|将|给|和|跟|与|让|用|到|向|对|的|了|在|是|为|成|叫|写|说|发|打|拨|加|设|改|调|存|拉|移|删|连|断|添|取|提|标|装|换|接|开|关|别|请|帮|我|你|他|她|它|这|那|个|吗|呢|吧|着|过|也|都|还|再|先|就|上|下|里|中|一下|一个|多|来|去|出|有|没|不|要|会|能|可|用来|忘记|记住|记得|提醒|加入|上线|属于|屏蔽|拉黑|找|看|查|播|放|停|退出|启动|授予|允许|禁止|进|由|被|替/g;

const MAX_ATOMS = 5;
const MAX_LENGTH = 36;
const MAX_WORDS = 14;

function push(spans: Span[], type: Span['type'], value: string, start: number): void {
  const trimmed = value.trim();
  if (trimmed === '' || trimmed.length > 200) return;
  const at = start + value.indexOf(trimmed);
  spans.push({ type, value: trimmed, start: at, end: at + trimmed.length });
}

/** Stretches of up to MAX_ATOMS neighbouring atoms; atoms are `[start, end)` in order, stretches do not cross a gap with punctuation. */
function stretches(text: string, atoms: readonly (readonly [number, number])[], fits: (first: number, last: number) => boolean, spans: Span[]): void {
  for (let i = 0; i < atoms.length; i++) {
    for (let j = i; j < Math.min(atoms.length, i + MAX_ATOMS); j++) {
      const start = atoms[i]?.[0] ?? 0;
      const end = atoms[j]?.[1] ?? 0;
      if (end - start > MAX_LENGTH || (j > i && /[,.;!?，。；！？、：“”"\n]/.test(text.slice(atoms[j - 1]?.[1], atoms[j]?.[0])))) break;
      if (fits(i, j)) push(spans, 'text', text.slice(start, end), start);
    }
  }
}

function englishStretches(text: string, spans: Span[]): void {
  const atoms = [...text.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_'’&.-]*/gu)].map((m) => [m.index, m.index + m[0].replace(/[.'’-]+$/, '').length] as const);
  const bound = atoms.map(([start, end]) => EN_BOUNDS.has(text.slice(start, end).toLowerCase()));
  // A stretch neither begins nor ends with a bounding word.
  stretches(text, atoms, (i, j) => !bound[i] && !bound[j], spans);
}

/** Longer texts (an instruction, a message): from any word to the end of its clause, or to before a word that opens another part. */
function englishTexts(text: string, spans: Span[]): void {
  for (const clause of text.matchAll(/[^,.;!?:"“”\n]+/g)) {
    const atoms = [...clause[0].matchAll(/\S+/g)];
    for (const [i, first] of atoms.entries()) {
      for (let j = i + 2; j <= Math.min(atoms.length, i + MAX_WORDS); j++) {
        if (j < atoms.length && !EN_ENDS.has((atoms[j]?.[0] ?? '').toLowerCase())) continue;
        const end = (atoms[j - 1]?.index ?? 0) + (atoms[j - 1]?.[0].length ?? 0);
        push(spans, 'text', clause[0].slice(first.index, end), clause.index + first.index);
      }
    }
  }
}

function chineseStretches(text: string, spans: Span[]): void {
  for (const run of text.matchAll(/[\u4e00-\u9fffA-Za-z0-9_&.'· -]*[\u4e00-\u9fff][\u4e00-\u9fffA-Za-z0-9_&.'· -]*/g)) {
    const cuts = new Set<number>([0, run[0].length]);
    for (const m of run[0].matchAll(ZH_BOUNDS)) cuts.add(m.index).add(m.index + m[0].length);
    for (const { at, length } of glossOf(run[0])) cuts.add(at).add(at + length);
    for (const m of run[0].matchAll(/[A-Za-z0-9_][A-Za-z0-9_&.'-]*/g)) cuts.add(m.index).add(m.index + m[0].length);
    const sorted = [...cuts].sort((a, b) => a - b);
    const atoms = sorted.slice(1).map((end, i) => [run.index + (sorted[i] ?? 0), run.index + end] as const);
    stretches(text, atoms, () => true, spans);
    oneSided(run[0], run.index, sorted, spans);
  }
}

/** Names whose other side no known word bounds: short stretches that begin or end at a cut. */
function oneSided(run: string, offset: number, cuts: readonly number[], spans: Span[]): void {
  const known = new Set(cuts);
  for (const cut of cuts) {
    for (let length = 2; length <= 6; length++) {
      if (!known.has(cut - length) && cut - length >= 0) push(spans, 'text', run.slice(cut - length, cut), offset + cut - length);
      if (!known.has(cut + length) && cut + length <= run.length) push(spans, 'text', run.slice(cut, cut + length), offset + cut);
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
    const begins = /(?:^|[.!?]\s*)$/.test(masked.slice(0, m.index));
    if (!begins || !COMMON.has(first)) push(spans, 'name', m[0].replace(/['’]s$/, ''), m.index);
    if (/['’]s /.test(m[0])) push(spans, 'name', m[0].replace(/['’]s .*$/, ''), m.index);
    if (COMMON.has(first) && rest.length > 0) push(spans, 'name', rest.join(' '), m.index + first.length + 1);
  }
  if (/[\u4e00-\u9fff]/.test(masked)) chineseStretches(masked, spans);
  else {
    englishStretches(masked, spans);
    englishTexts(masked, spans);
  }
  return spans;
}

/** Stretches between punctuation, and the whole: what a note, an instruction or a memory may be made of. */
export function clauseSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const m of text.matchAll(/[^.;!?。；！？\n]+/g)) push(spans, 'text', m[0], m.index);
  for (const m of text.matchAll(/[^,.;!?:，。；！？：\n]+/g)) push(spans, 'text', m[0], m.index);
  // What stands behind a colon, with its final stop.
  for (const m of text.matchAll(/[:：]\s*([^:：\n]+)$/g)) push(spans, 'text', m[1] ?? '', m.index + m[0].length - (m[1] ?? '').length);
  for (const m of text.matchAll(/[:：]\s*([^:：\n.。]+[.。])/g)) push(spans, 'text', m[1] ?? '', m.index + m[0].length - (m[1] ?? '').length);
  push(spans, 'text', text, 0);
  return spans;
}
