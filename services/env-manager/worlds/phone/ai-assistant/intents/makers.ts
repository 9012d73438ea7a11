import type { Draw, Intent, SlotValue } from '../../../intent.ts';
import { named } from '../../authoring/drawn-values.ts';
import { handOffIntent } from './handing.ts';
import { EVENTS, IMAGES, OCCASIONS, PICTURES, STYLES, TASKS, textSlot, TOPICS, WATCHED } from './pools.ts';

type Rest = Pick<Intent, 'wordings' | 'omissions' | 'memorable'>;
type TriggerType = 'event' | 'leave_place' | 'watch';

/** A standing task: what sets it off, and what is done then. */
function trigger(type: TriggerType, slot: string, condition: (draw: Draw) => SlotValue & { readonly text: string }, rest: Rest): Intent {
  return handOffIntent({
    id: `assistant.trigger.${type}`,
    tool: 'trigger_task',
    plan(draw) {
      const { text: when, ...said } = condition(draw);
      const { text: task, ...saidTask } = textSlot(draw, TASKS);
      return { slots: { [slot]: said, task: saidTask }, args: { triggerType: type, condition: when, task }, texts: { condition: when, task } };
    },
    ...rest,
  });
}

const onEvent = trigger('event', 'event', (draw) => textSlot(draw, EVENTS), {
  wordings: {
    en: {
      train: ['when {event}, automatically {task}', 'set a trigger: if {event}, {task}', 'each time {event}, {task} by itself', 'make a trigger task so that if {event} you {task}', 'automatically {task} as soon as {event}'],
      dev: ['should this happen, {event}, then {task} on its own', 'let this set off a task: once {event}, {task}'],
      test: ['the moment {event}, {task} without asking me', 'hook an action to an event: {event}, then {task}'],
    },
    zh: {
      train: ['{event}时自动{task}', '设个触发任务：如果{event}就{task}', '每次{event}就自动{task}', '创建触发条件，一旦{event}就{task}'],
      dev: ['发生{event}的话自行{task}', '把任务挂上：{event}之后{task}'],
      test: ['只要{event}就替我{task}', '给事件绑个动作：{event}，然后{task}'],
    },
  },
  omissions: {
    task: {
      parameter: 'task',
      wordings: {
        en: { train: ['set a trigger for when {event}', 'make a trigger task for the case that {event}', 'something should happen automatically as soon as {event}'], dev: ['let this set off a task: once {event}'], test: ['hook an action to the event that {event}'] },
        zh: { train: ['设个触发任务，条件是{event}', '创建触发条件：{event}'], dev: ['{event}的时候要触发个任务'], test: ['给{event}这个事件绑个动作'] },
      },
    },
  },
});

const onLeaving = trigger(
  'leave_place',
  'place',
  (draw) => {
    const place = draw.entity('place');
    return { ...named(draw, place), text: place };
  },
  {
    wordings: {
      en: {
        train: ['when I leave {place}, {task}', 'set a trigger for leaving {place}: {task}', 'each time I go away from {place}, {task}', 'make a trigger task that on leaving {place} will {task}', 'as soon as I have left {place}, {task}'],
        dev: ['let my departure from {place} set this off: {task}', 'once I am out of {place}, {task} on its own'],
        test: ['on my way out of {place}, {task} without asking me', 'hook this to my exit from {place}: {task}'],
      },
      zh: {
        train: ['我离开{place}时{task}', '设个离开{place}的触发任务：{task}', '每次从{place}出来就{task}', '创建触发条件：离开{place}就{task}'],
        dev: ['一出{place}就自行{task}', '从{place}走开之后自动{task}'],
        test: ['人不在{place}了就替我{task}', '给离开{place}绑个动作：{task}'],
      },
    },
  },
);

const onChange = trigger('watch', 'subject', (draw) => textSlot(draw, WATCHED), {
  wordings: {
    en: {
      train: ['watch {subject} and {task} once it changes', 'keep an eye on {subject}; on any change {task}', 'monitor {subject} for me and {task} if it moves', 'follow {subject} and {task} as soon as there is news', 'track changes of {subject} and then {task}'],
      dev: ['check {subject} again and again, and {task} when it is different', 'stay on top of {subject}, any change means {task}'],
      test: ['guard {subject} and, should it shift, {task}', 'look after {subject}: if it alters, {task}'],
    },
    zh: {
      train: ['盯着{subject}，有变化就{task}', '帮我监控{subject}，变了就{task}', '持续关注{subject}，一有动静就{task}', '跟踪{subject}的变化，然后{task}'],
      dev: ['反复查{subject}，不一样了就{task}', '留意{subject}，只要变动就{task}'],
      test: ['替我守着{subject}，要是变了{task}', '看好{subject}，发生改变时{task}'],
    },
  },
});

const generate = handOffIntent({
  id: 'assistant.image.generate',
  tool: 'control_ai_image_agent',
  plan(draw) {
    const { text, ...said } = textSlot(draw, PICTURES);
    return { slots: { prompt: said }, args: { action: 'generate', prompt: text }, texts: { prompt: text } };
  },
  wordings: {
    en: {
      train: ['draw {prompt}', 'generate a picture of {prompt}', 'create an image of {prompt}', 'make an AI picture that shows {prompt}', 'paint me {prompt}'],
      dev: ['I would like to see a new image: {prompt}', 'have the image agent come up with {prompt}'],
      test: ['imagine {prompt} and turn it into a picture', 'illustrate {prompt} for me'],
    },
    zh: { train: ['画一张{prompt}', '生成一幅{prompt}的图片', '用AI画{prompt}', '创作一张图：{prompt}'], dev: ['我想看到这样的新图：{prompt}', '让图像助手画个{prompt}'], test: ['想象{prompt}并画成图', '给我来一幅{prompt}的插图'] },
  },
  omissions: {
    prompt: {
      parameter: 'prompt',
      wordings: {
        en: { train: ['draw me something', 'generate a picture', 'create an AI image'], dev: ['have the image agent come up with a picture'], test: ['illustrate something for me'] },
        zh: { train: ['画一张图', '用AI生成一幅图片'], dev: ['让图像助手画点什么'], test: ['给我来一幅插图'] },
      },
    },
  },
});

const background = handOffIntent({
  id: 'assistant.image.remove_background',
  tool: 'control_ai_image_agent',
  plan(draw) {
    const image = draw.random.pick(IMAGES[draw.locale][draw.split]);
    return { slots: { image: named(draw, image) }, args: { action: 'remove_background', imageName: image }, texts: {} };
  },
  wordings: {
    en: {
      train: ['remove the background of the photo {image}', 'cut out the subject of the picture {image}', 'take the background away from {image}', 'erase what is behind the subject in {image}', 'make the background of the image {image} transparent'],
      dev: ['isolate the foreground of the photo {image}', 'I need the picture {image} without its background'],
      test: ['strip the photo {image} of its backdrop', 'leave only the subject in the picture {image}'],
    },
    zh: { train: ['把照片{image}的背景去掉', '给图片{image}抠图', '去除{image}这张照片的背景', '把{image}的背景变透明'], dev: ['{image}这张照片只留主体', '照片{image}不要背景'], test: ['将{image}里的人物抠出来', '图片{image}的背景清空'] },
  },
});

const restyle = handOffIntent({
  id: 'assistant.image.change_style',
  tool: 'control_ai_image_agent',
  plan(draw) {
    const image = draw.random.pick(IMAGES[draw.locale][draw.split]);
    const { text, ...said } = textSlot(draw, STYLES);
    return { slots: { image: named(draw, image), style: said }, args: { action: 'change_style', imageName: image, prompt: text }, texts: { prompt: text } };
  },
  wordings: {
    en: {
      train: ['turn the photo {image} into {style}', 'give the picture {image} a {style} style', 'restyle {image} as {style}', 'change the style of the photo {image} to {style}', 'redo the picture {image} in {style} style'],
      dev: ['I want the photo {image} to look like {style}', 'apply a {style} look to the picture {image}'],
      test: ['render the photo {image} as {style}', 'let the picture {image} pass for {style}'],
    },
    zh: { train: ['把照片{image}变成{style}风格', '给图片{image}换成{style}风格', '将{image}转为{style}', '照片{image}改成{style}画风'], dev: ['让{image}这张照片看起来像{style}', '图片{image}套用{style}效果'], test: ['{image}用{style}重新呈现', '给{image}加个{style}滤镜画风'] },
  },
});

const freeTime = handOffIntent({
  id: 'assistant.calendar.find_free_time',
  tool: 'calendar_service',
  permission: 'calendar',
  plan(draw) {
    const { text, ...said } = textSlot(draw, OCCASIONS);
    return { slots: { occasion: said }, args: { action: 'find_free_time', details: text }, texts: { details: text } };
  },
  wordings: {
    en: {
      train: ['find a free time for {occasion}', 'look for a gap in my calendar for {occasion}', 'when could I fit in {occasion}', 'find an open slot that suits {occasion}', 'have the calendar agent look for room for {occasion}'],
      dev: ['suggest when my calendar has space for {occasion}', 'where can {occasion} go in my week'],
      test: ['squeeze {occasion} into some free hours and tell me which', 'spot a suitable opening for {occasion}'],
    },
    zh: { train: ['给{occasion}找个空闲时间', '看看日历里哪有空档{occasion}', '我什么时候能安排{occasion}', '找个合适的时段{occasion}'], dev: ['日历上哪里放得下{occasion}', '建议个有空的时间{occasion}'], test: ['帮我挤出时间{occasion}，看哪段行', '挑一段空闲留给{occasion}'] },
  },
});

const planDay = handOffIntent({
  id: 'assistant.calendar.plan_day',
  tool: 'calendar_service',
  permission: 'calendar',
  plan(draw) {
    const { text, ...said } = textSlot(draw, OCCASIONS);
    return { slots: { occasion: said }, args: { action: 'plan_day', details: text }, texts: { details: text } };
  },
  wordings: {
    en: {
      train: ['plan my day around {occasion}', 'arrange the whole day with {occasion} in it', 'make a plan for the day that includes {occasion}', 'organize my day so that there is {occasion}', 'lay out a day plan with {occasion}'],
      dev: ['build me a full-day schedule containing {occasion}', 'structure my day, {occasion} being part of it'],
      test: ['draw up how my day should go with {occasion}', 'map out a day for me, {occasion} included'],
    },
    zh: { train: ['围绕{occasion}规划我的一天', '安排一整天，其中有{occasion}', '做个包含{occasion}的当天计划', '帮我把一天排好，要有{occasion}'], dev: ['给我排个全天行程，带上{occasion}', '统筹我这一天，{occasion}在内'], test: ['我这天怎么过，含{occasion}，排出来', '拟一份带{occasion}的全天安排'] },
  },
});

const clash = handOffIntent({
  id: 'assistant.calendar.resolve_clash',
  tool: 'calendar_service',
  permission: 'calendar',
  plan(draw) {
    const topic = draw.random.pick(TOPICS[draw.locale][draw.split]);
    const { text, ...said } = textSlot(draw, OCCASIONS);
    return { slots: { occasion: said, other: named(draw, topic) }, args: { action: 'resolve_clash', details: `${text} / ${topic}` }, texts: { details: text } };
  },
  wordings: {
    en: {
      train: ['sort out that {occasion} clashes with the meeting about {other}', 'resolve the clash between {occasion} and the talk on {other}', 'there is a conflict in my calendar: {occasion} and the session on {other}', 'fix the collision of {occasion} and the meeting about {other}', 'settle the overlap of {occasion} with the talk on {other}'],
      dev: ['untangle {occasion} and the meeting about {other}, they fall together', 'I am double-booked with {occasion} and the talk on {other}'],
      test: ['iron out that {occasion} and the meeting on {other} coincide', 'disentangle {occasion} from the session about {other} that it sits on'],
    },
    zh: {
      train: ['{occasion}和关于{other}的会撞了，处理一下', '解决{occasion}与{other}讨论的时间冲突', '日历冲突了：{occasion}跟{other}的会', '{occasion}和{other}的会重叠，帮我调开'],
      dev: ['{occasion}与{other}的会排到一起了，理顺它', '我同时约了{occasion}和{other}的会'],
      test: ['化解{occasion}和{other}会议的撞期', '{occasion}压着{other}的会，拆开它们'],
    },
  },
});

export const makerIntents: readonly Intent[] = [onEvent, onLeaving, onChange, generate, background, restyle, freeTime, planDay, clash];
