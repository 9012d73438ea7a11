import type { Draw, Locale, SplitName } from '#env-manager/worlds/intent.ts';
import { PERSONS } from './names.ts';
import { APPS, type Compounds, DEVICES, EMAIL_SUBJECTS, EVENTS, LABELS, MESSAGES, PLACES, TODOS, WIFI } from './things.ts';

export type EntityKind = Parameters<Draw['entity']>[0];

const COMPOUNDS: { readonly [K in Exclude<EntityKind, 'person'>]: Compounds } = {
  app: APPS,
  wifi: WIFI,
  device: DEVICES,
  event: EVENTS,
  message: MESSAGES,
  label: LABELS,
  place: PLACES,
  todo: TODOS,
  email_subject: EMAIL_SUBJECTS,
};

export const ENTITY_KINDS: readonly EntityKind[] = ['person', 'app', 'wifi', 'device', 'event', 'message', 'label', 'place', 'todo', 'email_subject'];

function make(kind: EntityKind, split: SplitName, locale: Locale): readonly string[] {
  if (kind === 'person') return PERSONS[locale][split].split(/\s+/);
  const { first, second, joint } = COMPOUNDS[kind][locale];
  return first[split].split('|').flatMap((one) => second[split].split('|').map((two) => `${one}${joint}${two}`));
}

const POOLS = new Map<string, readonly string[]>();

/** All entities of a kind that tasks of a split may use, 40 and more; the pools of two splits are disjoint in both locales. */
export function entityPool(kind: EntityKind, split: SplitName, locale: Locale): readonly string[] {
  const key = `${kind}/${split}/${locale}`;
  const known = POOLS.get(key);
  if (known) return known;
  const made = make(kind, split, locale);
  POOLS.set(key, made);
  return made;
}
