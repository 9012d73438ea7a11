import { MORE_FRAMES_1 } from './more-frames-1.ts';
import { MORE_FRAMES_2 } from './more-frames-2.ts';
import { MORE_FRAMES_3 } from './more-frames-3.ts';

/** Further train frames by pattern and use: written apart, without sight of the held-out frames. */
export const MORE_FRAMES: { readonly [use: string]: { readonly en: readonly string[]; readonly zh: readonly string[] } } = {
  ...MORE_FRAMES_1,
  ...MORE_FRAMES_2,
  ...MORE_FRAMES_3,
};
