import type { WordingsByIntent } from '../wordings.ts';

/** Test wordings, written from the meaning of the intents alone, without sight of any other wording. */
export const assistantAppsTest: WordingsByIntent = {
  'assistant.gui.operate': {
    en: [
      'go into {app} and {instruction}',
      'use the {app} app to {instruction} for me',
      'inside {app}, please {instruction}',
    ],
    zh: [
      '去{app}里帮我{instruction}',
      '用{app}这个应用{instruction}',
      '到{app}上操作一下，{instruction}',
    ],
  },
  'assistant.gui.order': {
    en: [
      'order {item} for me on {app}',
      "I'd like {item}, place the order in {app}",
      'buy me {item} with the {app} app',
    ],
    zh: [
      '在{app}上帮我下单{item}',
      '我想要{item}，用{app}点一下',
      '去{app}给我买{item}',
    ],
  },
  'assistant.gui.post': {
    en: [
      'post {text} on {app}',
      'share this on {app}: {text}',
      'put up a new post in the {app} app saying {text}',
    ],
    zh: [
      '在{app}上发一条{text}',
      '帮我去{app}发个动态，内容是{text}',
      '把{text}发布到{app}',
    ],
  },
  'assistant.gui.search': {
    en: [
      'search for {query} in the {app} app',
      'see what {app} has when you look for {query}',
      'I want to find {query}, search inside {app}',
    ],
    zh: [
      '在{app}里搜一下{query}',
      '进{app}里帮我找找{query}',
      '我想看看{app}上有没有{query}，搜一搜',
    ],
  },
  'assistant.qa.ask': {
    en: [
      'answer this question for me: {question}',
      "I've been wondering, {question}",
      'my kid wants to know {question}',
    ],
    zh: [
      '回答我一个问题，{question}',
      '我很好奇，{question}',
      '孩子问我{question}，你给说说',
    ],
  },
  'assistant.qa.explain': {
    en: [
      'explain {concept} to me',
      "I don't get {concept}, break it down for me in simple words",
      'help me understand the idea of {concept}',
    ],
    zh: [
      '给我解释一下{concept}',
      '我搞不懂{concept}，用大白话说说',
      '帮我弄明白{concept}是怎么一回事',
    ],
  },
  'assistant.browser.search': {
    en: [
      'search the web for {query}',
      'look up {query} online',
      'see what you can find on the internet about {query}',
    ],
    zh: [
      '上网搜一下{query}',
      '在网上帮我查查{query}',
      '用浏览器搜搜{query}的内容',
    ],
  },
  'assistant.browser.open_page': {
    en: [
      'open the web page {url}',
      'take me to {url} in the browser',
      'I want to look at the site {url}, bring it up',
    ],
    zh: [
      '打开网页{url}',
      '用浏览器进到{url}',
      '我想看{url}这个网站，帮我点开',
    ],
  },
  'assistant.browser.summarize_page': {
    en: [
      'summarize the web page {url}',
      "give me the main points of what's on {url}",
      'read through {url} and tell me briefly what it says',
    ],
    zh: [
      '总结一下网页{url}',
      '{url}这个页面讲了哪些要点，概括给我听',
      '帮我读一下{url}，简单说说写了什么',
    ],
  },
  'assistant.trigger.event': {
    en: [
      'when {event}, {task}',
      'as soon as {event}, I want you to {task}',
      'the moment that {event}, go ahead and {task}',
    ],
    zh: [
      '等{event}的时候，{task}',
      '一旦{event}就帮我{task}',
      '只要{event}，马上{task}',
    ],
  },
  'assistant.trigger.leave_place': {
    en: [
      'when I leave {place}, {task}',
      "once I've walked out of {place}, I'd like you to {task}",
      "the minute I'm gone from {place}, please {task}",
    ],
    zh: [
      '我离开{place}的时候，{task}',
      '等我从{place}出来，就帮我{task}',
      '我一走出{place}，你就{task}',
    ],
  },
  'assistant.trigger.watch': {
    en: [
      'keep an eye on {subject} and {task} when it changes',
      'watch {subject} for me, if anything changes there, {task}',
      "monitor {subject}, and the moment it's different, {task}",
    ],
    zh: [
      '盯着{subject}，一有变化就{task}',
      '帮我留意{subject}，要是变了就{task}',
      '持续关注{subject}，有变动的话{task}',
    ],
  },
  'assistant.image.generate': {
    en: [
      'draw me a picture of {prompt}',
      "I'd like an image that shows {prompt}, make one",
      'create a new illustration with {prompt}',
    ],
    zh: [
      '画一张{prompt}的图',
      '我想要一幅画，画的是{prompt}',
      '帮我生成一张图片，内容是{prompt}',
    ],
  },
  'assistant.image.remove_background': {
    en: [
      'remove the background from the photo {image}',
      "cut out what's behind the subject in my picture {image}",
      'I want {image} without its background',
    ],
    zh: [
      '把照片{image}的背景去掉',
      '给{image}这张图抠一下图，不要背景',
      '我想要没有背景的{image}',
    ],
  },
  'assistant.image.change_style': {
    en: [
      'turn the photo {image} into {style} style',
      'redo my picture {image} so that it looks like {style}',
      'give {image} a {style} look',
    ],
    zh: [
      '把照片{image}变成{style}风格',
      '给{image}这张图换个风格，换成{style}',
      '我想让{image}看起来像{style}',
    ],
  },
  'assistant.calendar.find_free_time': {
    en: [
      'find a free time in my calendar for {occasion}',
      'I need to fit in {occasion}, see when I have a gap',
      'look through my calendar for a good slot for {occasion}',
    ],
    zh: [
      '在我的日历里给{occasion}找个空档',
      '我要安排{occasion}，看看我什么时候有空',
      '翻翻我的日程，挑个合适的时间做{occasion}',
    ],
  },
  'assistant.calendar.plan_day': {
    en: [
      'plan my whole day around {occasion}',
      'work out a schedule for the entire day that includes {occasion}',
      "I've got {occasion}, arrange the rest of my day to go with it",
    ],
    zh: [
      '围绕{occasion}帮我规划一整天',
      '把我这一天都安排好，里面要有{occasion}',
      '我有{occasion}这件事，给我排一下全天的计划',
    ],
  },
  'assistant.calendar.resolve_clash': {
    en: [
      '{occasion} and {other} overlap in my calendar, sort it out',
      'fix the clash between {occasion} and {other}',
      "I'm double-booked with {occasion} and {other}, find a way to make both work",
    ],
    zh: [
      '{occasion}和{other}时间撞了，帮我协调一下',
      '解决一下{occasion}跟{other}的日程冲突',
      '我把{occasion}和{other}排到一起了，想办法错开',
    ],
  },
  'assistant.coach.conversation': {
    en: [
      'chat with me in {language} about {topic} so I can practice speaking',
      "I want to practice my spoken {language}, let's talk about {topic}",
      'start a {language} speaking exercise on the topic {topic}',
    ],
    zh: [
      '用{language}跟我聊聊{topic}，我想练口语',
      '我要练{language}会话，话题是{topic}',
      '陪我练一会儿{language}口语，就聊{topic}',
    ],
  },
  'assistant.coach.pronunciation': {
    en: [
      'help me pronounce {sentence} in {language}',
      'I want to practice saying {sentence} out loud in {language}, work on my pronunciation',
      'coach my {language} accent with the sentence {sentence}',
    ],
    zh: [
      '教我用{language}读{sentence}，纠正我的发音',
      '我想练{sentence}这句话的{language}发音',
      '帮我练练{language}，把{sentence}念标准',
    ],
  },
  'assistant.scenario.start': {
    en: [
      'do a role play with me, the scene is {scene}',
      "let's act out {scene} so I can rehearse",
      "I'd like to practice {scene}, you play the other person",
    ],
    zh: [
      '跟我玩个角色扮演，场景是{scene}',
      '我们来模拟一下{scene}，让我演练演练',
      '我想排练{scene}，你来扮演对方',
    ],
  },
  'apps.app.open': {
    en: [
      'open {app}',
      'launch the {app} app',
      'bring up {app} on the screen',
    ],
    zh: [
      '打开{app}',
      '启动一下{app}这个应用',
      '我要用{app}，帮我点开',
    ],
  },
  'apps.app.close': {
    en: [
      'close {app}',
      'quit the {app} app completely',
      "I'm done with {app}, don't leave it running in the background",
    ],
    zh: [
      '关闭{app}',
      '把{app}这个应用彻底退出',
      '{app}用完了，别让它在后台跑了',
    ],
  },
  'apps.app.ask_running': {
    en: [
      'is {app} running right now',
      'check whether the {app} app is still open in the background',
      'have I got {app} running at the moment or not',
    ],
    zh: [
      '{app}现在在运行吗',
      '看看{app}是不是还在后台开着',
      '我手机上{app}这个应用这会儿跑着没有',
    ],
  },
  'apps.app.ask_size': {
    en: [
      'how much storage does {app} take up',
      "what's the size of the {app} app on my phone",
      'tell me how many megabytes {app} uses',
    ],
    zh: [
      '{app}占了多少存储空间',
      '{app}这个应用有多大',
      '告诉我{app}用掉了多少兆空间',
    ],
  },
  'apps.app.ask_version': {
    en: [
      'which version of {app} do I have',
      "what's the version number of the {app} app",
      'tell me what release {app} is on',
    ],
    zh: [
      '我装的{app}是哪个版本',
      '{app}这个应用的版本号是多少',
      '看一下{app}现在是第几版',
    ],
  },
  'apps.permission.grant': {
    en: [
      'give {app} the {permission} permission',
      'let the {app} app have {permission} access',
      "I'm fine with {app} using my {permission}, so allow it",
    ],
    zh: [
      '给{app}开启{permission}权限',
      '允许{app}这个应用使用{permission}',
      '我同意{app}访问我的{permission}，授权给它',
    ],
  },
  'apps.permission.revoke': {
    en: [
      'take the {permission} permission away from {app}',
      "the {app} app shouldn't have {permission} access anymore",
      "I don't want {app} using my {permission}, so block it",
    ],
    zh: [
      '收回{app}的{permission}权限',
      '别再让{app}这个应用使用{permission}',
      '我不想让{app}访问我的{permission}，禁掉吧',
    ],
  },
  'apps.permission.ask': {
    en: [
      'does {app} have the {permission} permission',
      'is the {app} app allowed to use my {permission}',
      'check whether {permission} access has been given to {app}',
    ],
    zh: [
      '{app}有{permission}权限吗',
      '{app}这个应用能不能访问我的{permission}',
      '查一下我给没给{app}开{permission}权限',
    ],
  },
};
