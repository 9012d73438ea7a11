/**
 * A general thesaurus of phone matters: everyday English words and short phrases, and the words that tools use for them. It is the
 * English counterpart of `gloss.ts`, written from general knowledge and the tools' own text, without sight of any request. It is no
 * translation: it adds words and takes none away, and what it lacks is learned from hashed crosses. Its words are features, so that
 * a change here makes checkpoints and benchmark figures incomparable.
 */
export const ENTRIES: readonly (readonly [phrase: string, words: string])[] = [
  // Switches and changes of any kind.
  ['switch on', 'enable'], ['turn on', 'enable'], ['activate', 'enable'], ['switch it on', 'enable'], ['turn it on', 'enable'],
  ['switch off', 'disable'], ['turn off', 'disable'], ['shut off', 'disable'], ['deactivate', 'disable'], ['cut off', 'disable disconnect'],
  ['switch it off', 'disable'], ['turn it off', 'disable'], ['get rid of', 'delete remove'], ['erase', 'delete remove'], ['wipe', 'delete'],
  ['scrap', 'delete cancel'], ['discard', 'delete'], ['throw away', 'delete'], ['throw out', 'delete'], ['trash', 'delete'], ['bin', 'delete'],
  ['take off', 'remove'], ['eliminate', 'delete remove'], ['ditch', 'delete cancel'], ['make', 'create'], ['set up', 'create'], ['insert', 'add'],
  ['alter', 'change update'], ['modify', 'change update'], ['adjust', 'set change'], ['tweak', 'set change'], ['amend', 'update'],
  ['edit', 'update change'], ['swap', 'change replace'], ['moving', 'move'], ['switch to', 'set change'], ['per cent', 'percent'],
  ['halfway', 'percent level'], ['maximum', 'percent level'], ['highest', 'level'], ['lowest', 'level'],
  // Questions.
  ['how much', 'query'], ['how many', 'query'], ['do i have', 'query list'], ['show me', 'query list'], ['tell me', 'query'], ['check', 'query'],
  ['look up', 'query'], ['find out', 'query'], ['see if', 'query'], ['find', 'query look'], ['currently', 'current status query'],
  ['at the moment', 'current query'],
  // Alarms.
  ['wake up', 'alarm'], ['wake', 'alarm'], ['wake me up', 'alarm'], ['woke', 'wake alarm'], ['waking', 'wake alarm'], ['get up', 'alarm wake'], ['rouse', 'alarm wake'],
  ['go off', 'ring alarm'], ['snooze', 'alarm postpone'], ['every day', 'daily'], ['every morning', 'daily'], ['every night', 'daily'],
  ['nightly', 'daily'], ['workday', 'weekdays'], ['monday to friday', 'weekdays'], ['saturday and sunday', 'weekends'], ['one time', 'once'],
  ['recur', 'repeat'],
  // Calendar.
  ['diary', 'calendar schedule'], ['agenda', 'calendar schedule query'], ['appointment', 'schedule event'], ['meeting', 'schedule event'],
  ['engagement', 'schedule event'], ['get together', 'schedule event'], ['book', 'create schedule'], ['pencil in', 'create schedule'],
  ['arrange', 'plan schedule'], ['call off', 'cancel'], ['cancelled', 'cancel'], ['abort', 'cancel stop'],
  ['push back', 'postpone update reschedule'], ['put off', 'postpone'], ['delay', 'postpone update'], ['defer', 'postpone'],
  ['bring forward', 'reschedule update'], ['move back', 'postpone update'], ['shift', 'move update'], ['extend', 'length update'],
  ['shorten', 'length update'], ['venue', 'location place'], ['whereabouts', 'location'], ['how long', 'length duration'], ['invite', 'share'],
  ['guest', 'share contact'], ['spare time', 'free find'], ['overlap', 'clash resolve'], ['conflict', 'clash resolve'],
  ['double booked', 'clash resolve'], ['itinerary', 'plan day'], ['organize', 'plan arrange'], ['day off', 'holiday'], ['bank holiday', 'public'],
  ['day of the week', 'weekday'], ['vacation', 'holiday'],
  // Timers, clocks.
  ['count down', 'countdown timer'], ['egg timer', 'countdown'], ['stop watch', 'stopwatch'], ['time me', 'stopwatch start'],
  ['back to zero', 'reset'], ['start over', 'reset'], ['from scratch', 'reset'], ['time left', 'remain countdown query'], ['carry on', 'resume'],
  ['continue', 'resume'], ['keep going', 'resume'], ['unpause', 'resume'], ['halt', 'pause stop'], ['time difference', 'zone convert'],
  ['local time', 'zone city'],
  // To-dos, reminders, habits.
  ['to do', 'todo task'], ['chore', 'todo task'], ['errand', 'todo task'], ['checklist', 'todo list'], ['shopping list', 'todo'],
  ['tick off', 'complete done'], ['check off', 'complete done'], ['cross off', 'complete done'], ['finish', 'complete done'],
  ['wrap up', 'complete done'], ['mark as done', 'complete'], ['unfinished', 'open todo'], ['deadline', 'due date'], ['urgent', 'high priority'],
  ['important', 'priority'], ['top priority', 'high'], ['not urgent', 'low priority'], ['bring back', 'restore'], ['undelete', 'restore'],
  ['remind', 'reminder'], ['nudge', 'reminder remind'], ['alert me', 'reminder remind'], ['notify me', 'reminder remind'], ['routine', 'habit'],
  ['in a row', 'streak habit'], ['aim for', 'goal'], ['per week', 'times goal'],
  // Automation and triggers.
  ['whenever', 'automation rule trigger'], ['every time', 'automation rule trigger'], ['as soon as', 'trigger event'], ['automatic', 'auto'],
  ['automatically', 'automation auto rule'], ['arrive', 'arrival place'], ['get home', 'arrival place'], ['reach', 'arrival place'],
  ['leave', 'place trigger'], ['head out', 'leave place trigger'], ['exit', 'leave close'], ['monitor', 'watch trigger'],
  ['keep an eye on', 'watch trigger'], ['torch', 'flashlight'], ['low battery', 'saver percent'],
  // Contacts.
  ['address book', 'contacts'], ['phone book', 'contacts'], ['buddy', 'friends'], ['colleague', 'work group'], ['coworker', 'work group'],
  ['relative', 'family group'], ['favourite', 'favorite'], ['star', 'favorite'], ['rename', 'name update'], ['mobile number', 'phone'],
  ['get in touch', 'contact call message'], ['get hold of', 'call contact'],
  // Calls.
  ['ring', 'call'], ['ring up', 'call'], ['rang', 'call'], ['dial', 'call'], ['give a ring', 'call'], ['call back', 'make'], ['video chat', 'call'],
  ['facetime', 'video call'], ['end the call', 'hang'], ['hung up', 'hang end call'], ['hands free', 'speaker loudspeaker'],
  ['on speaker', 'loudspeaker'], ['loudspeaker', 'speaker'], ['mic', 'microphone'], ['recent calls', 'log history query'],
  ['call history', 'log query'], ['unanswered', 'missed call'], ['inbound', 'incoming'], ['outbound', 'outgoing'], ['pick up', 'answer'],
  // Messages and mail.
  ['text', 'message sms'], ['sms', 'message'], ['drop a line', 'message send'], ['write to', 'message send'], ['sent', 'send'],
  ['tell', 'message send'], ['inform', 'message send'], ['mail', 'email'], ['unopened', 'unread'], ['new messages', 'unread query'],
  ['protect', 'lock'],
  // Screening.
  ['bar', 'block'], ['ban', 'block'], ['blacklist', 'block'], ['shut out', 'block reject'], ['unban', 'unblock'], ['whitelist', 'unblock'],
  ['spam', 'interception harassment'], ['scam', 'spam interception harassment'], ['junk call', 'spam interception'],
  ['telemarketer', 'spam interception harassment'], ['robocall', 'spam interception harassment'], ['unwanted call', 'interception harassment'],
  ['lenient', 'loose'], ['divert', 'forwarding'], ['redirect', 'forwarding'], ['reroute', 'forwarding'], ['pass on', 'forwarding'],
  ['voice mail', 'voicemail'], ['answering machine', 'voicemail'], ['engaged', 'busy'], ['no reply', 'answer'], ['out of reach', 'unreachable'],
  // Network.
  ['wlan', 'wifi'], ['wireless', 'wifi'], ['internet', 'network'], ['router', 'wifi network'], ['access point', 'wifi network'],
  ['hook up', 'connect'], ['log on to', 'connect join'], ['join', 'connect'], ['passcode', 'password'], ['passphrase', 'password'],
  ['tether', 'hotspot'], ['internet sharing', 'hotspot'], ['share internet', 'hotspot'], ['flight', 'airplane'], ['plane', 'airplane'],
  ['aeroplane', 'airplane'], ['cellular', 'mobile data'], ['data plan', 'limit mobile'], ['allowance', 'limit data'], ['cap', 'limit'],
  ['quota', 'limit data'], ['overseas', 'roaming abroad'], ['abroad', 'roaming'], ['operator', 'carrier'], ['reception', 'signal'],
  ['coverage', 'signal'], ['how fast', 'speed query'], ['bandwidth', 'speed'], ['offline', 'airplane disconnect'], ['online', 'connect network'],
  ['contactless', 'nfc'], ['tap and pay', 'nfc payment'], ['wallet', 'nfc payment'], ['metro', 'transit nfc subway'], ['key card', 'access nfc'],
  ['private network', 'vpn'], ['headphone', 'bluetooth earphones device'], ['headset', 'bluetooth earphones device'],
  ['earbud', 'bluetooth earphones device'], ['smartwatch', 'bluetooth watch device'], ['detectable', 'visible discoverable'],
  ['invisible', 'hide hidden'], ['hiding', 'hide'], ['unlink', 'unpair disconnect'], ['unplug', 'disconnect'], ['close by', 'nearby'],
  // Screen.
  ['dim', 'brightness'], ['brighten', 'brightness'], ['brighter', 'brightness'], ['backlight', 'brightness screen'], ['glare', 'brightness'],
  ['night light', 'eye comfort'], ['blue light', 'eye comfort'], ['warmer', 'warmth eye comfort'], ['night mode', 'dark'], ['colour', 'color'],
  ['monochrome', 'grayscale color'], ['black and white', 'grayscale color'], ['greyscale', 'grayscale'], ['colorful', 'vivid color'],
  ['saturated', 'vivid color'], ['typeface', 'font'], ['lettering', 'font'], ['text size', 'font'], ['bigger', 'large size'], ['tiny', 'small size'],
  ['smaller', 'small size'], ['enlarge', 'large size'], ['stay awake', 'screen timeout'], ['stay lit', 'screen timeout'],
  ['go to sleep', 'screen timeout'], ['smoother', 'refresh rate'], ['frame rate', 'refresh'], ['hertz', 'refresh rate'],
  ['sideways', 'rotate rotation'], ['orientation', 'rotate rotation'], ['backdrop', 'wallpaper background'], ['desktop', 'home screen'],
  ['top of the screen', 'status bar'], ['icon', 'notification status bar'],
  // Sound.
  ['silence', 'mute silent'], ['hush', 'mute silent'], ['quiet', 'silent mute'], ['quieter', 'volume'], ['muting', 'mute'],
  ['turn up', 'volume set'], ['turn down', 'volume set'], ['turn it up', 'volume set'], ['turn it down', 'volume set'], ['louder', 'volume'],
  ['softer', 'volume'], ['music', 'media'], ['haptic', 'vibration touch'], ['buzz', 'vibrate vibration'], ['shake', 'vibrate vibration'],
  ['tune', 'ringtone melody'], ['ring tone', 'ringtone'], ['chime', 'ringtone tone'], ['undisturbed', 'disturb'], ['bother', 'disturb'],
  ['dnd', 'disturb'], ['distraction', 'disturb interruptions'], ['equaliser', 'equalizer effect'], ['booming', 'bass boost'],
  ['home cinema', 'theater surround'],
  // Power, reading aids.
  ['boot', 'power on'], ['boot up', 'power on'], ['start up', 'power on'], ['shut down', 'power off'], ['power down', 'off'],
  ['turn itself on', 'power scheduled'], ['read aloud', 'speak select'], ['read out', 'speak select aloud'], ['screen reader', 'speak select'],
  ['subtitle', 'caption'],
  // Apps, storage, permissions.
  ['launch', 'open app'], ['fire up', 'open app'], ['bring up', 'open'], ['pull up', 'open'], ['quit', 'close app'], ['force quit', 'close app'],
  ['kill', 'close app'], ['application', 'app'], ['program', 'app'], ['software', 'app'], ['how big', 'size query'], ['storage', 'size app'],
  ['space', 'storage size'], ['edition', 'version'], ['permit', 'grant permission'], ['allow', 'grant permission'],
  ['authorize', 'grant permission'], ['give access', 'grant permission'], ['deny', 'revoke permission'], ['forbid', 'revoke permission'],
  ['withdraw', 'revoke permission'], ['take away', 'revoke remove'], ['gps', 'location'], ['gallery', 'photos'],
  // Agents.
  ['surf', 'browser web'], ['google', 'browser search web'], ['search online', 'browser web'], ['website', 'browser web page'],
  ['webpage', 'browser web page'], ['sum up', 'summarize'], ['gist', 'summarize page'], ['draw', 'image generate'],
  ['sketch', 'image generate draw'], ['paint', 'image generate draw'], ['picture', 'image'], ['photo', 'image'], ['cut out', 'background remove'],
  ['restyle', 'change style image'], ['cartoon', 'style image'], ['explain', 'question explanations'], ['why', 'question qa'],
  ['wonder', 'question qa'], ['order', 'agent app'], ['practice', 'practise coach speaking'], ['accent', 'pronunciation'],
  ['brush up', 'practise coach'], ['role play', 'scenario dialogue'], ['pretend', 'scenario role play'], ['rehearse', 'scenario dialogue'],
  // Memory.
  ['keep in mind', 'remember memory add'], ['bear in mind', 'remember memory add'], ['make a note', 'remember memory add'],
  ['note down', 'remember memory add'], ['jot down', 'remember memory add'], ['memorize', 'remember memory add'], ['remember', 'memory'],
  ['recall', 'memory search remembered'], ['as usual', 'memory search'], ['usually', 'memory usual'], ['normally', 'memory usual'],
  ['i prefer', 'preference memory'], ['prefer', 'preference'], ['i always', 'routines habits memory'], ['just for today', 'temporary exceptions'],
  ['for now', 'temporary'], ['temporarily', 'temporary'], ['from now on', 'memory replace'],
];
