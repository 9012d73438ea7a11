import { beforeEach, describe, expect, it } from 'vitest';
import { Cache } from '../runtime/cache.ts';
import type { KubeObject } from '../runtime/objects.ts';
import { Newer } from './newer.ts';

type Thing = KubeObject & { readonly says: number };

const at = (version: number, says: number, uid = 'u'): Thing => ({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a', namespace: 'lab', uid, resourceVersion: String(version) }, says });

let cache: Cache<Thing>;
let newer: Newer<Thing>;
beforeEach(() => {
  cache = new Cache();
  newer = new Newer(cache, (cached, live) => cached.says >= live.says);
  shows(at(1, 0));
});

function shows(thing: Thing): Thing {
  cache.set(thing);
  return newer.of(thing);
}

describe('what this process wrote', () => {
  it('counts until the cache shows it', () => {
    newer.note(at(2, 0), at(1, 0));
    expect(shows(at(1, 0))).toEqual(at(2, 0));
    expect(shows(at(2, 0))).toEqual(at(2, 0));
    expect(newer.size).toBe(0);
  });

  it('counts also while the cache shows its writes one after the other, which look alike', () => {
    for (let version = 2; version <= 5; version++) newer.note(at(version, 0), at(1, 0), at(version - 1, 0));
    for (let version = 1; version <= 5; version++) expect(shows(at(version, 0))).toEqual(at(5, 0));
    expect(newer.size).toBe(0);
  });

  it('counts while the cache shows what it was written over, which somebody else had written', () => {
    newer.note(at(3, 0), at(1, 0), at(2, 0));
    expect(shows(at(2, 0))).toEqual(at(3, 0));
  });

  it('no longer counts once the cache shows what somebody else wrote after it', () => {
    newer.note(at(2, 1), at(1, 0));
    expect(shows(at(7, 1))).toEqual(at(7, 1));
    expect(newer.size).toBe(0);
  });

  it('counts while a version that nobody here knows says less', () => {
    newer.note(at(3, 1), at(1, 0));
    expect(shows(at(2, 0))).toEqual(at(3, 1));
  });

  it('does not count where its answer comes after that of a later write', () => {
    shows(at(2, 0));
    newer.note(at(3, 1), at(2, 0));
    newer.note(at(2, 0), at(1, 0));
    expect(shows(at(2, 0))).toEqual(at(3, 1));
    expect(shows(at(3, 1))).toEqual(at(3, 1));
    expect(newer.size).toBe(0);
  });

  it('does not count for another object of its name, nor for one that the cache has lost', () => {
    newer.note(at(2, 0), at(1, 0));
    expect(shows(at(9, 0, 'other'))).toEqual(at(9, 0, 'other'));
    newer.note(at(3, 0), at(2, 0));
    expect(newer.size).toBe(0);
  });

  it('is remembered of versions without end only as far as it takes', () => {
    for (let version = 2; version <= 1_000; version++) newer.note(at(version, 0), at(version - 1, 0));
    expect([shows(at(969, 0)), newer.size]).toEqual([at(1_000, 0), 1]);
    expect([shows(at(2, 0)), newer.size]).toEqual([at(2, 0), 0]);
  });
});
