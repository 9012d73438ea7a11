import type { Intent } from '../../../intent.ts';
import { quoted } from '../../authoring/drawn-values.ts';
import { handOffIntent } from './handing.ts';
import { CONCEPTS, QUESTIONS, SITES, textSlot, TOPICS, type TextPool } from './pools.ts';

type Rest = Pick<Intent, 'wordings' | 'omissions'>;

function question(id: string, slot: string, pool: TextPool, rest: Rest): Intent {
  return handOffIntent({
    id: `assistant.qa.${id}`,
    tool: 'general_qa_agent',
    plan(draw) {
      const { text, ...said } = textSlot(draw, pool);
      return { slots: { [slot]: said }, args: { question: text }, texts: { question: text } };
    },
    ...rest,
  });
}

const ask = question('ask', 'question', QUESTIONS, {
  wordings: {
    en: {
      train: ['I have a question: {question}', 'answer this for me: {question}', 'I wonder, {question}', 'ask the knowledge assistant: {question}', 'do you know, {question}'],
      dev: ['my kid asks: {question}', 'here is something I want explained: {question}'],
      test: ['quiz time, {question}', 'a thing I never understood: {question}'],
    },
    zh: { train: ['问个问题：{question}', '请回答：{question}', '我想知道{question}', '请教一下，{question}'], dev: ['孩子问我：{question}', '有个疑问：{question}'], test: ['考考你，{question}', '一直没弄懂：{question}'] },
  },
});

const explain = question('explain', 'concept', CONCEPTS, {
  wordings: {
    en: {
      train: ['explain {concept} to me', 'tell me what {concept} means', 'give me a short introduction to {concept}', 'I want to understand {concept}', 'describe the idea of {concept}'],
      dev: ['teach me the basics of {concept}', 'break {concept} down in plain words'],
      test: ['what is the story behind {concept} as a concept', 'make me understand {concept}'],
    },
    zh: { train: ['给我讲讲{concept}', '解释一下{concept}', '{concept}是什么意思', '介绍一下{concept}的概念'], dev: ['科普一下{concept}', '用大白话说说{concept}'], test: ['让我弄明白{concept}', '{concept}的原理是什么'] },
  },
});

const search = handOffIntent({
  id: 'assistant.browser.search',
  tool: 'browser_service',
  plan(draw) {
    const { text, ...said } = textSlot(draw, TOPICS);
    return { slots: { query: said }, args: { action: 'search', query: text }, texts: { query: text } };
  },
  wordings: {
    en: {
      train: ['search the web for {query}', 'look up {query} on the internet', 'do a web search for {query}', 'find web pages about {query}', 'browse the internet for {query}'],
      dev: ['see what the web says about {query}', 'run an online search on {query}'],
      test: ['dig up {query} on the net', 'check the browser for results on {query}'],
    },
    zh: { train: ['上网搜一下{query}', '在网上查{query}', '用浏览器搜索{query}', '到网页上找{query}'], dev: ['看看网上怎么说{query}', '浏览器里查查{query}'], test: ['全网检索{query}', '网络上翻翻{query}'] },
  },
  omissions: {
    query: {
      parameter: 'query',
      wordings: {
        en: { train: ['search the web for me', 'do a web search', 'look something up on the internet'], dev: ['run an online search'], test: ['dig something up on the net'] },
        zh: { train: ['上网搜一下', '用浏览器搜个东西'], dev: ['网上帮我查查'], test: ['帮我全网检索'] },
      },
    },
  },
});

function page(action: 'open_page' | 'summarize_page', rest: Rest): Intent {
  return handOffIntent({
    id: `assistant.browser.${action}`,
    tool: 'browser_service',
    plan(draw) {
      const url = draw.random.pick(SITES[draw.locale][draw.split]);
      return { slots: { url: quoted(draw, url) }, args: { action, url }, texts: { url } };
    },
    ...rest,
  });
}

const open = page('open_page', {
  wordings: {
    en: {
      train: ['open the web page {url}', 'go to the site {url}', 'show me the page {url} in the browser', 'visit {url}', 'load the website {url}'],
      dev: ['bring up {url} in the browser', 'point the browser at {url}'],
      test: ['navigate to the address {url}', 'pull the web address {url} up for me'],
    },
    zh: { train: ['打开网页{url}', '访问网站{url}', '用浏览器打开{url}', '进入网址{url}'], dev: ['浏览器里显示{url}', '把{url}这个网页调出来'], test: ['跳转到网址{url}', '浏览器载入{url}'] },
  },
});

const summarize = page('summarize_page', {
  wordings: {
    en: {
      train: ['summarize the web page {url}', 'sum up the page {url} for me', 'give me a summary of the site {url}', 'tell me in short what the page {url} says', 'read the page {url} and summarize it'],
      dev: ['boil the page {url} down to the main points', 'I have no time to read {url}, sum it up'],
      test: ['condense the contents of {url}', 'what are the key points of the page {url}'],
    },
    zh: { train: ['总结网页{url}', '概括一下{url}这个页面', '给我{url}的内容摘要', '把{url}网页的要点说一下'], dev: ['没空看{url}，归纳一下', '{url}这页讲了什么，提炼给我'], test: ['浓缩一下{url}的内容', '网页{url}的重点有哪些'] },
  },
});

export const knowledgeIntents: readonly Intent[] = [ask, explain, search, open, summarize];
