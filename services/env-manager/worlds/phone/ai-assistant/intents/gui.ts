import type { Draw, Intent, SlotValue } from '../../../intent.ts';
import { appRow } from '../../apps-storage/intents/apps.ts';
import { plain } from '../../authoring/drawn-values.ts';
import { domain, payloadOf } from './handing.ts';
import { GOODS, INSTRUCTIONS, POSTS, textSlot, TOPICS, type TextPool } from './pools.ts';

type Rest = Pick<Intent, 'wordings' | 'omissions' | 'memorable'>;

/** A task in one app: a session is started with app and instruction, then executed. */
function inApp(id: string, slot: string, pool: TextPool, instruct: (text: string, draw: Draw) => string, rest: Rest): Intent {
  return {
    id: `assistant.gui.${id}`,
    domain,
    tool: 'control_gui_agent',
    kind: 'hand_off',
    draw(draw) {
      const app = appRow(draw, {});
      const other = appRow(draw, {});
      const { text, ...said } = textSlot(draw, pool);
      const args = { action: 'start', appName: app.name, instruction: instruct(text, draw) };
      const slots: { readonly [slot: string]: SlotValue } = { app: plain(app.name), [slot]: said };
      return {
        slots,
        setup: { apps: { ...other.rows, ...app.rows } },
        calls: [
          { id: 'c1', tool: 'control_gui_agent', args },
          { id: 'c2', tool: 'control_gui_agent', args: { action: 'execute', sessionId: '$c1.session.sessionId' } },
        ],
        changes: [],
        handOff: payloadOf('control_gui_agent', { appName: args.appName, instruction: args.instruction }, { instruction: text }),
      };
    },
    ...rest,
  };
}

const operate = inApp('operate', 'instruction', INSTRUCTIONS, (text) => text, {
  wordings: {
    en: {
      train: ['in {app}, {instruction}', 'go into {app} and {instruction}', 'work in {app} to {instruction}', 'inside the {app} app please {instruction}', 'operate {app} for me: {instruction}'],
      dev: ['please go to {app} and {instruction}', 'in the app {app}, {instruction} for me'],
      test: ['operate the {app} app and {instruction}', 'use the app {app} and {instruction}'],
    },
    zh: {
      train: ['在{app}里{instruction}', '到{app}中帮我{instruction}', '操作{app}：{instruction}', '用{app}帮我{instruction}'],
      dev: ['请到{app}里{instruction}', '帮我操作{app}，{instruction}'],
      test: ['在{app}应用中{instruction}', '我要用{app}来{instruction}'],
    },
  },
  omissions: {
    app: {
      parameter: 'appName',
      wordings: {
        en: { train: ['go into the app and {instruction}', 'operate one of my apps for me: {instruction}', 'inside some app please {instruction}'], dev: ['please go to the app and {instruction}'], test: ['operate an app and {instruction}'] },
        zh: { train: ['到应用里帮我{instruction}', '操作一个应用：{instruction}'], dev: ['帮我操作应用，{instruction}'], test: ['在某个应用中{instruction}'] },
      },
    },
  },
});

const order = inApp('order', 'item', GOODS, (text, { locale }) => (locale === 'en' ? `order ${text}` : `下单${text}`), {
  omissions: {
    item: {
      parameter: 'instruction',
      wordings: {
        en: { train: ['order something on {app}', 'buy something in the {app} app', 'place an order with {app}'], dev: ['I want to order from {app}'], test: ['use {app} to order something'] },
        zh: { train: ['在{app}上点个东西', '用{app}下个单'], dev: ['从{app}买点东西'], test: ['我要用{app}买东西'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['order {item} on {app}', 'buy {item} in the {app} app', 'get me {item} from {app}', 'place an order for {item} with {app}', 'have {app} deliver {item}'],
      dev: ['I want to order {item} from {app}', 'make an order of {item} in the {app} app'],
      test: ['please buy {item} on {app}', 'use {app} to order {item}'],
    },
    zh: { train: ['在{app}上点{item}', '用{app}下单{item}', '去{app}买{item}', '让{app}送{item}过来'], dev: ['想要{item}，从{app}买', '{app}里帮我订购{item}'], test: ['请在{app}下单{item}', '我要用{app}买{item}'] },
  },
  memorable: {
    item: {
      category: 'routines_habits',
      content: { en: ['The usual order is {value}.', 'Nearly always orders {value}.'], zh: ['平时总点{value}。', '常买的是{value}。'] },
      reference: {
        en: { train: ['my usual', 'my regular order', 'what I always get'], dev: ['the same as ever'], test: ['my standing order'] },
        zh: { train: ['我常点的那份', '我的老样子'], dev: ['我每次都要的'], test: ['我惯常的那一单'] },
      },
    },
  },
});

const post = inApp('post', 'text', POSTS, (text, { locale }) => (locale === 'en' ? `post: ${text}` : `发布：${text}`), {
  wordings: {
    en: {
      train: ['post {text} on {app}', 'publish {text} in {app}', 'share a post on {app} saying {text}', 'put up a new post in {app}: {text}', 'write a post on {app} that says {text}'],
      dev: ['I want to post {text} on {app}', 'make a post in the {app} app: {text}'],
      test: ['please publish a post saying {text} on {app}', 'use {app} to share the post {text}'],
    },
    zh: { train: ['在{app}发布{text}', '到{app}发一条动态：{text}', '用{app}发帖，内容是{text}', '{app}上发个动态说{text}'], dev: ['请在{app}发一条动态，内容是{text}', '用{app}发布动态：{text}'], test: ['我要在{app}发帖：{text}', '到{app}发布{text}'] },
  },
});

const search = inApp('search', 'query', TOPICS, (text, { locale }) => (locale === 'en' ? `search for ${text}` : `搜索${text}`), {
  wordings: {
    en: {
      train: ['search {app} for {query}', 'look for {query} in {app}', 'find {query} on {app}', 'use the search of {app} for {query}', 'look up {query} inside the {app} app'],
      dev: ['please search for {query} in {app}', 'do a search in {app} for {query}'],
      test: ['use {app} to search for {query}', 'I want to find {query} in the {app} app'],
    },
    zh: { train: ['在{app}里搜{query}', '用{app}搜索{query}', '到{app}查找{query}', '{app}里找一下{query}'], dev: ['请在{app}搜索{query}', '去{app}里找{query}'], test: ['我要用{app}搜{query}', '到{app}搜一下{query}'] },
  },
});

export const guiIntents: readonly Intent[] = [operate, order, post, search];
