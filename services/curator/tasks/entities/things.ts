import type { Locale, SplitName } from '#env-manager/worlds/intent.ts';

/**
 * Names of things, made from two word lists each (first word x second word), so that every split has 40 and more of a kind.
 * The first lists of the splits of a locale share no word: no name stands in two splits.
 */
export interface Compound {
  readonly first: { readonly [S in SplitName]: string };
  readonly second: { readonly [S in SplitName]: string };
  /** What stands between the two words. */
  readonly joint: string;
}

export type Compounds = { readonly [L in Locale]: Compound };

export const APPS: Compounds = {
  en: {
    first: {
      train: 'Blue|Swift|Clear|Bright|Pocket|Happy|Daily|Sunny|Open|Quick',
      dev: 'Green|Calm|Silver|Simple|Tiny|Noble|Fresh|Early|Round|Wild',
      test: 'Amber|Brisk|Cosy|Golden|Lunar|Mighty|Polar|Royal|Velvet|Vivid',
    },
    second: { train: 'Notes|Reader|Wallet|Radio|Maps', dev: 'Journal|Recipes|Gallery|Chess|Podcasts', test: 'Sketch|Fitness|Banking|Karaoke|Puzzle' },
    joint: ' ',
  },
  zh: {
    first: {
      train: '蓝天|小鹿|快乐|清风|口袋|阳光|每日|小熊|飞鱼|知了',
      dev: '绿叶|银杏|小象|微光|晨星|布谷|海豚|小橙|方糖|白鸽',
      test: '金石|琥珀|小满屋|星夜|竹影|雪豹|豆芽|麻雀|荷塘|远山',
    },
    second: { train: '笔记|阅读|钱包|电台|地图', dev: '日记|菜谱|相册|象棋|播客', test: '画板|健身|记账|唱歌|拼图' },
    joint: '',
  },
};

export const WIFI: Compounds = {
  en: {
    first: {
      train: 'Maple|Cedarwood|Harbor|Lakeside|Hillview|Orchard|Sunset|Willow|Meadow|Pinecrest',
      dev: 'Birch|Canyon|Dockside|Elmwood|Foxglove|Granite|Heather|Ivory|Juniper|Kestrel',
      test: 'Lagoon|Magnolia|Northgate|Oakfield|Prairie|Quarry|Ravine|Seaside|Thistle|Upland',
    },
    second: { train: 'Home|5G|Guest|Office', dev: 'Net|Upstairs|WiFi|Studio', test: 'Link|Loft|Mesh|Lounge' },
    joint: '_',
  },
  zh: {
    first: {
      train: '枫林|海港|湖畔|山景|果园|晚霞|柳岸|松顶|草甸|云端',
      dev: '白桦|峡谷|码头|榆园|铃兰|花岗|石楠|象牙|杜松|红隼',
      test: '泻湖|玉兰|北门|橡园|原野|采石|深涧|海滨|蓟花|高地',
    },
    second: { train: '之家|5G|访客|办公', dev: '网络|二楼|无线|书房', test: '连线|阁楼|客厅|会所' },
    joint: '-',
  },
};

export const DEVICES: Compounds = {
  en: {
    first: {
      train: 'Living Room|Kitchen|Bedroom|Garage|Desk|Hallway|Balcony|Nursery',
      dev: 'Attic|Basement|Den|Patio|Pantry|Porch|Playroom|Library',
      test: 'Sunroom|Workshop|Cabin|Loft|Terrace|Gym Corner|Foyer|Music Room',
    },
    second: { train: 'Speaker|TV|Headset|Tablet|Soundbar', dev: 'Projector|Earbuds|Laptop|Monitor|Keyboard', test: 'Display|Headphones|Notebook|Console|Subwoofer' },
    joint: ' ',
  },
  zh: {
    first: { train: '客厅|厨房|卧室|车库|书桌|走廊|阳台|儿童房', dev: '阁楼上|地下室|小书屋|露台|储藏室|门廊|游戏室|图书角', test: '阳光房|工作间|木屋|顶楼|天台|健身角|玄关|琴房' },
    second: { train: '音箱|电视|耳麦|平板|条形音响', dev: '投影仪|耳塞|笔记本|显示器|键盘', test: '屏幕|头戴耳机|手提电脑|游戏机|低音炮' },
    joint: '',
  },
};

export const EVENTS: Compounds = {
  en: {
    first: {
      train: 'campaign|marketing|design|sales|hiring|product|supplier|project',
      dev: 'safety|logistics|branding|support|research|inventory|partner|payroll',
      test: 'compliance|roadmap|outreach|quality|travel|training|contract|facilities',
    },
    second: { train: 'review|meeting|workshop|call|planning session', dev: 'sync|briefing|roundtable|walkthrough|check-in', test: 'standup|seminar|retrospective|interview|handover' },
    joint: ' ',
  },
  zh: {
    first: { train: '活动|市场|设计|销售|招聘|产品|供应商|项目', dev: '安全|物流|品牌|客服|科研|库存|合作方|薪酬', test: '合规|路线图|推广|质量|差旅|培训|合同|后勤' },
    second: { train: '评审|会议|研讨会|电话会|规划会', dev: '同步会|简报会|圆桌会|走查|碰头会', test: '站会|讲座|复盘会|面谈|交接会' },
    joint: '',
  },
};

export const LABELS: Compounds = {
  en: {
    first: {
      train: 'morning|evening|weekend|garden|pasta|laundry|piano|yoga',
      dev: 'afternoon|dawn|bread|stretching|reading|parking|oven|swim',
      test: 'midday|night|tea|running|homework|bakery|dishwasher|violin',
    },
    second: { train: 'routine|time|break|reminder|session', dev: 'slot|alert|pause|round|start', test: 'block|signal|rest|lap|finish' },
    joint: ' ',
  },
  zh: {
    first: { train: '晨练|傍晚|周末|浇花|煮面|洗衣|钢琴|瑜伽', dev: '午后|黎明|面包|拉伸|阅读|停车|烤箱|游泳', test: '正午|夜间|泡茶|跑步|作业|烘焙|洗碗机|小提琴' },
    second: { train: '例行|时间|小憩|提醒|时段', dev: '安排|提示|暂停|一轮|开始', test: '环节|信号|歇息|一圈|结束' },
    joint: '',
  },
};

export const PLACES: Compounds = {
  en: {
    first: {
      train: 'Riverside|Central|Old Town|Market Street|Hilltop|Station|Harbour|Parkway',
      dev: 'Lakeview|Castle|Bridge Street|Museum|Valley|Airport|Garden|Mill Lane',
      test: 'Seafront|Abbey|Canal|Theatre|Meadow Lane|University|Orchard Road|Lighthouse',
    },
    second: { train: 'Library|Café|Clinic|Mall|Park', dev: 'Bakery|Hotel|Pharmacy|Stadium|Plaza', test: 'Bookshop|Bistro|Hospital|Arena|Square' },
    joint: ' ',
  },
  zh: {
    first: { train: '河畔|中心|老城|市场街|山顶|车站|港口|林荫', dev: '湖景|城堡|桥头|博物馆路|谷地|机场|花园|磨坊', test: '海岸|古寺|运河|剧院|草地|大学城|果园路|灯塔' },
    second: { train: '图书馆|咖啡馆|诊所|商场|公园', dev: '面包店|酒店|药房|体育场|广场', test: '书店|餐厅|医院|球馆|市集' },
    joint: '',
  },
};

export const TODOS: Compounds = {
  en: {
    first: {
      train: 'buy|pick up|order|wrap|return|clean|repair|pack',
      dev: 'collect|replace|wash|sort|label|donate|polish|store',
      test: 'fetch|renew|iron|unpack|assemble|paint|water|measure',
    },
    second: { train: 'the groceries|the parcel|the gift|the library books|the winter coats', dev: 'the batteries|the curtains|the toolbox|the photo frames|the blankets', test: 'the flower pots|the bookshelf|the shirts|the suitcase|the garden chairs' },
    joint: ' ',
  },
  zh: {
    first: { train: '买|取|订购|包装|退回|清洁|修理|打包', dev: '领取|更换|清洗|整理|贴好|捐出|擦亮|收好', test: '拿回|翻新|熨烫|拆开|组装|粉刷|量一量|晾晒' },
    second: { train: '日用品|包裹|礼物|图书|冬衣', dev: '电池|窗帘|工具箱|相框|毛毯', test: '花盆|书架|衬衫|行李箱|藤椅' },
    joint: '',
  },
};

export const EMAIL_SUBJECTS: Compounds = {
  en: {
    first: {
      train: 'Invoice for|Questions about|Update on|Notes from|Plan for|Photos of|Feedback on|Tickets for',
      dev: 'Summary of|Schedule for|Thoughts on|Costs of|Draft of|Directions to|Guest list for|Documents for',
      test: 'Outline of|Deadline for|Comments on|Report about|Checklist for|Offer for|Minutes of|Proposal for',
    },
    second: { train: 'the spring fair|the office move|the team trip|the new website|the open day', dev: 'the charity run|the annual report|the housewarming|the course|the exhibition', test: 'the summer camp|the renovation|the product launch|the concert|the field study' },
    joint: ' ',
  },
  zh: {
    first: { train: '账单：|疑问：|进展：|纪要：|计划：|照片：|反馈：|门票：', dev: '总结：|日程：|想法：|费用：|草稿：|路线：|宾客名单：|材料：', test: '提纲：|截止：|意见：|报告：|清单：|报价：|会议记录：|提案：' },
    second: { train: '春季集市|办公室搬迁|团队旅行|新网站|开放日', dev: '慈善跑|年度报告|乔迁聚会|课程|展览', test: '夏令营|装修|新品发布|音乐会|野外考察' },
    joint: '',
  },
};

export const MESSAGES: Compounds = {
  en: {
    first: {
      train: 'the package arrived|dinner is ready|the bus is late|I found the keys|the shop is open|my battery is low|the kids are asleep|I got the tickets',
      dev: 'the car is fixed|lunch is on the table|the train is full|I left the umbrella|the gate is locked|my phone is charged|the guests are here|I booked the room',
      test: 'the heating works again|breakfast is served|the ferry is delayed|I returned the books|the pool is closed|my meeting ran over|the neighbours called|I printed the forms',
    },
    second: { train: 'see you soon|call me later|no need to hurry|thanks for waiting|talk tonight', dev: 'take your time|let me know|I will explain later|hope that helps|all is fine', test: 'come when you can|do not worry|just so you know|more when we meet|please reply' },
    joint: ', ',
  },
  zh: {
    first: {
      train: '包裹到了|晚饭好了|公交晚点了|钥匙找到了|店开门了|手机快没电了|孩子睡了|票买好了',
      dev: '车修好了|午饭上桌了|地铁很挤|雨伞忘带了|大门锁了|手机充满了|客人到了|房间订好了',
      test: '暖气好了|早饭做好了|轮渡晚开了|书还掉了|泳池关门了|会议拖堂了|邻居来过电话|表格打印好了',
    },
    second: { train: '一会儿见|晚点打给我|不用着急|谢谢等我|晚上聊', dev: '慢慢来|跟我说一声|回头解释|希望有用|一切都好', test: '有空就来|别担心|告诉你一声|见面细说|请回复' },
    joint: '，',
  },
};
