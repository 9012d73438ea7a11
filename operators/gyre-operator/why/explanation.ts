import type { Condition, Statement } from '../api/mod.ts';
import { keyOf, type KubeObject } from '../runtime/objects.ts';

/** Why an object is as it is, in plain words. */
export interface Explanation {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** In one word, as `kubectl get` shows it. */
  readonly state: string;
  /** Whether something keeps it from what it is there for. */
  readonly waits: boolean;
  /** Since when, RFC 3339; absent where nobody knows. */
  readonly since?: string | undefined;
  /** One sentence: what it waits for, with the resource and the shortfall; where it does not wait, how it stands. */
  readonly cause: string;
  /** One sentence: what helps. */
  readonly remedy: string;
  /** What else is worth knowing, a sentence each. */
  readonly details: readonly string[];
}

/** What is to be said of an object; `cause` goes on from its name, and `lacks` is why it does not do what it is there for. */
export interface Said {
  readonly state: string;
  readonly waits: boolean;
  readonly since?: string | undefined;
  readonly cause: string;
  readonly remedy: string;
  readonly details?: readonly string[];
}

export const NOTHING_TO_DO = 'Nothing is to be done.';

export function explanation(object: KubeObject, { details = [], cause, remedy, ...said }: Said): Explanation {
  const { kind, metadata } = object;
  return { kind, namespace: metadata.namespace ?? '', name: metadata.name, ...said, cause: sentence(`${kind} ${keyOf(object)} ${cause}`), remedy: sentence(remedy), details: details.map(sentence) };
}

/** With a capital letter and a full stop, and none of the line breaks that others write. */
export function sentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}${/[.!?]$/.test(line) ? '' : '.'}`;
}

/** A span as people say it, from seconds on. */
export function spanOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const units = [[86_400, 'd'], [3_600, 'h'], [60, 'min']] as const;
  const [size, unit] = units.find(([each]) => seconds >= 2 * each) ?? [1, 's'];
  return `${Math.floor(seconds / size)} ${unit}`;
}

export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** The condition of a type. */
export function conditionOf(conditions: readonly Condition[] | undefined, type: string): Condition | undefined {
  return conditions?.find((each) => each.type === type);
}

/** What a condition says that hinders, taken apart into problem and remedy. */
export type Hindrance = Pick<Statement, 'reason' | 'message'>;
