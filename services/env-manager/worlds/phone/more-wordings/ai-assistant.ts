import type { WordingsByIntent } from '../wordings.ts';

export const aiAssistant: WordingsByIntent = {
  'assistant.gui.operate': {
    en: ['use the app {app} to {instruction}', 'I need you to {instruction} in {app}', 'open {app} for me and then {instruction}', 'take over {app} and {instruction}', '{instruction} using {app}', 'have {app} do this: {instruction}', 'I would like you to {instruction} with the {app} app', 'do the following in {app}: {instruction}', 'handle this in {app} for me, {instruction}', 'switch to {app}, then {instruction} there', 'go through {app} and {instruction}'],
    zh: ['打开{app}后{instruction}', '用{app}{instruction}', '替我在{app}上{instruction}', '进{app}，{instruction}', '我要你在{app}里面{instruction}', '请操作{app}应用，{instruction}', '去{app}那边{instruction}', '{app}里帮忙做一下：{instruction}', '通过{app}来{instruction}'],
  },
  'assistant.gui.order': {
    en: ['I would like {item} from {app}', 'use {app} to order {item}', 'purchase {item} via {app}', 'go on {app} and buy {item} for me', '{item} from {app}, please order', 'put in an order on {app} for {item}', 'I want to buy {item}, do it in {app}', 'request {item} through {app}', 'shop for {item} on {app} and check out', 'let {app} bring me {item}', 'pick up {item} for me with an order at {app}'],
    zh: ['帮我在{app}买{item}', '我想要{item}，用{app}下单', '打开{app}订{item}', '从{app}订购{item}', '{app}上来一单{item}', '在{app}给我下单{item}', '到{app}下个订单，要{item}', '叫{app}送{item}', '通过{app}购买{item}'],
  },
  'assistant.gui.post': {
    en: ['use {app} to post {text}', 'I would like to post {text} to {app}', 'tell my followers on {app}: {text}', 'make a post on {app} with the words {text}', 'let my {app} feed say {text}', 'send out {text} as a post on {app}', '{text}, put that up on {app}', 'go to {app} and publish a post reading {text}', 'upload a status on {app} saying {text}', 'my next {app} post should read {text}', 'write {text} on my {app} timeline'],
    zh: ['帮我在{app}上发：{text}', '用{app}发条动态，写{text}', '打开{app}发表{text}', '把{text}发到{app}上', '我想在{app}分享一句{text}', '{app}发个帖子，写上{text}', '在{app}更新状态：{text}', '去{app}贴一条{text}', '替我往{app}发布一条内容：{text}'],
  },
  'assistant.gui.search': {
    en: ['go to {app} and search for {query}', 'open {app} and find {query}', 'see what {app} has on {query}', 'I would like to find {query} in {app}', 'run a search for {query} on {app}', 'type {query} into the search box of {app}', '{query}, search that in {app}', 'hunt for {query} on {app}', 'check {app} for {query}', 'browse {app} for {query}', 'do a {app} search on {query}'],
    zh: ['打开{app}搜{query}', '去{app}搜一下{query}', '帮我在{app}找{query}', '{app}上查一查{query}', '我想在{app}里查{query}', '在{app}的搜索框输入{query}', '用{app}找找{query}', '看看{app}上有没有{query}', '进{app}搜索{query}'],
  },
  'assistant.qa.ask': {
    en: ['here is a question for you: {question}', 'I would like to know: {question}', 'quick question, {question}', 'can you tell me, {question}', 'I have been wondering: {question}', 'help me with this question: {question}', 'please find the answer to this: {question}', 'something I am curious about: {question}', 'what is the answer to the question, {question}', 'let me ask you something: {question}', 'one thing I never understood: {question}'],
    zh: ['我有个疑问：{question}', '帮我解答：{question}', '你来说说，{question}', '想请问{question}', '回答我一个问题，{question}', '告诉我{question}', '考考你，{question}', '我很好奇，{question}', '有个问题想问，{question}'],
  },
  'assistant.qa.explain': {
    en: ['help me understand {concept}', 'break down {concept} for me in simple words', 'teach me the basics of {concept}', 'I would like to learn about {concept}', 'clarify the concept of {concept}', 'give me an explanation of {concept}', 'what is meant by {concept}', '{concept}, please explain', 'walk me through {concept}', 'make {concept} clear to me', 'what is {concept} all about'],
    zh: ['帮我理解{concept}', '说说什么是{concept}', '{concept}是什么，讲讲', '我想了解{concept}', '用简单的话说明{concept}', '科普一下{concept}', '请说明{concept}的含义', '什么叫{concept}', '跟我说说{concept}的基本知识'],
  },
  'assistant.browser.search': {
    en: ['google {query}', 'use the browser to search for {query}', 'see what the internet says on {query}', 'I would like to find {query} on the web', 'run an online search on {query}', '{query}, search that on the web', 'go online and look for {query}', 'check the web for {query}', 'hunt the internet for {query}', 'query the search engine for {query}', 'get me web results for {query}'],
    zh: ['用浏览器查一下{query}', '去网上找找{query}', '网上搜索{query}', '百度一下{query}', '帮我在互联网上搜{query}', '打开浏览器搜{query}', '我想上网查查{query}', '用搜索引擎找{query}', '看看网上关于{query}的内容'],
  },
  'assistant.browser.open_page': {
    en: ['take me to {url}', 'open {url} in the browser', 'bring up the web page {url}', 'I would like to see the website {url}', 'browse to {url}', 'pull up {url}', 'launch the page {url} in my browser', 'get the site {url} on the screen', '{url}, open that site', 'head over to the website {url}', 'let me view the page at {url}'],
    zh: ['去{url}这个网站', '帮我打开{url}', '浏览网页{url}', '我要看{url}这个页面', '把网站{url}打开', '在浏览器里进{url}', '跳转到{url}', '加载{url}网页', '上{url}看看'],
  },
  'assistant.browser.summarize_page': {
    en: ['boil the page {url} down to the main points', 'what are the key points of the web page {url}', 'I would like a short version of {url}', 'shorten the content of {url} to a summary', '{url}, summarize it for me', 'what does the site {url} say in brief', 'write a digest of the web page {url}', 'condense the article at {url}', 'give me the gist of {url}', 'go over {url} and tell me the essentials', 'extract the main ideas from the page {url}'],
    zh: ['{url}这个网页讲了什么，总结一下', '帮我归纳{url}的内容', '提炼网页{url}的重点', '读一下{url}然后做个小结', '我想要{url}页面的概要', '简单说说{url}网页写了啥', '把{url}的内容浓缩一下', '看完{url}告诉我要点', '为网站{url}写个摘要'],
  },
  'assistant.trigger.event': {
    en: ['whenever {event}, {task} without me asking', 'in the event that {event}, automatically {task}', 'from now on {task} by yourself every time {event}', 'I would like you to {task} automatically whenever {event}', 'create an automation: if {event}, then {task}', 'if {event}, please {task} on your own', 'make sure to {task} automatically each time {event}', 'set up a rule so that you {task} when {event}', 'the moment {event}, {task} automatically', 'add a trigger that will {task} in case {event}', 'make it so that you {task} whenever {event}'],
    zh: ['只要{event}，就自动{task}', '以后{event}的时候，自动帮我{task}', '设置自动任务，{event}就{task}', '当{event}时请自动{task}', '如果{event}，自动{task}', '建个自动化：{event}则{task}', '我希望{event}时能自动{task}', '添加触发规则，{event}后{task}', '凡是{event}，都自动{task}'],
  },
  'assistant.trigger.leave_place': {
    en: ['whenever I leave {place}, {task} for me', 'once I am out of {place}, {task}', '{task} every time I leave {place}', 'I would like you to {task} when I walk out of {place}', 'create an automation for departure from {place}: {task}', 'on leaving {place}, automatically {task}', 'the moment I move away from {place}, {task}', 'if I go out of {place}, {task}', '{task} automatically upon my leaving {place}', 'add a location trigger, when I depart from {place} then {task}', 'make sure to {task} as I get away from {place}'],
    zh: ['等我离开{place}就{task}', '一走出{place}就自动{task}', '从{place}离开的时候帮我{task}', '设置位置触发，离开{place}后{task}', '我一出{place}，就{task}', '只要我不在{place}了就{task}', '以后离开{place}自动{task}', '添加自动任务：离开{place}时{task}', '当我走出{place}，请{task}'],
  },
  'assistant.trigger.watch': {
    en: ['keep watching {subject} and when it changes, {task}', 'if {subject} changes, {task}', 'I would like you to track {subject} and {task} on a change', 'observe {subject} for me; {task} when something is different', 'check {subject} regularly and {task} upon any change', 'look out for changes in {subject} and then {task}', '{task} whenever there is a change in {subject}', 'stay on top of {subject}, and {task} if anything changes', 'set up a watch on {subject}: on a change {task}', 'as soon as {subject} changes, {task}', 'have an eye on {subject} so that you {task} at the first change'],
    zh: ['{subject}一变化就{task}', '留意{subject}，有变动时{task}', '帮我看着{subject}，有更新就{task}', '关注{subject}的动态，一变就{task}', '监测{subject}，如有变化请{task}', '要是{subject}变了，就{task}', '设个监控任务，{subject}有变化时{task}', '时刻盯住{subject}，变动后{task}', '我想追踪{subject}，一旦改变就{task}'],
  },
  'assistant.image.generate': {
    en: ['produce a picture showing {prompt}', 'I would like an image of {prompt}', 'design an illustration of {prompt}', 'let the AI draw {prompt}', 'sketch {prompt} for me', 'imagine {prompt} and turn it into a picture', '{prompt}, make that a picture', 'come up with an AI image of {prompt}', 'render {prompt} as an image', 'I want a new picture with {prompt} in it', 'illustrate {prompt}'],
    zh: ['帮我画{prompt}', '做一张{prompt}的图', '给我生成{prompt}的图像', '我想要一幅画，内容是{prompt}', '让AI生成{prompt}', '创作一幅{prompt}的画', '绘制{prompt}', '来一张{prompt}的AI图片', '出一张图，画的是{prompt}'],
  },
  'assistant.image.remove_background': {
    en: ['get rid of the background in {image}', 'I would like {image} without its background', 'strip the background from the picture {image}', 'make a cutout of the photo {image}', 'clear away the background of {image}', 'leave only the subject in the photo {image}', '{image}, background off', 'isolate the main subject of {image}', 'delete what is in the back of the picture {image}', 'cut the background out of the image {image}', 'wipe the background off {image}'],
    zh: ['{image}去背景', '帮我把{image}抠出来', '抠掉照片{image}的背景', '删除{image}图片的背景', '只保留{image}里的主体', '我不要{image}的背景，去掉', '清除图片{image}的背景部分', '将{image}做成透明背景', '把{image}里的主体抠图抠下来'],
  },
  'assistant.image.change_style': {
    en: ['make {image} look like {style}', 'I would like the photo {image} in {style}', 'apply a {style} look to {image}', 'convert the picture {image} to {style} style', 'transform {image} into {style}', '{image} as {style}, please', 'put the image {image} into the style {style}', 'render the photo {image} in {style}', 'style {image} like {style}', 'let {image} appear in {style} style', 'use {style} as the new style of the picture {image}'],
    zh: ['把{image}做成{style}风', '图片{image}用{style}风格重画', '让{image}看起来像{style}', '给照片{image}套上{style}风格', '{image}转换成{style}风格的图', '我想要{style}版的{image}', '将照片{image}处理成{style}效果', '对{image}做{style}风格化', '帮我把{image}的画风换成{style}'],
  },
  'assistant.calendar.find_free_time': {
    en: ['see when I am free for {occasion}', 'I would like to have {occasion}, find me a free slot', 'check my calendar for a time that works for {occasion}', 'is there any room in my schedule for {occasion}, and when', 'suggest a time for {occasion} when I have nothing on', 'which slot is open for {occasion}', 'get me a free spot in the calendar for {occasion}', 'at what time would {occasion} fit my schedule', 'search my schedule for time to have {occasion}', 'figure out when {occasion} could happen without a conflict', '{occasion}, when do I have time for that'],
    zh: ['我哪天有空安排{occasion}', '帮我找个空档安排{occasion}', '查一下我的日程，什么时候适合{occasion}', '日历里找段空余时间给{occasion}', '看看我啥时候有空{occasion}', '给{occasion}挑个没安排的时间', '有没有空闲时段可以{occasion}', '推荐一个能{occasion}的空闲时间', '我的日程里哪个时段能排{occasion}'],
  },
  'assistant.calendar.plan_day': {
    en: ['put together a day schedule with {occasion}', 'I would like a plan for the day that has {occasion}', 'build my day around {occasion}', 'make sure my day plan contains {occasion}', 'set up my whole day including {occasion}', 'structure the day so there is time for {occasion}', 'map out a day for me with {occasion}', 'draft a schedule for my day, {occasion} has to be in it', 'help me plan a day, with {occasion} as a part of it', 'how should my day go with {occasion} in it, plan it', 'work out a full day schedule that features {occasion}'],
    zh: ['帮我规划一天，要包括{occasion}', '做一份全天安排，里面有{occasion}', '把我的一天计划好，含{occasion}', '我要一个有{occasion}的一日计划', '排一下全天日程，加上{occasion}', '以{occasion}为中心安排我这一天', '制定一天的计划，别漏了{occasion}', '设计一整天的行程，包含{occasion}', '我这一天怎么安排，要有{occasion}'],
  },
  'assistant.calendar.resolve_clash': {
    en: ['{occasion} overlaps with the meeting about {other}, fix that', 'untangle {occasion} and the session on {other}', 'I cannot do both {occasion} and the meeting about {other}, find a way', 'work out the conflict of {occasion} and the meeting about {other}', 'make {occasion} and the talk on {other} stop clashing', '{occasion} and the meeting on {other} are at the same time, solve it', 'clear up the double booking of {occasion} and the meeting on {other}', 'the session about {other} collides with {occasion}, please rearrange', 'I am double-booked, {occasion} and the session on {other}, sort it out', 'move {occasion} or the discussion of {other} so that they no longer clash', 'handle the clash that {occasion} has with the talk on {other}'],
    zh: ['{occasion}和{other}的会时间冲突，帮忙解决', '我同时有{occasion}和{other}的会，帮我协调', '处理{occasion}与{other}会议的冲突', '{occasion}撞上了{other}的会，调整一下', '把{occasion}和关于{other}的会错开', '日程撞车：{occasion}和{other}讨论，调一下', '{other}的会跟{occasion}同一时间，怎么调', '化解{occasion}和{other}会议的时间重叠', '帮我理顺{occasion}跟关于{other}的会之间的冲突'],
  },
  'assistant.coach.conversation': {
    en: ['talk with me about {topic} in {language}', 'I would like to practise speaking {language}, on {topic}', 'hold a {language} conversation with me, topic {topic}', 'let me improve my {language} by chatting about {topic}', 'be my {language} partner for a talk on {topic}', 'discuss {topic} with me in {language}', '{topic} as the subject, let us practise {language}', 'do some {language} speaking training about {topic}', 'help me get fluent in {language} with a chat on {topic}', 'have a spoken {language} exchange with me on {topic}', 'I need {language} oral practice, we could talk about {topic}'],
    zh: ['跟我用{language}聊聊{topic}', '我要练{language}口语，聊{topic}', '来一段关于{topic}的{language}对话', '用{language}和我讨论{topic}', '当我的{language}陪练，说说{topic}', '以{topic}为话题练{language}会话', '让口语教练用{language}跟我谈{topic}', '帮我提高{language}口语，主题{topic}', '想找你用{language}聊一聊{topic}'],
  },
  'assistant.coach.pronunciation': {
    en: ['how do I say {sentence} properly in {language}, coach me', 'I would like to get the pronunciation of {sentence} right in {language}', 'teach me to say {sentence} with a good {language} accent', 'listen to me say {sentence} in {language} and fix my pronunciation', 'drill {sentence} with me for my {language} pronunciation', 'work on my {language} accent with {sentence}', 'see if I pronounce {sentence} well in {language}', 'improve my {language} pronunciation, using {sentence}', '{sentence}, help me say it correctly in {language}', 'show me how {sentence} sounds in {language} and let me repeat it', 'give me {language} pronunciation practice on {sentence}'],
    zh: ['{sentence}用{language}怎么读，教教我', '帮我练{sentence}的{language}发音', '我想把{sentence}的{language}发音念准', '听我用{language}读{sentence}，纠正一下', '用{sentence}练练我的{language}发音', '指导我用{language}朗读{sentence}', '看看我{language}念{sentence}准不准', '带我跟读{language}句子{sentence}', '{language}发音训练，就练{sentence}'],
  },
  'assistant.scenario.start': {
    en: ['simulate {scene} with me', 'let us pretend it is {scene}', 'I would like to practise {scene} with you', 'run through {scene} as a role play', 'set up a mock dialogue for {scene}', 'take the other role in {scene}', 'help me prepare for {scene} by playing it through', 'do a practice run of {scene}', 'let us play out {scene}', '{scene}, act it with me', 'train me for {scene} with a role play'],
    zh: ['和我一起演{scene}', '我们来模拟一下{scene}', '我想练习{scene}，陪我对话', '来一场{scene}的情景对话', '帮我预演{scene}', '你演另一方，跟我过一遍{scene}', '进行{scene}的模拟练习', '陪练{scene}', '情景演练：{scene}'],
  },
};
