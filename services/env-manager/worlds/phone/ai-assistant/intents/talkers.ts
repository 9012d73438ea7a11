import type { Intent } from '../../../intent.ts';
import { spoken } from '../../authoring/setting-intents.ts';
import { handOffIntent } from './handing.ts';
import { SCENES, SENTENCES, textSlot, TOPICS, type TextPool } from './pools.ts';

const LANGUAGES = {
  english: { en: ['English'], zh: ['英语'] },
  japanese: { en: ['Japanese'], zh: ['日语'] },
  french: { en: ['French'], zh: ['法语'] },
  spanish: { en: ['Spanish'], zh: ['西班牙语'] },
  german: { en: ['German'], zh: ['德语'] },
  korean: { en: ['Korean'], zh: ['韩语'] },
} as const;

function coach(mode: 'conversation' | 'pronunciation', slot: string, pool: TextPool, rest: Pick<Intent, 'wordings' | 'omissions' | 'memorable'>): Intent {
  return handOffIntent({
    id: `assistant.coach.${mode}`,
    tool: 'speaking_coach_agent',
    permission: 'microphone',
    plan(draw) {
      const language = draw.random.pick(['english', 'japanese', 'french', 'spanish', 'german', 'korean'] as const);
      const { text, ...said } = textSlot(draw, pool);
      return {
        slots: { language: spoken(draw, language, LANGUAGES[language]), [slot]: said },
        args: { mode, language, content: text },
        texts: { content: text },
      };
    },
    ...rest,
  });
}

const conversation = coach('conversation', 'topic', TOPICS, {
  wordings: {
    en: {
      train: ['practise {language} conversation about {topic} with me', 'let us talk in {language} about {topic}', 'start a {language} speaking practice on {topic}', 'I want to chat in {language} about {topic}', 'have the coach speak {language} with me about {topic}'],
      dev: ['I want to practise {language} by talking about {topic}', 'hold a {language} conversation on {topic}'],
      test: ['have a {language} talk about {topic} with me', 'practise speaking {language} with me on {topic}'],
    },
    zh: { train: ['陪我用{language}聊{topic}', '练习{language}口语，话题是{topic}', '开始{language}对话练习，聊{topic}', '我想用{language}谈谈{topic}'], dev: ['请跟我用{language}聊聊{topic}', '我要练{language}口语，聊{topic}'], test: ['陪我练习{language}对话，话题{topic}', '用{language}和我聊{topic}'] },
  },
  omissions: {
    language: {
      parameter: 'language',
      wordings: {
        en: { train: ['practise a foreign conversation about {topic} with me', 'start a speaking practice on {topic}', 'have the language coach talk with me about {topic}'], dev: ['I want to practise a language by talking about {topic}'], test: ['practise speaking with me on {topic}'] },
        zh: { train: ['陪我练外语口语，聊{topic}', '开始口语练习，话题{topic}'], dev: ['我要练外语口语，聊{topic}'], test: ['陪我练习外语对话，话题{topic}'] },
      },
    },
  },
  memorable: {
    language: {
      category: 'important_info',
      content: { en: ['Is learning {value} this year.', 'The language being learned is {value}.'], zh: ['今年在学{value}。', '正在学的语言是{value}。'] },
      reference: {
        en: { train: ['the language I am learning', 'my study language', 'the language I study'], dev: ['the tongue I am picking up'], test: ['what I am learning to speak'] },
        zh: { train: ['我在学的语言', '我正学的那门外语'], dev: ['我今年学的那门'], test: ['我自学的语种'] },
      },
    },
  },
});

const pronunciation = coach('pronunciation', 'sentence', SENTENCES, {
  wordings: {
    en: {
      train: ['help me pronounce {sentence} in {language}', 'practise the {language} pronunciation of {sentence}', 'correct how I say {sentence} in {language}', 'train me to pronounce {sentence} in {language}', 'check my {language} pronunciation with {sentence}'],
      dev: ['I want to pronounce {sentence} right in {language}', 'practise with me how to say {sentence} in {language}'],
      test: ['work on my {language} pronunciation of {sentence}', 'train how I pronounce {sentence} in {language}'],
    },
    zh: { train: ['教我用{language}读准{sentence}', '练习{language}发音：{sentence}', '纠正我用{language}说{sentence}的发音', '检查我的{language}发音，句子是{sentence}'], dev: ['请纠正我的{language}发音，句子{sentence}', '我要练{sentence}的{language}发音'], test: ['教我{language}的{sentence}怎么发音', '陪我练{language}发音，读{sentence}'] },
  },
});

const scenario = handOffIntent({
  id: 'assistant.scenario.start',
  tool: 'scenario_dialogue_agent',
  permission: 'microphone',
  plan(draw) {
    const { text, ...said } = textSlot(draw, SCENES);
    return { slots: { scene: said }, args: { scenario: text }, texts: { scenario: text } };
  },
  wordings: {
    en: {
      train: ['role-play {scene} with me', 'rehearse {scene} with me', 'act out {scene} so that I can practise', 'start a role play of {scene}', 'play the other side in {scene}'],
      dev: ['I want to rehearse {scene} with you', 'do a role play of {scene} with me'],
      test: ['practise {scene} with me as a role play', 'act {scene} with me'],
    },
    zh: { train: ['陪我模拟{scene}', '和我演练{scene}', '开始{scene}的角色扮演', '扮演对方，跟我练{scene}'], dev: ['请跟我演练{scene}', '我要模拟{scene}'], test: ['陪我角色扮演{scene}', '和我模拟一下{scene}'] },
  },
  omissions: {
    scene: {
      parameter: 'scenario',
      wordings: {
        en: { train: ['role-play with me', 'rehearse a scene with me', 'start a role play'], dev: ['I want to rehearse something with you'], test: ['act some scene with me'] },
        zh: { train: ['陪我角色扮演', '和我演练一个场景'], dev: ['请跟我演练一下'], test: ['我要模拟一个场景'] },
      },
    },
  },
});

export const talkerIntents: readonly Intent[] = [conversation, pronunciation, scenario];
