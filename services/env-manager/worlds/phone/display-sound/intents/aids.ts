import type { Intent } from '../../../intent.ts';
import { permissionConflict, settingWrite, spoken, switchConflict, switchWrite } from '../../authoring/setting-intents.ts';
import { domain } from './values.ts';

/** Select to Speak and AI captions, which exclude each other. */

const captionsOn = switchConflict({
  id: 'captions_on',
  row: ['reading_aids', 'ai_caption'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'manage_ai_caption', args: { action: 'disable' } },
});

const speakOn = switchConflict({
  id: 'select_to_speak_on',
  row: ['reading_aids', 'select_to_speak'],
  blocking: { on: true },
  cleared: { on: false },
  repair: { tool: 'manage_select_to_speak', args: { action: 'disable' } },
});

const microphone = permissionConflict('microphone');

const speakEnable = switchWrite({
  id: 'aids.select_to_speak.enable',
  domain,
  tool: 'manage_select_to_speak',
  action: 'enable',
  row: ['reading_aids', 'select_to_speak'],
  on: true,
  setup: { reading_aids: { ai_caption: { on: false } } },
  conflicts: () => [captionsOn],
  wordings: {
    en: {
      train: ['turn on Select to Speak', 'enable select to speak', 'read text aloud when I tap it', 'switch Select to Speak on', 'have tapped text spoken to me'],
      dev: ['activate Select to Speak', 'I want tapped text read aloud'],
      test: ['put Select to Speak on', 'have text spoken aloud when I select it'],
    },
    zh: { train: ['打开随选朗读', '开启点按朗读', '点到的文字读给我听', '把随选朗读打开'], dev: ['启用随选朗读', '请把点到的文字读出来'], test: ['帮我开随选朗读', '我要点按朗读功能'] },
  },
});

const speakDisable = switchWrite({
  id: 'aids.select_to_speak.disable',
  domain,
  tool: 'manage_select_to_speak',
  action: 'disable',
  row: ['reading_aids', 'select_to_speak'],
  on: false,
  wordings: {
    en: {
      train: ['turn off Select to Speak', 'disable select to speak', 'stop reading text aloud when I tap it', 'switch Select to Speak off', 'do not speak tapped text to me'],
      dev: ['deactivate Select to Speak', 'I want no tapped text read aloud'],
      test: ['take Select to Speak off', 'text should not be spoken aloud when I select it'],
    },
    zh: { train: ['关闭随选朗读', '关掉点按朗读', '别再读点到的文字', '把随选朗读关了'], dev: ['停用随选朗读', '请不要读点到的文字'], test: ['帮我关随选朗读', '我不要点按朗读功能'] },
  },
});

const captionEnable = switchWrite({
  id: 'aids.ai_caption.enable',
  domain,
  tool: 'manage_ai_caption',
  permission: 'microphone',
  action: 'enable',
  row: ['reading_aids', 'ai_caption'],
  on: true,
  setup: { reading_aids: { select_to_speak: { on: false } } },
  conflicts: () => [speakOn, microphone],
  wordings: {
    en: {
      train: ['turn on AI captions', 'enable live captions', 'show subtitles for what is being said', 'switch live captions on', 'put captions under the sound'],
      dev: ['activate AI captions', 'I want subtitles for what is said'],
      test: ['put live captions on', 'have captions shown for what is being said'],
    },
    zh: { train: ['打开AI字幕', '开启实时字幕', '给声音配上字幕', '把AI字幕打开'], dev: ['启用实时字幕', '把说的话打成字幕'], test: ['帮我开AI字幕', '听到的内容都要有字幕'] },
  },
});

const captionDisable = switchWrite({
  id: 'aids.ai_caption.disable',
  domain,
  tool: 'manage_ai_caption',
  permission: 'microphone',
  action: 'disable',
  row: ['reading_aids', 'ai_caption'],
  on: false,
  conflicts: () => [microphone],
  wordings: {
    en: {
      train: ['turn off AI captions', 'disable live captions', 'stop showing subtitles for what is being said', 'switch live captions off', 'take the captions away'],
      dev: ['deactivate AI captions', 'I want no subtitles for what is said'],
      test: ['put live captions off', 'have no captions shown any more'],
    },
    zh: { train: ['关闭AI字幕', '关掉实时字幕', '声音不用配字幕了', '把AI字幕关了'], dev: ['停用实时字幕', '别再把话打成字幕'], test: ['帮我关AI字幕', '不需要看字幕了'] },
  },
});

const LANGUAGES = {
  english: { en: ['English'], zh: ['英语', '英文'] },
  chinese: { en: ['Chinese'], zh: ['中文', '汉语'] },
  japanese: { en: ['Japanese'], zh: ['日语', '日文'] },
  french: { en: ['French'], zh: ['法语', '法文'] },
  spanish: { en: ['Spanish'], zh: ['西班牙语'] },
} as const;

const captionLanguage = settingWrite({
  id: 'aids.ai_caption.set_language',
  domain,
  tool: 'manage_ai_caption',
  permission: 'microphone',
  conflicts: () => [microphone],
  plan(draw) {
    const language = draw.random.pick(['english', 'chinese', 'japanese', 'french', 'spanish'] as const);
    return {
      slots: { language: spoken(draw, language, LANGUAGES[language]) },
      args: { action: 'set_language', language },
      row: ['reading_aids', 'ai_caption'],
      before: { language: language === 'english' ? 'chinese' : 'english' },
      after: { language },
    };
  },
  omissions: {
    language: {
      parameter: 'language',
      wordings: {
        en: { train: ['change the caption language', 'set another subtitle language', 'switch the language of the captions'], dev: ['use a different language for captions'], test: ['make live captions come in another language'] },
        zh: { train: ['换一下字幕语言', '改字幕的语言'], dev: ['字幕语言选一下'], test: ['我要换字幕语言'] },
      },
    },
  },
  wordings: {
    en: {
      train: ['set the caption language to {language}', 'show captions in {language}', 'change the AI captions to {language}', 'switch the subtitle language to {language}', 'use {language} for the captions'],
      dev: ['caption speech in {language}', 'I read {language}, so have the captions in that'],
      test: ['let the subtitles come in {language}', 'make {language} the language of live captions'],
    },
    zh: { train: ['把字幕语言设为{language}', '字幕用{language}显示', 'AI字幕改成{language}', '字幕语言切换到{language}'], dev: ['字幕要{language}的', '实时字幕选{language}'], test: ['让字幕以{language}出现', '字幕换{language}'] },
  },
});

export const aidIntents: readonly Intent[] = [speakEnable, speakDisable, captionEnable, captionDisable, captionLanguage];
