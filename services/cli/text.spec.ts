import { describe, expect, it } from 'vitest';
import { percent, plainText, shortDigest, table, widthOf } from './text.ts';

describe('plain text', () => {
  it('makes control and direction characters visible', () => {
    expect(plainText('a\u001b[31mb\u202ec\u0007')).toBe('a\\u001b[31mb\\u202ec\\u0007');
    expect(plainText('tab\tand\nline')).toBe('tab\tand\nline');
  });

  it('counts wide characters as two columns', () => {
    expect(widthOf('闹钟 7')).toBe(6);
  });
});

describe('a table', () => {
  it('lines columns up by display width, numbers to the right', () => {
    expect(table(['task', 'steps', 'note'], [['闹钟', 3, 'a'], ['timer', 12, 'b']])).toBe(['task   steps  note', '─────  ─────  ────', '闹钟       3  a', 'timer     12  b'].join('\n'));
  });

  it('keeps a row on one line whatever a cell holds', () => {
    expect(table(['a'], [['x\ny']]).split('\n')).toHaveLength(3);
  });

  it('has a header without rows', () => {
    expect(table(['a', 'b'], [])).toBe('a  b\n─  ─');
  });
});

it('writes shares and digests for people', () => {
  expect(percent(0.7049)).toBe('70.5 %');
  expect(shortDigest(`sha256:${'ab'.repeat(32)}`)).toBe('sha256:abababababab');
  expect(shortDigest('lexical')).toBe('lexical');
});
