import { describe, expect, it } from 'vitest';
import { RawNumber } from '../../exact-json/raw-json.js';
import { isSealedReasoning, SecretReasoningSeal } from './reasoning-seal.js';

const key = Buffer.alloc(32, 7);
const seal = new SecretReasoningSeal({ key, owner: 'prj_1' });
const block = {
  maker: 'vendora/opus',
  details: { type: 'reasoning.text', text: 'Größe?', signature: 'c2ln', weight: new RawNumber('1.0') },
};

describe('SecretReasoningSeal', () => {
  it('opens what it sealed, numbers as they were written', () => {
    const text = seal.seal(block);
    expect(isSealedReasoning(text)).toBe(true);
    expect(text).toMatch(/^svc-r1\.[A-Za-z0-9_-]+$/);
    expect(seal.open(text)).toEqual(block);
  });

  it('never makes the same text twice', () => {
    expect(seal.seal(block)).not.toBe(seal.seal(block));
  });

  it.each([
    ["a provider's own", 'gAAAAABo-abc'],
    ['an empty text', ''],
    ['the bare prefix', 'svc-r1.'],
    ['a changed one', `${seal.seal(block).slice(0, -4)}AAAA`],
    ["another project's", new SecretReasoningSeal({ key, owner: 'prj_2' }).seal(block)],
    ["another key's", new SecretReasoningSeal({ key: Buffer.alloc(32, 8), owner: 'prj_1' }).seal(block)],
  ])('opens no other: %s', (_, text) => {
    expect(seal.open(text)).toBeUndefined();
  });
});
