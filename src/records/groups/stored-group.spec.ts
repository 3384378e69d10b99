import { describe, expect, it } from 'vitest';
import { packFeatures, toName, unpackFeatures } from './stored-group.js';

describe('toName', () => {
  it.each([
    ['### Instruction\nAssign one label:', 'Instruction Assign one label'],
    ['  \u0000Sort\u0007 mail ', 'Sort mail'],
    ['half \ud83d of a face', 'half of a face'],
    ['请把下面的句子翻译成法语。', '请把下面的句子翻译成法语。'],
    ['', 'Untitled task'],
    ['***', 'Untitled task'],
  ])('makes of %j the name %j', (label, name) => {
    expect(toName(label)).toBe(name);
  });

  it('cuts a long text between words, and never inside a character', () => {
    expect(toName('word '.repeat(40))).toMatch(/^(?:word ){15}word…$/);
    expect(toName('𠀀'.repeat(100))).toBe(`${'𠀀'.repeat(40)}…`);
    expect(toName(`a${'𠀀'.repeat(100)}`)).toBe(`a${'𠀀'.repeat(39)}…`);
  });
});

describe('features', () => {
  it('come back from the database as they went', () => {
    const features = new Set([0, 1, 0x7fffffff, 0x40000000]);
    expect(unpackFeatures(packFeatures(features))).toEqual(features);
  });

  it('are read alike where they were stored with a bit more', () => {
    const before = Buffer.alloc(8);
    before.writeUInt32BE(0xffffffff, 0);
    before.writeUInt32BE(0x80000001, 4);
    expect(unpackFeatures(before)).toEqual(new Set([0x7fffffff, 0x40000000]));
  });
});
