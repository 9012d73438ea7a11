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
      dev: ['I need this done in {app}: {instruction}', 'take over {app} and {instruction}'],
      test: ['work the screens of {app} for me and {instruction}', 'through {app}, please {instruction}'],
    },
    zh: {
      train: ['在{app}里{instruction}', '到{app}中帮我{instruction}', '操作{app}：{instruction}', '用{app}帮我{instruction}'],
      dev: ['{app}里有件事要办：{instruction}', '替我进{app}，{instruction}'],
      test: ['帮我在{app}界面上{instruction}', '由你操控{app}来{instruction}'],
    },
  },
  omissions: {
    app: {
      parameter: 'appName',
      wordings: {
        en: { train: ['go into the app and {instruction}', 'operate one of my apps for me: {instruction}', 'inside some app please {instruction}'], dev: ['I need this done in an app: {instruction}'], test: ['work the screens of an app for me and {instruction}'] },
        zh: { train: ['到应用里帮我{instruction}', '操作一个应用：{instruction}'], dev: ['应用里有件事要办：{instruction}'], test: ['帮我在某个应用界面上{instruction}'] },
      },
    },
  },
});

const order = inApp('order', 'item', GOODS, (text, { locale }) => (locale === 'en' ? `order ${text}` : `下单${text}`), {
  wordings: {
    en: {
      train: ['order {item} on {app}', 'buy {item} in the {app} app', 'get me {item} from {app}', 'place an order for {item} with {app}', 'have {app} deliver {item}'],
      dev: ['I fancy {item}, buy it through {app}', 'put in a purchase of {item} at {app}'],
      test: ['shop for {item} in {app} and check out', '{app} should bring me {item}'],
    },
    zh: { train: ['在{app}上点{item}', '用{app}下单{item}', '去{app}买{item}', '让{app}送{item}过来'], dev: ['想要{item}，从{app}买', '{app}里帮我订购{item}'], test: ['到{app}结账买下{item}', '{app}给我来{item}'] },
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
      dev: ['let my {app} followers read {text}', 'my next {app} post is {text}, publish it'],
      test: ['announce {text} on my {app} page', 'update my {app} feed with {text}'],
    },
    zh: { train: ['在{app}发布{text}', '到{app}发一条动态：{text}', '用{app}发帖，内容是{text}', '{app}上发个动态说{text}'], dev: ['让{app}的粉丝看到{text}', '{app}新动态写{text}，发出去'], test: ['把{text}挂到我的{app}主页', '更新{app}动态：{text}'] },
  },
});

const search = inApp('search', 'query', TOPICS, (text, { locale }) => (locale === 'en' ? `search for ${text}` : `搜索${text}`), {
  wordings: {
    en: {
      train: ['search {app} for {query}', 'look for {query} in {app}', 'find {query} on {app}', 'use the search of {app} for {query}', 'look up {query} inside the {app} app'],
      dev: ['see what {app} has on {query}', 'browse {app} for {query}'],
      test: ['type {query} into the search field of {app}', 'does {app} offer {query}, search there'],
    },
    zh: { train: ['在{app}里搜{query}', '用{app}搜索{query}', '到{app}查找{query}', '{app}里找一下{query}'], dev: ['看看{app}有什么{query}', '去{app}逛逛{query}'], test: ['在{app}搜索框输入{query}', '{app}上有没有{query}，搜搜看'] },
  },
});

export const guiIntents: readonly Intent[] = [operate, order, post, search];
