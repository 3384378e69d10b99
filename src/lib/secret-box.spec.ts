import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { release } from './large-memory.js';
import { openBytes, openSecret, sealBytes, sealSecret } from './secret-box.js';
import { atOnce } from './steps.js';

describe('a sealed secret', () => {
  const key = randomBytes(32);

  it('opens again for its owner and differs each time', () => {
    const first = sealSecret('sk-1234', { key, owner: 'end_1' });
    expect(openSecret(first, { key, owner: 'end_1' })).toBe('sk-1234');
    expect(first.includes(Buffer.from('sk-1234'))).toBe(false);
    expect(sealSecret('sk-1234', { key, owner: 'end_1' }).equals(first)).toBe(false);
  });

  it('does not open for another row, with another key, or when a byte was changed', () => {
    const sealed = sealSecret('sk-1234', { key, owner: 'end_1' });
    expect(() => openSecret(sealed, { key, owner: 'end_2' })).toThrow();
    expect(() => openSecret(sealed, { key: randomBytes(32), owner: 'end_1' })).toThrow();
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => openSecret(changed, { key, owner: 'end_1' })).toThrow();
    }
  });

  it('opens with each of several keys, and is sealed with the first', () => {
    const [former, current] = [randomBytes(32), randomBytes(32)];
    const old = sealSecret('sk-1234', { key: former, owner: 'end_1' });
    expect(openSecret(old, { key: [current, former], owner: 'end_1' })).toBe('sk-1234');
    const renewed = sealSecret('sk-1234', { key: [current, former], owner: 'end_1' });
    expect(openSecret(renewed, { key: current, owner: 'end_1' })).toBe('sk-1234');
    expect(() => openSecret(renewed, { key: former, owner: 'end_1' })).toThrow();
    expect(() => openSecret(old, { key: [current, randomBytes(32)], owner: 'end_1' })).toThrow();
    expect(() => openSecret(old, { key: [current, former], owner: 'end_2' })).toThrow();
  });

  it.each([0, 1, 262_144, 262_145, 3_000_000])(
    'opens %i bytes that came in pieces, as they were',
    (length) => {
      const bytes = randomBytes(length);
      const cut = Math.floor(length / 3);
      for (let turn = 0; turn < 2; turn += 1) {
        const sealed = atOnce(
          sealBytes([bytes.subarray(0, cut), bytes.subarray(cut)], { key, owner: 'one' }),
        );
        expect(atOnce(openBytes(sealed, { key, owner: 'one' })).equals(bytes)).toBe(true);
        release(sealed);
      }
    },
  );

  it('has a nonce of its own each time, also where others are sealed meanwhile', () => {
    const slow = sealBytes([randomBytes(1_000_000)], { key, owner: 'slow' });
    slow.next();
    const noncesOf = Array.from({ length: 600 }, () =>
      sealSecret('x', { key, owner: 'a' }).toString('hex', 1, 13),
    );
    const sealed = atOnce(slow);
    expect(new Set([...noncesOf, sealed.toString('hex', 1, 13)]).size).toBe(601);
    expect(atOnce(openBytes(sealed, { key, owner: 'slow' }))).toHaveLength(1_000_000);
  });
});
