import type { Locale, SplitName } from '#env-manager/worlds/intent.ts';

/** Neutral given names, 40 and more for each split and locale; no name stands in two splits. */
export const PERSONS: { readonly [L in Locale]: { readonly [S in SplitName]: string } } = {
  en: {
    train: `Alex Robin Casey Jordan Taylor Morgan Jamie Avery Riley Quinn Rowan Skyler Emery Finley Harper Hayden Kendall Logan Marley
      Parker Peyton Reese Sage Sawyer Spencer Sydney Tatum Drew Dakota Ellis Blake Cameron Charlie Devon Frankie Jesse Kai Kerry Lane Lee`,
    dev: `Adrian Bailey Brook Carson Corey Dana Eden Ezra Gale Gray Hollis Indigo Jules Justice Kelly Kit Lennon Linden London Lynn
      Mackenzie Micah Milan Monroe Nico Noel Oakley Ollie Palmer Pat Phoenix Presley Ray Remy Ridley River Rory Royal Ryan Sam`,
    test: `Ari Arden Ash Aspen Aubrey Averil Billie Briar Cedar Chris Clarke Cody Dallas Darcy Denver Dylan Elliot Emerson Flynn Gentry
      Glenn Haven Hunter Ira Jaden Jody Keegan Lake Leigh Lou Marlo Merritt Moran Navy Nevada Perry Rain Shea Shiloh Tracy Wren`,
  },
  zh: {
    train: `安然 白露 晨曦 初夏 丹青 东升 方圆 飞扬 冠宇 海宁 晗光 浩然 和风 恒毅 鸿远 嘉言 建安 江澜 景行 静远 君安 可心 乐山 立新 林夏 明澈 慕云 宁远 沛然 齐光
      清和 若水 书言 思远 天朗 文澜 希辰 晓岚 欣然 亦凡`,
    dev: `半夏 采薇 长风 辰逸 承泽 春晓 冬宁 尔雅 芳洲 谷雨 广白 含章 怀谷 惠风 季秋 嘉树 今朝 锦程 九思 凯风 兰舟 良辰 麦冬 梦溪 木子 南星 念安 攀登 平川 秋实
      忍冬 瑞雪 善渊 时雨 松涛 彤云 望舒 温言 夏至 星河`,
    test: `北辰 秉文 沧浪 朝阳 澄江 川柏 德音 丰年 甘棠 观澜 寒松 行之 鹤鸣 怀瑾 吉祥 见微 江离 敬之 开阳 朗月 云舒 连翘 灵均 鹿鸣 弥生 墨白 牧野 凝光 蓬莱 青禾
      取义 荣光 三秋 昭明 少游 素问 桐雨 维桢 问渠 小满`,
  },
};
