import type { WordingsByIntent } from '../wordings.ts';

export const appsStorage: WordingsByIntent = {
  'apps.app.open': {
    en: ['fire up {app}', 'pull up {app}', 'get {app} going', 'I would like to use {app}', 'take me to {app}', 'run the {app} app', 'show me {app}', 'go to the app {app}', 'let {app} come up', 'switch over to {app}', 'I want {app} on the screen'],
    zh: ['启动{app}', '帮我开一下{app}', '进入{app}', '我要用{app}', '调出{app}', '切换到{app}', '{app}打开一下', '点开{app}这个软件', '麻烦把应用{app}开起来'],
  },
  'apps.app.close': {
    en: ['shut {app}', 'kill the app {app}', 'I am done with {app}, close it', 'get out of {app}', 'I no longer need {app} open', 'shut down the {app} app', 'force {app} to stop', 'terminate {app}', '{app}, close it please', 'leave {app} and end it', 'have {app} closed'],
    zh: ['帮我关一下{app}', '退出{app}', '停止运行{app}', '不用{app}了，关了吧', '终止应用{app}', '把{app}退了', '{app}给我关闭', '结束掉{app}这个软件', '让{app}停下来'],
  },
  'apps.app.ask_running': {
    en: ['find out if {app} is active right now', 'does {app} run at the moment', 'I would like to know if {app} is running', 'has {app} been left open', 'look whether {app} is active in the background', 'did I close {app} or does it still run', '{app}, is it running', 'see whether the app {app} is open', 'is the app {app} up at the moment', 'can you see if {app} is going', 'verify that {app} is running'],
    zh: ['{app}现在有没有开着', '{app}是不是正在运行', '帮我确认{app}还在运行没', '告诉我{app}是否在后台运行', '{app}关了没有', '想知道{app}在不在运行', '后台有没有{app}在跑', '{app}这个软件还在跑吗', '查查{app}当前是否运行'],
  },
  'apps.app.ask_size': {
    en: ['find out the size of {app}', 'I would like to know how much storage {app} needs', 'what is the size of the {app} app', 'see how much room {app} takes up', 'how many megabytes is {app}', '{app}, how large is it', 'how heavy is {app} on my storage', 'give me the storage taken by {app}', 'how much of my storage goes to {app}', 'what amount of space is {app} using', 'show how big the app {app} has become'],
    zh: ['{app}占了多大地方', '告诉我{app}的大小', '应用{app}有多少兆', '想知道{app}吃了多少存储', '帮我看{app}占用多少空间', '{app}这个软件多大', '{app}用掉了手机多少存储空间', '{app}体积是多少', '确认下{app}的存储占用'],
  },
  'apps.app.ask_version': {
    en: ['find out the version of {app}', 'I would like to know which version of {app} is installed', '{app} version, please', 'see what version {app} is on', '{app} is at which version', 'which release of {app} is on my phone', 'give me the version of {app} that I use', 'what build of {app} is installed', 'is my {app} recent, what version is it', 'on which version does the app {app} run', 'read me the version number of {app}'],
    zh: ['{app}的版本号是什么', '告诉我{app}的版本', '手机上的{app}是第几版', '想知道{app}用的是什么版本', '帮我看下{app}版本', '目前{app}是哪个版本', '{app}版本多少', '应用{app}安装的版本是哪一版', '确认一下{app}当前版本号'],
  },
  'apps.permission.grant': {
    en: ['permit {app} to use the {permission}', 'I would like {app} to have access to the {permission}', '{permission} permission for {app}, switch it on', 'enable {permission} access for {app}', 'open up the {permission} to {app}', 'approve the {permission} permission for {app}', '{app} may use the {permission}', 'authorize {app} for the {permission}', 'hand {app} the {permission} permission', 'make the {permission} available to {app}', 'it is fine for {app} to access the {permission}, allow it'],
    zh: ['让{app}能用{permission}', '{app}的{permission}权限开一下', '同意{app}访问{permission}', '准许{app}使用{permission}', '把{permission}权限给{app}', '开启{app}对{permission}的访问', '我同意给{app}{permission}权限', '放开{app}的{permission}权限', '{permission}权限授权给{app}'],
  },
  'apps.permission.revoke': {
    en: ['block {app} from the {permission}', 'I no longer want {app} to use the {permission}', '{permission} permission for {app}, switch it off', 'disable {permission} access for {app}', 'remove the {permission} permission from {app}', 'forbid {app} the {permission}', '{app} may not use the {permission} any more', 'withdraw {permission} access from {app}', 'do not let {app} access the {permission}', 'keep {app} away from the {permission}', 'cut off {app} from using the {permission}'],
    zh: ['别让{app}用{permission}', '{app}的{permission}权限关掉', '取消{app}的{permission}权限', '拒绝{app}访问{permission}', '把{app}的{permission}权限撤销', '不许{app}使用{permission}', '不给{app}{permission}权限了', '停用{app}对{permission}的访问', '我不想{app}再用{permission}，禁掉'],
  },
  'apps.permission.ask': {
    en: ['find out if {app} may use the {permission}', 'can {app} access the {permission}', 'I would like to know if {app} has {permission} permission', 'see whether {app} is permitted to use the {permission}', 'has {app} been given access to the {permission}', 'is the {permission} permission of {app} on', 'did I let {app} use the {permission}', '{app} and the {permission}, is access granted', 'is the {permission} open to {app}', 'look whether {permission} access is granted to {app}', 'verify if {app} is cleared for the {permission}'],
    zh: ['{app}能访问{permission}吗', '{app}有没有{permission}权限', '告诉我{app}的{permission}权限开没开', '我给{app}{permission}权限了吗', '帮我确认{app}可不可以用{permission}', '想知道{app}是否有权使用{permission}', '{app}的{permission}权限是开还是关', '检查{app}是否允许用{permission}', '{permission}权限{app}有吗'],
  },
};
