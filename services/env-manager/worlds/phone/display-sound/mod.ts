import { readFileSync } from 'node:fs';
import type { Intent } from '../../intent.ts';
import type { DomainDefinition, SkillSource } from '../../world.ts';
import { aidIntents } from './intents/aids.ts';
import { collectionIntents } from './intents/collections.ts';
import { comfortIntents } from './intents/comfort.ts';
import { disturbIntents } from './intents/do-not-disturb.ts';
import { powerIntents } from './intents/power.ts';
import { questionIntents } from './intents/questions.ts';
import { screenIntents } from './intents/screen.ts';
import { soundIntents } from './intents/sound.ts';
import { volumeIntents } from './intents/volume.ts';
import { base, tables } from './state.ts';
import { queryRingtones, queryWallpapers, setRingtone, setWallpaper } from './tools/collections.ts';
import { manageDarkMode, manageDoNotDisturb, manageEyeComfort, manageScheduledPower } from './tools/scheduled.ts';
import { manageBrightness, manageColorMode, manageFontSize, manageRefreshRate, manageScreenTimeout, manageStatusBarDisplay } from './tools/screen.ts';
import { controlVolume, manageAiCaption, manageSoundEffect, manageSoundMode, manageVibration } from './tools/sound.ts';
import { manageAutoBrightness, manageAutoRotate, manageSelectToSpeak } from './tools/switches.ts';

const skill = (id: string): SkillSource => ({ id, markdown: readFileSync(new URL(`./skills/${id}/SKILL.md`, import.meta.url), 'utf8') });

/** Screen, sound, Do Not Disturb, scheduled power and reading aids: 22 tools. */
export const domain: DomainDefinition = {
  id: 'display-sound',
  title: 'Display & Sound',
  tables,
  base,
  tools: [
    manageBrightness, manageAutoBrightness, manageDarkMode, manageEyeComfort, manageColorMode, manageRefreshRate, manageFontSize,
    manageScreenTimeout, manageAutoRotate, manageStatusBarDisplay, queryWallpapers, setWallpaper,
    controlVolume, manageSoundMode, manageDoNotDisturb, queryRingtones, setRingtone, manageVibration, manageSoundEffect,
    manageScheduledPower, manageSelectToSpeak, manageAiCaption,
  ],
  skills: [skill('display-screen-comfort'), skill('focus-sound-notifications')],
};

export const intents: readonly Intent[] = [
  ...screenIntents, ...comfortIntents, ...volumeIntents, ...soundIntents, ...disturbIntents, ...collectionIntents,
  ...powerIntents, ...aidIntents, ...questionIntents,
];
