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
      dev: ['I have a question for you: {question}', 'please answer a question: {question}'],
      test: ['I would like to know, {question}', 'here is a knowledge question: {question}'],
    },
    zh: { train: ['问个问题：{question}', '请回答：{question}', '我想知道{question}', '请教一下，{question}'], dev: ['请问{question}', '想问个问题：{question}'], test: ['我有个问题，{question}', '请帮我回答：{question}'] },
  },
});

const explain = question('explain', 'concept', CONCEPTS, {
  wordings: {
    en: {
      train: ['explain {concept} to me', 'tell me what {concept} means', 'give me a short introduction to {concept}', 'I want to understand {concept}', 'describe the idea of {concept}'],
      dev: ['please explain what {concept} is', 'help me understand {concept}'],
      test: ['I would like {concept} explained', 'describe to me what {concept} means'],
    },
    zh: { train: ['给我讲讲{concept}', '解释一下{concept}', '{concept}是什么意思', '介绍一下{concept}的概念'], dev: ['请解释{concept}', '讲一讲{concept}是什么'], test: ['我想了解{concept}的概念', '帮我解释下{concept}的意思'] },
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
      dev: ['do an internet search for {query}', 'please look for {query} on the web'],
      test: ['search the internet for pages about {query}', 'I want a web search on {query}'],
    },
    zh: { train: ['上网搜一下{query}', '在网上查{query}', '用浏览器搜索{query}', '到网页上找{query}'], dev: ['网上搜搜{query}', '浏览器里查一下{query}'], test: ['请上网搜索{query}', '我要在网上找{query}'] },
  },
  omissions: {
    query: {
      parameter: 'query',
      wordings: {
        en: { train: ['search the web for me', 'do a web search', 'look something up on the internet'], dev: ['do an internet search'], test: ['I want a web search'] },
        zh: { train: ['上网搜一下', '用浏览器搜个东西'], dev: ['网上帮我查查'], test: ['请上网搜索'] },
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
      test: ['please visit the web page {url}', 'have the website {url} opened'],
    },
    zh: { train: ['打开网页{url}', '访问网站{url}', '用浏览器打开{url}', '进入网址{url}'], dev: ['浏览器里显示{url}', '把{url}这个网页调出来'], test: ['请打开网址{url}', '我要访问网页{url}'] },
  },
});

const summarize = page('summarize_page', {
  wordings: {
    en: {
      train: ['summarize the web page {url}', 'sum up the page {url} for me', 'give me a summary of the site {url}', 'tell me in short what the page {url} says', 'read the page {url} and summarize it'],
      dev: ['please summarize {url}', 'I want a summary of the web page {url}'],
      test: ['give me the page {url} in short', 'make a summary of the page {url}'],
    },
    zh: { train: ['总结网页{url}', '概括一下{url}这个页面', '给我{url}的内容摘要', '把{url}网页的要点说一下'], dev: ['请总结{url}这个网页', '给网页{url}做个摘要'], test: ['我要网页{url}的内容概括', '说一下{url}网页的要点'] },
  },
});

export const knowledgeIntents: readonly Intent[] = [ask, explain, search, open, summarize];
