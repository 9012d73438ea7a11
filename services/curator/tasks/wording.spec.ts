import { describe, expect, it } from 'vitest';
import { boundClauses, fill, isOrder, sayAnswer, tidy, withMark } from './wording.ts';

describe('clauses in sentences', () => {
  it('fills slots and leaves unknown ones', () => {
    expect(fill('set {a} to {b}', { a: 'x' })).toBe('set x to {b}');
  });

  it.each([
    ['en', 'set an alarm for {time}', true],
    ['en', 'I want Bluetooth off', false],
    ['en', '{app} may use the camera', false],
    ['en', 'my alarm has to go', false],
    ['zh', '打开蓝牙', true],
    ['zh', '帮我开蓝牙', false],
    ['zh', '{device}送人了，取消配对吧', false],
  ] as const)('%s: whether "%s" is an order: %s', (locale, wording, order) => {
    expect(isOrder(locale, wording)).toBe(order);
  });

  it('knows which clauses of a sentence must be orders', () => {
    expect(boundClauses('en', 'Please {A}, then {B}.')).toEqual(['A']);
    expect(boundClauses('zh', '请{A}，再{B}。')).toEqual(['A']);
  });

  it.each([
    ['en', 'how loud is it', 'how loud is it?'],
    ['en', 'until when does it ring', 'until when does it ring?'],
    ['en', 'check how loud it is', 'check how loud it is.'],
    ['zh', '蓝牙开着吗', '蓝牙开着吗？'],
    ['zh', '查一下音量', '查一下音量。'],
  ] as const)('%s: marks "%s"', (locale, clause, marked) => {
    expect(withMark(locale, clause)).toBe(marked);
  });

  it('tidies stops, capitals and stacked articles', () => {
    expect(tidy('en', 'is it on?. then use the my home Wi-Fi')).toBe('Is it on? Then use my home Wi-Fi');
    expect(tidy('en', 'call that one timer off')).toBe('Call that timer off');
    expect(tidy('zh', '打开我用的的VPN。。')).toBe('打开我用的VPN。');
  });

  it('says canonical answers in the language of the user', () => {
    expect(sayAnswer('zh', 'on')).toBe('开着');
    expect(sayAnswer('en', 'false')).toBe('no');
    expect(sayAnswer('en', '40')).toBe('40');
  });
});
