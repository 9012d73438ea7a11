import { openGloss } from '../../text/gloss.ts';

/**
 * A small general Chinese-English word list of phone matters, so that Chinese words can meet the English text of tools. It lists
 * everyday words; it is no translation, and what it lacks is learned from hashed crosses. Apart from the list of candidate recall:
 * these words are features, so that a change here makes checkpoints and benchmark figures incomparable, while recall may grow freely.
 */
const ENTRIES: readonly (readonly [string, string])[] = [
  ['闹钟', 'alarm'], ['闹铃', 'alarm'], ['日程', 'schedule'], ['日历', 'calendar'], ['会议', 'meeting'], ['开会', 'meeting'], ['提醒', 'reminder'],
  ['倒计时', 'countdown'], ['计时器', 'timer'], ['秒表', 'stopwatch'], ['计时', 'timer'], ['待办', 'todo task'], ['任务', 'task'], ['事项', 'todo'],
  ['习惯', 'habit'], ['世界时钟', 'world clock'], ['时区', 'time zone'], ['时间', 'time'], ['日期', 'date'], ['节假日', 'holiday'], ['假期', 'holiday'],
  ['自动化', 'automation'], ['规则', 'rule'], ['重复', 'repeat'], ['每天', 'daily'], ['工作日', 'workday weekday'], ['周末', 'weekend'], ['每周', 'weekly'],
  ['联系人', 'contact'], ['通讯录', 'contact'], ['电话', 'phone call'], ['打给', 'call'], ['拨打', 'call'], ['通话', 'call'], ['来电', 'call incoming'],
  ['挂断', 'hang end call'], ['接听', 'answer call'], ['短信', 'message sms'], ['消息', 'message'], ['信息', 'message'], ['邮件', 'email'], ['邮箱', 'email'],
  ['号码', 'number phone'], ['黑名单', 'block blocked'], ['拉黑', 'block'], ['骚扰', 'harassment block'], ['拦截', 'block intercept'], ['转移', 'forward'],
  ['转接', 'forward'], ['语音信箱', 'voicemail'], ['留言', 'voicemail'], ['未接', 'missed'], ['记录', 'log history'], ['收藏', 'favorite'],
  ['网络', 'network'], ['无线', 'wifi wireless'], ['蓝牙', 'bluetooth'], ['流量', 'data mobile'], ['移动数据', 'mobile data'], ['数据', 'data'], ['飞行模式', 'airplane mode'],
  ['热点', 'hotspot'], ['配对', 'pair'], ['连接', 'connect'], ['连上', 'connect'], ['断开', 'disconnect'], ['密码', 'password'], ['代理', 'proxy'], ['漫游', 'roaming'],
  ['信号', 'signal'], ['网速', 'speed network'], ['支付', 'payment pay'], ['刷卡', 'nfc card'], ['门禁', 'nfc card access'], ['公交', 'transit'], ['忘记', 'forget'],
  ['亮度', 'brightness'], ['屏幕', 'screen display'], ['亮', 'bright'], ['暗', 'dark dim'], ['音量', 'volume'], ['声音', 'sound volume'], ['铃声', 'ringtone ring'], ['静音', 'silent mute'],
  ['震动', 'vibrate vibration'], ['振动', 'vibrate vibration'], ['响铃', 'ring'], ['勿扰', 'disturb dnd'], ['免打扰', 'disturb dnd'], ['深色', 'dark'], ['暗色', 'dark'], ['黑暗', 'dark'],
  ['浅色', 'light'], ['护眼', 'eye comfort'], ['色温', 'color temperature'], ['色彩', 'color'], ['颜色', 'color'], ['字体', 'font'], ['字号', 'font size'], ['大小', 'size'], ['壁纸', 'wallpaper'],
  ['刷新率', 'refresh rate'], ['分辨率', 'resolution'], ['旋转', 'rotate rotation'], ['横屏', 'landscape rotate'], ['竖屏', 'portrait rotate'], ['锁屏', 'lock screen'], ['息屏', 'timeout screen off'],
  ['熄屏', 'timeout screen off'], ['休眠', 'sleep timeout'], ['定时', 'schedule scheduled timer'], ['开机', 'power on'], ['关机', 'power off'], ['重启', 'restart'], ['状态栏', 'status bar'],
  ['音效', 'effect sound equalizer'], ['均衡器', 'equalizer'], ['媒体', 'media'], ['音乐', 'music media'], ['通知', 'notification'], ['字幕', 'caption'], ['朗读', 'speak read'], ['耳机', 'headphone headset earbuds'],
  ['音箱', 'speaker'], ['键盘', 'keyboard'], ['电池', 'battery'], ['电量', 'battery'], ['省电', 'power saving'], ['权限', 'permission'], ['授权', 'grant permission'], ['允许', 'allow grant'],
  ['应用', 'app'], ['软件', 'app'], ['打开', 'open on enable turn'], ['开启', 'on enable turn'], ['启用', 'enable'], ['关闭', 'off disable close turn'], ['关掉', 'off disable turn'], ['停用', 'disable'], ['禁用', 'disable'],
  ['设置', 'set'], ['设为', 'set'], ['设成', 'set'], ['调到', 'set adjust'], ['调成', 'set adjust'], ['调高', 'increase raise up'], ['调低', 'decrease lower down'], ['增大', 'increase'], ['减小', 'decrease'],
  ['添加', 'add create'], ['新建', 'create add new'], ['创建', 'create'], ['删除', 'delete remove'], ['删掉', 'delete remove'], ['取消', 'cancel delete'], ['修改', 'update change'], ['改成', 'update change'], ['改到', 'update change'],
  ['更新', 'update'], ['查询', 'query'], ['查看', 'query view'], ['查一下', 'query'], ['多少', 'how many query'], ['几点', 'time query'], ['什么', 'what query'], ['哪个', 'which query'], ['有没有', 'query'], ['是否', 'query whether'],
  ['发送', 'send'], ['发给', 'send'], ['告诉', 'tell message'], ['回复', 'reply'], ['转发', 'forward'], ['搜索', 'search'], ['翻译', 'translate'], ['图片', 'image picture'], ['照片', 'photo image'], ['画', 'draw image'],
  ['英语', 'english speaking'], ['口语', 'speaking'], ['练习', 'practice'], ['浏览器', 'browser'], ['网页', 'web browser'], ['问答', 'qa question'], ['记住', 'remember memory'], ['记得', 'remember memory'], ['记忆', 'memory'],
  ['忘掉', 'forget remove memory'], ['平时', 'usual memory'], ['通常', 'usual memory'], ['常用', 'usual memory'], ['一直', 'usual'], ['全部', 'all'], ['所有', 'all'], ['暂停', 'pause'], ['继续', 'resume'], ['开始', 'start'], ['停止', 'stop'],
];

/** English words for the Chinese words found in a run of text, with their extents. */
export const glossOf = openGloss(ENTRIES.map(([chinese, english]) => [chinese, english.split(' ')]));
