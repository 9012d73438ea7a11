import type { Draw, Locale, SlotValue, SplitName } from '../../../intent.ts';
import { named } from '../../authoring/drawn-values.ts';

/** Free texts by locale and split: what a user hands over in words of their own. */
export type TextPool = { readonly [L in Locale]: { readonly [S in SplitName]: readonly string[] } };

/** A text of the pool, in quotation marks or not. */
export function textSlot(draw: Draw, pool: TextPool): SlotValue & { readonly text: string } {
  const text = draw.random.pick(pool[draw.locale][draw.split]);
  return { ...named(draw, text), text };
}

export const INSTRUCTIONS: TextPool = {
  en: {
    train: ['clear the search history', 'check the delivery status', 'follow the cooking channel', 'download the last invoice', 'mark all notices as read', 'change the profile picture', 'renew the membership', 'book a table for two'],
    dev: ['sort the saved items by price', 'switch the account language', 'collect the daily coupon'],
    test: ['leave a five-star review', 'track the open refund', 'turn on the night theme there', 'export the workout list'],
  },
  zh: {
    train: ['清除搜索记录', '查看快递进度', '关注美食频道', '下载上一张发票', '把通知全部标为已读', '更换头像', '续费会员', '订一张两人桌'],
    dev: ['把收藏按价格排序', '切换账号语言', '领取每日优惠券'],
    test: ['写一条五星好评', '跟进未完成的退款', '打开夜间主题', '导出运动清单'],
  },
};

export const GOODS: TextPool = {
  en: {
    train: ['a large oat latte', 'two vegetable dumplings', 'a box of green tea', 'a phone charger', 'beef noodles', 'a pack of batteries', 'three notebooks'],
    dev: ['an iced americano', 'a pair of running socks', 'mushroom soup'],
    test: ['a mango smoothie', 'a desk lamp', 'spicy fried rice', 'a rain jacket'],
  },
  zh: { train: ['一杯大杯燕麦拿铁', '两份素饺子', '一盒绿茶', '一个充电器', '牛肉面', '一包电池', '三本笔记本'], dev: ['一杯冰美式', '一双跑步袜', '蘑菇汤'], test: ['一杯芒果冰沙', '一盏台灯', '香辣炒饭', '一件雨衣'] },
};

export const POSTS: TextPool = {
  en: { train: ['what a sunny day', 'the garden is in bloom', 'finished my first marathon', 'looking for a tennis partner', 'new book, new mood'], dev: ['greetings from the coast', 'the bread turned out well'], test: ['first snow of the year', 'moving to a new flat soon', 'thanks for all the wishes'] },
  zh: { train: ['今天阳光真好', '花园里的花都开了', '跑完人生第一个马拉松', '找个打网球的搭子', '新书新心情'], dev: ['来自海边的问候', '面包烤得很成功'], test: ['今年的第一场雪', '马上要搬新家了', '谢谢大家的祝福'] },
};

export const TOPICS: TextPool = {
  en: {
    train: ['hiking boots', 'quiet keyboards', 'lemon cake recipes', 'weekend markets', 'second-hand bikes', 'jazz concerts', 'balcony plants'],
    dev: ['folding chairs', 'night photography', 'pottery classes'],
    test: ['travel umbrellas', 'sourdough starters', 'city walking tours', 'used cameras'],
  },
  zh: { train: ['登山鞋', '静音键盘', '柠檬蛋糕做法', '周末集市', '二手自行车', '爵士音乐会', '阳台绿植'], dev: ['折叠椅', '夜景摄影', '陶艺课'], test: ['旅行雨伞', '天然酵种', '城市徒步路线', '二手相机'] },
};

export const QUESTIONS: TextPool = {
  en: {
    train: ['why is the sky blue', 'who wrote the Iliad', 'how do bees make honey', 'how tall is Mount Everest', 'when was paper invented', 'what do pandas eat', 'how far away is the moon'],
    dev: ['why do leaves turn red', 'how deep is the Pacific', 'who painted the water lilies'],
    test: ['why is sea water salty', 'how fast does light travel', 'when did the first train run', 'what is the longest river'],
  },
  zh: { train: ['天空为什么是蓝色的', '红楼梦的作者是谁', '蜜蜂怎么酿蜜', '珠穆朗玛峰有多高', '纸是什么时候发明的', '熊猫吃什么', '月亮离地球多远'], dev: ['树叶为什么变红', '太平洋有多深', '睡莲是谁画的'], test: ['海水为什么是咸的', '光速是多少', '第一列火车什么时候开的', '最长的河是哪条'] },
};

export const CONCEPTS: TextPool = {
  en: { train: ['compound interest', 'photosynthesis', 'black holes', 'inflation', 'plate tectonics', 'herd immunity'], dev: ['tidal energy', 'game theory', 'fermentation'], test: ['quantum entanglement', 'the water cycle', 'supply chains'] },
  zh: { train: ['复利', '光合作用', '黑洞', '通货膨胀', '板块构造', '群体免疫'], dev: ['潮汐能', '博弈论', '发酵'], test: ['量子纠缠', '水循环', '供应链'] },
};

export const TASKS: TextPool = {
  en: {
    train: ['play some soft music', 'read me the weather', 'send my location home', 'turn the lights down', 'back up my photos', 'open the shopping list'],
    dev: ['read the headlines to me', 'clean up the storage', 'start the step counter'],
    test: ['play rain sounds', 'tell me the traffic', 'water reminder on', 'save a copy of my notes'],
  },
  zh: { train: ['放点轻音乐', '播报天气', '把位置发回家', '把灯调暗', '备份照片', '打开购物清单'], dev: ['念一下头条新闻', '清理存储空间', '开始计步'], test: ['放雨声', '播报路况', '提醒我喝水', '备份一份笔记'] },
};

export const EVENTS: TextPool = {
  en: { train: ['the charger is plugged in', 'my earphones connect', 'it starts to rain', 'a parcel is delivered', 'the storage is nearly full', 'a video call ends'], dev: ['the phone joins the car', 'a download finishes'], test: ['the headset is unplugged', 'I miss a call', 'the camera closes'] },
  zh: { train: ['插上充电器', '耳机连接上', '开始下雨', '快递送达', '存储快满了', '视频通话结束'], dev: ['手机连上车', '下载完成'], test: ['耳机拔掉', '有未接来电', '相机关闭'] },
};

export const WATCHED: TextPool = {
  en: { train: ['the price of the blue tent', 'the ticket sale of the jazz night', 'the delay of flight QX210', 'the exchange rate of the euro', 'the stock of the red kettle'], dev: ['the water level of the river', 'the fare to the coast'], test: ['the air quality downtown', 'the queue at the museum', 'the score of the final'] },
  zh: { train: ['蓝色帐篷的价格', '爵士之夜的售票', 'QX210航班的延误', '欧元汇率', '红色水壶的库存'], dev: ['河水水位', '去海边的票价'], test: ['市区空气质量', '博物馆排队情况', '决赛比分'] },
};

export const PICTURES: TextPool = {
  en: { train: ['a cat reading under a tree', 'a red boat at dawn', 'a robot watering flowers', 'a castle in the clouds', 'an old street in the rain'], dev: ['a fox in the snow', 'a lighthouse at night'], test: ['a whale above the city', 'a tea house in autumn', 'a train crossing a desert'] },
  zh: { train: ['一只在树下看书的猫', '黎明时的红色小船', '给花浇水的机器人', '云中的城堡', '雨中的老街'], dev: ['雪地里的狐狸', '夜里的灯塔'], test: ['城市上空的鲸鱼', '秋天的茶馆', '穿过沙漠的火车'] },
};

export const IMAGES: TextPool = {
  en: { train: ['Beach Day', 'Team Photo', 'Passport Shot', 'Birthday Cake', 'Old Bridge'], dev: ['Garden Gate', 'Ski Trip'], test: ['Market Stall', 'Class Reunion', 'Lake House'] },
  zh: { train: ['海边合影', '团队照', '证件照', '生日蛋糕', '老桥'], dev: ['花园门口', '滑雪之行'], test: ['集市小摊', '同学聚会', '湖边小屋'] },
};

export const STYLES: TextPool = {
  en: { train: ['watercolor', 'pencil sketch', 'pixel art', 'oil painting'], dev: ['comic book', 'paper cut'], test: ['ink wash', 'mosaic', 'stained glass'] },
  zh: { train: ['水彩', '铅笔素描', '像素风', '油画'], dev: ['漫画', '剪纸'], test: ['水墨', '马赛克', '彩绘玻璃'] },
};

export const SENTENCES: TextPool = {
  en: { train: ['nice to meet you', 'where is the station', 'could I have the bill', 'it is lovely weather today'], dev: ['see you next week', 'how much is this'], test: ['I would like some water', 'that sounds wonderful', 'what time do you close'] },
  zh: { train: ['很高兴认识你', '车站在哪里', '请给我账单', '今天天气真好'], dev: ['下周见', '这个多少钱'], test: ['我想要一杯水', '听起来很棒', '你们几点关门'] },
};

export const SCENES: TextPool = {
  en: { train: ['a job interview', 'checking in at a hotel', 'ordering in a restaurant', 'returning a faulty kettle', 'seeing a doctor', 'renting a flat'], dev: ['asking for a pay rise', 'a first date'], test: ['a visa interview', 'bargaining at a market', 'reporting a lost bag'] },
  zh: { train: ['求职面试', '酒店办理入住', '餐厅点餐', '退换坏掉的水壶', '看医生', '租房看房'], dev: ['跟老板谈加薪', '第一次约会'], test: ['签证面谈', '集市砍价', '行李丢失报失'] },
};

export const OCCASIONS: TextPool = {
  en: { train: ['a two-hour team workshop', 'a dentist visit', 'lunch with the design group', 'an hour of guitar practice', 'a call with the landlord'], dev: ['a museum afternoon', 'a budget review'], test: ['a haircut', 'a swim before dinner', 'a long talk about the move'] },
  zh: { train: ['两小时的团队研讨', '看牙医', '和设计组吃午饭', '一小时练吉他', '跟房东通话'], dev: ['下午逛博物馆', '预算评审'], test: ['理发', '晚饭前游泳', '搬家的长谈'] },
};

export const SITES: TextPool = {
  en: { train: ['news.example/today', 'maps.example/metro', 'recipes.example/soup', 'school.example/timetable'], dev: ['library.example/opening', 'weather.example/radar'], test: ['museum.example/tickets', 'blog.example/pottery', 'city.example/parking'] },
  zh: { train: ['news.example/zh', 'maps.example/ditie', 'recipes.example/tang', 'school.example/kebiao'], dev: ['library.example/kaifang', 'weather.example/leida'], test: ['museum.example/menpiao', 'blog.example/taoyi', 'city.example/tingche'] },
};
