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
      dev: ['if {event}, then automatically {task}', 'trigger this once {event}: {task}'],
      test: ['every time {event}, {task} automatically', 'I want a trigger for when {event}: {task}'],
    },
    zh: {
      train: ['{event}时自动{task}', '设个触发任务：如果{event}就{task}', '每次{event}就自动{task}', '创建触发条件，一旦{event}就{task}'],
      dev: ['如果{event}就自动{task}', '触发任务：{event}之后{task}'],
      test: ['一旦{event}，自动{task}', '我要设个触发：{event}时{task}'],
    },
  },
  omissions: {
    task: {
      parameter: 'task',
      wordings: {
        en: { train: ['set a trigger for when {event}', 'make a trigger task for the case that {event}', 'something should happen automatically as soon as {event}'], dev: ['trigger something once {event}'], test: ['I want a trigger for when {event}'] },
        zh: { train: ['设个触发任务，条件是{event}', '创建触发条件：{event}'], dev: ['{event}的时候要触发个任务'], test: ['我要给{event}设个触发'] },
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
        dev: ['trigger this when I leave {place}: {task}', 'once I have left {place}, automatically {task}'],
        test: ['every time I leave {place}, {task}', 'I want a trigger on leaving {place}: {task}'],
      },
      zh: {
        train: ['我离开{place}时{task}', '设个离开{place}的触发任务：{task}', '每次从{place}出来就{task}', '创建触发条件：离开{place}就{task}'],
        dev: ['一离开{place}就自动{task}', '触发任务：离开{place}后{task}'],
        test: ['我从{place}离开时自动{task}', '我要设个触发：离开{place}时{task}'],
      },
    },
  },
);

const onChange = trigger('watch', 'subject', (draw) => textSlot(draw, WATCHED), {
  wordings: {
    en: {
      train: ['watch {subject} and {task} once it changes', 'keep an eye on {subject}; on any change {task}', 'monitor {subject} for me and {task} if it moves', 'follow {subject} and {task} as soon as there is news', 'track changes of {subject} and then {task}'],
      dev: ['keep watching {subject} and {task} when it changes', 'please monitor {subject}, and on a change {task}'],
      test: ['I want {subject} watched; if it changes, {task}', 'track {subject} and {task} on any change'],
    },
    zh: {
      train: ['盯着{subject}，有变化就{task}', '帮我监控{subject}，变了就{task}', '持续关注{subject}，一有动静就{task}', '跟踪{subject}的变化，然后{task}'],
      dev: ['请监控{subject}，有变化时{task}', '关注{subject}，一变就{task}'],
      test: ['我要跟踪{subject}，变了就{task}', '帮我盯着{subject}，有变化{task}'],
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
      dev: ['I would like an image of {prompt}', 'please draw a picture of {prompt}'],
      test: ['have an AI image made that shows {prompt}', 'paint a picture of {prompt} for me'],
    },
    zh: { train: ['画一张{prompt}', '生成一幅{prompt}的图片', '用AI画{prompt}', '创作一张图：{prompt}'], dev: ['请画一幅{prompt}', '帮我生成图片：{prompt}'], test: ['我要一张{prompt}的图', '用AI创作{prompt}的图片'] },
  },
  omissions: {
    prompt: {
      parameter: 'prompt',
      wordings: {
        en: { train: ['draw me something', 'generate a picture', 'create an AI image'], dev: ['please draw a picture'], test: ['paint something for me'] },
        zh: { train: ['画一张图', '用AI生成一幅图片'], dev: ['帮我生成图片'], test: ['用AI创作一张图'] },
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
      dev: ['have the background of {image} removed', 'I need the picture {image} without its background'],
      test: ['take away the background in the photo {image}', 'cut the subject out of the picture {image}'],
    },
    zh: { train: ['把照片{image}的背景去掉', '给图片{image}抠图', '去除{image}这张照片的背景', '把{image}的背景变透明'], dev: ['{image}这张照片只留主体', '照片{image}不要背景'], test: ['给照片{image}去除背景', '图片{image}的背景去掉'] },
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
      dev: ['I want the photo {image} in {style} style', 'make the picture {image} look like {style}'],
      test: ['have the style of {image} changed to {style}', 'turn the picture {image} into {style} style'],
    },
    zh: { train: ['把照片{image}变成{style}风格', '给图片{image}换成{style}风格', '将{image}转为{style}', '照片{image}改成{style}画风'], dev: ['让{image}这张照片看起来像{style}', '图片{image}套用{style}效果'], test: ['照片{image}换成{style}画风', '我要把图片{image}变成{style}'] },
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
      dev: ['find out when I am free for {occasion}', 'I need a free slot in the calendar for {occasion}'],
      test: ['look for a free time that suits {occasion}', 'please find room in my calendar for {occasion}'],
    },
    zh: { train: ['给{occasion}找个空闲时间', '看看日历里哪有空档{occasion}', '我什么时候能安排{occasion}', '找个合适的时段{occasion}'], dev: ['请找个空档{occasion}', '日历里找个空闲时段{occasion}'], test: ['看看我什么时候有空{occasion}', '我要个空闲时间来{occasion}'] },
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
      dev: ['make me a day plan that has {occasion} in it', 'please arrange my day with {occasion}'],
      test: ['organize the whole day around {occasion}', 'I want my day planned with {occasion}'],
    },
    zh: { train: ['围绕{occasion}规划我的一天', '安排一整天，其中有{occasion}', '做个包含{occasion}的当天计划', '帮我把一天排好，要有{occasion}'], dev: ['请规划我的一天，要有{occasion}', '把我的一天安排好，包含{occasion}'], test: ['我要一份有{occasion}的一天计划', '帮我规划一整天，其中{occasion}'] },
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
      dev: ['please resolve the conflict of {occasion} with the meeting about {other}', 'sort out the overlap between {occasion} and the talk on {other}'],
      test: ['settle the clash of {occasion} and the meeting on {other}', 'fix the calendar conflict between {occasion} and the session on {other}'],
    },
    zh: {
      train: ['{occasion}和关于{other}的会撞了，处理一下', '解决{occasion}与{other}讨论的时间冲突', '日历冲突了：{occasion}跟{other}的会', '{occasion}和{other}的会重叠，帮我调开'],
      dev: ['请解决{occasion}和{other}的会的时间冲突', '{occasion}与{other}的会冲突了，帮我处理'],
      test: ['请处理{occasion}和{other}的会的冲突', '我要解决{occasion}跟{other}的会的重叠'],
    },
  },
});

export const makerIntents: readonly Intent[] = [onEvent, onLeaving, onChange, generate, background, restyle, freeTime, planDay, clash];
