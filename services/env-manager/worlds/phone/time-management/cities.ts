/** Cities that the clock knows, by their names in both locales, with their offset from UTC. None of them changes its clocks in summer. */
export interface City {
  readonly en: string;
  readonly zh: string;
  readonly utcOffsetMinutes: number;
}

export const CITIES: readonly City[] = [
  { en: 'Beijing', zh: '北京', utcOffsetMinutes: 480 },
  { en: 'Tokyo', zh: '东京', utcOffsetMinutes: 540 },
  { en: 'Singapore', zh: '新加坡', utcOffsetMinutes: 480 },
  { en: 'Dubai', zh: '迪拜', utcOffsetMinutes: 240 },
  { en: 'Mumbai', zh: '孟买', utcOffsetMinutes: 330 },
  { en: 'Nairobi', zh: '内罗毕', utcOffsetMinutes: 180 },
  { en: 'Bangkok', zh: '曼谷', utcOffsetMinutes: 420 },
  { en: 'Jakarta', zh: '雅加达', utcOffsetMinutes: 420 },
  { en: 'Seoul', zh: '首尔', utcOffsetMinutes: 540 },
  { en: 'Kathmandu', zh: '加德满都', utcOffsetMinutes: 345 },
  { en: 'Phoenix', zh: '凤凰城', utcOffsetMinutes: -420 },
  { en: 'Honolulu', zh: '檀香山', utcOffsetMinutes: -600 },
  { en: 'Istanbul', zh: '伊斯坦布尔', utcOffsetMinutes: 180 },
  { en: 'Riyadh', zh: '利雅得', utcOffsetMinutes: 180 },
  { en: 'Karachi', zh: '卡拉奇', utcOffsetMinutes: 300 },
  { en: 'Dhaka', zh: '达卡', utcOffsetMinutes: 360 },
  { en: 'Lagos', zh: '拉各斯', utcOffsetMinutes: 60 },
  { en: 'Lima', zh: '利马', utcOffsetMinutes: -300 },
  { en: 'Brisbane', zh: '布里斯班', utcOffsetMinutes: 600 },
  { en: 'Tashkent', zh: '塔什干', utcOffsetMinutes: 300 },
];

/** The city of that name in either locale; undefined if the clock does not know it. */
export function cityNamed(name: string): City | undefined {
  const wanted = name.trim().toLowerCase();
  return CITIES.find((city) => city.en.toLowerCase() === wanted || city.zh === wanted);
}

/** `HH:MM` shifted by minutes, around midnight if need be. */
export function shiftTime(time: string, minutes: number): string {
  const total = (((Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + minutes) % 1440) + 1440) % 1440;
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`;
}
