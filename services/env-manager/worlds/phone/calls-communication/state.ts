import type { Row, TableData, TableSpec } from '../../world.ts';

/** Databases of calls and communication: contacts, calls and their log, messages, e-mail, blocked numbers, forwarding and voicemail. */
export const tables: readonly TableSpec[] = [
  { name: 'contacts', idPrefix: 'contact' },
  { name: 'ongoing_calls', idPrefix: 'call' },
  { name: 'call_log', idPrefix: 'log' },
  { name: 'messages', idPrefix: 'message' },
  { name: 'emails', idPrefix: 'email' },
  { name: 'blocked_numbers', idPrefix: 'blocked' },
  { name: 'call_forwarding', idPrefix: 'forwarding' },
  { name: 'voicemails', idPrefix: 'voicemail' },
  { name: 'call_settings', idPrefix: 'setting' },
];

function numbered(prefix: string, rows: readonly Row[]): { [id: string]: Row } {
  return Object.fromEntries(rows.map((row, index) => [`${prefix}_${101 + index}`, row]));
}

function contact(name: string, phone: string, email: string, group: string, favorite = false): Row {
  return { name, phone_number: phone, email, group, favorite };
}

function call(name: string, phone: string, direction: string, datetime: string, seconds: number, callType = 'voice'): Row {
  return { contact: name, phone_number: phone, direction, call_type: callType, datetime, duration_seconds: seconds };
}

function message(name: string, phone: string, content: string, direction: string, datetime: string, read = true): Row {
  return { contact: name, phone_number: phone, content, direction, datetime, read, locked: false };
}

function email(sender: string, address: string, subject: string, content: string, datetime: string): Row {
  return { folder: 'inbox', sender, from: address, to: 'me@pocket.example', subject, content, datetime };
}

export const base: TableData = {
  contacts: numbered('contact', [
    contact('Odette', '13011230001', 'odette@ferry.example', 'friends', true),
    contact('茉莉', '13011230002', 'moli@tea.example', 'family', true),
    contact('Barnaby', '13011230003', 'barnaby@kiln.example', 'work'),
    contact('Thaddeus', '13011230004', 'thaddeus@pier.example', 'friends'),
    contact('石磊', '13011230005', 'shilei@quarry.example', 'work'),
    contact('Philippa', '13011230006', 'philippa@dune.example', 'family'),
    contact('阿敏', '13011230007', 'amin@plum.example', 'friends'),
    contact('Casimir', '13011230008', 'casimir@loom.example', 'work'),
    contact('老韩', '13011230009', 'laohan@well.example', 'friends'),
    contact('Wilhelmina', '13011230010', 'wilhelmina@moss.example', 'family'),
    contact('Ignatius', '13011230011', 'ignatius@bell.example', 'other'),
    contact('小满', '13011230012', 'xiaoman@rice.example', 'family'),
    contact('Leopold', '13011230013', 'leopold@fjord.example', 'work'),
    contact('何师傅', '13011230014', 'heshifu@tile.example', 'other'),
    contact('Rosalind', '13011230015', 'rosalind@glen.example', 'friends'),
  ]),
  ongoing_calls: {},
  call_log: numbered('log', [
    call('Odette', '13011230001', 'incoming', '2026-02-11T09:42', 318),
    call('茉莉', '13011230002', 'missed', '2026-02-11T12:07', 0),
    call('Barnaby', '13011230003', 'outgoing', '2026-02-12T15:33', 64),
    call('', '13199880041', 'missed', '2026-02-12T18:20', 0),
    call('石磊', '13011230005', 'incoming', '2026-02-13T10:11', 905),
    call('Philippa', '13011230006', 'outgoing', '2026-02-14T20:02', 1260, 'video'),
    call('阿敏', '13011230007', 'missed', '2026-02-15T08:49', 0),
    call('Casimir', '13011230008', 'incoming', '2026-02-16T16:57', 77),
    call('', '13199880042', 'incoming', '2026-02-17T11:28', 12),
    call('小满', '13011230012', 'outgoing', '2026-02-18T19:36', 431, 'video'),
    call('Leopold', '13011230013', 'missed', '2026-02-19T14:14', 0),
    call('何师傅', '13011230014', 'outgoing', '2026-02-20T09:03', 152),
  ]),
  messages: numbered('message', [
    message('Odette', '13011230001', 'The boat leaves at noon sharp.', 'incoming', '2026-02-11T08:15'),
    message('茉莉', '13011230002', '周末回来吃饺子吗', 'incoming', '2026-02-11T17:40', false),
    message('茉莉', '13011230002', '回，带上酱油', 'outgoing', '2026-02-11T17:52'),
    message('Barnaby', '13011230003', 'Glaze samples are dry.', 'incoming', '2026-02-12T10:26'),
    message('石磊', '13011230005', '合同已盖章寄出', 'incoming', '2026-02-13T14:31'),
    message('', '13199880043', 'Your parcel code is 4471.', 'incoming', '2026-02-14T09:09', false),
    message('Philippa', '13011230006', 'Grandad says hello.', 'incoming', '2026-02-15T21:18'),
    message('阿敏', '13011230007', '球拍放门卫了', 'incoming', '2026-02-16T18:44', false),
    message('Casimir', '13011230008', 'Loom number two is fixed.', 'incoming', '2026-02-17T13:37'),
    message('何师傅', '13011230014', '瓷砖下午送到', 'incoming', '2026-02-18T07:56'),
    message('Rosalind', '13011230015', 'Bring the tent pegs.', 'incoming', '2026-02-19T22:03', false),
  ]),
  emails: numbered('email', [
    email('Barnaby', 'barnaby@kiln.example', 'Kiln calendar', 'The kiln is free from the ninth.', '2026-02-10T09:30'),
    email('石磊', 'shilei@quarry.example', '石料报价', '报价见附件。', '2026-02-11T11:05'),
    email('Casimir', 'casimir@loom.example', 'Thread colours', 'Ochre and indigo are in stock.', '2026-02-12T16:48'),
    email('Leopold', 'leopold@fjord.example', 'Ferry timetable', 'The late ferry is back.', '2026-02-13T08:22'),
    email('小满', 'xiaoman@rice.example', '幼儿园通知', '周五开放日。', '2026-02-14T19:17'),
    email('Harbour Office', 'office@harbour.example', 'Mooring fee', 'The yearly fee is due.', '2026-02-16T10:10'),
    email('Ignatius', 'ignatius@bell.example', 'Bell ringing', 'Practice moves to the tower.', '2026-02-18T20:55'),
    email('何师傅', 'heshifu@tile.example', '铺砖尺寸', '厨房按六十的砖铺。', '2026-02-19T15:42'),
  ]),
  blocked_numbers: numbered('blocked', [
    { phone_number: '13199880051', contact: '' },
    { phone_number: '13199880052', contact: '' },
    { phone_number: '13011230011', contact: 'Ignatius' },
  ]),
  call_forwarding: {
    always: { enabled: false, phone_number: '' },
    busy: { enabled: false, phone_number: '' },
    no_answer: { enabled: false, phone_number: '' },
    unreachable: { enabled: false, phone_number: '' },
  },
  voicemails: numbered('voicemail', [
    { contact: '老韩', phone_number: '13011230009', datetime: '2026-02-12T13:21', duration_seconds: 24 },
    { contact: 'Wilhelmina', phone_number: '13011230010', datetime: '2026-02-15T10:04', duration_seconds: 47 },
    { contact: '', phone_number: '13199880044', datetime: '2026-02-17T17:38', duration_seconds: 9 },
  ]),
  call_settings: { interception: { enabled: true, level: 'standard' }, voicemail: { enabled: false } },
};
