import { z } from 'zod';
import { instantOf } from '#env-manager/backends/sandbox/virtual-clock.ts';
import type { Intent, Locale, SolutionCall } from '#env-manager/worlds/intent.ts';
import type { StateOverrides } from '#env-manager/worlds/world.ts';
import { dateAfter } from '#env-manager/worlds/surface.ts';
import { digestOf } from '#kit/digest.ts';
import { type Random, random, seedOf } from '#kit/random.ts';
import { assemble, type TaskBundle, toolCall } from './assemble.ts';
import type { Plant } from './audit/audit.ts';
import { drawProbes, type Probes } from './audit/probes.ts';
import type { Draft } from './draft.ts';
import { createScene, type Scene } from './drawing.ts';
import type { FamilySpec } from './family.ts';
import type { Build, Performed } from './patterns/pattern.ts';
import { patternOf } from './patterns/registry.ts';

/** Making one instance of a family from a seed. */

const LOCALES: readonly Locale[] = ['en', 'zh', 'en', 'zh', 'en'];
const ZONES: { readonly [L in Locale]: readonly string[] } = { en: ['America/New_York', 'Europe/London', 'Australia/Sydney'], zh: ['Asia/Shanghai'] };
const FIRST_DAY = '2026-03-02';
const DAYS = 300;

/** Three instances in five are English; families begin at different places of the cycle. */
function localeOf(family: string, index: number): Locale {
  return LOCALES[(Math.abs(seedOf(family)) + index) % LOCALES.length] ?? 'en';
}

/** A moment of the phone's day: some day of the year, between 7:00 and 21:55. */
function momentOf(stream: Random): string {
  const hour = String(7 + stream.int(15)).padStart(2, '0');
  const minute = String(5 * stream.int(12)).padStart(2, '0');
  return `${dateAfter(FIRST_DAY, stream.int(DAYS))}T${hour}:${minute}:00`;
}

export interface InstanceRequest {
  readonly seed: number;
  readonly index: number;
  /** Further draws of the same instance, when one does not fit. */
  readonly attempt: number;
  readonly source: string;
}

export interface Instance {
  readonly bundle: TaskBundle;
  readonly probes: Probes;
}

/** What calls of an earlier turn came back with, from the engine itself. */
function performed(plant: Plant, { now, timeZone, locale }: Scene, state: StateOverrides, calls: readonly SolutionCall[]): Performed[] {
  const episode = plant.sandbox.open({ state, now: instantOf(now, timeZone), timeZone, locale, deniedPermissions: [], faults: [] }, 1);
  const results = episode.step(calls.map(toolCall));
  return results.map(({ status, resultJson }) => ({ status, body: resultJson === '' ? {} : z.record(z.string(), z.json()).parse(JSON.parse(resultJson)) }));
}

/** The draft of one draw of a family, with its scene; undefined where the draw does not fit. */
export function draftOf(spec: FamilySpec, intents: ReadonlyMap<string, Intent>, plant: Plant, locale: Locale, stream: Random): { readonly draft: Draft; readonly scene: Scene } | undefined {
  const pattern = patternOf(spec.pattern);
  const chosen = spec.intents.flatMap((id) => intents.get(id) ?? []);
  if (!pattern || chosen.length < spec.intents.length) return undefined;
  const timeZone = stream.fork('zone').pick(ZONES[locale]);
  const scene = createScene({ random: stream, split: spec.split, locale, now: momentOf(stream.fork('moment')), timeZone, world: plant.world });
  const perform: Build['perform'] = (setup, calls) => performed(plant, scene, setup, calls);
  const draft = pattern.build({ scene, intents: chosen, variant: spec.variant, pool: [...intents.values()], perform });
  return draft && { draft, scene };
}

/** One instance, not yet audited; undefined where the draw does not fit. The same request gives the same instance. */
export function instanceOf(spec: FamilySpec, intents: ReadonlyMap<string, Intent>, plant: Plant, request: InstanceRequest): Instance | undefined {
  const { seed, index, attempt, source } = request;
  const locale = localeOf(spec.id, index);
  const stream = random('task', spec.id, seed, index, attempt);
  const drafted = draftOf(spec, intents, plant, locale, stream);
  if (!drafted) return undefined;
  const { draft, scene } = drafted;
  const bundle = assemble(draft, {
    id: `task-${digestOf([spec.id, seed, index, attempt]).slice(7, 23)}`,
    family: spec.id,
    split: spec.split,
    ability: spec.ability,
    locale,
    now: scene.now,
    timeZone: scene.timeZone,
    source,
    random: stream.fork('exposure'),
    world: plant.world,
    recall: plant.recall,
  });
  return { bundle, probes: drawProbes(scene, [...intents.values()], spec.intents) };
}
