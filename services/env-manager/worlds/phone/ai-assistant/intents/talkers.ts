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
      dev: ['warm up my {language} by discussing {topic}', 'hold a {language} conversation on {topic}'],
      test: ['exercise my spoken {language} with the subject {topic}', 'converse with me in {language}, the subject being {topic}'],
    },
    zh: { train: ['陪我用{language}聊{topic}', '练习{language}口语，话题是{topic}', '开始{language}对话练习，聊{topic}', '我想用{language}谈谈{topic}'], dev: ['拿{topic}练练我的{language}', '跟我用{language}讨论{topic}'], test: ['以{topic}为题锻炼我的{language}口语', '用{language}和我交谈，主题{topic}'] },
  },
  omissions: {
    language: {
      parameter: 'language',
      wordings: {
        en: { train: ['practise a foreign conversation about {topic} with me', 'start a speaking practice on {topic}', 'have the language coach talk with me about {topic}'], dev: ['warm up my language skills by discussing {topic}'], test: ['exercise my foreign speaking with the subject {topic}'] },
        zh: { train: ['陪我练外语口语，聊{topic}', '开始口语练习，话题{topic}'], dev: ['拿{topic}练练我的外语'], test: ['以{topic}为题锻炼外语口语'] },
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
      dev: ['listen to my accent in {language} on the sentence {sentence}', 'how should {sentence} sound in {language}, let me repeat it'],
      test: ['polish the way I pronounce {sentence} in {language}', 'drill me on saying {sentence} in {language}'],
    },
    zh: { train: ['教我用{language}读准{sentence}', '练习{language}发音：{sentence}', '纠正我用{language}说{sentence}的发音', '检查我的{language}发音，句子是{sentence}'], dev: ['听听我{language}说{sentence}的口音', '{sentence}用{language}怎么念，带我读'], test: ['打磨我{language}念{sentence}的发音', '陪我反复练{language}的{sentence}读法'] },
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
      dev: ['pretend we are in {scene}', 'run through {scene} with me as a rehearsal'],
      test: ['simulate {scene} and take the counterpart', 'be my sparring partner for {scene}'],
    },
    zh: { train: ['陪我模拟{scene}', '和我演练{scene}', '开始{scene}的角色扮演', '扮演对方，跟我练{scene}'], dev: ['假装我们在{scene}', '跟我彩排一遍{scene}'], test: ['情景再现{scene}，你演另一方', '当我{scene}的陪练'] },
  },
  omissions: {
    scene: {
      parameter: 'scenario',
      wordings: {
        en: { train: ['role-play with me', 'rehearse a scene with me', 'start a role play'], dev: ['pretend we are somewhere else and rehearse'], test: ['simulate some situation with me'] },
        zh: { train: ['陪我角色扮演', '和我演练一个场景'], dev: ['跟我彩排一个情景'], test: ['情景模拟来一段'] },
      },
    },
  },
});

export const talkerIntents: readonly Intent[] = [conversation, pronunciation, scenario];
