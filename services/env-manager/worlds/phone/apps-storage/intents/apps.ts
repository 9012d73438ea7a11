import type { Draw, Intent } from '../../../intent.ts';
import type { Row } from '../../../world.ts';
import { plain } from '../../authoring/drawn-values.ts';
import { clearNamesakes, freshId } from '../../authoring/entity-rows.ts';
import { settingQuestion, settingWrite } from '../../authoring/setting-intents.ts';
import { base } from '../state.ts';

const domain = 'apps-storage';

/** A drawn app with its row, the only one of its name. */
export function appRow(draw: Draw, fields: Row): { readonly id: string; readonly name: string; readonly rows: { readonly [id: string]: Row | null } } {
  const name = draw.entity('app');
  const id = freshId(draw.random, 'app');
  const row = { name, version: '1.0.0', size_mb: 20 + draw.random.int(900), running: false, gui_supported: true, ...fields };
  return { id, name, rows: { ...clearNamesakes(base, 'apps', 'name', name), [id]: row } };
}

const open = settingWrite({
  id: 'apps.app.open',
  domain,
  tool: 'open_app',
  plan(draw) {
    const app = appRow(draw, {});
    return { slots: { app: plain(app.name) }, args: { appName: app.name }, row: ['apps', app.id], before: { running: false }, after: { running: true }, setup: { apps: app.rows } };
  },
  wordings: {
    en: {
      train: ['open {app}', 'launch the app {app}', 'start {app}', 'open up the {app} app', 'bring {app} to the front'],
      dev: ['get the app {app} open', 'have {app} started'],
      test: ['please launch {app}', 'I want the {app} app opened'],
    },
    zh: { train: ['打开{app}', '启动应用{app}', '把{app}打开', '运行{app}应用'], dev: ['请打开应用{app}', '我要启动{app}'], test: ['把应用{app}打开一下', '帮我运行{app}'] },
  },
  omissions: {
    app: {
      parameter: 'appName',
      wordings: {
        en: { train: ['open an app', 'launch one of my apps', 'start an app for me'], dev: ['get an app open'], test: ['please launch some app'] },
        zh: { train: ['打开一个应用', '帮我启动个应用'], dev: ['我要启动一个应用'], test: ['帮我运行个应用'] },
      },
    },
  },
  memorable: {
    app: {
      category: 'routines_habits',
      content: { en: ['Reads the news in {value} every morning.', 'The favourite news app is {value}.'], zh: ['每天早上用{value}看新闻。', '最常用的新闻应用是{value}。'] },
      reference: {
        en: { train: ['my usual news app', 'the app I read news in', 'my morning news app'], dev: ['whatever I read the news with'], test: ['my go-to app for headlines'] },
        zh: { train: ['我常用的新闻应用', '我看新闻的应用'], dev: ['每天早上看新闻那个'], test: ['我习惯看新闻的软件'] },
      },
    },
  },
});

const close = settingWrite({
  id: 'apps.app.close',
  domain,
  tool: 'close_app',
  plan(draw) {
    const app = appRow(draw, {});
    const other = appRow(draw, { running: true });
    return {
      slots: { app: plain(app.name) },
      args: { appName: app.name },
      row: ['apps', app.id],
      before: { running: true },
      after: { running: false },
      setup: { apps: { ...other.rows, ...app.rows, [app.id]: { ...app.rows[app.id], running: true } } },
    };
  },
  omissions: {
    app: {
      parameter: 'appName',
      wordings: {
        en: { train: ['close an app', 'quit one of my apps', 'stop an app from running'], dev: ['get some app closed'], test: ['please quit an app'] },
        zh: { train: ['关闭一个应用', '退出某个应用'], dev: ['请关掉一个应用'], test: ['我要退出一个应用'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['close {app}', 'quit the app {app}', 'stop {app} from running', 'exit {app}', 'end the {app} app'],
      dev: ['get the app {app} closed', 'have {app} stopped'],
      test: ['I am finished with {app}, close the app', 'please quit {app}'],
    },
    zh: { train: ['关闭{app}', '退出应用{app}', '把{app}关掉', '结束{app}的运行'], dev: ['请关闭应用{app}', '让{app}退出'], test: ['{app}用完了，关掉吧', '我要退出{app}'] },
  },
});

const running = settingQuestion({
  id: 'apps.app.ask_running',
  domain,
  tool: 'query_apps',
  plan(draw) {
    const yes = draw.random.next() < 0.5;
    const app = appRow(draw, { running: yes });
    return { slots: { app: plain(app.name) }, args: { queryType: 'details', appName: app.name }, setup: { apps: app.rows }, answers: [yes ? 'yes' : 'no'] };
  },
  wordings: {
    en: {
      train: ['is {app} running', 'tell me whether the app {app} is running', 'check if {app} is still running', 'is the {app} app running in the background', 'see if {app} is running right now'],
      dev: ['find out if the app {app} is running', 'is the app {app} still running'],
      test: ['see whether {app} runs in the background', 'is {app} running at the moment'],
    },
    zh: { train: ['{app}在运行吗', '看看{app}有没有在运行', '查一下应用{app}是不是在后台', '{app}还开着吗'], dev: ['确认{app}是否在运行', '看一下{app}还在后台吗'], test: ['应用{app}现在在运行吗', '{app}是不是还在运行'] },
  },
});

const size = settingQuestion({
  id: 'apps.app.ask_size',
  domain,
  tool: 'query_apps',
  plan(draw) {
    const megabytes = 37 + draw.random.int(900);
    const app = appRow(draw, { size_mb: megabytes });
    return { slots: { app: plain(app.name) }, args: { queryType: 'details', appName: app.name }, setup: { apps: app.rows }, answers: [String(megabytes)] };
  },
  wordings: {
    en: {
      train: ['how much space does {app} take', 'tell me the size of the app {app}', 'check how many megabytes {app} uses', 'how big is {app}', 'look up the storage size of {app}'],
      dev: ['what storage does the app {app} use', 'how big is {app} in megabytes'],
      test: ['give me the storage size of {app}', 'how many megabytes does the {app} app take'],
    },
    zh: { train: ['{app}占多少空间', '查一下应用{app}的大小', '看看{app}占了多少兆', '{app}有多大'], dev: ['{app}吃掉多少存储', '{app}体积多少MB'], test: ['报一下{app}占用的容量', '{app}这个软件多少兆了'] },
  },
});

const version = settingQuestion({
  id: 'apps.app.ask_version',
  domain,
  tool: 'query_apps',
  plan(draw) {
    const number = `${1 + draw.random.int(12)}.${draw.random.int(10)}.${draw.random.int(20)}`;
    const app = appRow(draw, { version: number });
    return { slots: { app: plain(app.name) }, args: { queryType: 'details', appName: app.name }, setup: { apps: app.rows }, answers: [number] };
  },
  wordings: {
    en: {
      train: ['which version of {app} do I have', 'tell me the version of the app {app}', 'check the version number of {app}', 'what version is {app}', 'look up the installed version of {app}'],
      dev: ['what release of {app} is installed', 'what version number of {app} should I tell support'],
      test: ['give me the version of {app} that is installed', 'what version number does {app} have'],
    },
    zh: { train: ['{app}是什么版本', '查一下应用{app}的版本号', '看看{app}装的哪个版本', '我的{app}版本是多少'], dev: ['请查{app}的版本', '{app}现在的版本号是什么'], test: ['报一下{app}的版本', '手机里{app}的版本号念给我'] },
  },
});

export const appIntents: readonly Intent[] = [open, close, running, size, version];
